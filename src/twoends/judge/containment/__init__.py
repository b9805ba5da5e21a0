"""Containment: untrusted programs run without a shell, within limits, and leave nothing behind."""
