"use strict";
/* The time line: the last calls of each thread, and the messages between them.  Where there are too
 * many threads for a row each, a row stands for a block of them, and shows what most of its time
 * went into; calls that are too short to be seen are one mark. */
(() => {
    const {data, view} = mpit;

    if (!data.called)
        return;

    const {threads, names, kinds} = data.called;
    const ROWS = 32, ARROWS = 300, BIN = 4, LEFT = 90, RIGHT = 20, LEAST = 1e-7;
    const KINDS = [["send", "send"], ["recv", "receive"], ["probe", "probe"],
        ["wait", "completion"], ["collective", "collective"], ["rma", "one-sided"],
        ["io", "files"], ["other", "other"]];

    const ended = (thread, i) => thread.end[i] ?? all[1];
    const all = [d3.min(threads, thread => thread.begin[0]) ?? 0,
        d3.max(threads, thread => d3.max([...thread.begin, ...thread.end])) ?? 0];
    let [from, to] = all;
    let again = null;

    if (to - from < LEAST)
        to = all[1] = from + LEAST;

    const moment = seconds => `${seconds.toFixed(6)} s`;
    const called = (thread, i) => mpit.shown(names[thread.call[i]]);
    const whose = thread => `rank ${thread.rank}`
        + (threads.some(other => other.rank === thread.rank && other !== thread)
            ? `, thread ${thread.thread}` : "");

    /* ---- rows */

    function rows() {
        const shown = threads.filter(thread => view.has(thread.rank)
            && (view.rank === null || threads.length <= ROWS || isNear(thread.rank)));
        const size = Math.ceil(shown.length / ROWS);

        return d3.range(0, shown.length, size || 1).map(i => {
            const members = shown.slice(i, i + size);

            return {members, name: members.length === 1 ? whose(members[0])
                : mpit.ranks(members[0].rank, members.at(-1).rank)};
        });
    }

    /* Whoever has messages with the rank that is chosen, and that itself. */
    const near = d3.group(data.messages.flatMap(([a, , b]) => [
        [threads[a].rank, threads[b].rank], [threads[b].rank, threads[a].rank],
    ]), ([rank]) => rank);

    function isNear(rank) {
        return rank === view.rank
            || (near.get(view.rank) ?? []).some(([, other]) => other === rank);
    }

    /* ---- marks */

    const kindOf = (thread, i) => kinds[thread.call[i]];

    function tipOf(thread, i) {
        const way = names[thread.way[i]], comm = mpit.shown(names[thread.comm[i]]);
        const by = mpit.shown(names[thread.by[i]]), words = [];

        if (by)
            words.push(`of ${by}`);
        if (way)
            words.push(`${mpit.shown(way)} ${thread.peer[i]}`);
        if (thread.tag[i] >= 0)
            words.push(`tag ${thread.tag[i]}`);
        if (thread.bytes[i] >= 0)
            words.push(mpit.bytes(thread.bytes[i]));
        if (comm)
            words.push(`on ${comm}`);
        if (thread.error[i])
            words.push(`error class ${thread.error[i]}`);
        return `${called(thread, i)}, ${whose(thread)}\n${words.join(", ")}\n`
            + (thread.end[i] === null ? `from ${moment(thread.begin[i])} on: it has not returned`
                : `${moment(thread.begin[i])}, ${mpit.seconds(thread.end[i] - thread.begin[i])}`);
    }

    /* Of one thread; those that are narrower than a pixel together. */
    function marksOfThread(row, pixel) {
        const [thread] = row.members, marks = [];
        let few = null;

        function close() {
            if (few && few.n === 1)
                marks.push({row, rank: thread.rank, begin: few.begin, end: few.end,
                    kind: kindOf(thread, few.first), tip: tipOf(thread, few.first)});
            else if (few)
                marks.push({row, rank: thread.rank, begin: few.begin, end: few.end,
                    kind: d3.greatest(few.time, ([, time]) => time)[0],
                    tip: `${mpit.plural(few.n, "call")}, ${whose(thread)}\n${moment(few.begin)}, `
                        + `${mpit.seconds(few.end - few.begin)}; the first is `
                        + called(thread, few.first)});
            few = null;
        }

        for (let i = 0; i < thread.begin.length; i++) {
            const begin = thread.begin[i], end = ended(thread, i);

            if (end < from || begin > to)
                continue;
            if (few && (end - begin >= pixel || begin - few.end > pixel
                || few.end - few.begin >= BIN * pixel))
                close();
            few ??= {first: i, n: 0, begin, end, time: new Map()};
            few.n++;
            few.end = Math.max(few.end, end);
            few.time.set(kindOf(thread, i), (few.time.get(kindOf(thread, i)) ?? 0) + end - begin);
            if (end - begin >= pixel)
                close();
        }
        close();
        return marks;
    }

    /* Of several: in each moment what most of their time goes into; nothing where that is none. */
    function marksOfBlock(row, pixel) {
        const width = BIN * pixel, n = Math.ceil((to - from) / width);
        const bins = d3.range(n).map(() => new Map()), marks = [];

        for (const thread of row.members)
            for (let i = 0; i < thread.begin.length; i++) {
                const begin = Math.max(from, thread.begin[i]);
                const end = Math.min(to, ended(thread, i));
                const kind = kindOf(thread, i);

                for (let bin = Math.floor((begin - from) / width);
                    begin <= end && bin < n && from + bin * width <= end; bin++) {
                    const inside = Math.min(end, from + (bin + 1) * width)
                        - Math.max(begin, from + bin * width);

                    bins[bin].set(kind, (bins[bin].get(kind) ?? 0) + Math.max(0, inside));
                }
            }
        bins.forEach((bin, i) => {
            const [kind, time] = d3.greatest(bin, ([, seconds]) => seconds) ?? [null, 0];
            const before = marks.at(-1), begin = from + i * width;

            if (time < 0.5 * width * row.members.length)
                return;
            if (before?.kind === kind && Math.abs(before.end - begin) < width / 2)
                before.end = begin + width;
            else
                marks.push({row, kind, begin, end: begin + width});
        });
        for (const mark of marks)
            mark.tip = `${row.name}\nmost in ${mark.kind} from ${moment(mark.begin)} to `
                + moment(mark.end);
        return marks;
    }

    function arrows(shown) {
        const rowOf = new Map(shown.filter(row => row.members.length === 1)
            .map(row => [row.members[0], row]));
        const inside = data.messages.map(([a, send, b, receive, tag, bytes]) => {
            const [sender, receiver] = [threads[a], threads[b]];
            const [i, k] = [send - sender.first, receive - receiver.first];

            return {sender: rowOf.get(sender), receiver: rowOf.get(receiver), tag, bytes,
                begin: sender.begin[i], end: ended(receiver, k),
                by: called(sender, i), to: called(receiver, k)};
        }).filter(arrow => arrow.sender && arrow.receiver && arrow.begin >= from && arrow.end <= to
            && (view.rank === null || arrow.sender.members[0].rank === view.rank
                || arrow.receiver.members[0].rank === view.rank));

        return {few: inside.length > ARROWS ? [] : inside, n: inside.length};
    }

    const tipOfArrow = arrow => `message from ${arrow.sender.name} to ${arrow.receiver.name}\n`
        + `tag ${arrow.tag}${arrow.bytes >= 0 ? `, ${mpit.bytes(arrow.bytes)}` : ""}\n`
        + `${arrow.by} at ${moment(arrow.begin)}, ${arrow.to} until ${moment(arrow.end)}`;

    /* ---- what of the time is shown */

    function look(begin, end) {
        const length = Math.min(all[1] - all[0], Math.max(LEAST, end - begin));

        from = Math.max(all[0], Math.min(begin, all[1] - length));
        to = from + length;
        again?.();
    }

    /* By a factor, while a moment stays where it is. */
    function zoom(factor, at = (from + to) / 2) {
        look(at - (at - from) * factor, at + (to - at) * factor);
    }

    const move = share => look(from + share * (to - from), to + share * (to - from));
    const STEPS = {
        in: ["zoom in", () => zoom(0.5)],
        out: ["zoom out", () => zoom(2)],
        earlier: ["earlier", () => move(-0.5)],
        later: ["later", () => move(0.5)],
        all: ["all of it", () => look(...all)],
    };
    const KEYS = {"+": "in", "=": "in", w: "in", "-": "out", s: "out", a: "earlier", d: "later",
        0: "all"};

    function bar() {
        const buttons = document.createElement("div");

        buttons.className = "choices";
        for (const [name, [words, step]] of Object.entries(STEPS)) {
            const button = document.createElement("button");

            button.type = "button";
            button.name = name;
            button.textContent = words;
            button.addEventListener("click", step);
            buttons.append(button);
        }
        return buttons;
    }

    function listen(plot) {
        const touches = new Map();
        let dragged = null, apart = 0;

        const timeAt = x => {
            const box = plot.getBoundingClientRect();

            return from + (to - from) * (x - box.left - LEFT) / (box.width - LEFT - RIGHT);
        };
        const perPixel = () =>
            (to - from) / (plot.getBoundingClientRect().width - LEFT - RIGHT);

        plot.style.touchAction = "pan-y";
        plot.addEventListener("keydown", event => {
            if (event.key in KEYS && !event.ctrlKey && !event.metaKey && !event.altKey) {
                event.preventDefault();
                STEPS[KEYS[event.key]][1]();
            }
        });
        // A page that is scrolled goes on; where this has the keyboard the wheel is for it.
        plot.addEventListener("wheel", event => {
            if (!event.ctrlKey && document.activeElement !== plot)
                return;
            event.preventDefault();
            if (Math.abs(event.deltaX) > Math.abs(event.deltaY))
                look(from + event.deltaX * perPixel(), to + event.deltaX * perPixel());
            else
                zoom(2 ** (event.deltaY / 200), timeAt(event.clientX));
        }, {passive: false});
        plot.addEventListener("pointerdown", event => {
            touches.set(event.pointerId, event.clientX);
            dragged = null;
            apart = 0;
        });
        plot.addEventListener("pointermove", event => {
            if (!touches.has(event.pointerId))
                return;
            const before = touches.get(event.pointerId);

            touches.set(event.pointerId, event.clientX);
            if (touches.size === 2) {
                const [one, other] = touches.values(), now = Math.abs(one - other);

                if (apart > 0 && now > 0)
                    zoom(apart / now, timeAt((one + other) / 2));
                apart = now;
            } else if (dragged !== null || Math.abs(event.clientX - before) > 2) {
                const by = (before - event.clientX) * perPixel();

                dragged = true;
                look(from + by, to + by);
            }
        });
        for (const name of ["pointerup", "pointercancel", "pointerleave"])
            plot.addEventListener(name, event => touches.delete(event.pointerId));
        plot.addEventListener("click", event => {
            if (dragged)
                event.stopImmediatePropagation();
            dragged = null;
        }, true);
    }

    /* ---- the picture */

    function words(shown, arrow) {
        const text = document.createElement("p");
        const lost = shown.filter(row => row.members.some(thread => thread.lost > 0)).length;

        text.textContent = `${moment(from)} to ${moment(to)} since the first rank came out of `
            + "MPI_Init. Keys: w and s zoom, a and d move, 0 shows all."
            + (arrow.n > ARROWS ? ` ${mpit.count(arrow.n)} messages are too many to be drawn: `
                + "zoom in, or choose a rank." : "")
            + (lost ? ` Of ${mpit.plural(lost, "row")} the calls before are not known.` : "");
        return text;
    }

    function drawCalled(plot, width, what, show) {
        const shown = rows(), pixel = (to - from) / Math.max(1, width - LEFT - RIGHT);
        const marks = shown.flatMap(row => row.members.length === 1 ? marksOfThread(row, pixel)
            : marksOfBlock(row, pixel));
        const arrow = arrows(shown);
        const both = [...marks, ...arrow.few]; // a mark is known by its number
        const used = new Set(marks.map(mark => mark.kind));

        if (!again)
            listen(plot);
        again = show;
        plot.append(mpit.legend(KINDS.filter(([key]) => used.has(key))), words(shown, arrow));
        plot.append(Plot.plot({
            width,
            height: 50 + Math.max(14, 22 - shown.length / 4) * shown.length,
            marginLeft: LEFT,
            marginRight: RIGHT,
            x: {label: "seconds", domain: [from, to], clamp: true, grid: true},
            y: {type: "band", label: null, domain: shown.map(row => row.name)},
            color: {type: "categorical", domain: KINDS.map(([key]) => key),
                range: KINDS.map(([key]) => mpit.colors[key])},
            marks: [
                Plot.barX(both, {
                    filter: mark => mark.row,
                    x1: "begin", x2: "end", y: mark => mark.row?.name, fill: "kind",
                    insetTop: 1, insetBottom: 1, title: "tip",
                    stroke: mark => mark.rank === view.rank ? "currentColor" : "none",
                }),
                Plot.link(both, {
                    filter: mark => mark.sender,
                    x1: "begin", x2: "end", y1: mark => mark.sender?.name,
                    y2: mark => mark.receiver?.name, markerEnd: "arrow", stroke: "currentColor",
                    strokeOpacity: 0.7, title: mark => mark.sender && tipOfArrow(mark),
                }),
            ],
        }));
        return i => {
            if (marks[i]?.rank !== undefined)
                view.choose(marks[i].rank);
            else if (marks[i])
                view.set({from: marks[i].row.members[0].rank,
                    to: marks[i].row.members.at(-1).rank});
        };
    }

    const figure = mpit.draw({name: "called", caption: "the last calls of each rank", whole: true,
        draw: drawCalled});

    figure.querySelector("figcaption").append(bar());
})();
