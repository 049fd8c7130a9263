"""Rules and positions as text: codes and values, which ``service.texts`` puts in a language."""
