"""Run the command line as `python -m paizhuo`."""

from paizhuo.cli import main

if __name__ == "__main__":
    main()
