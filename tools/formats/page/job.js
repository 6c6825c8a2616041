"use strict";
/* Pictures of the job as a whole: its calls, the sizes of its messages, what it did in the course
 * of time. */
(() => {
    const {data, view} = mpit, {record} = data;
    const CALLS = 20;

    /* ---- calls */

    function drawCalls(plot, width, what) {
        const {calls} = record, time = calls.time;
        const value = i => what === "time" ? time[i].total : calls[what][i];
        const all = d3.range(calls.name.length).filter(i => value(i) > 0);
        const shown = d3.sort(all, i => -value(i)).slice(0, CALLS);
        const name = i => mpit.shown(calls.name[i]);

        plot.append(Plot.plot({
            width,
            height: 50 + 18 * shown.length,
            marginLeft: 170,
            x: {grid: true, axis: "top", label: what === "time" ? "seconds" : what, ticks: 5,
                tickFormat: "~s"},
            y: {label: null, domain: shown.map(name)},
            marks: [
                Plot.barX(shown, {
                    x: value, y: name, fill: "var(--bar)",
                    title: i => `${name(i)}: ${mpit.plural(calls.count[i], "call")}\n`
                        + `${mpit.plural(calls.bytes[i], "byte")}\n`
                        + `${mpit.seconds(time[i].total)} over all ranks`
                        + (time[i].max_rank < 0 ? "" : `, most: ${mpit.seconds(time[i].max)}`
                            + ` at rank ${time[i].max_rank}`),
                }),
                Plot.ruleX([0]),
            ],
        }));
        return i => {
            if (time[shown[i]].max_rank >= 0)
                view.choose(time[shown[i]].max_rank);
        };
    }

    if (record.calls.name.length > 0)
        mpit.draw({
            name: "calls", caption: "calls",
            choices: [["time", "time over all ranks"], ["count", "how many"], ["bytes", "bytes"]],
            draw: drawCalls,
        });

    /* ---- sizes of messages */

    const sizeOf = i => record.sizes.most[i] === 0 ? "0" : mpit.bytes(record.sizes.least[i]);

    function drawSizes(plot, width) {
        const {sizes} = record;
        const bars = d3.range(sizes.least.length).flatMap(i =>
            [["sent", sizes.sends[i]], ["received", sizes.recvs[i]]]
                .filter(([, count]) => count > 0)
                .map(([way, count]) => ({i, way, count})));

        plot.append(mpit.legend([["sent", "sent"], ["received", "received"]]), Plot.plot({
            width,
            height: 260,
            marginLeft: 60,
            fx: {label: "bytes, from", domain: d3.range(sizes.least.length).map(sizeOf),
                tickRotate: -40},
            x: {axis: null, domain: ["sent", "received"]},
            y: {grid: true, label: "messages", tickFormat: "~s"},
            marginBottom: 50,
            color: {domain: ["sent", "received"],
                range: [mpit.colors.sent, mpit.colors.received]},
            marks: [
                Plot.barY(bars, {
                    fx: bar => sizeOf(bar.i), x: "way", y: "count", fill: "way",
                    title: bar => `${mpit.plural(bar.count, "message")} ${bar.way}\n`
                        + `of ${mpit.count(sizes.least[bar.i])} to `
                        + `${mpit.plural(sizes.most[bar.i], "byte")}`,
                }),
                Plot.ruleY([0]),
            ],
        }));
        return null;
    }

    if (record.sizes.least.length > 0)
        mpit.draw({name: "sizes", caption: "sizes of messages", draw: drawSizes});

    /* ---- the course of time: a small curve each */

    function curves() {
        const {sums, end} = data, length = end / sums.slices;
        const rate = list => list.map(amount => amount / length);
        const all = [{key: "mpi", words: "in MPI, mean of the ranks", y: sums.mpi, show: mpit.share,
            most: 1},
        {words: "processors that a rank had, mean", y: sums.processors, show: mpit.rate}];

        for (const [key, title] of data.amounts)
            all.push({key, words: `${title} a second`, y: rate(sums[key]), show: mpit.rate},
                {key, words: `${title}, bytes a second`, y: rate(sums[`${key}_bytes`]),
                    show: mpit.bytes});
        for (const [key, title] of data.levels)
            all.push({words: `${title}, most on a rank`, y: sums[key], show: mpit.count});
        return all.filter(({y}) => y.some(value => value > 0));
    }

    mpit.rate = value => d3.format(value < 100 ? ".3~g" : ",.0f")(value);

    function drawCurves(plot, width) {
        const {sums, end} = data, small = document.createElement("div");
        const columns = Math.max(1, Math.floor(width / 330));

        small.className = "small";
        for (const {key, words, y, show, most} of curves()) {
            const points = y.map((value, i) => ({value, at: end * (i + 0.5) / sums.slices}))
                .filter(({value}) => value !== null);
            const box = document.createElement("div"), title = document.createElement("p");

            title.textContent = `${words}: at most ${show(d3.max(y))}`;
            box.append(title, Plot.plot({
                width: Math.max(220, Math.floor(width / columns) - 24),
                height: 110,
                marginLeft: 50,
                x: {label: null, ticks: 4, domain: [0, end]},
                y: {label: null, ticks: 3, tickFormat: most ? "%" : "~s",
                    domain: [0, most ?? d3.max(points, ({value}) => value)]},
                marks: [
                    Plot.ruleY([0]),
                    Plot.lineY(points, {x: "at", y: "value",
                        stroke: mpit.colors[key] ?? "var(--bar)"}),
                    Plot.dot(points, {
                        x: "at", y: "value", r: 3, fill: "transparent",
                        title: ({at, value}) => `${words}, at ${mpit.seconds(at)}: ${show(value)}`,
                    }),
                ],
            }));
            small.append(box);
        }
        plot.append(small);
        return null;
    }

    if (data.sums && data.end > 0)
        mpit.draw({
            name: "curves", caption: "the job in the course of time, in seconds", whole: true,
            draw: drawCurves,
        });
})();
