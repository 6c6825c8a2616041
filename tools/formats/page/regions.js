"use strict";
/* When a rank was in its regions: of the rank that is chosen, or else of the first one shown that
 * has been in any. */
(() => {
    const {data, view} = mpit, {record} = data;
    const SHOWN = 20;
    const spans = data.spans.map(([region, rank, begin, end]) => ({region, rank, begin, end}));
    const label = region => mpit.shown(record.regions.label[region]);

    function rankShown() {
        const rank = view.rank ?? d3.min(spans.filter(span => view.has(span.rank)),
            span => span.rank);

        return rank ?? d3.min(spans, span => span.rank);
    }

    function drawRegions(plot, width) {
        const rank = rankShown(), own = spans.filter(span => span.rank === rank);
        const words = document.createElement("p");
        const order = d3.groupSort(own, list => d3.min(list, span => span.begin),
            span => span.region).slice(0, SHOWN);
        const shown = own.filter(span => order.includes(span.region));

        words.textContent = shown.length ? `rank ${rank}; of each region the longest times`
            : `rank ${rank} was in no region, or its times have no room in this page`;
        plot.append(words);
        if (!shown.length)
            return null;
        plot.append(Plot.plot({
            width,
            height: 60 + 24 * order.length,
            marginLeft: 150,
            x: {label: "seconds since the end of MPI_Init", grid: true,
                domain: [0, d3.max(spans, span => span.end)]},
            y: {type: "band", label: null, domain: order,
                tickFormat: region => label(region).slice(0, 22)},
            marks: [
                Plot.barX(shown, {
                    x1: "begin", x2: "end", y: "region", fill: "var(--bar)", inset: 0.5,
                    title: span => `${label(span.region)}, rank ${rank}\n`
                        + `${mpit.seconds(span.begin)} to ${mpit.seconds(span.end)}: `
                        + mpit.seconds(span.end - span.begin),
                }),
                Plot.ruleX([0]),
            ],
        }));
        return null;
    }

    if (spans.length > 0)
        mpit.draw({name: "regions", caption: "when a rank was in its regions", draw: drawRegions});
})();
