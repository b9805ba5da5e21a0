"""What docs/performance.md shows, in one run: python -m benchmarks [--quick] [--picture FILE].

The speed of the solvers beside others, how boards and long games grow, other rules, then where a user
would wait, what two cores bring, where the kernels come in, and what first calls wait for.
The other files of this folder run by themselves.
"""

import argparse

from benchmarks import boards, cores, first_calls, rules, speed, switches, waits

parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
speed.add_options(parser)
options = parser.parse_args()
speed.report(options.quick, options.picture)
first_calls.report_processes()
boards.report(*((4_000, 500) if options.quick else ()))
if not options.quick:
    rules.report()
    waits.report([*range(len(waits.WAITS))])
    cores.report([*range(len(cores.JOBS))])
    switches.report()
    first_calls.report()
