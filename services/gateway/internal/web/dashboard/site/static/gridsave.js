// Requests of grids to the gateway: previews of sums and checks, saving, and conflicts with other
// users.
(function () {
	"use strict";

	const { announce, behave, grid, make, notice, replace, rows: of, tr } = window.docmill;

	let grids = new Map(); // by path
	const feet = new Map(); // parts below each grid when it was saved, by path
	const before = new Map(); // rows before the last save, by path
	const messages = new Map(); // messages of grids until the next step, by path
	let checks = null; // the list of checks as it was saved
	let passed = new Map(); // the last announced result of each check
	let asking = null; // the running preview
	let timer = 0;
	let saving = ""; // path of the grid that is being saved
	let own = ""; // path of the grid whose saved rows the page shows

	const wait = 300; // ms after the last step

	const part = function (g, name) { return g.section.querySelector("[data-" + name + "]"); };
	const button = function (g, name) { return g.section.querySelector('[data-do="' + name + '"]'); };
	const unsaved = function () { return Array.from(grids.values()).filter(function (g) { return g.dirty(); }); };

	/** bar shows the available actions below a grid. */
	function bar(g, problem) {
		const text = problem || messages.get(g.path);
		const dirty = g.dirty();
		const back = !dirty && before.has(g.path);
		part(g, "bar").hidden = !dirty && !back && !text;
		part(g, "state").textContent = text || (dirty ? tr("Not saved yet.") : back ? tr("Table saved.") : "");
		part(g, "state").classList.toggle("problem", Boolean(text));
		button(g, "save").hidden = button(g, "discard").hidden = !dirty;
		button(g, "back").hidden = !back;
		button(g, "undo").setAttribute("aria-disabled", String(!g.canUndo()));
		button(g, "redo").setAttribute("aria-disabled", String(!g.canRedo()));
	}

	/** form returns the request of grids. */
	function form(list) {
		const body = new URLSearchParams();
		list.forEach(function (g) {
			body.append("path", g.path);
			body.append("rows", JSON.stringify(of.plain(g.now())));
		});
		document.querySelectorAll("[data-review] form input[type=hidden]").forEach(function (e) { body.set(e.name, e.value); });
		return body;
	}

	/** drawSums writes the sums of a table in the format of the page. */
	function drawSums(total) {
		const list = make("dl", "sums");
		const add = function (label, value, badge) {
			const term = document.createElement("div");
			const what = document.createElement("dd");
			what.append(badge ? make("span", "badge " + badge, value) : value);
			term.append(make("dt", "", label), what);
			list.append(term);
		};
		add(tr("Sum of the amounts"), total.sum);
		if (total.plus) {
			add(total.plusLabel, total.plus);
		}
		if (total.stated) {
			add(total.label, total.stated);
			add(tr("Difference"), total.difference, total.equal ? "good" : "bad");
		}
		return list;
	}

	function drawCheck(c) {
		const line = document.createElement("li");
		line.append(make("span", "badge " + (c.passed ? "good" : "bad"), c.passed ? tr("Passed") : tr("Failed")), " ",
			make("span", "", c.title), " ", make("span", "mono soft break", c.detail));
		return line;
	}

	/** drawChecks shows the checks of unsaved rows below the grids and in the list, and announces
	    those that changed. */
	function drawChecks(list, some) {
		const place = document.querySelector("[data-checks]");
		if (place) {
			place.replaceChildren(...list.map(drawCheck));
		}
		const failed = list.filter(function (c) { return !c.passed; });
		some.forEach(function (g) {
			const shown = make("ul", "checks");
			shown.append(...failed.map(drawCheck));
			part(g, "foot").append(failed.length > 0 ? shown
				: make("p", "soft", list.length > 0 ? tr("All checks pass.") : tr("Nothing to check.")));
		});
		const turned = list.filter(function (c) { return passed.has(c.name) && passed.get(c.name) !== c.passed; });
		passed = new Map(list.map(function (c) { return [c.name, c.passed]; }));
		if (turned.length > 0) {
			announce(turned.map(function (c) {
				return c.passed ? tr("{0}: passed", c.title) : tr("{0}: failed", c.title);
			}).join(". "));
		}
	}

	/** notes finds the cells that a response is about. */
	function notes(g, answer) {
		const wrong = new Map();
		const read = new Map();
		const list = (answer.lists || {})[g.path] || [];
		of.filled(g.now()).forEach(function (row, i) {
			Object.keys(row.cells).forEach(function (name) {
				const reason = (answer.cells || {})[g.path + "." + i + (name === "" ? "" : "." + name)];
				const value = name === "" ? list[i]
					: name.split(".").reduce(function (object, step) { return (object || {})[step]; }, list[i]);
				if (reason) {
					wrong.set(g.keyOf(row, name), reason);
				} else if (value !== undefined && String(value) !== row.cells[name].trim()) {
					read.set(g.keyOf(row, name), String(value));
				}
			});
		});
		g.note(wrong, read);
	}

	/** settle restores the part below a grid that has no unsaved changes. */
	function settle(g) {
		g.note(new Map(), new Map());
		part(g, "foot").replaceChildren(...feet.get(g.path).cloneNode(true).childNodes);
		bar(g);
	}

	/** preview requests sums and checks of unsaved rows. */
	async function preview() {
		const some = unsaved();
		if (some.length === 0) {
			if (checks) {
				document.querySelector("[data-checks]").replaceChildren(...checks.cloneNode(true).childNodes);
			}
			return;
		}
		asking = new AbortController();
		let answer;
		try {
			const response = await fetch(some[0].section.dataset.action + "/preview",
				{ method: "POST", body: form(some), signal: asking.signal });
			answer = await response.json();
		} catch (error) {
			if (error.name !== "AbortError") {
				some.forEach(function (g) { bar(g, tr("Checks and sums are not available right now. You can still save.")); });
			}
			return;
		}
		some.forEach(function (g) {
			notes(g, answer);
			const total = (answer.totals || {})[g.path];
			part(g, "foot").replaceChildren(...(total ? [drawSums(total)] : []));
			bar(g, answer.error);
		});
		if (answer.checks) {
			drawChecks(answer.checks, some);
		}
	}

	/** changed is called after every step of a grid. */
	function changed(g) {
		messages.delete(g.path);
		if (!g.dirty()) {
			settle(g);
		} else {
			bar(g);
		}
		forget();
		timer = setTimeout(preview, wait);
	}

	/** forget cancels the running and the planned preview. */
	function forget() {
		clearTimeout(timer);
		if (asking) {
			asking.abort();
		}
	}

	/** refused shows why a table was not saved. Unsaved rows stay. */
	function refused(g, answer) {
		notes(g, answer);
		messages.set(g.path, answer.error);
		bar(g);
		announce(answer.error);
		const cell = g.section.querySelector("[aria-invalid]");
		if (cell) {
			cell.scrollIntoView({ block: "nearest", inline: "nearest" });
		}
	}

	/** save replaces the saved table by the current rows. */
	async function save(g) {
		if (saving) {
			return;
		}
		saving = g.path;
		forget();
		const old = g.savedRows();
		const sent = g.now();
		try {
			const response = await fetch(g.section.dataset.action, { method: "POST", body: form([g]) });
			const text = await response.text();
			if ((response.headers.get("Content-Type") || "").startsWith("application/json")) {
				refused(g, JSON.parse(text));
				return;
			}
			const page = new DOMParser().parseFromString(text, "text/html");
			if (!page.querySelector("[data-sheet]")) {
				const sentence = page.querySelector("main p, main .alert");
				refused(g, { error: tr("Nothing was saved. Your changes are still here.") + " " +
					(sentence ? sentence.textContent : "") });
				return;
			}
			if (response.ok) {
				g.endEdit(true);
				before.set(g.path, old);
				own = g.path;
				if (g.now() === sent) {
					g.history().settle(null); // the saved rows replace them
				}
			}
			replace(page);
			const message = page.querySelector(response.ok ? "main > .alert.good" : "[data-refused]");
			finished(grids.get(g.path), response.ok, message ? message.textContent : "");
		} catch {
			refused(g, { error: tr("Connection lost. Your changes are still here.") });
		} finally {
			saving = own = "";
		}
	}

	/** finished shows the result of a save after the page shows the new state. */
	function finished(g, ok, text) {
		if (!g) {
			notice(text);
			return;
		}
		if (ok) {
			messages.delete(g.path);
			bar(g);
			notice(text);
			button(g, "back").focus({ preventScroll: true });
			return;
		}
		messages.set(g.path, text + " " + (g.dirty() ? tr("Your changes are still in the table.")
			: tr("The table shows the newer rows. Use Undo to restore yours.")));
		bar(g);
		announce(messages.get(g.path));
	}

	const actions = {
		save: save,
		discard: function (g) { g.step(g.savedRows()); },
		back: function (g) {
			g.step(g.adopt(before.get(g.path)));
			save(g);
		},
	};

	/** attach makes grids of the tables on the page. It keeps unsaved input: in the table if the
	    saved table is unchanged, otherwise as a step that Undo restores. */
	function attach() {
		const old = grids;
		forget();
		grids = new Map();
		checks = document.querySelector("[data-checks]");
		checks = checks && checks.cloneNode(true);
		behave("data-grid", function (section, path) {
			if (section.querySelector("form")) {
				return; // its cells are corrected by their own forms
			}
			const g = grid(section, function () { changed(g); });
			grids.set(path, g);
			feet.set(path, part(g, "foot").cloneNode(true));
			const was = old.get(path);
			if (was) {
				goOn(g, was);
			}
			section.addEventListener("click", function (event) {
				const pressed = event.target.closest("[data-do]");
				if (pressed && actions[pressed.dataset.do]) {
					g.endEdit(true);
					actions[pressed.dataset.do](g);
				}
			});
			bar(g);
		});
		if (unsaved().length > 0) {
			preview();
		}
	}

	function goOn(g, was) {
		const rows = g.now();
		const history = was.history();
		if (history.now() === null || !was.dirty()) {
			history.settle(rows);
		} else if (g.path !== own && !of.same(rows, was.savedRows())) {
			history.change(rows); // another user's; Undo restores the unsaved input
			before.delete(g.path);
			messages.set(g.path, tr("Another user changed the table. It shows the newer rows. Use Undo to restore yours."));
		}
		g.take(history);
	}

	document.addEventListener("docmill:replaced", function () {
		grids.forEach(function (g) { g.endEdit(true); });
		attach();
	});
	addEventListener("beforeunload", function (event) {
		grids.forEach(function (g) { g.endEdit(true); });
		if (unsaved().length > 0) {
			event.preventDefault();
		}
	});
	document.addEventListener("keydown", function (event) {
		const section = event.target.closest && event.target.closest("[data-grid]");
		const g = section && grids.get(section.dataset.grid);
		if (g && (event.ctrlKey || event.metaKey) && event.key === "s") {
			event.preventDefault();
			g.endEdit(true);
			if (g.dirty()) {
				save(g);
			}
		}
	});
	attach();
})();
