// The form of a document type: adds and removes rows. Without scripts the form has empty rows, and a
// row without a name is left out.
(function () {
	"use strict";

	const rows = document.querySelector("[data-rows]");
	const add = document.querySelector("[data-add-row]");
	if (!rows || !add) {
		return;
	}

	add.addEventListener("click", function () {
		const row = rows.lastElementChild.cloneNode(true);
		row.querySelectorAll("input").forEach(function (input) { input.value = ""; });
		row.querySelector("select").selectedIndex = 0;
		rows.append(row);
		row.querySelector("input").focus();
	});

	rows.addEventListener("click", function (event) {
		const button = event.target.closest("[data-remove-row]");
		if (!button) {
			return;
		}
		const row = button.closest("tr");
		if (rows.children.length > 1) {
			row.remove();
		} else {
			row.querySelectorAll("input").forEach(function (input) { input.value = ""; });
		}
		add.focus();
	});
})();
