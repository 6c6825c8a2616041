"use strict";
/* Tables: a click on a heading sorts; what is typed above one filters its rows; and of a rank that
 * was chosen (the event "mpit-rank", with the rank or null) those rows are left that are about
 * it. */
(() => {
    const FILTERED = 12; // more rows than these have a filter
    const ABOUT_RANKS = ["rank", "sender", "receiver", "waits for"];
    const UNITS = {
        "%": 0.01, B: 1, kB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12, PB: 1e15, EB: 1e18,
        ns: 1e-9, us: 1e-6, ms: 1e-3, s: 1,
    };
    let filters = 0;

    /* "12.5 ms" as seconds, "3.4 kB" as bytes; undefined: no number. */
    function numberOf(text) {
        const [, digits, unit] = /^(-?[\d.]+(?:e[+-]?\d+)?)\s*(\S*)/.exec(text) ?? [];

        if (digits === undefined || (unit && !(unit in UNITS)))
            return undefined;
        return Number(digits) * (UNITS[unit] ?? 1);
    }

    /* What is no number stands behind those that are. */
    function compare(a, b) {
        const x = numberOf(a), y = numberOf(b);

        if (x !== undefined && y !== undefined)
            return x - y;
        if (x === undefined && y === undefined)
            return a.localeCompare(b);
        return x === undefined ? 1 : -1;
    }

    function textOf(row, column) {
        return row.cells[column]?.textContent.trim() ?? "";
    }

    /* Numbers from the most on; a second click turns the order round. */
    function sort(table, heading) {
        const column = heading.cellIndex, body = table.tBodies[0], rows = [...body.rows];
        const was = heading.getAttribute("aria-sort");
        const numbers = rows.some(row => numberOf(textOf(row, column)) !== undefined);
        const falls = was ? was === "ascending" : numbers;

        for (const other of table.tHead.rows[0].cells)
            other.removeAttribute("aria-sort");
        heading.setAttribute("aria-sort", falls ? "descending" : "ascending");
        rows.sort((a, b) => (falls ? -1 : 1) * compare(textOf(a, column), textOf(b, column)));
        body.append(...rows);
    }

    function addSorting(table) {
        for (const heading of table.tHead.rows[0].cells) {
            if (!heading.textContent || heading.textContent === "->")
                continue;
            const button = document.createElement("button");

            button.type = "button";
            button.append(...heading.childNodes);
            button.addEventListener("click", () => sort(table, heading));
            heading.append(button);
        }
    }

    function showRows(table, wanted, rank) {
        const about = [...table.tHead.rows[0].cells]
            .filter(heading => ABOUT_RANKS.includes(heading.textContent))
            .map(heading => heading.cellIndex);
        const words = wanted.toLowerCase();

        for (const row of table.tBodies[0].rows)
            row.hidden = !row.textContent.toLowerCase().includes(words)
                || (rank !== null && about.length > 0
                    && !about.some(column => Number(textOf(row, column)) === rank));
    }

    function addFilter(table) {
        const label = document.createElement("label"), input = document.createElement("input");

        input.type = "search";
        input.id = `filter-${++filters}`;
        label.className = "filter";
        label.append("only rows with ", input);
        table.parentNode.before(label);
        return input;
    }

    /* The title before it, and which of several below that. */
    function nameOf(table) {
        let before = table.parentNode, place = 1;

        for (; before && before.tagName !== "H2"; before = before.previousElementSibling)
            place += before !== table.parentNode && before.querySelector("table") ? 1 : 0;
        return `${before?.textContent ?? "time"}${place > 1 ? `, ${place}` : ""}`;
    }

    for (const table of document.querySelectorAll("table")) {
        const filter = table.tBodies[0].rows.length > FILTERED ? addFilter(table) : null;
        let rank = null;
        const show = () => showRows(table, filter?.value ?? "", rank);

        addSorting(table);
        table.parentNode.tabIndex = 0; // it may have to be scrolled
        table.parentNode.setAttribute("role", "region");
        table.parentNode.setAttribute("aria-label", nameOf(table));
        filter?.addEventListener("input", show);
        document.addEventListener("mpit-rank", event => {
            rank = event.detail;
            show();
        });
    }
})();
