// A table of a document as a grid: users edit cells in place, and add, move and remove rows. It
// follows the grid pattern of WAI-ARIA: one cell is a Tab stop, arrow keys move between cells.
// gridsave.js saves the changes.
(function () {
	"use strict";

	const { announce, make, rows: of, tr } = window.docmill;

	/** grid makes a grid of a section with a table. kept is the history of the previous grid of
	    that table. changed is called after every step. */
	function grid(section, changed) {
		const path = section.dataset.grid;
		const title = section.querySelector("h2").textContent;
		const table = section.querySelector("table");
		const body = table.tBodies[0];
		const head = table.tHead.rows[0];
		const columns = Array.from(head.cells, columnOf);
		const saved = Array.from(body.rows, savedRow);
		const problems = new Map(); // errors of cells, by key
		const readings = new Map(); // interpretations of cells, by key
		let history = of.history(saved.map(function (r) { return r.row; }));
		let active = { row: 0, column: 0 };
		let editing = null; // {field, row, column}

		function columnOf(th) {
			return { name: th.dataset.column, title: th.textContent, numeric: th.classList.contains("num") };
		}

		/** savedRow keeps the cells of a row as the page shows them. */
		function savedRow(tr, i) {
			const cells = {};
			const shown = {};
			Array.from(tr.cells).forEach(function (td, k) {
				td.querySelectorAll(".correct").forEach(function (e) { e.remove(); });
				cells[columns[k].name] = td.querySelector("[data-text]").dataset.text;
				shown[columns[k].name] = td;
			});
			return { row: of.row(table, cells, i), shown: shown };
		}

		const now = function () { return history.now(); };
		const savedRows = function () { return saved.map(function (r) { return r.row; }); };
		const dirty = function () { return !of.same(now(), savedRows()); };
		const adopt = function (rows) { return of.adopt(rows, table, savedRows()); };
		const keyOf = function (row, name) { return row.id + " " + name; };
		const textOf = function (r, c) { return now()[r].cells[columns[c].name] || ""; };

		/** drawCell makes a cell. An unchanged cell shows the confidence and the box of the saved
		    value. */
		function drawCell(row, c) {
			const name = columns[c].name;
			const text = row.cells[name] || "";
			const before = row.origin !== null && saved[row.origin] ? saved[row.origin] : null;
			const shown = before && before.shown[name];
			const unchanged = before && (before.row.cells[name] || "") === text;
			let td;
			if (shown && unchanged) {
				td = shown.cloneNode(true);
			} else {
				td = make("td", columns[c].numeric ? "num" : "");
				const line = make("div", "value-line");
				line.append(make("span", "what", text));
				td.append(line);
				if (shown) {
					td.id = shown.id;
					td.dataset.field = shown.dataset.field;
				}
				td.classList.toggle("unsaved", !unchanged && !(text === "" && !before));
			}
			td.tabIndex = -1;
			tell(td, keyOf(row, name));
			return td;
		}

		/** tell shows next to a cell how it is interpreted, or why it is invalid. */
		function tell(td, key) {
			td.querySelectorAll(".cell-note").forEach(function (e) { e.remove(); });
			td.toggleAttribute("aria-invalid", false);
			if (problems.has(key)) {
				td.setAttribute("aria-invalid", "true");
				td.append(make("p", "cell-note problem", problems.get(key)));
			} else if (readings.has(key)) {
				td.append(make("p", "cell-note soft", "= " + readings.get(key)));
			}
		}

		function drawRow(row, r) {
			const line = document.createElement("tr");
			const number = make("th", "row-number", String(r + 1));
			number.scope = "row";
			line.append(number, ...columns.map(function (_c, c) { return drawCell(row, c); }));
			return line;
		}

		function draw() {
			editing = null;
			body.replaceChildren(...now().map(drawRow));
			section.classList.toggle("unwritten", now().length === 0);
			activate(active.row, active.column);
		}

		const cellAt = function (r, c) { return body.rows[r] && body.rows[r].cells[c + 1]; };

		/** activate makes a cell the Tab stop and the target of the tools. */
		function activate(r, c, focused) {
			body.querySelectorAll('[tabindex="0"]').forEach(function (td) { td.tabIndex = -1; });
			body.querySelectorAll("[data-current]").forEach(function (tr) { delete tr.dataset.current; });
			active = {
				row: Math.max(0, Math.min(r, now().length - 1)), column: Math.max(0, Math.min(c, columns.length - 1)),
			};
			const td = cellAt(active.row, active.column);
			if (!td) {
				return;
			}
			td.tabIndex = 0;
			td.parentElement.dataset.current = "";
			if (focused) {
				td.focus();
			}
		}

		/** step replaces the rows and adds a step to the history. */
		function step(rows) {
			history.change(rows);
			draw();
			changed();
		}

		/** setCell is step for one cell. It redraws only that cell, so that a mouse click that
		    ended the editing reaches its target. */
		function setCell(r, c, text) {
			const row = now()[r];
			const cells = Object.assign({}, row.cells);
			cells[columns[c].name] = text;
			const rows = now().slice();
			rows[r] = of.withCells(row, cells);
			problems.delete(keyOf(row, columns[c].name));
			readings.delete(keyOf(row, columns[c].name));
			history.change(rows);
			redrawCell(r, c);
			changed();
		}

		function redrawCell(r, c) {
			const td = drawCell(now()[r], c);
			td.tabIndex = r === active.row && c === active.column ? 0 : -1;
			cellAt(r, c).replaceWith(td);
		}

		/** edit opens the field of the active cell; text is its initial content if the user typed a
		    key. */
		function edit(text) {
			const column = columns[active.column];
			const td = cellAt(active.row, active.column);
			if (!td) {
				return;
			}
			const field = document.createElement(column.numeric ? "input" : "textarea");
			field.className = "cell-field";
			field.value = text === undefined ? textOf(active.row, active.column) : text;
			field.autocomplete = "off";
			if (!column.numeric) {
				field.rows = Math.max(1, field.value.split("\n").length);
			}
			field.setAttribute("aria-label", tr("{0}, row {1}: {2}", title, active.row + 1, column.title));
			editing = { field: field, row: active.row, column: active.column };
			td.classList.add("editing");
			td.append(field);
			field.focus();
			if (text === undefined) {
				field.select();
			}
		}

		/** endEdit closes the field and keeps or discards its content. */
		function endEdit(keep) {
			if (!editing) {
				return;
			}
			const { field, row, column } = editing;
			editing = null;
			if (keep && field.value !== textOf(row, column)) {
				setCell(row, column, field.value);
			} else {
				redrawCell(row, column);
			}
		}

		/** paste fills cells starting at the active one, and adds rows if needed. */
		function paste(text) {
			const block = of.readBlock(text);
			const rows = now().slice();
			let left = 0;
			block.forEach(function (texts, i) {
				const r = active.row + i;
				const old = rows[r] || of.row(table, {});
				const cells = Object.assign({}, old.cells);
				texts.forEach(function (value, k) {
					const column = columns[active.column + k];
					if (column) {
						cells[column.name] = value;
						problems.delete(keyOf(old, column.name));
						readings.delete(keyOf(old, column.name));
					} else if (value !== "") {
						left += 1;
					}
				});
				rows[r] = of.withCells(old, cells);
			});
			step(rows);
			activate(active.row, active.column, true);
			announce(left > 0 ? tr("{0} rows pasted. {1} cells did not fit any column.", block.length, left)
				: tr("{0} rows pasted.", block.length));
		}

		function move(by) {
			const to = active.row + by;
			if (to < 0 || to >= now().length) {
				return;
			}
			const rows = now().slice();
			rows.splice(to, 0, rows.splice(active.row, 1)[0]);
			active.row = to;
			step(rows);
			announce(tr("Moved to row {0}.", to + 1));
		}

		function insert(row) {
			const rows = now().slice();
			const to = rows.length === 0 ? 0 : active.row + 1;
			rows.splice(to, 0, row);
			active.row = to;
			step(rows);
			announce(tr("Row {0} added.", to + 1));
		}

		/** travel goes one step back or forward and announces it. */
		function travel(back) {
			if (!(back ? history.canUndo() : history.canRedo())) {
				return;
			}
			if (back) {
				history.undo();
			} else {
				history.redo();
			}
			problems.clear();
			readings.clear();
			history.settle(adopt(now()));
			columnsFor(now());
			draw();
			changed();
			announce(back ? tr("Undone.") : tr("Redone."));
		}

		/** addColumn shows a further column of the document type. */
		function addColumn(name) {
			const option = section.querySelector('[data-more] option[value="' + CSS.escape(name) + '"]');
			if (!option || columns.some(function (c) { return c.name === name; })) {
				return;
			}
			columns.push({ name: name, title: option.textContent, numeric: option.dataset.numeric === "true" });
			const th = make("th", option.dataset.numeric === "true" ? "num" : "", option.textContent);
			th.scope = "col";
			head.append(th);
			option.remove();
		}

		function columnsFor(rows) {
			rows.forEach(function (r) {
				Object.keys(r.cells).forEach(function (name) {
					if (r.cells[name] !== "") {
						addColumn(name);
					}
				});
			});
		}

		const actions = {
			add: function () {
				const at = now().length;
				insert(of.row(table, columns[0].name === "" ? { "": "" } : {}));
				activate(at === 0 ? 0 : active.row, 0, true);
				edit();
			},
			duplicate: function () {
				if (now().length > 0) {
					insert(of.row(table, Object.assign({}, now()[active.row].cells)));
				}
			},
			up: function () { move(-1); },
			down: function () { move(1); },
			remove: function () {
				if (now().length > 0) {
					const rows = now().slice();
					rows.splice(active.row, 1);
					const n = active.row + 1;
					step(rows);
					announce(tr("Row {0} removed.", n));
				}
			},
			undo: function () { travel(true); },
			redo: function () { travel(false); },
		};

		window.docmill.gridKeys({
			section: section, body: body, columns: columns, now: now, textOf: textOf,
			active: function () { return active; }, field: function () { return editing && editing.field; },
			activate: activate, edit: edit, endEdit: endEdit, setCell: setCell, move: move, travel: travel, paste: paste,
		});
		// Pressing a tool leaves the field open, so that nothing moves below the pointer.
		section.querySelectorAll("[data-tools], [data-bar]").forEach(function (tools) {
			tools.addEventListener("mousedown", function (event) {
				if (event.target.closest("button")) {
					event.preventDefault();
				}
			});
		});
		section.addEventListener("click", function (event) {
			const button = event.target.closest("[data-do]");
			if (button && actions[button.dataset.do]) {
				const inGrid = body.contains(document.activeElement);
				endEdit(true);
				actions[button.dataset.do]();
				if (inGrid && !editing) {
					activate(active.row, active.column, true);
				}
			}
		});
		section.addEventListener("change", function (event) {
			if (event.target.matches("[data-more]") && event.target.value !== "") {
				addColumn(event.target.value);
				draw();
				activate(active.row, columns.length - 1, true);
			}
		});

		const first = make("th", "row-number", tr("Row"));
		first.scope = "col";
		head.prepend(first);
		table.setAttribute("role", "grid");
		table.setAttribute("aria-labelledby", "t-" + path);
		table.setAttribute("aria-describedby", "how-" + path);
		section.querySelector(".scroll").removeAttribute("tabindex");
		section.querySelector("[data-tools]").hidden = false;
		draw();

		return {
			path: path, section: section, title: title, now: now, savedRows: savedRows, dirty: dirty,
			endEdit: endEdit, step: step, adopt: adopt,
			canUndo: function () { return history.canUndo(); },
			canRedo: function () { return history.canRedo(); },
			history: function () { return history; },
			/** take continues the history of the previous grid. */
			take: function (other) {
				history = other;
				history.settle(adopt(now()));
				columnsFor(now());
				draw();
			},
			/** note marks cells: errors, and interpretations of the others. */
			note: function (wrong, read) {
				problems.clear();
				readings.clear();
				wrong.forEach(function (text, key) { problems.set(key, text); });
				read.forEach(function (text, key) { readings.set(key, text); });
				now().forEach(function (row, r) {
					columns.forEach(function (column, c) { tell(cellAt(r, c), keyOf(row, column.name)); });
				});
			},
			keyOf: keyOf,
		};
	}

	window.docmill.grid = grid;
})();
