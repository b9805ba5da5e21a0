"""Exports: a task as other judges take it. Gradescope runs our judge, Kattis runs its own on our rows."""
