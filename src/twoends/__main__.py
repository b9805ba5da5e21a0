"""The program `twoends`, also as `python -m twoends`."""

import sys
from typing import NoReturn


def main() -> NoReturn:
    """Run the command line of this process and exit."""
    import gc

    # What a command loads lives until it ends: looking for garbage among it, meanwhile and once more at the
    # end, took a quarter of a small solve.
    gc.set_threshold(100_000)
    sys.unraisablehook = hear

    from twoends.cli import main as run

    try:
        run()
    finally:
        gc.freeze()


def hear(ignored: "sys.UnraisableHookArgs") -> None:
    """Interrupt again where Ctrl-C fell into a callback whose exceptions Python prints and forgets.

    Numba has such callbacks wherever garbage is collected, and a study went on to its end after one.
    """
    if issubclass(ignored.exc_type, KeyboardInterrupt):
        from _thread import interrupt_main
        from threading import Timer

        again = Timer(0.01, interrupt_main)  # at once, it would fall into this function
        again.daemon = True
        again.start()
    else:
        sys.__unraisablehook__(ignored)


if __name__ == "__main__":
    main()
