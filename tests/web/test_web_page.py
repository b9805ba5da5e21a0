"""What fails, waits or is refused on the page, its field, sheet and menu, and the site without a server."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import zipfile
from datetime import UTC, datetime, timedelta
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
import static_site
from playwright.sync_api import Browser, Route, expect

import twoends
from measured import check_page, resize
from twoends.answers.matches import match
from twoends.rules.notation import parse_game
from views_oracle import address_of, told
from visits import FOLLOW, Site, Visit, box_of, copied, first_games, play_out, until


def test_the_first_game_can_be_won_and_greed_loses_it() -> None:
    game = parse_game(first_games()[0])
    assert twoends.solve(game.shape.cards, game.opponent).margin_first > 0
    for who in ("greedy left", "greedy right"):
        assert match(game, who, game.opponent).game.margin < 0, who


# --- refusals, late answers and none ---------------------------------------------------------------


def test_a_link_that_cannot_be_read_is_refused_in_a_sentence(everywhere: Visit) -> None:
    alert = everywhere.page.locator("#trouble")
    for address, says in (
        ("riddle/8+15", "There is no page “riddle” here"),
        ("play/8+15/first/LLL", "Move 3 has no card to take: the row has 2."),
        ("puzzle/nonsense", "'nonsense' is not the name of a puzzle"),
    ):
        everywhere.load(address)
        expect(alert).to_contain_text(says)
    everywhere.page.get_by_role("button", name="Deal a new row").click()
    everywhere.wait_for_turn()
    expect(alert).to_be_hidden()
    assert len(everywhere.parts[1].split("+")) == 12
    everywhere.forgive(422)


def test_a_refused_analysis_does_not_stop_the_game_nor_is_it_asked_for_again(visit: Visit) -> None:
    too_long = "+".join(str(7 * place % 11) for place in range(61))
    page = visit.go(f"play/{too_long}/turns+ABBA/first/-/greedy+right")
    visit.wait_for_turn()
    visit.forgive(422)
    before = len(visit.asked)
    page.keyboard.press("a")
    expect(page.locator("#trouble")).to_contain_text("too many for the page")
    expect(page.locator("#beside")).not_to_contain_text("Computing")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#status")).to_contain_text("Greedy took the 7. Greedy took the 3. Your turn")
    page.wait_for_timeout(300)
    assert len([url for url in visit.asked[before:] if "/ask/" in url]) < 20
    page.keyboard.press("a")
    expect(page.locator("#trouble")).to_be_hidden()


def test_what_is_awaited_says_so_and_since_when_or_that_the_server_does_not_answer(visit: Visit) -> None:
    held: list[Route] = []
    visit.page.route(re.compile("/ask/(moves|why)"), lambda route: held.append(route))
    page = visit.load("why/8+15+3+07/first/RL/optimal")  # which only Python can read
    answer = until(page, held)
    expect(page.locator("#why")).to_have_text(re.compile("^Reading the link …"))
    answer.abort()
    visit.forgiven.append("net::ERR_FAILED")
    expect(page.locator("#trouble")).to_contain_text("The server does not answer")
    until(page, held).continue_()
    answer, waits = until(page, held), page.locator("#why .waits")
    expect(waits).not_to_contain_text("second")
    expect(page.locator("#trouble")).to_be_hidden()
    expect(waits).to_contain_text("A second so far.")
    expect(waits).to_contain_text("2 seconds so far.")
    answer.continue_()
    expect(waits).to_have_count(0)


STORES_NOTHING = """() => {
  const refuse = () => { throw new DOMException("no", "QuotaExceededError"); };
  Storage.prototype.setItem = refuse;
  Storage.prototype.getItem = refuse;
}"""


def test_a_game_counts_for_the_visit_if_the_browser_stores_nothing(visit: Visit) -> None:
    page, rung = visit.go("puzzles"), visit.page.get_by_role("link", name="Rung 1 Greedy")
    page.evaluate(STORES_NOTHING)
    rung.click()
    expect(page.locator("#goal")).to_contain_text("this game counts")
    for taken in (1, 2, 3):
        page.keyboard.press("ArrowLeft")
        expect(page).to_have_url(re.compile(rf"2-rung-1-1/\w{{{2 * taken}}}$"))
    visit.go("puzzles")
    says = "This browser does not let the page store anything"
    expect(page.locator("#puzzles .note")).to_contain_text(says)
    expect(rung).to_contain_text(re.compile("1 of 3 wins|1 not won"))


def test_values_are_typed_moved_and_dragged_and_played_right_after_the_last_key(visit: Visit) -> None:
    page = visit.play("8 15 3 7", opponent="optimal")
    tiles, values = page.locator(".tray-tile"), page.get_by_label(re.compile("^Values"))
    page.get_by_role("button", name="New game").click()
    values.fill("1 30 100 15 2 9")
    expect(tiles).to_have_text(["1", "30", "100", "15", "2", "9"])
    for act in ("Delete 5 4", "ArrowLeft 0 0", "ArrowRight 4 4", "ArrowLeft 2 1", "Delete 0 0"):
        key, at, after = act.split()
        tiles.nth(int(at)).press(key)
        expect(tiles.nth(int(after))).to_be_focused()
    expect(tiles).to_have_text(["100", "30", "15", "2"])
    first, last = (box_of(tiles.nth(k)) for k in (0, 3))
    page.mouse.move(first["x"] + 10, first["y"] + 10)
    page.mouse.down()
    page.mouse.move(last["x"] + 10, last["y"] + 10, steps=5)
    page.mouse.up()
    expect(values).to_have_value("30 15 2 100")
    page.mouse.click(5, 5)  # beside the sheet
    expect(page.locator("#sheet")).to_be_hidden()
    page.get_by_role("button", name="New game").click()
    values.fill("1 2 50 9")
    values.press("Enter")
    expect(page.locator("#sheet")).to_be_hidden()
    page.wait_for_timeout(400)  # longer than the page waits for the next key
    expect(page.locator("#sheet")).to_be_hidden()
    page.keyboard.press("h")
    expect(page.locator("#take-left .promise")).to_have_text("51, best")


def test_a_puzzle_has_no_link_to_its_answer_before_it_is_answered(reader: Visit) -> None:
    page = reader.go("puzzle/1-8-3-42")
    expect(page.locator("#puzzle .take").first).to_be_visible()
    expect(page.locator("nav [data-tab]")).to_have_text(["Play"])
    address = page.url
    page.keyboard.press("ArrowLeft")
    game = parse_game(told("puzzle", name="1-8-3-42")["game"])
    asked = {"why": game, "review": game.play("L"), "compare": game, "algorithms": game}
    for tab, about in asked.items():
        expect(page.locator(f"nav [data-tab={tab}]")).to_have_attribute("href", address_of(tab, about))
    assert copied(reader, "Copy link") == address, "the link is only the question"


def test_a_row_of_ones_own_has_the_rules_and_the_opponent_of_the_table(visit: Visit) -> None:
    page, field = visit.load(), visit.page.get_by_label("Your own row")
    visit.wait_for_turn()
    page.keyboard.press("ArrowLeft")
    visit.choose("Review")
    field.fill("nums = [8, 15,\n 3, 7];")
    assert "\n" in field.input_value(), "line breaks say where values end"
    field.press("Enter")
    visit.wait_for_moves("-")
    assert visit.parts == ["play", "8+15+3+7", "first", "-", "optimal"]
    assert not [url for url in visit.asked if "/ask/" in url], "the page reads it itself"
    for button, tab in (("Solve", "why"), ("Algorithms", "algorithms")):
        visit.go("play/8+15+3+7/take+1-3+left/first/-/modest+left")
        field.fill("1 2 50 9")
        page.locator("#own").get_by_role("button", name=button).click()
        visit.wait_for_tab(tab)
        assert visit.parts == [tab, "1+2+50+9", "take+1-3+left", "first", "-", "modest+left"]
    visit.open("play", "8 15 3 7", opponent="greedy right", seat="two")
    field.fill("1 2 50")
    field.press("Enter")
    visit.wait_for_moves("-")
    assert visit.parts == ["play", "1+2+50", "first", "-", "optimal", "two"]
    field.fill("8 15 3 / turns ABBA / second / - / greedy right")
    field.press("Shift+Enter")
    expect(page).to_have_url(re.compile("/second/L/"))
    assert visit.parts[:4] == ["play", "8+15+3", "turns+ABBA", "second"]
    assert visit.parts[5:] == ["greedy+right"], "a whole game is yours"


def test_python_reads_other_texts_and_says_what_is_wrong_with_a_text(visit: Visit) -> None:
    page = visit.play("8 15 3 7", opponent="greedy right")
    field, fault = page.get_by_label("Your own row"), page.locator("#own-fault")
    field.fill("8 15 ")
    for key in ("h", "ArrowLeft", "End", "x", "Enter"):
        field.press(key)
    expect(page.locator("#hint")).to_have_attribute("aria-pressed", "false")
    expect(fault).to_contain_text("'hx' is not a value")
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#trouble")).to_be_hidden()
    field.press("Backspace")
    expect(fault).to_be_empty()
    field.fill("")
    page.get_by_role("button", name="Solve").click()
    expect(page.locator("#own-row:invalid")).to_be_focused()
    field.fill("circle 1 2 3")
    field.press("Enter")
    visit.wait_for_moves("-")
    page.goto(f"{visit.origin}/#why/8+15+3/score+rest/first/-/optimal")
    visit.wait_for_tab("why")
    field.fill("circle 1 2 3")
    field.press("Enter")
    expect(fault).to_contain_text("circle")  # which has no such rules
    field.fill("Input: N = 2, arr[] = {8, 15}")
    field.press("Enter")
    visit.wait_for_tab("play")
    assert visit.parts[:3] == ["play", "8+15", "score+rest"]
    visit.forgive(422)


def test_the_menu_of_a_phone_is_one_button_that_works_by_keyboard(reader: Visit) -> None:
    resize(reader, "phone")
    page = reader.play(" ".join(map(str, range(40))), opponent="optimal")
    page.locator(".scroller:not(.still)").press("ArrowRight")
    assert reader.parts[3] == "-", "it scrolls, and takes nothing"
    button, choices = page.get_by_role("button", name="Menu"), page.locator("#choices :is(a, button):visible")
    views = ["Play", "Puzzles", "Learn", "Why", "Review", "Compare", "Algorithms"]

    def opened(*, is_open: bool) -> None:
        expect(button).to_have_attribute("aria-expanded", str(is_open).lower())
        expect(choices).to_have_text([*views, "New game", "Copy link", "Rules"] if is_open else [])

    opened(is_open=False)
    button.press("Enter")
    opened(is_open=True)
    check_page(page)
    page.keyboard.press("Tab")
    expect(choices.first).to_be_focused()
    page.keyboard.press("Escape")
    opened(is_open=False)
    expect(button).to_be_focused()
    button.press("Enter")
    page.locator("#about").press("Enter")
    expect(page.locator("#rules")).to_be_visible()
    page.keyboard.press("Escape")
    expect(button).to_be_focused()
    button.press("Enter")
    page.get_by_role("link", name="Why").press("Enter")
    reader.wait_for_tab("why")
    opened(is_open=False)
    expect(button).to_be_focused()
    button.press("Enter")
    choices.last.focus()
    page.keyboard.press("Tab")
    opened(is_open=False)
    button.click()
    page.mouse.click(20, 700)  # beside the list
    opened(is_open=False)


@pytest.mark.parametrize("address", ["play/8+15+3+7/first/-/optimal", "puzzle/1-8-3-42"])
def test_f_fills_the_screen_with_what_is_decided(reader: Visit, address: str) -> None:
    resize(reader, "large")
    page = reader.go(address)
    shown = page.locator(f"#{reader.parts[0]}")
    width = box_of(shown.locator(".face").first)["width"]
    page.keyboard.press("f")
    for part in ("header", "#own", "footer", f"#{reader.parts[0]} > h2"):
        expect(page.locator(part)).to_be_hidden()
    assert box_of(shown.locator(".face").first)["width"] > width
    for button in shown.locator(".ends .take").all():
        expect(button).to_be_in_viewport(ratio=0.99)
    check_page(page)
    page.keyboard.press("f")
    expect(page.locator("header")).to_be_visible()


ON_ITS_WAY = r"(Fetching Python: \d+%|Python is starting)"


def test_a_game_is_played_judged_and_reviewed_without_python(early: Visit) -> None:
    page = early.open("play", "8 15 3 7 9 4", opponent="optimal")
    for key in "ah":
        page.keyboard.press(key)
    expect(page.locator("#take-left .promise")).not_to_be_empty()
    expect(page.locator(".evaluation")).to_be_visible()
    play_out(early, "RRR")
    expect(page.locator("#result .reason")).to_contain_text(re.compile("you took|nothing away"))
    for tab, part in (("Review", ".told"), ("Compare", "td .bars"), ("Why", ".futures")):
        page.get_by_role("link", name=tab).first.click()
        expect(page.locator(f"#{tab.lower()} {part}").first).to_be_visible()
    early.go("lesson/4/L")
    expect(page.locator("#lesson .verdict-of-decision")).to_be_visible()


def test_what_needs_python_fetches_it_with_a_word_and_stops_when_nobody_waits(early: Visit) -> None:
    early.page.route("**/*.wasm", lambda route: None)  # no answer ever comes
    page = early.load("play/8+15+3+7/first/-/optimal")
    early.wait_for_turn()
    assert not any(url.endswith("/python-worker.js") for url in early.asked), "a game fetches no Python"
    page.evaluate("location.hash = '#why/8+15+3+7/first/-/optimal'")
    expect(page.locator("#why .lead")).to_contain_text(re.compile(f"words … {ON_ITS_WAY}"))
    expect(page.locator("#python")).to_contain_text(re.compile(ON_ITS_WAY))
    field = page.get_by_label("Your own row")
    field.fill("x = c(8, 15)")
    field.press("Enter")
    expect(page.locator("#own-waits")).to_contain_text(re.compile(f"^Reading the row … {ON_ITS_WAY}"))
    field.press("Backspace")
    expect(page.locator("#own-waits")).to_be_empty()
    page.evaluate("location.hash = '#play/8+15+3+7/first/-/optimal'")
    expect(page.locator("#python")).to_be_empty()


def test_what_only_python_can_read_or_answer_waits_for_it_and_nothing_acts(early: Visit) -> None:
    page, cards = early.load("play/8+15+%7C+3+7"), early.page.locator("#table .face[role=button]")
    page.locator("#hint").click()
    expect(page.locator("#status")).to_contain_text(re.compile(f"Computing the hint. {ON_ITS_WAY}"))
    cards.first.click()
    expect(page.locator("#status")).to_contain_text(re.compile(f"Optimal is to move. {ON_ITS_WAY}"))
    expect(cards).to_have_count(0)
    page.keyboard.press("ArrowLeft")
    assert early.parts[3] == "0%3AL", "a card acted although it is not your turn"
    page.evaluate("location.hash = '#play/8,+15,+3,+7/first/-/greedy+right'")
    expect(page.locator("#status")).to_contain_text(re.compile(f"Reading the link … {ON_ITS_WAY}"))
    expect(page.locator("#table .face")).to_have_count(0)
    for key in ("ArrowLeft", "ArrowRight", "h", "u"):
        page.keyboard.press(key)
    for end in ("#take-left", "#take-right", "#hint", "#undo"):
        expect(page.locator(end)).to_have_count(0)
    assert early.parts[1] == "8,+15,+3,+7"


def test_the_site_names_no_other_host_and_only_files_that_are_there(early_site: Site) -> None:
    for path in early_site.folder.rglob("*"):
        if path.suffix in (".js", ".html", ".css", ".json", ".svg", ".webmanifest"):
            hosts = set(re.findall(r"https?://[^\s\"')]+", path.read_text("utf-8")))
            assert hosts <= {"http://www.w3.org/2000/svg"}, f"{path.name} names {hosts}"
    text = (early_site.folder / "index.html").read_text("utf-8")
    named = {name for name in re.findall(r'(?:href|src)="([^"#]+)"', text) if name != "docs/"}
    worker = (early_site.folder / "sw.js").read_text("utf-8")  # which keeps the page, what is opened later, …
    page, later, python = map(json.loads, re.findall(r"^const [A-Z]+ = (\[.*?\]);", worker, re.DOTALL | re.M))
    for name in named | {*page, *later, *python} - {"./"}:
        assert (early_site.folder / name).is_file(), name
    files = (path for path in early_site.folder.glob("v-*/**/*") if path.is_file())
    below = {path.relative_to(early_site.folder).as_posix() for path in files}
    assert below <= {*page, *later, *python}, "all of the version can be kept"
    assert len({*page, *later, *python}) == len(page) + len(later) + len(python)
    assert all("pyodide" in name or name.endswith((".zip", "sizes.json")) for name in python)
    [sizes] = early_site.folder.glob("v-*/sizes.json")  # of what is fetched with progress
    told = {name: (sizes.parent / name).stat().st_size for name in json.loads(sizes.read_text())}
    assert json.loads(sizes.read_text()) == told
    assert {*told} == {name.partition("/")[2] for name in python if not name.endswith((".mjs", "sizes.json"))}


def test_a_new_version_replaces_the_page_and_python_if_that_was_kept(
    browser: Browser, no_python: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, pages, says = tmp_path / "site", tmp_path / "page", "The page works offline"
    shutil.copytree(static_site.PAGE, pages)
    for name, value in {"PAGE": pages, "DAYS_AT_HAND": 1, "SEEDS_AT_HAND": 1}.items():
        monkeypatch.setattr(static_site, name, value)
    (folder / "docs").mkdir(parents=True)
    (folder / "docs" / "index.html").write_text("the documentation")
    first, again = (static_site.write_site(each, no_python) for each in (folder, tmp_path / "again"))
    assert first == again, "equal pages have equal versions"
    site = Site(folder)

    def kept_by_a_new_version(*, is_loaded_meanwhile: bool) -> list[str]:
        (pages / "icon.svg").write_text(f"{(pages / 'icon.svg').read_text()} ")
        version = static_site.write_site(folder, no_python)
        page.evaluate("navigator.serviceWorker.ready.then((found) => { found.update(); })")
        expect(page.get_by_role("button", name="Reload")).to_be_visible()
        if is_loaded_meanwhile:  # while the version waits
            page.reload()
        page.get_by_role("button", name="Reload").click()
        expect(page.locator(f"[src^='v-{version}/']").first).to_be_attached()
        expect(page.locator("#python")).to_contain_text(says)
        kept: list[str] = visit.settled("caches.keys()")
        return sorted(name.replace(version, "") for name in kept)

    with Visit(browser, site.origin) as visit:
        page = visit.load()
        expect(page.locator("#python")).to_have_text(f"{says}. Keep Python offline, too (7 MB)")
        page.evaluate("caches.open('docs')")
        page.evaluate(FOLLOW, "why/8+15+3+7/first/-/optimal")
        expect(page.locator("#python")).to_contain_text("Python is starting")  # and is not kept yet
        page.evaluate(FOLLOW, "play/8+15")
        assert kept_by_a_new_version(is_loaded_meanwhile=True) == ["docs", "twoends-"]
        page.get_by_role("button", name="Keep Python offline, too").click()
        expect(page.locator("#python")).to_have_text(f"{says}, with Python.")
        expect(page.locator("#said")).to_have_text("Python is stored.")
        kept = kept_by_a_new_version(is_loaded_meanwhile=False)
        assert kept == ["docs", "twoends-", "twoends--with-python"]
        expect(page.locator("#python")).to_have_text(f"{says}, with Python.")
        expect(page.locator("#said")).to_be_empty()
        [later] = folder.glob("v-*/algorithms.js")  # the only version
        visit.forgive(404)
        later.rename(pages / "algorithms.js")
        visit.go("algorithms/8+15")
        expect(page.locator("#algorithms")).to_contain_text("The algorithms did not arrive")
        (pages / "algorithms.js").rename(later)
        for is_offline in (False, True):
            visit.context.set_offline(is_offline)
            page.goto(f"{site.origin}/?from=elsewhere#algorithms/8+15")
            page.reload()
            expect(page.locator("#algorithms .calls")).to_be_visible()
    site.close()
    assert (folder / "docs" / "index.html").read_text() == "the documentation"


def test_a_folder_that_is_not_pyodide_is_refused_in_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match=r"lacks pyodide.mjs.*: give the unpacked npm package"):
        static_site.write_site(tmp_path / "site", tmp_path)
    assert not (tmp_path / "site").exists()


def test_the_program_of_the_browser_needs_neither_numpy_nor_a_server(tmp_path: Path) -> None:
    with zipfile.ZipFile(BytesIO(static_site.program())) as archive:
        archive.extractall(tmp_path)
    (tmp_path / "numpy.py").write_text("raise ImportError('no NumPy in the browser')")
    program = """
import json, sys
from twoends.web.questions import ask
row = " ".join(str(7 * k % 101) for k in range(30))
asked = [("compare", {"row": row}), ("opponents", {}), ("solve", {"row": row})]
for opponent in ("optimal", "greedy right", "generous", "random", "modest left trembling 1/10"):
    for question in ("moves", "why", "review", "reply"):
        moves = "R" if question == "reply" else "RL"
        asked.append((question, {"game": f"{row} / first / {moves} / {opponent}"}))
for question, body in asked:
    assert "answer" in json.loads(ask(question, json.dumps(body))), (question, body)
assert "numpy" not in sys.modules and "socketserver" not in sys.modules
"""
    done = subprocess.run(
        [sys.executable, "-I", "-c", f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n{program}"],
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr[-800:]


def test_the_opponents_and_the_rows_that_were_stored_are_those_of_python(early_site: Site) -> None:
    def stored(name: str) -> Any:
        (path,) = early_site.folder.glob(f"v-*/{name}")
        return json.loads(path.read_text("utf-8"))

    assert stored("opponents.json") == {"opponents": told("opponents")}
    puzzles = stored("puzzles.json")
    assert puzzles["puzzles"] == told("puzzles")
    today, seeds = datetime.now(UTC).date(), range(1, static_site.SEEDS_AT_HAND + 1)
    rungs = [f"{rung['name']}{seed}" for rung in puzzles["puzzles"]["rungs"] for seed in seeds]
    assert [*puzzles["rows"]] in [  # from yesterday, also if the site was made before midnight
        [*(f"2-day-{today + timedelta(day - made)}" for day in range(3)), *rungs] for made in (1, 2)
    ]
    for name, game in puzzles["rows"].items():
        assert told("puzzle", name=name) == {"name": name, "game": game}


@pytest.mark.slow
def test_games_are_explained_without_a_network_once_python_is_kept(on_site: Visit) -> None:
    page = on_site.load()
    expect(page.locator("#python")).to_contain_text("The page works offline.")
    page.get_by_role("button", name="Keep Python offline, too").click()
    expect(page.locator("#python")).to_contain_text("The page works offline, with Python.")
    on_site.context.set_offline(True)
    on_site.load("why/8+15+3+7/first/-/optimal")
    expect(page.locator("#why .lead")).to_contain_text("Take the right end")
    on_site.load("play/5+7+%7C+9+1+4/second/-/optimal")
    on_site.wait_for_turn()
    expect(page.locator("#python")).to_contain_text("The page works offline, with Python.")
