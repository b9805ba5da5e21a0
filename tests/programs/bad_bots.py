"""Bots that break the rules, by name; without a name the larger end, as it should be."""

import sys
import time

HOW = sys.argv[1] if len(sys.argv) > 1 else ""

if HOW == "leaves":
    sys.exit()
if HOW == "greets":
    print("hello, I am a bot", flush=True)
row = []
for line in sys.stdin:
    if HOW == "answers-everything":
        time.sleep(0.01)  # late enough that the referee has often asked before it hears
        print("L", flush=True)
        continue
    word, *rest = line.split()
    if word == "row":
        row = [int(value) for value in rest]
    elif word == "took":
        row.pop(0 if rest == ["L"] else -1)
    elif word == "move":
        side = "L" if row[0] >= row[-1] else "R"
        row.pop(0 if side == "L" else -1)
        if HOW == "sleeps" or (HOW == "sleeps-later" and len(row) < 2):
            time.sleep(20)
        if HOW == "crashes":
            sys.exit("no idea")
        if HOW == "mutters-and-crashes":
            print("thinking about it", end="", flush=True)
            sys.exit("no idea")
        if HOW == "mutters":
            print("thinking about it")
        if HOW == "endless":
            sys.stdout.write("L" * 5000)
        elif HOW == "middle":
            side = "M"
        print(side, flush=HOW != "buffers")
        if HOW == "adds":
            print("your turn", flush=True)
        if HOW == "errors":
            print("thought about it", file=sys.stderr)
if HOW == "ends-on-a-word":
    print("goodbye")
if HOW == "says-goodbye-and-fails":
    print("goodbye")
    sys.exit("that went wrong")
if HOW == "stays":
    time.sleep(20)
if HOW == "fails-late":
    sys.exit(3)
