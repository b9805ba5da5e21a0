"""The judge: test other people's programs, shrink their failures and name their mistakes.

    tasks                  what a program must do
    bounds                 the limits on the rows of a task
    task_files             read a task from a file; the built-in tasks
    trials                 the rows to try
    outcomes, scores       the outcome of a run; the score of a judgement
    mistakes, naming       known mistakes, and which of them explain all outcomes
    zoo                    known mistakes that predict every answer
    answers                judge a program, and find its smallest failure
    functions, calling     judge a function; the program that calls it
    games                  judge programs that play whole games
    reports                text and JSON
    gradescope             Gradescope's results.json
    submissions, classes   find the submissions in a folder and their main files, and judge them all
    languages, building    compile a submission
    grades                 grades for Moodle and Canvas
    exports                an autograder for Gradescope, and a problem package for Kattis

Rows and their answers are worked out once for an assignment, however many submissions it has.
"""

from twoends.judge.answers import Judgement, judge_answers
from twoends.judge.games import BotJudgement, judge_bot
from twoends.judge.scores import Scoring
from twoends.judge.task_files import TASKS, task
from twoends.judge.tasks import Task, TaskError
from twoends.programs.client import CommandError, Limits, Supervisor
from twoends.programs.verdicts import Verdict

__all__ = [
    "TASKS",
    "BotJudgement",
    "CommandError",
    "Judgement",
    "Limits",
    "Scoring",
    "Supervisor",
    "Task",
    "TaskError",
    "Verdict",
    "judge_answers",
    "judge_bot",
    "task",
]
