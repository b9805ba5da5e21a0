"""A class of 74: programs of the zoo and of other languages, named as Moodle, Canvas and people do."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from zipfile import ZipFile

from judged import PROGRAMS

CPP = """#include <algorithm>
#include <iostream>
#include <vector>
int main() {
    int n;
    std::cin >> n;
    std::vector<long long> v(n), d;
    long long sum = 0;
    for (auto &x : v) std::cin >> x, sum += x;
    d = v;
    for (int len = 2; len <= n; len++)
        for (int i = 0; i + len <= n; i++) d[i] = std::max(v[i] - d[i + 1], v[i + len - 1] - d[i]);
    std::cout << (sum + d[0]) / 2 << "\\n";
}
"""

JAVA = """import java.util.*;
public class Main {
    public static void main(String[] words) {
        Scanner in = new Scanner(System.in);
        int n = in.nextInt();
        long sum = 0;
        long[] v = new long[n];
        for (int i = 0; i < n; i++) sum += v[i] = in.nextLong();
        long[] d = v.clone();
        for (int len = 2; len <= n; len++)
            for (int i = 0; i + len <= n; i++) d[i] = Math.max(v[i] - d[i + 1], v[i + len - 1] - d[i]);
        System.out.println((sum + d[0]) / 2);
    }
}
"""

PYTHON = (
    "right_two_calls.py", "plays_greedily.py", "prints_margin.py", "prints_second.py", "even_only.py",
    "forgets_a_single_card.py", "stops_a_card_early.py", "takes_n_for_a_card.py", "minus_one.py",
    "explores_all.py", "stops_a_length_early.py", "fixed_array.py", "best_response_to_greedy.py",
)  # fmt: skip
C = ("right.c", "overflows.c")
OTHERS = ("cpp", "java", "broken", "flat", "zip", "notebook", "asks", "linked")


def submission_all(folder: Path, count: int = 74) -> dict[str, str]:
    """Write the submissions of a class; tell which program each of them is."""
    folder.mkdir()
    made: dict[str, str] = {}
    kinds = [*PYTHON, *C, *PYTHON, "right_two_calls.py", "right_two_calls.py", *OTHERS]
    for number in range(count):
        kind = kinds[number % len(kinds)]
        who = f"Student{number:02}"
        made[who] = kind
        if kind == "java":
            (folder / f"{who} Long_{number}_assignsubmission_file_").mkdir()
            (folder / f"{who} Long_{number}_assignsubmission_file_" / "Main.java").write_text(JAVA)
        elif kind in ("cpp", "broken"):
            text = CPP if kind == "cpp" else CPP.replace("(auto", "(")
            (folder / f"{who.lower()}_{number}_99_answer.cpp").write_text(text)
        elif kind == "flat":
            (folder / f"{who.lower()}_{number}_99_Main-1.java").write_text(JAVA.replace("Main", "Removal"))
        elif kind == "zip":
            with ZipFile(folder / f"{who} Long_{number}_assignsubmission_file_work.zip", "w") as archive:
                archive.write(PROGRAMS / "right_two_calls.py", "work/src/removal.py")
                archive.writestr("work/tests/test_removal.py", "import removal\n")
        elif kind == "notebook":
            cells = [{"cell_type": "code", "source": (PROGRAMS / "right_two_calls.py").read_text()}]
            (folder / f"{who}.ipynb").write_text(json.dumps({"cells": cells}))
        elif kind == "asks":
            (folder / f"{who}.py").write_text("import twoends\nprint(twoends.solve([1]).first)\n")
        elif kind == "linked":
            (folder / f"{who}.py").symlink_to("Student00.py")
        else:
            suffix = Path(kind).suffix
            shutil.copy(PROGRAMS / kind, folder / f"{who}{suffix}")
    return made
