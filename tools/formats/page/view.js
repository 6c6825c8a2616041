"use strict";
/* What all pictures of a page share: the ranks that they are about, one that was chosen, what is
 * said of a mark under the pointer or reached by the arrow keys, and when they are drawn. */
const mpit = {data: JSON.parse(document.getElementById("data").textContent)};

/* A word from the job: nothing in it moves others or hides. */
mpit.shown = text => String(text).replace(/\p{C}/gu, "?");

/* ---- figures, exact and with a unit */

mpit.count = number => d3.format(",")(number);
mpit.plural = (number, word) => `${mpit.count(number)} ${word}${number === 1 ? "" : "s"}`;
/* What would be shown as a thousand of a unit is one of the next. */
mpit.seconds = number => {
    const [factor, unit] = number >= 0.9999995 || number === 0 ? [1, "s"]
        : number >= 0.9999995e-3 ? [1e3, "ms"] : number >= 0.9999995e-6 ? [1e6, "us"] : [1e9, "ns"];

    return `${(number * factor).toFixed(3)} ${unit}`;
};
mpit.bytes = number => {
    const units = ["B", "kB", "MB", "GB", "TB", "PB", "EB"];
    let size = 0;

    for (; number >= 999.95 && size < units.length - 1; size++)
        number /= 1000;
    return `${size ? number.toFixed(1) : number} ${units[size]}`;
};
mpit.share = number => `${(100 * number).toFixed(1)} %`;
mpit.ranks = (first, last) => first === last ? `rank ${first}` : `ranks ${first} to ${last}`;

/* ---- nodes */

/* By rank the node; "" where it is not known. */
mpit.hosts = (() => {
    const {ranks, nranks} = mpit.data.record, hosts = new Array(nranks).fill("");

    ranks.rank.forEach((rank, i) => {
        if (rank >= 0 && rank < nranks)
            hosts[rank] = mpit.shown(ranks.host[i] ?? "");
    });
    return hosts;
})();

/* The nodes of some ranks, the first ones by name; "" where there is but one in the job. */
mpit.nodes = (first, last) => {
    const all = [...new Set(mpit.hosts.slice(first, last + 1))].filter(name => name);

    return new Set(mpit.hosts).size < 2 ? ""
        : all.slice(0, 3).join(", ") + (all.length > 3 ? ` and ${all.length - 3} more` : "");
};

/* How many ranks a node has, if all have as many, one node after the other, but for a tenth: a mark
 * that stands for several ranks stands for whole nodes then. 1: they do not. */
mpit.perNode = (() => {
    const {hosts} = mpit, MANY = 8;
    const ends = d3.range(1, hosts.length).filter(i => hosts[i] !== hosts[i - 1]);
    const runs = ends.map((end, i) => end - (i ? ends[i - 1] : 0));
    const size = d3.mode(runs) ?? 1;

    return ends.length + 1 >= MANY
        && ends.filter(end => end % size === 0).length >= 0.9 * ends.length ? size : 1;
})();

/* What a color means, in all pictures; what is an amount of no such kind has var(--bar). */
mpit.colors = {
    outside: "#a7adb5", compute: "#a7adb5",
    paused: "#5f6672",
    mpi: "#a463f2",
    point_to_point: "#4269d0", send: "#4269d0", sends: "#4269d0", sent: "#4269d0",
    recv: "#97bbf5", recvs: "#97bbf5", received: "#97bbf5",
    probe: "#2b3f80",
    completion: "#efb118", wait: "#efb118",
    collective: "#ff725c", collectives: "#ff725c",
    one_sided: "#6cc5b0", rma: "#6cc5b0",
    files: "#3ca951", io: "#3ca951", reads: "#3ca951", writes: "#1f6b32",
    other: "#9c6b4e",
    finalize_wait: "#ff8ab7",
};

/* Of [key, words], …; a key without a color is a place that is left empty. */
mpit.legend = rows => {
    const list = document.createElement("div");

    list.className = "legend";
    for (const [key, words] of rows) {
        const item = document.createElement("span"), color = document.createElement("i");

        color.style.background = mpit.colors[key] ?? "none";
        color.classList.toggle("empty", !(key in mpit.colors));
        item.append(color, words);
        list.append(item);
    }
    return list;
};

/* ---- what is looked at */

mpit.view = (() => {
    const last = mpit.data.record.nranks - 1;
    const view = {from: 0, to: last, last, rank: null};
    const pictures = [];
    const form = document.createElement("form");

    form.id = "view";
    form.setAttribute("aria-label", "ranks");
    form.innerHTML = '<label>ranks <input name="from" type="number" min="0"></label>'
        + '<label>to <input name="to" type="number" min="0"></label>'
        + '<label>rank chosen <input name="rank" type="number" min="0"></label>'
        + '<button type="button" name="all">all ranks</button>';

    function show() {
        form.from.value = view.from;
        form.to.value = view.to;
        form.rank.value = view.rank ?? "";
        for (const input of [form.from, form.to, form.rank])
            input.max = last;
        for (const draw of pictures)
            draw();
        document.dispatchEvent(new CustomEvent("mpit-rank", {detail: view.rank}));
    }

    const inside = number => Math.min(last, Math.max(0, Math.trunc(number) || 0));

    view.set = change => {
        Object.assign(view, change);
        [view.from, view.to] = [inside(view.from), inside(view.to)].sort((a, b) => a - b);
        view.rank = view.rank === null ? null : inside(view.rank);
        show();
    };
    view.choose = rank => view.set({rank: rank === view.rank ? null : rank});
    view.has = rank => rank >= view.from && rank <= view.to;
    /* Of so many ranks one mark stands for this many. */
    view.block = (marks, least = 1) => {
        const size = Math.ceil((view.to - view.from + 1) / marks);
        const node = mpit.perNode % least ? 1 : mpit.perNode;
        const whole = size > 1 && view.to - view.from + 1 > node ? Math.max(node, least) : least;

        return Math.ceil(size / whole) * whole;
    };
    view.add = draw => pictures.push(draw);

    form.addEventListener("change", () => view.set({
        from: form.from.value,
        to: form.to.value,
        rank: form.rank.value === "" ? null : form.rank.value,
    }));
    form.addEventListener("submit", event => event.preventDefault());
    form.all.addEventListener("click", () => view.set({from: 0, to: last, rank: null}));
    document.querySelector("h2, .pictures").before(form);

    /* Not before all scripts have added their pictures: the browser may say between two of them how
     * wide the page is. */
    document.addEventListener("DOMContentLoaded", () => {
        let width = 0;

        new ResizeObserver(() => {
            if (document.body.clientWidth !== width) {
                width = document.body.clientWidth;
                show();
            }
        }).observe(document.body);
    });
    return view;
})();

/* ---- what is said of a mark */

mpit.tip = (() => {
    const tip = document.createElement("output");

    tip.id = "tip";
    tip.hidden = true;
    document.querySelector("main").append(tip);

    function show(mark) {
        const at = mark.getBoundingClientRect();

        tip.textContent = mark.dataset.tip;
        tip.hidden = false;
        const own = tip.getBoundingClientRect();
        const left = Math.min(at.right + 6, innerWidth - own.width - 4);
        const below = at.bottom + 6 + own.height < innerHeight;

        tip.style.left = `${Math.max(4, left)}px`;
        tip.style.top = `${below ? at.bottom + 6 : Math.max(4, at.top - own.height - 6)}px`;
    }

    return {show, hide: () => { tip.hidden = true; }};
})();

/* Plot's titles become tips, which are there for the pointer, for a finger and for the keyboard:
 * arrow keys go to the next mark in their direction, Enter does what a click does. */
mpit.marks = (plot, choose) => {
    const DIRECTIONS = {
        ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
    };
    let marks = [], now = null;

    function take() {
        now = null;
        for (const title of plot.querySelectorAll("svg title")) {
            title.parentNode.dataset.tip = title.textContent;
            title.remove();
        }
        // Names of groups of marks: readers of a screen have the tips.
        for (const group of plot.querySelectorAll("svg [aria-label]"))
            group.removeAttribute("aria-label");
        marks = [...plot.querySelectorAll("[data-tip]")].map(mark => ({mark}));
    }

    function go(to) {
        now?.mark.classList.remove("now");
        now = to;
        now.mark.classList.add("now");
        mpit.tip.show(now.mark);
    }

    function place(each) {
        const box = each.mark.getBoundingClientRect();

        [each.x, each.y] = [box.x + box.width / 2, box.y + box.height / 2];
    }

    /* The nearest one in this direction; far to the side is further. */
    function next([dx, dy]) {
        const far = each => {
            const [x, y] = [each.x - now.x, each.y - now.y], along = x * dx + y * dy;

            return along > 0.5 ? along + 3 * Math.abs(x * dy + y * dx) : Infinity;
        };
        const to = marks[d3.minIndex(marks, far)];

        return to && far(to) < Infinity ? to : now;
    }

    plot.addEventListener("keydown", event => {
        if (event.key === "Escape") {
            mpit.tip.hide();
        } else if (event.key === "Enter" && now) {
            choose?.(now.mark.__data__);
        } else if (event.key in DIRECTIONS && marks.length) {
            event.preventDefault();
            marks.forEach(place);
            go(now ? next(DIRECTIONS[event.key]) : marks[0]);
        }
    });
    plot.addEventListener("pointermove", event => {
        const mark = event.target.closest("[data-tip]");

        if (mark)
            mpit.tip.show(mark);
        else
            mpit.tip.hide();
    });
    plot.addEventListener("pointerleave", mpit.tip.hide);
    plot.addEventListener("blur", mpit.tip.hide);
    plot.addEventListener("click", event => {
        const mark = event.target.closest("[data-tip]");

        if (mark)
            choose?.(mark.__data__);
    });
    return take;
};

/* ---- a picture

 * `picture` has a name, a caption and draw(plot, width, what): it fills the element `plot` and may
 * return what a click on the mark of datum i does; choices, if it can show several things
 * ([key, words], …), of which `what` is one; and `whole`, if it wants the width of the page. */
mpit.draw = picture => {
    const figure = document.createElement("figure"), caption = document.createElement("figcaption");
    const plot = document.createElement("div"), words = document.createElement("strong");
    let choose = null, what = picture.choices?.[0][0];

    figure.id = `picture-${picture.name}`;
    figure.classList.toggle("whole", Boolean(picture.whole));
    words.textContent = picture.caption;
    caption.append(words);
    if (picture.choices?.length > 1) {
        const label = document.createElement("label"), select = document.createElement("select");

        for (const [key, text] of picture.choices)
            select.append(new Option(text, key));
        select.addEventListener("change", () => {
            what = select.value;
            show();
        });
        label.className = "choices";
        label.append("shown: ", select);
        caption.append(label);
    }
    plot.className = "plot";
    plot.tabIndex = 0;
    plot.setAttribute("role", "application");
    plot.setAttribute("aria-label", `${picture.caption}: the arrow keys go from mark to mark`);
    figure.append(caption, plot);
    document.querySelector(`.pictures[data-of~="${picture.name}"]`).append(figure);

    const take = mpit.marks(plot, index => choose?.(index));

    function show(now = what) {
        what = now;
        plot.replaceChildren();
        choose = picture.draw(plot, Math.max(240, plot.clientWidth), what, show);
        take();
    }

    mpit.view.add(show.bind(null, undefined));
    return figure;
};
