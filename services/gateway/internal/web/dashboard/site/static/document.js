// The page of a document: values and their places on the pages, corrections, review.
(function () {
	"use strict";

	const { behave, behaveCopy, make, notice, tr } = window.docmill;

	// A field and its box on the page are highlighted together. One listener handles all of them,
	// because parts of the page are replaced, and a box with a focus listener would be a Tab stop.
	behave("data-sheet", function (sheet) {
		const pages = sheet.querySelector(".pages");
		let shown = null; // the requested box, until the user scrolls

		function find(kind, path) {
			return sheet.querySelector("[data-" + kind + '="' + CSS.escape(path) + '"]');
		}

		function light(path) {
			sheet.querySelectorAll(".lit").forEach(function (e) { e.classList.remove("lit"); });
			if (path) {
				[find("box", path), find("field", path)].forEach(function (e) {
					if (e) {
						e.classList.add("lit");
					}
				});
			}
		}

		/** pathOf returns the path of the field or box that contains an element. */
		function pathOf(element) {
			const place = element && element.closest("[data-field], [data-box]");
			return place ? place.dataset.field || place.dataset.box : null;
		}

		/** fit makes the pages as high as the visible part of their column, so that every place on
		    them can be scrolled into view. */
		function fit() {
			const beside = getComputedStyle(pages).position === "sticky";
			const top = Math.max(pages.getBoundingClientRect().top, 16);
			pages.style.maxHeight = beside ? Math.max(innerHeight - top - 16, 160) + "px" : "";
		}

		/** reveal scrolls the pages only. It scrolls the window only if the whole picture is out of
		    sight. */
		function reveal(path, fromAfar) {
			const box = pages && find("box", path);
			if (!box) {
				return;
			}
			shown = path;
			// The pictures up to this one decide its vertical position.
			const figures = Array.from(pages.querySelectorAll("figure"));
			figures.slice(0, figures.indexOf(box.closest("figure")) + 1).forEach(function (figure) {
				figure.querySelector("img").loading = "eager";
			});
			let view = pages.getBoundingClientRect();
			if (fromAfar && (view.bottom < view.height / 2 || view.top > innerHeight - view.height / 2)) {
				pages.scrollIntoView({ block: "center" });
				view = pages.getBoundingClientRect();
			}
			const at = box.getBoundingClientRect();
			const bar = pages.querySelector(".viewer-bar"); // covers the top of the pages
			const top = Math.max(view.top, 0) + (bar ? bar.offsetHeight : 0);
			const bottom = Math.min(view.bottom, innerHeight);
			if (at.top < top || at.bottom > bottom) {
				pages.scrollTop += at.top - top - (bottom - top - at.height) / 2;
			}
		}

		if (pages) {
			fit();
			addEventListener("resize", fit);
			addEventListener("scroll", fit, { passive: true });
			["wheel", "touchmove", "keydown", "pointerdown"].forEach(function (name) {
				pages.addEventListener(name, function () { shown = null; }, { passive: true });
			});
			pages.addEventListener("load", function () {
				if (shown) {
					reveal(shown);
				}
			}, true);
		}

		sheet.addEventListener("mouseover", function (event) {
			light(pathOf(event.target) || pathOf(document.activeElement));
		});
		sheet.addEventListener("mouseleave", function () { light(pathOf(document.activeElement)); });
		sheet.addEventListener("focusin", function (event) {
			const path = pathOf(event.target);
			if (path) {
				light(path);
				reveal(path);
			}
		});
		sheet.addEventListener("focusout", function () { light(null); });
		sheet.addEventListener("click", function (event) {
			const box = event.target.closest("[data-box]");
			if (box) {
				const field = find("field", box.dataset.box);
				if (field) {
					field.scrollIntoView({ block: "center" });
				}
				return;
			}
			const path = pathOf(event.target);
			if (!path) {
				return;
			}
			const link = event.target.closest("a");
			const toBox = link && !link.dataset.edit && link.hash.startsWith("#b-") && find("box", path);
			if (toBox) {
				event.preventDefault();
			}
			reveal(path, toBox);
		});
		sheet.querySelectorAll(".page-picture img").forEach(function (image) {
			image.addEventListener("error", function () {
				image.closest("figure").classList.add("missing");
				image.closest("figure").append(make("p", "alert warn", tr("The page image is not available right now.")));
			});
		});
	});

	// Corrections in place, one at a time.
	let closeEdit = function () {};

	/** edit replaces the value of a field by its form and returns the form. */
	function edit(link) {
		const template = document.getElementById("edit-form");
		const line = link.closest("[data-value]");
		const form = template.content.firstElementChild.cloneNode(true);
		form.elements.path.value = link.dataset.edit;
		form.elements.value.value = line.querySelector("[data-text]").dataset.text;
		closeEdit();
		closeEdit = function () {
			form.remove();
			line.hidden = false;
			closeEdit = function () {};
		};
		line.hidden = true;
		line.after(form);
		form.elements.value.select();
		return form;
	}

	document.addEventListener("click", function (event) {
		const link = event.target.closest("[data-edit], [data-missing], [data-cancel]");
		if (!link || event.ctrlKey || event.metaKey || event.shiftKey) {
			return;
		}
		if (link.dataset.edit) {
			event.preventDefault();
			edit(link);
			return;
		}
		if (link.dataset.missing) {
			const field = document.querySelector('[data-edit="' + CSS.escape(link.dataset.missing) + '"]');
			if (field) {
				event.preventDefault();
				const fold = field.closest("details");
				if (fold) {
					fold.open = true;
				}
				field.scrollIntoView({ block: "center" });
				edit(field);
			}
			return;
		}
		cancel(event, link.closest("form"));
	});

	/** cancel closes a form that was opened in place and focuses its link. */
	function cancel(event, form) {
		const line = form.previousElementSibling;
		if (!line || !line.matches("[data-value]")) {
			return; // the form was part of the page: follow its link
		}
		event.preventDefault();
		closeEdit();
		line.querySelector("[data-edit]").focus();
	}

	document.addEventListener("keydown", function (event) {
		const form = event.target.closest("form[data-edit-form]");
		if (form && event.key === "Escape") {
			cancel(event, form);
		}
	});

	/** refuse shows in a form why its value was refused. */
	function refuse(form, text) {
		const message = make("p", "alert bad", text);
		message.setAttribute("role", "alert");
		if (!form.isConnected) { // another user was faster, and the page has a new form
			form = document.querySelector(".values form[data-edit-form]");
		}
		if (!form) { // the value no longer exists
			document.querySelector("[data-review]").before(message);
			return;
		}
		form.querySelectorAll(".alert").forEach(function (e) { e.remove(); });
		form.append(message);
		form.elements.value.focus();
	}

	/** replace updates the document from a response. The order of the values and unsaved input
	    stay. */
	function replace(answer) {
		const open = document.querySelector(".values form[data-edit-form]");
		const typed = open && { path: open.elements.path.value, value: open.elements.value.value };
		closeEdit = function () {};
		const order = new Map();
		document.querySelectorAll(".value-list > .value").forEach(function (e, i) { order.set(e.dataset.field, i); });
		const folds = Array.from(document.querySelectorAll(".values details[open]")).length > 0;
		["[data-review]", "[data-facts]", ".values"].forEach(function (selector) {
			document.querySelector(selector).replaceChildren(...answer.querySelector(selector).childNodes);
		});
		document.querySelectorAll(".value-list").forEach(function (list) {
			const place = function (e) { return order.has(e.dataset.field) ? order.get(e.dataset.field) : order.size; };
			list.append(...Array.from(list.children).sort(function (a, b) { return place(a) - place(b); }));
		});
		if (folds) {
			document.querySelectorAll(".values details").forEach(function (e) { e.open = true; });
		}
		answer.querySelectorAll(".page-picture").forEach(function (figure) {
			const source = figure.querySelector("img").getAttribute("src");
			const mine = document.querySelector('.page-picture img[src="' + CSS.escape(source) + '"]');
			if (mine) {
				mine.closest("figure").querySelector(".boxes").replaceChildren(...figure.querySelector(".boxes").childNodes);
			}
		});
		behaveCopy(document.querySelector(".values"));
		document.getElementById("edit-form").replaceWith(answer.getElementById("edit-form"));
		const link = typed && document.querySelector('[data-edit="' + CSS.escape(typed.path) + '"]');
		if (link) {
			edit(link).elements.value.value = typed.value;
		}
		document.dispatchEvent(new Event("docmill:replaced"));
	}
	window.docmill.replace = replace;

	/** send sends a form and returns the page of the response. If there is none it shows the reason
	    and returns null. */
	async function send(form, action, tell, otherwise) {
		const body = new URLSearchParams(new FormData(form));
		body.set("action", action);
		let response, answer;
		try {
			response = await fetch(form.getAttribute("action"), { method: "POST", body: body, headers: { Accept: "text/html" } });
			answer = new DOMParser().parseFromString(await response.text(), "text/html");
		} catch {
			tell(tr("Connection lost. Try again."));
			return null;
		}
		const shown = answer.querySelector("[data-sheet]");
		if (!response.ok || !shown) {
			const error = answer.querySelector("form.edit .alert, main .alert.bad");
			const text = error ? error.textContent : otherwise;
			if (response.status === 412 && shown) {
				form.remove(); // the response contains the form with the input, next to the newer values
				replace(answer);
			}
			tell(text);
			return null;
		}
		return answer;
	}

	async function save(form, action) {
		const path = form.elements.path.value;
		const answer = await send(form, action, function (text) { refuse(form, text); },
			tr("The value was not saved. Reload the page and try again."));
		if (!answer) {
			return;
		}
		const saved = answer.querySelector("[data-saved]");
		const text = saved ? saved.textContent : tr("Value saved.");
		if (saved) {
			saved.remove();
		}
		form.remove();
		replace(answer);
		notice(text);
		const here = new URL(location.href); // a reload must not open the form again
		here.searchParams.delete("edit");
		here.searchParams.delete("saved");
		history.replaceState(null, "", here);
		const link = document.querySelector('[data-edit="' + CSS.escape(path) + '"]');
		if (link) {
			link.focus({ preventScroll: true });
			link.scrollIntoView({ block: "nearest" });
		}
	}

	/** say sends a statement about a value (such as a confirmation) and moves to the next unchecked
	    value, or to the end of the review. */
	async function say(form, action) {
		const path = form.elements.path.value;
		const answer = await send(form, action, notice, tr("Nothing was saved. Reload the page and try again."));
		if (!answer) {
			return;
		}
		const done = answer.querySelector("main > .alert.good");
		replace(answer);
		notice(done ? done.textContent : tr("Saved."));
		const same = document.querySelector('[data-field="' + CSS.escape(path) + '"] form.say button');
		const next = document.querySelector(".value-list [data-doubtful] form.say button") ||
			document.querySelector("[data-review] button");
		const focused = action === "confirm" ? next : same;
		if (focused) {
			focused.focus();
		}
	}

	document.addEventListener("submit", async function (event) {
		const form = event.target.closest("form.say");
		if (!form) {
			return;
		}
		event.preventDefault();
		if (!form.dataset.saving) {
			form.dataset.saving = "true";
			await say(form, event.submitter.value);
			delete form.dataset.saving;
		}
	});

	// Shows who else has the document open; each request keeps this user listed.
	const holdEvery = 60000;
	setInterval(async function () {
		const bar = document.querySelector("[data-hold]");
		if (!bar || document.hidden) {
			return;
		}
		try {
			const response = await fetch(bar.dataset.hold);
			if (response.ok) {
				const who = await response.text();
				bar.querySelector("[data-holder]").hidden = who === "";
				bar.querySelector("[data-who]").textContent = who;
			}
		} catch {
			// The next request may succeed.
		}
	}, holdEvery);

	document.addEventListener("submit", async function (event) {
		const form = event.target.closest("form[data-edit-form]");
		if (!form || form.dataset.saving) {
			if (form) {
				event.preventDefault();
			}
			return;
		}
		event.preventDefault();
		form.dataset.saving = "true";
		await save(form, event.submitter ? event.submitter.value : "save");
		delete form.dataset.saving;
	});
})();
