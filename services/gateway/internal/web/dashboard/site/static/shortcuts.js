// Keys of a document's page: next value, next document, and the viewer's actions. Single keys can
// be switched off (WCAG 2.2, 2.1.4).
(function () {
	"use strict";

	const { announce, make, tr, viewer } = window.docmill;
	const values = document.querySelector(".values");
	if (!values) {
		return;
	}

	const remembered = "docmill.shortcuts";
	let on = true;
	try {
		on = localStorage.getItem(remembered) !== "off";
	} catch {
		// If the browser has no storage, they are on.
	}

	let looked = ""; // path of the current value

	function look(event) {
		const place = event.target.closest("[data-field], [data-box]");
		if (place) {
			looked = place.dataset.field || place.dataset.box;
		}
	}

	document.addEventListener("focusin", look);
	document.addEventListener("click", look);

	/** editLink returns the link to the form of a value, or null. */
	function editLink(path) {
		return path && values.querySelector('[data-edit="' + CSS.escape(path) + '"]');
	}

	/** openEdit opens the form of the current value. */
	function openEdit() {
		const first = values.querySelector("[data-doubtful] [data-edit]") || values.querySelector("[data-edit]");
		const link = editLink(looked) || first;
		if (link) {
			const fold = link.closest("details");
			if (fold) {
				fold.open = true;
			}
			link.click();
		}
	}

	/** confirmButton has the focus while the user moves from value to value. */
	function confirmButton(row) { return row && row.querySelector("form.say button"); }

	/** step moves to the next or the previous uncertain value. It returns false if there is none.
	    */
	function step(from, back) {
		const doubtful = Array.from(values.querySelectorAll(".value-list > [data-doubtful]"));
		const wanted = back ? Node.DOCUMENT_POSITION_PRECEDING : Node.DOCUMENT_POSITION_FOLLOWING;
		const there = doubtful.filter(function (row) { return from.compareDocumentPosition(row) & wanted; });
		const button = confirmButton(there[back ? there.length - 1 : 0]);
		if (button) {
			button.focus();
		}
		return Boolean(button);
	}

	/** begin moves to the first uncertain value. */
	function begin() {
		const first = confirmButton(values.querySelector(".value-list > [data-doubtful]")) ||
			document.querySelector("[data-review] button");
		first.focus();
	}

	/** leave follows a link to another document, unless the user is typing. */
	function leave(selector) {
		const open = values.querySelector("form[data-edit-form]");
		const link = document.querySelector(selector);
		if (open) {
			open.elements.value.focus();
			announce(tr("Save or cancel this value first."));
		} else if (link) {
			link.click();
		} else {
			announce(tr("No more documents in this direction."));
		}
	}

	// Actions of single keys.
	const single = {
		e: openEdit,
		j: function () { leave("[data-next]"); },
		k: function () { leave("[data-previous]"); },
		"?": function () { dialog.showModal(); },
	};
	if (viewer) {
		Object.assign(single, {
			"+": function () { viewer.zoom(viewer.step); },
			"=": function () { viewer.zoom(viewer.step); }, // the same key without Shift
			"-": function () { viewer.zoom(1 / viewer.step); },
			0: function () { viewer.zoomTo(0); },
			r: viewer.rotate,
			g: viewer.jump,
		});
	}

	/** idle reports whether a key has no function of its own at the focused element. */
	function idle(target) {
		return target === document.body || target.matches("main, .values, .pages");
	}

	// Elements in which keys are input or have their own function.
	const typing = "input, textarea, select, [contenteditable], form[data-edit-form], [role=grid]";

	document.addEventListener("keydown", function (event) {
		const target = event.target;
		const changed = event.ctrlKey || event.altKey || event.metaKey;
		if (!on || changed || event.defaultPrevented || event.isComposing || document.querySelector("dialog[open]") ||
			target.closest(typing)) {
			return;
		}
		let done = false;
		if (event.key === "Tab") {
			const row = target.closest(".value-list > .value");
			done = row ? step(row, event.shiftKey) : target === values && !event.shiftKey && step(document.body.firstElementChild, false);
		} else if (event.key === "Enter" && idle(target)) {
			begin();
			done = true;
		} else if (Object.hasOwn(single, event.key) && !event.repeat) {
			single[event.key]();
			done = true;
		}
		if (done) {
			event.preventDefault();
		}
	});

	function makeDialog() {
		const rows = [
			["Enter", tr("Confirm the focused value or document; starts with the first")],
			["Tab", tr("Next uncertain value")],
			[tr("Shift") + " Tab", tr("Previous uncertain value")],
			["e", tr("Correct the value")],
			["Esc", tr("Cancel the edit")],
			["j", tr("Next document")],
			["k", tr("Previous document")],
			["+ −", tr("Zoom in and out")],
			["0", tr("Fit the page to its column")],
			["r", tr("Rotate the page")],
			["g", tr("Go to a page")],
			[tr("Page Up, Page Down"), tr("Previous page, next page")],
			["?", tr("These shortcuts")],
		];
		const made = make("dialog", "card stack shortcuts");
		made.setAttribute("aria-labelledby", "shortcuts-heading");
		const heading = make("h2", "", tr("Keyboard shortcuts"));
		heading.id = "shortcuts-heading";
		const table = make("table", "table");
		rows.forEach(function (row) {
			const key = make("th", "", row[0]);
			key.scope = "row";
			const line = document.createElement("tr");
			line.append(key, make("td", "", row[1]));
			table.append(line);
		});
		const choice = make("label", "check");
		const box = make("input", "");
		box.type = "checkbox";
		box.checked = on;
		choice.append(box, make("span", "", tr("Single keys, and Tab between values")));
		const close = make("button", "button", tr("Close"));
		close.type = "button";
		close.addEventListener("click", function () { made.close(); });
		box.addEventListener("change", function () {
			on = box.checked;
			try {
				localStorage.setItem(remembered, on ? "on" : "off");
			} catch {
				// It holds until the user leaves the page.
			}
			announce(on ? tr("Shortcuts are on.") : tr("Shortcuts are off."));
		});
		made.append(heading, table, choice, close);
		document.body.append(made);
		return made;
	}

	const dialog = makeDialog();
	const button = make("button", "button quiet", tr("Shortcuts"));
	button.type = "button";
	button.addEventListener("click", function () { dialog.showModal(); });
	document.querySelector(".head .actions").prepend(button);

	window.docmill.looked = function () { return looked; };
	window.docmill.openEdit = openEdit;
})();
