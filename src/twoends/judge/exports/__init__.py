"""Exports of a task to other judges: Gradescope runs our judge, Kattis its own judge on our rows."""
