"""The rules of Alexandros, tested ruling by ruling."""
