"""The program `twoends`, also as `python -m twoends`."""

import sys

TYPE_CHECKING = False
"""True for type checkers. All that takes long to import is imported in `main`, where Ctrl-C is expected."""

if TYPE_CHECKING:
    from typing import NoReturn


def main() -> "NoReturn":
    """Run the command line of this process and exit."""
    import gc

    # What a command loads lives until it ends; collecting garbage during the run and at exit took a quarter
    # of a small solve.
    gc.set_threshold(100_000)
    sys.unraisablehook = _repeat_interrupt

    try:
        from twoends.cli import main as run

        run()
    except KeyboardInterrupt:  # while that was imported, or at the very end
        sys.stderr.write("twoends: interrupted\n")
        sys.exit(130)
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
