// Keys, mouse and clipboard of a grid. While a cell is edited, Enter moves down and Tab moves
// right. Otherwise arrow keys move, and typing starts editing.
(function () {
	"use strict";

	/** gridKeys handles the events of a grid; ui is the grid's interface. */
	window.docmill.gridKeys = function (ui) {
		/** keysInField end the editing of a cell. */
		function keysInField(event) {
			if (event.isComposing) {
				return;
			}
			if (event.key === "Escape") {
				event.preventDefault();
				ui.endEdit(false);
				ui.activate(ui.active().row, ui.active().column, true);
			} else if (event.key === "Enter" && !event.shiftKey && !event.altKey) {
				event.preventDefault();
				ui.endEdit(true);
				ui.activate(ui.active().row + 1, ui.active().column, true);
			} else if (event.key === "Tab") {
				const next = ui.active().row * ui.columns.length + ui.active().column + (event.shiftKey ? -1 : 1);
				ui.endEdit(true);
				if (next < 0 || next >= ui.now().length * ui.columns.length) {
					ui.activate(ui.active().row, ui.active().column, true);
					return; // leave the grid
				}
				event.preventDefault();
				ui.activate(Math.floor(next / ui.columns.length), next % ui.columns.length, true);
				ui.edit();
			}
		}

		const arrows = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

		/** keysInCell handles a key while no cell is edited. It returns whether it handled the key.
		    */
		function keysInCell(event) {
			const command = event.ctrlKey || event.metaKey;
			if (event.altKey && (event.key === "ArrowUp" || event.key === "ArrowDown")) {
				ui.move(event.key === "ArrowUp" ? -1 : 1);
				ui.activate(ui.active().row, ui.active().column, true);
			} else if (event.altKey) {
				return false;
			} else if (arrows[event.key]) {
				ui.activate(ui.active().row + arrows[event.key][0], ui.active().column + arrows[event.key][1], true);
			} else if (event.key === "Home" || event.key === "End") {
				const end = event.key === "End";
				ui.activate(command ? (end ? ui.now().length : 0) : ui.active().row, end ? ui.columns.length : 0, true);
			} else if (event.key === "Enter" || event.key === "F2" || event.key === " ") {
				ui.edit();
			} else if (event.key === "Delete" || event.key === "Backspace") {
				if (ui.textOf(ui.active().row, ui.active().column) !== "") {
					ui.setCell(ui.active().row, ui.active().column, "");
					ui.activate(ui.active().row, ui.active().column, true);
				}
			} else if (!command && event.key.length === 1) {
				ui.edit("");
				return false; // the field receives the key itself, as with dead keys and input methods
			} else {
				return false;
			}
			return true;
		}

		ui.section.addEventListener("keydown", function (event) {
			if (event.target === ui.field()) {
				keysInField(event);
				return;
			}
			const command = event.ctrlKey || event.metaKey;
			if (command && /^[zZyY]$/.test(event.key)) {
				const inCell = ui.body.contains(event.target);
				event.preventDefault();
				ui.travel(!(event.shiftKey || event.key.toLowerCase() === "y"));
				ui.activate(ui.active().row, ui.active().column, inCell);
			} else if (event.target.closest("td") && ui.body.contains(event.target) && keysInCell(event)) {
				event.preventDefault();
			}
		});
		ui.body.addEventListener("focusout", function (event) {
			if (event.target === ui.field()) {
				ui.endEdit(true);
			}
		});
		ui.body.addEventListener("click", function (event) {
			const td = event.target.closest("td");
			if (td && !td.classList.contains("editing")) {
				ui.activate(td.parentElement.sectionRowIndex, td.cellIndex - 1, true);
				ui.edit();
			}
		});
		ui.section.addEventListener("paste", function (event) {
			const text = event.clipboardData.getData("text/plain");
			const inField = event.target === ui.field();
			const block = text.includes("\t") || /\n./.test(text) && !(inField && ui.field().matches("textarea"));
			if (!ui.body.contains(event.target) || inField && !block || text === "") {
				return;
			}
			event.preventDefault();
			ui.endEdit(false);
			ui.paste(text);
		});
		ui.section.addEventListener("copy", function (event) {
			const td = event.target.closest && event.target.closest("td");
			if (td && !ui.field() && getSelection().isCollapsed) {
				event.preventDefault();
				event.clipboardData.setData("text/plain", ui.textOf(ui.active().row, ui.active().column));
			}
		});
	};
})();
