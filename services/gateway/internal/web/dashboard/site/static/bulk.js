// Selection of documents in a list: ranges with Shift, the whole page, and the count.
(function () {
	"use strict";

	const { behave, tr } = window.docmill;

	behave("data-bulk", function (form) {
		const body = document.querySelector("table.documents tbody");
		const page = form.querySelector("[data-bulk-page]");
		const all = form.querySelector("[data-bulk-all]");
		const count = form.querySelector("[data-bulk-count]");
		const buttons = Array.from(form.querySelectorAll("button"));
		let last = null;

		function boxes() {
			return Array.from(body.querySelectorAll('input[name="document"]'));
		}

		/** show displays the number of selected documents and the actions for them. */
		function show() {
			const every = boxes();
			const ticked = every.filter(function (box) { return box.checked; }).length;
			const whole = Boolean(all && all.checked);
			page.checked = ticked > 0 && ticked === every.length;
			page.indeterminate = ticked > 0 && ticked < every.length;
			every.concat(page).forEach(function (box) { box.disabled = whole; });
			every.forEach(function (box) { box.closest("tr").classList.toggle("picked", box.checked || whole); });
			count.textContent = whole ? "" : tr("{0} selected", ticked);
			form.hidden = every.length === 0;
			buttons.forEach(function (button) { button.disabled = !whole && ticked === 0; });
		}

		/** complete sets the document of the checkbox of a row that was added later. */
		function complete(row) {
			const box = row.querySelector && row.querySelector('input[name="document"]');
			const name = row.querySelector && row.querySelector('[data-part="name"]');
			if (box && row.dataset.document) {
				box.value = row.dataset.document;
				box.setAttribute("aria-label", tr("Select {0}", name ? name.textContent : ""));
			}
		}

		body.addEventListener("click", function (event) {
			const box = event.target;
			if (!(box instanceof HTMLInputElement) || box.name !== "document") {
				return;
			}
			const every = boxes();
			const from = last ? every.indexOf(last) : -1;
			if (event.shiftKey && from >= 0) {
				const to = every.indexOf(box);
				every.slice(Math.min(from, to), Math.max(from, to) + 1).forEach(function (one) { one.checked = box.checked; });
			}
			last = box;
			show();
		});
		page.addEventListener("change", function () {
			boxes().forEach(function (box) { box.checked = page.checked; });
			show();
		});
		if (all) {
			all.addEventListener("change", show);
		}
		new MutationObserver(function (changes) {
			changes.forEach(function (change) { change.addedNodes.forEach(complete); });
			show();
		}).observe(body, { childList: true });
		// After going back the browser restores checkboxes only when this script has run.
		addEventListener("pageshow", show);
		show();
	});
})();
