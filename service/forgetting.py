"""The end of a player: all that the service knows of a person goes, and records stay whole."""

from service.context import Services


def forget(own: Services, player: str) -> None:
    """Delete a player; safe to ask for again after a StoreUnavailable."""
    for game_id in games_with_orders(own, player):
        own.commands.withdraw_orders(game_id, player)
    parts = (own.ordered, own.passkeys, own.feeds, own.notices, own.invitations, own.visits)
    for part in (*parts, own.open_games, own.allowances):
        if part is not None:
            part.forget(player)
    own.players.forget(player)  # last: until then it can be asked for again


def games_with_orders(own: Services, player: str) -> set[str]:
    """Return the games in which a player may have standing orders, also those that no read model
    knows yet."""
    return {*own.read_models.live_games(player), *own.ordered.of(player)}
