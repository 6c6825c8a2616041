"""page.py DIRECTORY AXE: the pages r4.html, r64.html and r4096.html there (of page_record.py) and
job.html, of a real job, in a browser.  Prints a line a test, as prelude.sh has them; exit code 1
where one fails."""
import math
import os
import re
import sys
import types

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common import utils
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

directory, axe = sys.argv[1:]
failed = False


class Driver(Service):
    """By its number: where there is no /etc/hosts nobody knows the name localhost."""
    HOST = "127.0.0.1"

    @property
    def service_url(self):
        return f"http://{self.HOST}:{self.port}"

    def is_connectable(self):
        return utils.is_connectable(self.port, self.HOST)


PATIENCE = 300 # seconds: other tests run beside this one


def start():
    options = webdriver.ChromeOptions()
    options.binary_location = "/usr/bin/chromium"
    for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu",
                     "--remote-debugging-pipe"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return webdriver.Chrome(options=options, service=Driver("/usr/bin/chromedriver"))


browser = start()
browser.set_script_timeout(PATIENCE)


def set_up(width=1200, scheme="light", media=""):
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
        "width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 600})
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {
        "media": media, "features": [{"name": "prefers-color-scheme", "value": scheme}]})


def open_page(name):
    browser.get("about:blank")
    browser.get_log("browser")
    browser.get(f"file://{directory}/{name}.html")
    # Pictures are drawn once the browser has said how wide the page is.
    browser.execute_async_script("requestAnimationFrame(() => setTimeout(arguments[0]))")


def script(text, *arguments):
    return browser.execute_script("return " + text, *arguments)


def element(selector):
    return browser.find_element(By.CSS_SELECTOR, selector)


def marks(picture):
    """The tips of its marks."""
    return script("[...document.querySelectorAll(`#picture-${arguments[0]} [data-tip]`)]"
                  ".map(mark => mark.dataset.tip)", picture)


def table(heading):
    """The rows below the title that begins so: lists of texts, of those that are shown."""
    return script("""(() => {
        const title = [...document.querySelectorAll("h2")]
            .find(title => title.textContent.startsWith(arguments[0]));
        let next = title.nextElementSibling;
        while (!next.querySelector("table")) next = next.nextElementSibling;
        return [...next.querySelectorAll("tbody tr")].filter(row => !row.hidden)
            .map(row => [...row.cells].map(cell => cell.textContent));
    })(...arguments)""", heading)


def click_heading(title, heading):
    script("""(() => {
        const found = [...document.querySelectorAll("h2")]
            .find(one => one.textContent.startsWith(arguments[0]));
        let next = found.nextElementSibling;
        while (!next.querySelector("table")) next = next.nextElementSibling;
        [...next.querySelectorAll("th button")]
            .find(button => button.textContent === arguments[1]).click();
    })(...arguments)""", title, heading)


def choose(rank):
    box = element("#view input[name=rank]")
    box.clear()
    box.send_keys(str(rank), Keys.TAB)


def pick(picture, what):
    script("""(() => {
        const select = document.querySelector(`#picture-${arguments[0]} select`);
        select.value = arguments[1];
        select.dispatchEvent(new Event("change"));
    })(...arguments)""", picture, what)


def same(found, expected, what):
    assert found == expected, f"{what}: {found}, not {expected}"


def first_rank(tip):
    return int(re.match(r"ranks? (\d+)", tip)[1])


# ---- tests

def nothing_is_wrong(name):
    said = [entry["message"] for entry in browser.get_log("browser")]
    same(said, [], f"{name}: the console")
    loaded = script("performance.getEntriesByType('resource').map(entry => entry.name)"
                    ".filter(name => !name.startsWith('data:'))")
    same(loaded, [], f"{name}: loaded")


def no_page_has_anything_to_complain_of():
    for name in ("r4", "r64", "r4096", "job"):
        open_page(name)
        nothing_is_wrong(name)
        assert marks("ranks"), f"{name} has no picture"


def texts_of_the_job_are_text():
    open_page("r4")
    assert script("document.title").startswith("mpit: </script><script>"), script("document.title")
    same(script("document.querySelectorAll('h1 b, dd b, figure b').length"), 0, "elements")
    choose(0)
    assert any("</script><b>" in tip or "</script><script>" in tip for tip in marks("ranks"))


def each_picture_has_its_marks():
    for name, ranks in (("r4", 4), ("r64", 64)):
        open_page(name)
        # Outside, four parts, files; rank 7 has what was not recorded, rank 6 nothing outside.
        parts = 5 * ranks + sum(i % 8 == 0 for i in range(ranks))
        same(len(marks("ranks")), parts, f"{name}: bars")
        pairs = 2 * ranks
        same(len(marks("matrix")), pairs, f"{name}: cells")
        pick("matrix", "waits")
        same(len(marks("matrix")), ranks, f"{name}: waits")
        same(len(marks("calls")), 3, f"{name}: calls")
        same(len(marks("sizes")), 3, f"{name}: sizes")
        same(len(marks("regions")), 3, f"{name}: regions")
        slices = script("mpit.data.sums.slices")
        same(len(marks("time")), 2 * slices, f"{name}: shares of two states")
        pick("time", "mpi")
        same(len(marks("time")), ranks * slices, f"{name}: time")
        pick("time", "unexpected")
        assert f"unexpected, at most: {ranks - 1}" in " ".join(marks("time")), "no peak of a queue"
        same(script("document.querySelectorAll('#picture-curves svg').length"), 4, "curves")


def the_first_screen_has_the_verdicts_and_where_time_goes():
    for name, verdicts in (("r4", 2), ("r64", 2), ("job", 0)):
        open_page(name)
        ends = script("""[...document.querySelectorAll("h1 + dl > *, .cards > *, #picture-ranks")]
            .map(each => each.getBoundingClientRect().bottom)""")
        assert max(ends) <= 900, f"{name}: {ends}"
        same(script("document.querySelector('h1 + dl dt').textContent"), "job", "the first line")
        cards = script("document.querySelectorAll('.cards li strong').length")
        assert cards >= verdicts, f"{name}: {cards} cards"
        meters = script("""[...document.querySelectorAll('.factors label')]
            .map(of => of.textContent)""")
        assert len(meters) in (3, 4), f"{name}: {meters}"
        shares = [float(re.search(r"([0-9.]+) %", text)[1]) / 100 for text in meters]
        product = math.prod(shares[1:])
        assert abs(shares[0] - product) < 0.002, f"{name}: {shares[0]} is not {product}"
        same(script("document.querySelector('details').open"), False, f"{name}: what ran where")
        assert script("document.querySelector('details').textContent.includes('vendor')")


def colors(picture, of="fill"):
    """What its marks are about, by the first word of their last line, and their colors."""
    return dict(script("""[...document.querySelectorAll(`#picture-${arguments[0]} [data-tip]`)]
        .map(mark => [mark.dataset.tip.split("\\n").at(-1).split(":")[0],
                      mark.getAttribute(arguments[1])])""", picture, of))


def a_color_means_the_same_in_all_pictures():
    known = script("mpit.colors")
    for name in ("r4", "job"):
        open_page(name)
        bars, states = colors("ranks"), colors("time")
        for part, title in (("outside", "outside of MPI"), ("point_to_point", "point-to-point"),
                            ("completion", "completion"), ("collective", "collectives"),
                            ("files", "files"), ("other", "other calls"),
                            ("finalize_wait", "waiting in MPI_Finalize")):
            assert bars.get(title, known[part]) == known[part], f"{name}, {title}: {bars}"
        assert states, f"{name}: no states"
        for state, color in states.items():
            same(color, known[state], f"{name}: {state}")
        legends = script("""[...document.querySelectorAll(".legend i:not(.empty)")]
            .map(color => color.style.background)""")
        shown = script("Object.values(mpit.colors).map(color => d3.rgb(color).toString())")
        same([color for color in legends if color not in shown], [], f"{name}: other colors")
    open_page("r4")
    for part, states in (("outside", ["compute"]), ("completion", ["wait"]),
                         ("collective", ["collectives"]), ("point_to_point", ["send", "sent"]),
                         ("one_sided", ["rma"]), ("files", ["io"]), ("received", ["recv"])):
        for state in states:
            same(known[state], known[part], f"{state} and {part}")
    same(len(set(known[part] for part in ("outside", "paused", "mpi", "point_to_point", "recv",
                                          "probe", "completion", "collective", "one_sided",
                                          "files", "other", "finalize_wait"))), 12, "colors")
    same(colors("sizes"), {"of 1,024 to 2,047 bytes": known["sent"],
                           "of 65,536 to 131,071 bytes": known["received"]}, "sizes")


def what_is_empty_has_a_legend():
    open_page("r4")

    def empty(picture):
        return script("""[...document.querySelectorAll(
            `#picture-${arguments[0]} .legend span:has(i.empty)`)]
            .map(item => item.textContent)""", picture)

    same(empty("matrix"), ["empty: no bytes sent"], "matrix")
    pick("matrix", "waits")
    same(empty("matrix"), ["empty: no wait that is known"], "waits")
    for what in ("state", "mpi", "unexpected"):
        pick("time", what)
        same(len(empty("time")), 1, f"time, {what}")


def shares_of_states_are_all_of_the_time():
    def shares():
        sums = {}
        for tip in marks("time"):
            when, state = tip.split("\n")
            state, share = state.split(": ")
            sums.setdefault(when, {})[state] = float(share.split()[0])
        return list(sums.values())

    for name in ("r4", "r64", "r4096", "job"):
        open_page(name)
        for at in shares():
            assert abs(sum(at.values()) - 100) < 0.5, f"{name}: {at}"
    open_page("r4")
    same(shares()[0], {"compute": 50.0, "wait": 50.0}, "at first ranks 0 and 3 wait")
    choose(1)
    same(shares()[0], {"compute": 100.0}, "rank 1")


def pairs_are_chosen_by_what_there_is():
    def choices():
        return script("[...document.querySelectorAll('#picture-matrix option')]"
                      ".map(option => option.value)")

    open_page("r64")
    same(choices(), ["bytes", "messages", "waits"], "without one-sided operations")
    open_page("r4")
    same(choices(), ["bytes", "messages", "one_sided_bytes", "one_sided", "waits"], "with them")
    pick("matrix", "one_sided_bytes")
    same(len(marks("matrix")), 4, "cells")
    assert "rank 3 to rank 0\n50 bytes, 50 B" in marks("matrix"), marks("matrix")
    pick("matrix", "one_sided")
    assert "rank 3 to rank 0\n3 operations" in marks("matrix"), marks("matrix")


def no_picture_comes_too_late_to_be_drawn():
    at_once = browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": """
        ResizeObserver = class {
            constructor(call) { this.call = call; }
            observe() { this.call(); }
        };"""})
    open_page("r4")
    browser.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", at_once)
    same(script("""[...document.querySelectorAll("figure[id^=picture-]")]
        .filter(figure => !figure.querySelector(".plot").hasChildNodes())
        .map(figure => figure.id)"""), [], "pictures that are empty")


def tips_have_exact_figures():
    open_page("r4")
    assert "rank 3 to rank 1\n200 bytes, 200 B" in marks("matrix"), marks("matrix")
    assert "rank 3 on node0\noutside of MPI: 5.949 s" in marks("ranks"), marks("ranks")
    assert "900 messages sent\nof 1,024 to 2,047 bytes" in marks("sizes"), marks("sizes")
    assert ("MPI_Send: 900 calls\n7,200 bytes\n2.000 s over all ranks, most: 1.000 s at rank 3"
            in marks("calls")), marks("calls")
    choose(3)
    assert "solve, rank 3\n2.250 s to 3.750 s: 1.500 s" in marks("regions"), marks("regions")


def what_is_not_known_or_not_recorded_is_not_outside_of_mpi():
    open_page("r64")
    bars = marks("ranks")
    assert "rank 7 on node0\nnot recorded: 2.000 s" in bars, bars
    assert "rank 7 on node0\noutside of MPI: 4.890 s" in bars, bars
    same([tip for tip in bars if tip.startswith("rank 6 ") and "outside" in tip], [], "rank 6")
    same([row[4:] for row in table("who waits") if row[2].startswith("(its")], [["-", "-"]],
         "how long messages lay")


def of_many_ranks_a_mark_is_a_block_that_a_click_opens():
    open_page("r4096")
    assert len(marks("ranks")) <= 128 * 7, len(marks("ranks"))
    assert len(marks("matrix")) <= 64 * 64
    same(sum(int(re.search(r"([\d,]+) bytes", tip)[1].replace(",", "")) for tip in marks("matrix")),
         4096 * 300, "bytes of all cells")
    tip = next(tip for tip in marks("matrix") if tip.startswith("ranks 64 to 127 to ranks 64 "))
    assert "\nnode1 to node1\n" in tip, tip
    script("document.querySelectorAll('#picture-matrix [data-tip]')[arguments[0]]"
           ".dispatchEvent(new MouseEvent('click', {bubbles: true}))", marks("matrix").index(tip))
    same([script(f"mpit.view.{end}") for end in ("from", "to")], [64, 127], "what is looked at")
    same(len(marks("matrix")), 64 + 64 - 1 - 2, "cells of ranks 64 to 127")
    element("#view button").click()
    same(script("mpit.view.to"), 4095, "all ranks")


def a_mark_of_many_ranks_is_a_node_or_several():
    open_page("r4096")
    firsts = {first_rank(tip) for tip in marks("ranks")}
    same(firsts, set(range(0, 4096, 64)), "bars")
    assert any(tip.startswith("ranks 128 to 191 on node2\n") for tip in marks("ranks"))
    assert "a bar a node" in element("#picture-ranks").text
    script("mpit.view.set({from: 128, to: 191})")
    same({first_rank(tip) for tip in marks("ranks")}, set(range(128, 192)), "ranks of a node")
    nodes = table("nodes, most waited for")
    same(sum(int(row[2]) for row in nodes), 4096, "ranks of all nodes")
    same(nodes[0][0], "node63", "the node that is waited for longest")


def shown_of_calls():
    """From when to when the time line is, in seconds."""
    text = script("document.querySelector('#picture-called .plot p').textContent")
    return [float(number) for number in re.match(r"([0-9.]+) s to ([0-9.]+) s ", text).groups()]


def last_calls_are_a_time_line():
    open_page("r4")
    tips = marks("called")
    same(len(tips), 4 * 9 + 4 * 3, "calls and messages")
    assert ("MPI_Recv, rank 1\nfrom 0, tag 7, 16 B, on MPI_COMM_WORLD\n0.222500 s, 20.000 ms"
            in tips), tips
    assert ("message from rank 3 to rank 0\ntag 7, 8 B\nMPI_Isend at 0.107500 s, MPI_Recv until "
            "0.140000 s" in tips), tips
    assert sum("it has not returned" in tip for tip in tips) == 4, tips
    assert "Of 4 rows the calls before are not known" in element("#picture-called").text
    choose(1)
    same(sum(tip.startswith("message") for tip in marks("called")), 6, "messages of rank 1")


def the_time_line_zooms_by_keys_buttons_wheel_and_fingers():
    open_page("r4")
    whole = shown_of_calls()
    script("document.querySelector('#picture-called .plot').focus()")
    ActionChains(browser).send_keys("w", "+").perform()
    begin, end = shown_of_calls()
    assert abs((end - begin) - (whole[1] - whole[0]) / 4) < 1e-5, (begin, end)
    ActionChains(browser).send_keys("d").perform()
    later = shown_of_calls()
    assert later[0] > begin and abs((later[1] - later[0]) - (end - begin)) < 1e-5, later
    same([tip for tip in marks("called") if tip.startswith("MPI_Isend, rank 0\nto 1, tag 7, 0 B")],
         [], "what is not shown")
    ActionChains(browser).send_keys("0").perform()
    same(shown_of_calls(), whole, "all of it")
    element("#picture-called button[name=in]").click()
    assert abs(sum(shown_of_calls()) - sum(whole)) < 1e-5, "its middle has moved"
    element("#picture-called button[name=all]").click()

    def turn(control, y):
        return script("""(() => {
            const plot = document.querySelector("#picture-called .plot");
            const box = plot.getBoundingClientRect();
            document.activeElement.blur();
            return plot.dispatchEvent(new WheelEvent("wheel", {deltaY: arguments[1],
                ctrlKey: arguments[0], clientX: box.left + 90, clientY: box.top + 5,
                bubbles: true, cancelable: true}));
        })(...arguments)""", control, y)

    assert turn(False, -200), "the page cannot be scrolled any more"
    same(shown_of_calls(), whole, "nothing has zoomed")
    assert not turn(True, -200), "the browser zooms, too"
    found = shown_of_calls()
    assert found[0] == whole[0] and abs(found[1] - found[0] - (whole[1] - whole[0]) / 2) < 1e-5
    script("""(() => {
        const plot = document.querySelector("#picture-called .plot");
        const box = plot.getBoundingClientRect(), send = (name, id, x) =>
            plot.dispatchEvent(new PointerEvent(name, {pointerId: id, clientX: box.left + x,
                clientY: box.top + 5, bubbles: true}));
        send("pointerdown", 1, 400);
        send("pointerdown", 2, 500);
        send("pointermove", 2, 501);
        send("pointermove", 2, 602);
        send("pointerup", 1, 400);
        send("pointerup", 2, 602);
    })()""")
    begin, end = shown_of_calls()
    assert abs((end - begin) / (found[1] - found[0]) - 0.5) < 0.01, (found, begin, end)


def of_many_ranks_the_time_line_has_blocks():
    open_page("r4096")
    tips = marks("called")
    assert 32 <= len(tips) <= 32 * 300, len(tips)
    assert all(tip.startswith("ranks ") and "\nmost in " in tip for tip in tips), tips[0]
    same({first_rank(tip) for tip in tips}, set(range(0, 4096, 128)), "blocks")
    script("document.querySelector('#picture-called [data-tip]')"
           ".dispatchEvent(new MouseEvent('click', {bubbles: true}))")
    same([script(f"mpit.view.{end}") for end in ("from", "to")], [0, 127], "what is looked at")
    script("mpit.view.set({from: 8, to: 11})")
    assert "MPI_Recv, rank 9\nfrom 8, tag 7, 0 B, on MPI_COMM_WORLD" in "".join(marks("called"))
    choose(10)
    assert any(tip.startswith("message from rank 10 to rank 11\n") for tip in marks("called"))


def a_click_sorts():
    open_page("r64")
    click_heading("Call sites".lower(), "from")
    names = [row[1] for row in table("call sites")]
    same(names, sorted(names), "call sites by name")
    click_heading("call sites", "time")
    same([row[1] for row in table("call sites")], [f"step{i}" for i in range(30)], "by time")
    click_heading("call sites", "time")
    same([row[1] for row in table("call sites")], [f"step{29 - i}" for i in range(30)], "by least")
    names = script("[...document.querySelectorAll('#picture-ranks .legend button')]"
                   ".map(button => button.textContent)")
    script("document.querySelectorAll('#picture-ranks .legend button')[arguments[0]].click()",
           names.index("completion"))
    bars = script("""[...document.querySelectorAll("#picture-ranks [data-tip]")]
        .map(mark => [mark.getBoundingClientRect().x, mark.dataset.tip]).sort((a, b) => a[0] - b[0])
        .map(([, tip]) => tip)""")
    ranks = list(dict.fromkeys(first_rank(tip) for tip in bars))
    same(ranks, list(range(63, -1, -1)), "bars by completion")


def a_selection_filters():
    open_page("r64")
    same(len(table("busiest pairs")), 128, "pairs")
    choose(5)
    found = sorted((int(row[0]), int(row[2])) for row in table("busiest pairs"))
    same(found, [(3, 5), (4, 5), (5, 6), (5, 7)], "pairs of rank 5")
    same(len(marks("matrix")), 4, "cells of rank 5")
    same(len(table("who waits")), 2, "waits of rank 5")
    same([row[0] for row in table("ranks")], ["5"], "ranks")
    choose("")
    same(len(table("busiest pairs")), 128, "pairs of all")
    filters = browser.find_elements(By.CSS_SELECTOR, ".filter input")
    box = next(each for each in filters
               if script("arguments[0].parentNode.nextElementSibling.textContent"
                         ".includes('step29')", each))
    box.send_keys("MPI_Send")
    same(len(table("call sites")), 15, "call sites with MPI_Send")


def figures_have_the_unit_that_they_are_rounded_into():
    open_page("r4")
    for number, text in ((0, "0.000 s"), (0.9999994, "999.999 ms"), (0.9999996, "1.000 s"),
                         (999.9996e-6, "1.000 ms"), (0.9999996e-6, "1.000 us"), (5e-9, "5.000 ns")):
        same(script("mpit.seconds(arguments[0])", number), text, f"{number} s")
    for number, text in ((999, "999 B"), (1000, "1.0 kB"), (999949, "999.9 kB"),
                         (999950, "1.0 MB"), (2 ** 63, "9.2 EB")):
        same(script("mpit.bytes(arguments[0])", number), text, f"{number} B")


def the_keyboard_is_enough():
    open_page("r64")
    script("document.querySelector('#picture-matrix .plot').focus()")
    keys = ActionChains(browser)
    keys.send_keys(Keys.ARROW_RIGHT, Keys.ARROW_DOWN).perform()
    assert not script("document.getElementById('tip').hidden"), "no tip"
    tip = element("#tip").text
    ActionChains(browser).send_keys(Keys.ENTER).perform()
    same(script("mpit.view.rank"), first_rank(tip), "the rank chosen")
    ActionChains(browser).send_keys(Keys.ESCAPE).perform()
    assert script("document.getElementById('tip').hidden"), "the tip stays"
    reached = set()
    open_page("r64")
    for _ in range(120):
        ActionChains(browser).send_keys(Keys.TAB).perform()
        reached.add(script("(e => e.closest('figure')?.id || e.closest('form')?.id || e.tagName)"
                           "(document.activeElement)"))
    for name in ("view", "picture-ranks", "picture-time", "picture-matrix", "BUTTON", "INPUT"):
        assert name in reached, f"{name} is not reached by the tabulator: {reached}"


def everybody_can_read_it():
    with open(axe, encoding="utf-8") as file:
        source = file.read()
    for name, *looks in (("r64", (1200, "light"), (390, "dark")),
                         ("job", (1200, "dark"), (390, "light")),
                         ("diff", (1200, "light"), (390, "dark"))):
        for width, scheme in looks:
            set_up(width, scheme)
            open_page(name)
            browser.execute_script(source)
            found = browser.execute_async_script(
                "axe.run(document).then(arguments[arguments.length - 1])")
            violations = [(one["id"], [node["html"][:200] for node in one["nodes"][:3]])
                          for one in found["violations"]]
            same(violations, [], f"{name}, {width} wide, {scheme}")
    set_up()


def a_phone_has_no_need_to_scroll_sideways():
    set_up(390)
    for name in ("r64", "job"):
        open_page(name)
        same(script("document.documentElement.scrollWidth"), 390, f"{name}: width")
    set_up()


def on_paper_are_the_pictures_and_no_controls():
    open_page("r64")
    set_up(media="print")
    same(script("getComputedStyle(document.getElementById('view')).display"), "none", "controls")
    assert script("[...document.querySelectorAll('#picture-matrix svg')].at(-1)"
                  ".getBoundingClientRect().height") > 99
    set_up()


def without_scripts_the_tables_stand():
    browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    browser.get(f"file://{directory}/r64.html")
    browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
    text = element("body").text
    assert "MPI_Waitall" in text and "step29" in text


def processor_time():
    """Seconds of all processes of the browser: other tests run beside this one."""
    parent, ticks = {}, {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat", encoding="utf-8", errors="replace") as stat:
                words = stat.read().rpartition(")")[2].split()
        except OSError:  # it has ended
            continue
        parent[int(name)], ticks[int(name)] = int(words[1]), int(words[11]) + int(words[12])

    def is_its(pid):
        while pid and pid != browser.service.process.pid:
            pid = parent.get(pid)
        return bool(pid)

    return sum(its for pid, its in ticks.items() if is_its(pid)) / os.sysconf("SC_CLK_TCK")


def a_page_of_4096_ranks_is_small_and_fast():
    size = os.path.getsize(f"{directory}/r4096.html")
    assert size < 8e6, f"{size} bytes"
    took = []
    for _ in range(2):
        begin = processor_time()
        open_page("r4096")
        assert marks("time")
        took.append(processor_time() - begin)
    print(f"# {size} bytes, open after {min(took):.2f} s of a processor")
    assert 0.1 < min(took) < 6, f"{took} s"  # half of it on a good day


tests = [test for name, test in list(globals().items())
         if isinstance(test, types.FunctionType) and test.__code__.co_argcount == 0
         and name != "start"]
set_up()
for test in tests:
    try:
        test()
        print(f"ok: {test.__name__}", flush=True)
    except Exception as error:  # also of the browser
        failed = True
        print(f"FAIL: {test.__name__}: {type(error).__name__}: {error}", flush=True)
browser.quit()
sys.exit(failed)
