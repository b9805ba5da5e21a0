"""The program `twoends`, also as `python -m twoends`."""

from typing import NoReturn


def main() -> NoReturn:
    """Run the command line of this process and exit."""
    import gc

    # What a command loads lives until it ends: looking for garbage among it took a sixth of a small solve.
    gc.set_threshold(100_000)

    from twoends.cli import main as run

    run()


if __name__ == "__main__":
    main()
