"""Measure the figures of docs/performance.md in one run: python -m benchmarks [--quick] [--picture FILE].

Measures the solvers and their peers, the growth of boards and long games, slow calls, the gain from two
cores, the lengths from which kernels are used, first calls, and the floors: exit status 1 if one does not
hold. The other files of this folder are run on their own.
"""

import argparse
import sys

from benchmarks import boards, cores, counters, first_calls, floors, speed, waits

parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
speed.add_options(parser)
options = parser.parse_args()
speed.report(options.quick, options.picture)
first_calls.report_processes()
boards.report(*((4_000, 500) if options.quick else ()))
if not options.quick:
    waits.report([*range(len(waits.WAITS))])
    cores.report([*range(len(cores.JOBS))])
    counters.report()
    first_calls.report()
    sys.exit(floors.report([*range(len(floors.FLOORS))]))
