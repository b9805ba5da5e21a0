"""A user's program, which `mypy --strict` accepts here, and in a release only if the wheel has its types."""

import twoends

solution: twoends.Solution = twoends.solve([1, 2, 3, 7], rules="take 1-3 left")
best: tuple[twoends.Move, ...] = solution.best
line: str = str(solution.line)
after: twoends.Game = solution.game.play(best[0])
