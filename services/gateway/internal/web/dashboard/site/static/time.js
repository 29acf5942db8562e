// Times in the browser's zone and the page's language; the title has UTC.
(function () {
	"use strict";

	// The formats are those of the server, which writes English dates as in en-GB.
	const page = document.documentElement.lang;
	const languages = page === "en" ? "en-GB" : page;

	const local = new Intl.DateTimeFormat(languages, { dateStyle: "medium", timeStyle: "short" });
	const utc = new Intl.DateTimeFormat(languages, { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });

	function show(element) {
		const at = new Date(element.dateTime);
		if (isNaN(at)) {
			return;
		}
		element.title = element.title || utc.format(at) + " UTC";
		element.textContent = local.format(at);
	}

	// A time without a title is the end of a period, which is defined in UTC.
	document.querySelectorAll("time[title]").forEach(show);
	new MutationObserver(function (changes) {
		changes.forEach(function (change) {
			change.addedNodes.forEach(function (node) {
				if (node instanceof HTMLTimeElement) {
					show(node);
				} else if (node instanceof Element) {
					node.querySelectorAll("time").forEach(show);
				}
			});
		});
	}).observe(document.getElementById("main"), { childList: true, subtree: true });
})();
