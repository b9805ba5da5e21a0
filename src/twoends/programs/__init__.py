"""Other people's programs as players: they run in a sandbox, within limits, and leave nothing behind.

client, server    start programs, and the process that limits them and cleans up after them
processes         what the descendants of a process use, and killing them
sandbox, seccomp  what a program has access to, and the filter of its system calls
conversation      talk with a program, line by line
verdicts          AC, WA, TLE, MLE, RE, PE, CE: how a program ended
bots, referee     programs that play by a line protocol, and their games
"""
