// The rows of a table that is edited, with their history and pasted blocks. A row is {id, origin,
// of, cells}: origin is its row number in the saved table "of", null for a new row; cells are texts
// by column. Rows are immutable, so that each step keeps its rows.
(function () {
	"use strict";

	let last = 0;

	/** row makes a new row of a table. */
	function row(table, cells, origin) {
		last += 1;
		return { id: last, origin: origin === undefined ? null : origin, of: table, cells: cells };
	}

	/** withCells returns a copy of a row with other values. */
	function withCells(r, cells) { return { id: r.id, origin: r.origin, of: r.of, cells: cells }; }

	/** history keeps the steps of a table, beginning with its first rows. */
	function history(start) {
		let steps = [start];
		let at = 0;
		return {
			now: function () { return steps[at]; },
			change: function (rows) {
				steps = steps.slice(0, at + 1).concat([rows]);
				at += 1;
			},
			/** settle replaces the current rows by the saved rows. */
			settle: function (rows) { steps[at] = rows; },
			canUndo: function () { return at > 0; },
			canRedo: function () { return at < steps.length - 1; },
			undo: function () { at -= 1; },
			redo: function () { at += 1; },
		};
	}

	/** filled returns the rows that have a value; only these are saved. */
	function filled(rows) {
		return rows.filter(function (r) {
			return Object.values(r.cells).some(function (text) { return text.trim() !== ""; });
		});
	}

	/** plain returns rows as they are sent: objects, or texts if the list has single values. */
	function plain(rows) {
		return filled(rows).map(function (r) {
			if ("" in r.cells) {
				return r.cells[""].trim();
			}
			const values = {};
			Object.keys(r.cells).sort().forEach(function (name) {
				if (r.cells[name].trim() !== "") {
					values[name] = r.cells[name].trim();
				}
			});
			return values;
		});
	}

	/** same reports whether saving two tables gives the same result. */
	function same(a, b) { return JSON.stringify(plain(a)) === JSON.stringify(plain(b)); }

	/** adopt matches rows of an earlier table with rows of the saved one. Rows that share most
	    cells are matched first. */
	function adopt(rows, table, saved) {
		const strange = rows.filter(function (r) { return r.of !== table; });
		const taken = new Set(rows.filter(function (r) { return r.of === table; }).map(function (r) { return r.origin; }));
		const pairs = [];
		strange.forEach(function (r) {
			saved.forEach(function (other, i) {
				const shared = Object.keys(r.cells).filter(function (name) {
					return r.cells[name] !== "" && r.cells[name] === other.cells[name];
				}).length;
				if (shared > 0 && !taken.has(i)) {
					pairs.push({ row: r, origin: i, shared: shared });
				}
			});
		});
		pairs.sort(function (a, b) { return b.shared - a.shared; });
		const origins = new Map();
		pairs.forEach(function (p) {
			if (!origins.has(p.row) && !taken.has(p.origin)) {
				origins.set(p.row, p.origin);
				taken.add(p.origin);
			}
		});
		return rows.map(function (r) {
			return r.of === table ? r : { id: r.id, origin: origins.has(r) ? origins.get(r) : null, of: table, cells: r.cells };
		});
	}

	/** readBlock reads cells in the format of spreadsheets: one row per line, cells separated by
	    tabs, quotes around cells that contain one of them. */
	function readBlock(text) {
		const rows = [[]];
		const cells = /(?:"((?:[^"]|"")*)"(?=[\t\r\n]|$)|([^\t\r\n]*))(\t|\r\n|\r|\n|$)/gy;
		for (;;) {
			const m = cells.exec(text);
			if (!m) {
				break;
			}
			rows[rows.length - 1].push(m[1] === undefined ? m[2].trim() : m[1].replace(/""/g, '"').trim());
			if (m[3] === "" || cells.lastIndex >= text.length && m[3] !== "\t") {
				break;
			}
			if (m[3] !== "\t") {
				rows.push([]);
			}
		}
		return rows;
	}

	window.docmill.rows = { adopt, filled, history, plain, readBlock, row, same, withCells };
})();
