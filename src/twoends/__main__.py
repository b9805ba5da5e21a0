"""Run the command line as `python -m twoends`."""

from twoends.cli import main

if __name__ == "__main__":
    main()
