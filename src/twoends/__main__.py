"""The program `twoends`, also as `python -m twoends`."""

import sys
from typing import NoReturn


def main() -> NoReturn:
    """Run the command line of this process and exit."""
    import gc

    # What a command loads lives until it ends; collecting garbage during the run and at exit took a quarter
    # of a small solve.
    gc.set_threshold(100_000)
    sys.unraisablehook = _repeat_interrupt

    from twoends.cli import main as run

    try:
        run()
    finally:
        gc.freeze()


def _repeat_interrupt(ignored: "sys.UnraisableHookArgs") -> None:
    """Interrupt the process again if Ctrl-C arrived in a callback whose exceptions Python ignores.

    Numba has such callbacks during garbage collection; without this a study continued to its end.
    """
    if issubclass(ignored.exc_type, KeyboardInterrupt):
        from _thread import interrupt_main
        from threading import Timer

        timer = Timer(0.01, interrupt_main)  # an immediate interrupt would be raised in this function
        timer.daemon = True
        timer.start()
    else:
        sys.__unraisablehook__(ignored)


if __name__ == "__main__":
    main()
