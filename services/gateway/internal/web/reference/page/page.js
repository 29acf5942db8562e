// Shared by the pages of the API reference: contents, addresses and sample languages. The pages
// work without scripts.
(function () {
	"use strict";

	const languageKept = "docmill-reference-language";

	// Examples show the address that the browser uses.
	document.querySelectorAll("[data-base]").forEach(function (element) { element.textContent = location.origin; });

	// Contents

	const wide = matchMedia("(min-width: 901px)");
	const contents = document.querySelector(".contents details");
	function foldContents() { contents.open = wide.matches; }
	wide.addEventListener("change", foldContents);
	foldContents();
	contents.addEventListener("click", function (event) {
		if (event.target.closest("a") && !wide.matches) {
			contents.open = false;
		}
	});

	/** unfold opens the element that the address names. */
	function unfold() {
		// Addresses of an earlier reference: #/Documents/getDocument.
		const old = /^#\/[^/]+\/(\w+)$/.exec(location.hash);
		if (old && document.getElementById(old[1])) {
			location.replace("#" + old[1]);
			return;
		}
		const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
		if (target && target.tagName === "DETAILS") {
			target.open = true;
			target.scrollIntoView();
		}
	}
	addEventListener("hashchange", unfold);
	unfold();

	const links = new Map();
	document.querySelectorAll('.contents a[href^="#"]').forEach(function (link) { links.set(link.hash.slice(1), link); });
	const inSight = new IntersectionObserver(function (entries) {
		entries.filter(function (e) { return e.isIntersecting; }).forEach(function (e) {
			links.forEach(function (link, id) {
				if (id === e.target.id) {
					link.setAttribute("aria-current", "true");
					if (wide.matches) {
						const box = document.querySelector(".contents");
						box.scrollTop = Math.max(0, link.offsetTop - box.offsetTop - box.clientHeight / 2);
					}
				} else {
					link.removeAttribute("aria-current");
				}
			});
		});
	}, { rootMargin: "-10% 0px -80% 0px" });
	links.forEach(function (_link, id) {
		const target = document.getElementById(id);
		if (target) {
			inSight.observe(target);
		}
	});

	// Filter of the contents

	const filter = document.getElementById("filter");

	/** find shows the entries whose name, method or path contains every word. */
	function find() {
		const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
		let shown = 0;
		document.querySelectorAll(".contents-group").forEach(function (group) {
			const head = group.querySelector(".contents-head").textContent;
			let some = false;
			group.querySelectorAll("li").forEach(function (item) {
				const text = (head + " " + item.textContent + " " + (item.dataset.find || "")).toLowerCase();
				item.hidden = !words.every(function (word) { return text.includes(word); });
				some = some || !item.hidden;
				shown += item.hidden ? 0 : 1;
			});
			group.hidden = !some;
		});
		document.querySelector("[data-filtered]").textContent = words.length === 0 ? "" :
			shown === 0 ? "No entries match." : shown === 1 ? "1 entry" : shown + " entries";
	}

	if (filter) {
		filter.addEventListener("input", find);
		filter.addEventListener("keydown", function (event) {
			const first = document.querySelector(".contents-group:not([hidden]) li:not([hidden]) a");
			if (event.key === "Enter" && filter.value && first) {
				first.click();
			} else if (event.key === "Escape") {
				filter.value = "";
				find();
			}
		});
	}

	// Code in the guides can be copied.
	document.querySelectorAll(".guide pre").forEach(function (code, i) {
		const box = window.docmill.make("div", "with-copy");
		const button = window.docmill.make("button", "button quiet", "Copy");
		button.type = "button";
		code.id = "code-" + i;
		button.dataset.copy = code.id;
		button.append(window.docmill.make("span", "visually-hidden", " the code " + (i + 1)));
		code.replaceWith(box);
		box.append(code, button);
		window.docmill.behaveCopy(box);
	});

	// Sample languages: a choice applies to all samples and is stored.

	const languages = [...document.querySelectorAll(".languages input")];

	function choose(language) {
		languages.forEach(function (input) { input.checked = input.value === language; });
	}

	function stored() {
		try {
			return localStorage.getItem(languageKept);
		} catch {
			return null; // storage is switched off
		}
	}

	function store(language) {
		try {
			localStorage.setItem(languageKept, language);
		} catch {
			// It holds for this page only.
		}
	}

	if (languages.some(function (input) { return input.value === stored(); })) {
		choose(stored());
	}
	languages.forEach(function (input) {
		input.addEventListener("change", function () {
			const before = input.getBoundingClientRect().top;
			choose(input.value);
			store(input.value);
			// The samples above have another height now: keep the pressed button in place.
			scrollBy(0, input.getBoundingClientRect().top - before);
		});
	});
})();
