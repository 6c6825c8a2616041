"use strict";
/* Pictures of the ranks: what the time of each goes into, who talks to whom, what they did when.
 * A mark stands for a block of ranks where there are too many for one each; a click on one looks
 * inside, and where it is one rank, that is chosen. */
(() => {
    const {data, view} = mpit, {record} = data;
    const BARS = 128, CELLS = 64;

    /* Inside of a block, or to the rank. */
    function enter(first, last) {
        if (first === last)
            view.choose(first);
        else
            view.set({from: first, to: last});
    }

    function isChosen(first, last) {
        return view.rank !== null && view.rank >= first && view.rank <= last;
    }

    const colorsOf = kinds => ({type: "categorical", domain: kinds.map(([key]) => key),
        range: kinds.map(([key]) => mpit.colors[key])});

    /* Ticks that have room beside each other. */
    const some = (list, most) => list.filter((_, i) => i % Math.ceil(list.length / most) === 0);

    /* ---- a bar a rank */

    const PARTS = data.parts.filter(([key]) => record.ranks[key]?.some(seconds => seconds > 0)
        && key !== "init" && key !== "finalize");
    const KINDS = [["outside", "outside of MPI"],
        ...record.ranks.paused.some(seconds => seconds > 0) ? [["paused", "not recorded"]] : [],
        ...PARTS.length ? PARTS.map(([key, title]) => [key, title.replace(/^- /, "")])
            : [["mpi", "in MPI"]]];
    /* Sums over threads, and calls that have not ended, leave no rest that is known. */
    const isVague = i => record.ranks.threads[i] > 1 || record.ranks.mpi_open[i];
    const outsideOf = i => isVague(i) ? 0
        : Math.max(0, record.ranks.wall[i] - record.ranks.paused[i] - record.ranks.mpi[i]);
    const secondsOf = (key, i) => key === "outside" ? outsideOf(i) : record.ranks[key][i] ?? 0;

    /* Means of the ranks of a block. */
    function bars() {
        const known = d3.range(record.ranks.rank.length).filter(i =>
            view.has(record.ranks.rank[i]) && record.ranks.wall[i] !== null
            && record.ranks.state[i] !== "missing");
        const block = view.block(BARS);

        return [...d3.group(known, i => Math.floor((record.ranks.rank[i] - view.from) / block))]
            .map(([, members]) => ({
                first: record.ranks.rank[members[0]],
                last: record.ranks.rank[members.at(-1)],
                host: [...new Set(members.map(i => record.ranks.host[i]))],
                seconds: Object.fromEntries(KINDS.map(([key]) =>
                    [key, d3.mean(members, i => secondsOf(key, i))])),
            }));
    }

    function drawBars(plot, width, order, show) {
        const rows = bars();
        const sorted = order === "rank" ? rows
            : d3.sort(rows, row => -row.seconds[order], row => row.first);
        const names = sorted.map(row => String(row.first));
        const marks = sorted.flatMap(row => KINDS
            .filter(([key]) => row.seconds[key] > 0)
            .map(([key, title]) => ({row, key, title, name: String(row.first)})));

        plot.append(mpit.legend(KINDS));
        for (const [i, item] of [...plot.querySelectorAll(".legend span")].entries()) {
            const button = document.createElement("button"), [key, title] = KINDS[i];

            button.type = "button";
            button.title = `sort by ${title}`;
            button.setAttribute("aria-pressed", String(order === key));
            button.append(...item.childNodes);
            button.addEventListener("click", () => show(order === key ? "rank" : key));
            item.replaceWith(button);
        }
        plot.append(Plot.plot({
            width,
            height: 300,
            marginLeft: 60,
            x: {type: "band", domain: names, ticks: some(names, width / 60),
                label: view.block(BARS) === mpit.perNode && mpit.perNode > 1
                    ? "rank, a bar a node" : "rank"},
            y: {label: "seconds", grid: true},
            color: colorsOf(KINDS),
            marks: [
                Plot.barY(marks, {
                    x: "name",
                    y: mark => mark.row.seconds[mark.key],
                    fill: "key",
                    inset: 0,
                    order: KINDS.map(([key]) => key),
                    stroke: ({row}) => isChosen(row.first, row.last) ? "currentColor" : "none",
                    title: ({row, key, title}) => `${mpit.ranks(row.first, row.last)}`
                        + ` on ${row.host.slice(0, 4).map(mpit.shown).join(", ")}\n`
                        + `${title}: ${mpit.seconds(row.seconds[key])}`
                        + `${row.first === row.last ? "" : " on average"}`,
                }),
                Plot.ruleY([0]),
            ],
        }));
        return i => enter(marks[i].row.first, marks[i].row.last);
    }

    if (record.ranks.rank.length > 0)
        mpit.draw({
            name: "ranks", caption: "what the time of each rank goes into", whole: true,
            choices: [["rank", "in the order of ranks"],
                ...KINDS.map(([key, title]) => [key, `most first: ${title}`])],
            draw: drawBars,
        });

    /* ---- a cell a pair */

    const PAIRS = {
        bytes: {of: record.pairs, from: "sender", to: "receiver", value: "bytes",
            count: "messages", least: data.pairs_of, words: "bytes sent", show: mpit.bytes},
        messages: {of: record.pairs, from: "sender", to: "receiver", value: "messages",
            count: "messages", one: "message", least: data.pairs_of, words: "messages sent",
            show: mpit.count},
        one_sided_bytes: {of: record.pairs, from: "sender", to: "receiver",
            value: "one_sided_bytes", count: "one_sided", least: data.pairs_of,
            words: "one-sided bytes", show: mpit.bytes},
        one_sided: {of: record.pairs, from: "sender", to: "receiver", value: "one_sided",
            count: "one_sided", one: "operation", least: data.pairs_of,
            words: "one-sided operations", show: mpit.count},
        waits: {of: record.waits, from: "rank", to: "for", value: "seconds", count: "count",
            least: data.waits_of, words: "seconds that one has waited for the other",
            show: mpit.seconds},
    };

    function cells(pairs) {
        const {of, from, to, value, count, least} = pairs, block = view.block(CELLS, least);
        const sums = new Map();
        const start = view.from - view.from % least;
        const blockOf = rank => Math.floor((rank - start) / block);
        const first = at => Math.max(view.from, start + at * block);
        const last = at => Math.min(view.to, start + at * block + block - 1);

        for (let i = 0; i < of[from].length; i++) {
            const [a, b] = [of[from][i], of[to][i]];

            if (!of[count][i] || of[value][i] === null) // there is none, or it is not known
                continue;
            if (of.kind?.[i] === "late_receiver") // a sum over messages, in which nobody waits
                continue;
            // A block that stands for several ranks is in as soon as one of them is.
            if (a + least <= view.from || a > view.to || b + least <= view.from || b > view.to
                || (view.rank !== null && least === 1 && a !== view.rank && b !== view.rank))
                continue;
            const [row, column] = [blockOf(a), blockOf(b)], key = `${row} ${column}`;
            const cell = sums.get(key) ?? {row, column, value: 0};

            cell.value += of[value][i];
            sums.set(key, cell);
        }
        return [...sums.values()].map(cell => ({
            ...cell,
            a0: first(cell.row), a1: last(cell.row), b0: first(cell.column), b1: last(cell.column),
        }));
    }

    /* A line, of a cell that stands for several ranks. */
    function nodesOf(cell, arrow) {
        const from = mpit.nodes(cell.a0, cell.a1), to = mpit.nodes(cell.b0, cell.b1);

        return from && (cell.a0 !== cell.a1 || cell.b0 !== cell.b1) ? `${from} ${arrow} ${to}\n`
            : "";
    }

    function drawMatrix(plot, width, what) {
        const pairs = PAIRS[what], all = cells(pairs), side = Math.min(width, 640);
        const axis = {domain: [view.from - 0.5, view.to + 0.5], tickFormat: d3.format("d"),
            ticks: d3.ticks(view.from, view.to, 8).filter(Number.isInteger)};
        const arrow = what === "waits" ? "has waited for" : "to";
        const matrix = Plot.plot({
            width: side,
            height: side,
            marginLeft: 60,
            marginTop: 40,
            x: {...axis, axis: "top", label: what === "waits" ? "for rank" : "receiver"},
            y: {...axis, reverse: true, label: what === "waits" ? "rank that waits" : "sender"},
            color: {
                type: "sqrt", domain: [0, d3.max(all, cell => cell.value) || 1],
                interpolate: d3.interpolateYlGnBu, label: pairs.words,
            },
            marks: [
                Plot.frame({stroke: "currentColor", strokeOpacity: 0.4}),
                Plot.rect(all, {
                    x1: cell => cell.b0 - 0.5,
                    x2: cell => cell.b1 + 0.5,
                    y1: cell => cell.a0 - 0.5,
                    y2: cell => cell.a1 + 0.5,
                    inset: view.to - view.from < 32 ? 0.5 : 0,
                    fill: "value",
                    title: cell => `${mpit.ranks(cell.a0, cell.a1)} ${arrow} `
                        + `${mpit.ranks(cell.b0, cell.b1)}\n`
                        + nodesOf(cell, arrow)
                        + (pairs.show === mpit.bytes ? `${mpit.plural(cell.value, "byte")}, ` : "")
                        + (pairs.one ? mpit.plural(cell.value, pairs.one)
                            : pairs.show(cell.value)),
                }),
            ],
        });

        plot.append(matrix.legend("color", {
            width: Math.min(width, 320),
            tickFormat: pairs.one ? "~s" : value => pairs.show(value).replace(".0", ""),
            ticks: 4,
        }), mpit.legend([["none", what === "waits" ? "empty: no wait that is known"
            : `empty: no ${pairs.words}`]]), matrix);
        return i => {
            const cell = all[i];

            if (cell.a0 === cell.a1 || Math.max(cell.a1, cell.b1) - Math.min(cell.a0, cell.b0)
                >= view.to - view.from)
                view.choose(cell.a0);
            else
                view.set({from: Math.min(cell.a0, cell.b0), to: Math.max(cell.a1, cell.b1)});
        };
    }

    const kinds = Object.entries(PAIRS)
        .filter(([, {of, count, value}]) => of[count].some(
            (n, i) => n > 0 && of[value][i] !== null));
    if (kinds.length > 0)
        mpit.draw({
            name: "matrix",
            caption: "who talks to whom, point-to-point and one-sided, and who waits for whom",
            choices: kinds.map(([key, pairs]) => [key, pairs.words]),
            draw: drawMatrix,
        });

    /* ---- a row a rank, from left to right the time */

    const LEVELS = data.levels.filter(([key]) => data.rows?.some(row => row[key].some(n => n > 0)));

    const STATES = data.states.filter(([key]) => data.rows?.some(row => row[`seen_${key}`]));
    const EMPTY = [["none", "empty: no look at the process was kept of that time"]];
    const slices = data.sums?.slices ?? 0;
    const begin = slice => data.end * slice / slices;
    const looksOf = (row, key, slice) => row[`seen_${key}`]?.[slice] ?? 0;
    const rowsShown = () => data.rows.filter(row => row.last >= view.from && row.first <= view.to);
    const when = ({from, to}) => `${mpit.seconds(from)} to ${mpit.seconds(to)}`;
    const time = {label: "seconds since the end of MPI_Init", domain: [0, data.end]};

    /* Of the looks at all rows in a slice those that found each state, as shares. */
    function shares() {
        const chosen = rowsShown().filter(({first, last}) =>
            view.rank === null || isChosen(first, last));

        return d3.range(slices).flatMap(slice => {
            const looks = STATES.map(([key]) => d3.sum(chosen, row => looksOf(row, key, slice)));
            const all = d3.sum(looks);

            return STATES.map(([key, title], i) => ({key, title, share: looks[i] / all,
                y1: d3.sum(looks.slice(0, i)) / all, y2: d3.sum(looks.slice(0, i + 1)) / all,
                from: begin(slice), to: begin(slice + 1)}))
                .filter(({share}) => share > 0);
        });
    }

    function drawShares(plot, width) {
        plot.append(mpit.legend([...STATES, ...EMPTY]), Plot.plot({
            width,
            height: 260,
            marginLeft: 60,
            x: time,
            y: {label: view.rank === null ? "share of the ranks' time" : `of rank ${view.rank}`,
                domain: [0, 1], tickFormat: "%"},
            color: colorsOf(STATES),
            marks: [
                Plot.rect(shares(), {
                    x1: "from", x2: "to", y1: "y1", y2: "y2", fill: "key",
                    title: cell => `${when(cell)}\n${cell.title}: ${mpit.share(cell.share)}`,
                }),
                Plot.frame({stroke: "currentColor", strokeOpacity: 0.4}),
            ],
        }));
        return null;
    }

    /* Rows of the page as rows of the picture: the mean, or of queues the most. */
    function times(what) {
        const rows = rowsShown(), block = Math.ceil(rows.length / CELLS);

        return d3.range(0, rows.length, block).flatMap(at => {
            const members = rows.slice(at, at + block);

            return d3.range(slices).map(slice => ({
                first: members[0].first, last: members.at(-1).last,
                from: begin(slice), to: begin(slice + 1),
                value: (what === "mpi" ? d3.mean : d3.max)(
                    members.map(row => row[what][slice]).filter(value => value !== null)),
            })).filter(cell => cell.value !== undefined);
        });
    }

    function drawTimes(plot, width, what) {
        if (what === "state")
            return drawShares(plot, width);

        const all = times(what), title = Object.fromEntries(LEVELS)[what];
        const value = cell => what === "mpi" ? `in MPI: ${mpit.share(cell.value)}`
            : `${title}, at most: ${mpit.count(cell.value)}`;
        const rows = new Set(all.map(cell => cell.first)).size;
        const picture = Plot.plot({
            width,
            height: Math.max(160, Math.min(480, 60 + 24 * rows)),
            marginLeft: 60,
            x: time,
            y: {label: "rank", reverse: true, tickFormat: d3.format("d"),
                domain: [view.from - 0.5, view.to + 0.5],
                ticks: d3.ticks(view.from, view.to, 8).filter(Number.isInteger)},
            color: {type: "linear", interpolate: d3.interpolateYlGnBu,
                domain: [0, what === "mpi" ? 1 : d3.max(all, cell => cell.value) || 1],
                label: what === "mpi" ? "in MPI" : title},
            marks: [
                Plot.rect(all, {
                    x1: "from", x2: "to",
                    y1: cell => Math.max(cell.first, view.from) - 0.5,
                    y2: cell => Math.min(cell.last, view.to) + 0.5,
                    fill: "value",
                    title: cell => `${mpit.ranks(cell.first, cell.last)}, ${when(cell)}\n`
                        + value(cell),
                }),
                Plot.frame({stroke: "currentColor", strokeOpacity: 0.4}),
                view.rank === null ? null
                    : Plot.ruleY([view.rank - 0.5, view.rank + 0.5], {stroke: "currentColor"}),
            ],
        });

        plot.append(picture.legend("color", {width: Math.min(width, 320),
            tickFormat: what === "mpi" ? "%" : "d"}), mpit.legend(EMPTY), picture);
        return i => enter(all[i].first, all[i].last);
    }

    const isKnown = key => data.rows?.some(row => row[key].some(value => value !== null));
    const choices = [
        ...STATES.length ? [["state", "share of the time in each state"]] : [],
        ...isKnown("mpi") ? [["mpi", "share of the time in MPI, by rank"]] : [],
        ...LEVELS.map(([key, title]) => [key, `${title}, most, by rank`]),
    ];
    if (choices.length > 0)
        mpit.draw({
            name: "time", caption: "what the ranks did when", whole: true, choices,
            draw: drawTimes,
        });
})();
