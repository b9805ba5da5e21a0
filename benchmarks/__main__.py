"""Every benchmark that compares us with others: python -m benchmarks [--quick] [--picture FILE].

The speed of the solvers, in benchmarks/speed.py. The other files of this folder run by themselves.
"""

from benchmarks.speed import main

main()
