// Shared by all pages of the dashboard. The pages work without scripts. Elements request a behavior
// with an attribute. Scripts insert server data as text only. window.docmill is the interface for
// the other scripts.
(function () {
	"use strict";

	document.documentElement.classList.add("js");

	/** behave runs f for every element that has the attribute. */
	function behave(attribute, f) {
		document.querySelectorAll("[" + attribute + "]").forEach(function (element) {
			f(element, element.getAttribute(attribute));
		});
	}

	/** announce sends a message to screen readers. */
	function announce(text) {
		document.getElementById("live").textContent = text;
	}

	// Texts in the page's language, from a separate file. English needs none.
	const texts = window.docmillTexts || {};

	function fill(text, parts) {
		return text.replace(/\{(\d)\}/g, function (_all, i) { return parts[i]; });
	}

	/** tr returns a text of the interface in the page's language. {0}, {1} … are replaced by the
	    other arguments. */
	function tr(text, ...parts) {
		return fill(texts[text] || text, parts);
	}

	/** trn returns the singular or the plural text; {0} is replaced by n. */
	function trn(n, one, many, ...parts) {
		const forms = texts[one + " | " + many] || [one, many];
		return fill(forms[(window.docmillOne || [1]).includes(n) ? 0 : 1], [n, ...parts]);
	}

	/** make creates an element with a class and a text. */
	function make(name, className, text) {
		const element = document.createElement(name);
		element.className = className;
		element.textContent = text || "";
		return element;
	}

	let hideNotice = 0;

	/** notice shows a message at any scroll position. */
	function notice(text) {
		const place = document.getElementById("notice");
		place.hidden = false;
		place.textContent = text;
		clearTimeout(hideNotice);
		hideNotice = setTimeout(function () { place.hidden = true; }, 10000);
	}

	/** flash changes the label of a button for a moment. */
	function flash(button, text) {
		const label = button.dataset.label || button.textContent;
		button.dataset.label = label;
		button.textContent = text;
		announce(text);
		setTimeout(function () { button.textContent = label; }, 2000);
	}

	/** copy puts text into the clipboard. Old browsers and pages over plain HTTP select it instead,
	    for Ctrl-C. */
	async function copy(source, button) {
		const field = source instanceof HTMLInputElement;
		try {
			await navigator.clipboard.writeText(field ? source.value : source.textContent);
			flash(button, tr("Copied"));
		} catch {
			if (field) {
				source.select();
			} else {
				getSelection().selectAllChildren(source);
			}
			flash(button, tr("Press Ctrl+C"));
		}
	}

	// Small windows show a part of the navigation: scroll to the current page's entry.
	const here = document.querySelector(".nav [aria-current]");
	if (here) {
		here.closest("nav").scrollLeft = here.offsetLeft - innerWidth / 2 + here.offsetWidth / 2;
	}

	// On phones the stylesheet shows rows as cards, and browsers then remove the table's role.
	const roles = { TABLE: "table", THEAD: "rowgroup", TBODY: "rowgroup", TR: "row", TD: "cell" };
	document.querySelectorAll("table.as-cards").forEach(function (table) {
		[table, ...table.querySelectorAll("thead, tbody, tr, th, td")].forEach(function (part) {
			part.setAttribute("role", roles[part.tagName] || (part.scope === "row" ? "rowheader" : "columnheader"));
		});
	});

	/** behaveCopy activates the copy buttons within an element. */
	function behaveCopy(root) {
		root.querySelectorAll("[data-copy]").forEach(function (button) {
			const source = document.getElementById(button.dataset.copy);
			if (!source) {
				return;
			}
			button.setAttribute("aria-controls", source.id);
			button.addEventListener("click", function () { copy(source, button); });
		});
	}

	behaveCopy(document);

	behave("data-reveal", function (button, id) {
		const input = document.getElementById(id);
		button.addEventListener("click", function () {
			const shown = input.type === "text";
			input.type = shown ? "password" : "text";
			button.textContent = shown ? tr("Show") : tr("Hide");
			button.setAttribute("aria-pressed", String(!shown));
			input.focus();
		});
		// Browsers restore text fields, but not other fields.
		input.form.addEventListener("submit", function () { input.type = "password"; });
	});

	// The page is the response to a form: a reload must not send the form again.
	behave("data-replace-url", function (_element, url) {
		history.replaceState(null, "", url);
	});

	// The secret of a one-time link is in the fragment, which browsers do not send to servers.
	behave("data-welcome", function (form) {
		const secret = location.hash.slice(1);
		if (!secret) {
			return;
		}
		history.replaceState(null, "", location.pathname);
		form.elements.link.value = secret;
		form.submit();
	});

	// Pages without an event stream are reloaded at an interval.
	behave("data-restless", function (_element, seconds) {
		setInterval(function () {
			if (!document.hidden) {
				location.reload();
			}
		}, 1000 * seconds);
	});

	// A file that is dropped anywhere on a page with an upload form is uploaded. On the other pages
	// the browser must not open it.
	const drop = { take: null, area: null };

	function hasFiles(event) {
		return event.dataTransfer && Array.from(event.dataTransfer.types).includes("Files");
	}

	addEventListener("dragover", function (event) {
		if (!hasFiles(event)) {
			return;
		}
		event.preventDefault();
		event.dataTransfer.dropEffect = drop.take ? "copy" : "none";
		if (drop.area) {
			drop.area.classList.add("over");
		}
	});
	addEventListener("dragleave", function (event) {
		if (drop.area && !event.relatedTarget) {
			drop.area.classList.remove("over");
		}
	});
	addEventListener("drop", function (event) {
		if (!hasFiles(event)) {
			return;
		}
		event.preventDefault();
		if (drop.take) {
			drop.area.classList.remove("over");
			drop.take(event.dataTransfer.files);
		}
	});

	window.docmill = { announce: announce, behave: behave, behaveCopy: behaveCopy, drop: drop, make: make, notice: notice, tr: tr, trn: trn };
})();
