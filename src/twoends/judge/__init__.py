"""The judge: other people's programs, tried, judged, and told what their mistake is.

    containment            a program runs: no shell, limits, no process left behind; or a function is called
    tasks, presets         what a program must do, and how an answer reads
    questions              how rows are written and read, which are allowed, and what is asked
    own, exercises         an instructor's programs that say what is right, and a TOML file with all of it
    variants               another exercise for each student
    trials                 rows to try
    verdicts, scores       AC, WA, TLE, MLE, RE, PE, CE; what they, and known mistakes, are worth
    shrink                 the smallest failure
    mistakes, naming       what is known to go wrong on some rows, and which of it explains everything seen
    zoo, recurrences       mistakes that say every answer
    answers, functions     all of that for one program, or one function
    bots, referee, games   programs and players that play whole games, one by one and all together
    reports                text for people, and JSON
    result_files           JUnit XML and Gradescope's results.json
    entry, languages       which file of a submission is the program, and how it becomes a command
    submissions, classes   what lies in a folder of submissions, and judging all of it
    similarity, grades     similar submissions to read side by side, and grades for Moodle and Canvas
    exports                an autograder for Gradescope, and a problem package in the Kattis format

The judge trusts only the pure methods of twoends.solvers: a fault in a compiled kernel must not
acquit a wrong program.
"""

from twoends.judge.answers import Judgement, judge_answers
from twoends.judge.containment.commands import CommandError
from twoends.judge.containment.contained import Limits, Supervisor
from twoends.judge.exercises import read_exercise
from twoends.judge.games import PlayerJudgement, judge_bot, judge_player
from twoends.judge.presets import TASKS, task
from twoends.judge.scores import Scoring
from twoends.judge.tasks import Task, TaskError
from twoends.judge.verdicts import Verdict

__all__ = [
    "TASKS",
    "CommandError",
    "Judgement",
    "Limits",
    "PlayerJudgement",
    "Scoring",
    "Supervisor",
    "Task",
    "TaskError",
    "Verdict",
    "judge_answers",
    "judge_bot",
    "judge_player",
    "read_exercise",
    "task",
]
