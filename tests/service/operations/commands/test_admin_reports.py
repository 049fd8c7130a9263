"""`anabasis admin reports` and `resolve`: the queue from a shell."""

import json

import pytest

from tests.service.api import Api


def test_reports_are_listed_and_resolved_and_the_log_says_how(api: Api, admin):
    ada, bob = api.person("Ada"), api.person("Bob")
    body = {"target": "player", "id": ada.player_id, "reason": "spam", "text": "Again."}
    api.ask("POST", "/reports", bob, json=body, expect=201)
    (listed,) = admin("reports").stdout.splitlines()
    report = f"player-{ada.player_id}"
    assert listed.startswith(f"{report}  1 player  ")
    assert listed.endswith(f"  {ada.player_id} Ada  spam 1  {bob.player_id}: Again.")
    line = json.loads(admin("reports", "--json").stdout)
    assert (line["report_id"], line["count"], line["texts"][0]["by_name"]) == (report, 1, "Bob")
    done = admin("resolve", report, "acted", "--by", "Eve", "--reason", "Muted.")
    assert (done.exit_code, done.output) == (0, f"The report {report} is resolved.\n")
    assert admin("log").stdout.rstrip().endswith(f"Eve  report_acted  {report}  Muted.")
    nothing = admin("reports")
    assert (nothing.stdout, nothing.stderr) == ("", "Nothing is reported.\n")
    assert admin("reports", "--json").stdout == ""


@pytest.mark.parametrize("report", ["game-k3v9x2m7q4w8z6t5", "p1", "", "move-x", "player-"])
def test_a_report_that_nobody_made_is_refused_in_a_line(admin, report: str):
    refused = admin("resolve", report, "nothing")
    assert refused.exit_code == 1
    (line,) = refused.stderr.splitlines()
    assert "`anabasis admin reports` lists" in line
    assert admin("log").stdout == ""
