// The dashboard's one script: comfort for pages that work without it. Elements
// ask for a behaviour by an attribute; text reaches the page as text only.
(function () {
	"use strict";

	document.documentElement.classList.add("js");

	/** behave runs f for every element that has the attribute. */
	function behave(attribute, f) {
		document.querySelectorAll("[" + attribute + "]").forEach(function (element) {
			f(element, element.getAttribute(attribute));
		});
	}

	/** announce tells a screen reader what changed. */
	function announce(text) {
		document.getElementById("live").textContent = text;
	}

	/** flash shows another label on a button for a moment. */
	function flash(button, text) {
		const label = button.dataset.label || button.textContent;
		button.dataset.label = label;
		button.textContent = text;
		announce(text);
		setTimeout(function () { button.textContent = label; }, 2000);
	}

	/** copy puts text into the clipboard; old browsers and plain HTTP select it
	    instead, for Ctrl-C. */
	async function copy(source, button) {
		const field = source instanceof HTMLInputElement;
		try {
			await navigator.clipboard.writeText(field ? source.value : source.textContent);
			flash(button, "Copied");
		} catch {
			if (field) {
				source.select();
			} else {
				getSelection().selectAllChildren(source);
			}
			flash(button, "Press Ctrl+C");
		}
	}

	// Small windows show the navigation in part: the page's own entry must be in it.
	const here = document.querySelector(".nav [aria-current]");
	if (here) {
		here.closest("nav").scrollLeft = here.offsetLeft - innerWidth / 2 + here.offsetWidth / 2;
	}

	// On phones the stylesheet makes cards of rows, and browsers then forget that
	// there is a table.
	const roles = { TABLE: "table", THEAD: "rowgroup", TBODY: "rowgroup", TR: "row", TD: "cell" };
	document.querySelectorAll("table.as-cards").forEach(function (table) {
		[table, ...table.querySelectorAll("thead, tbody, tr, th, td")].forEach(function (part) {
			part.setAttribute("role", roles[part.tagName] || (part.scope === "row" ? "rowheader" : "columnheader"));
		});
	});

	/** behaveCopy makes the copy buttons within an element work. */
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
			button.textContent = shown ? "Show" : "Hide";
			button.setAttribute("aria-pressed", String(!shown));
			input.focus();
		});
		// Browsers remember what is typed into text fields, and not into others.
		input.form.addEventListener("submit", function () { input.type = "password"; });
	});

	// The answer to a form: reloading it must not send the form once more.
	behave("data-replace-url", function (_element, url) {
		history.replaceState(null, "", url);
	});

	// The secret of a one-time link stands in the fragment, which no server sees.
	behave("data-welcome", function (form) {
		const secret = location.hash.slice(1);
		if (!secret) {
			return;
		}
		history.replaceState(null, "", location.pathname);
		form.elements.link.value = secret;
		form.submit();
	});

	// Documents

	const states = {
		queued: ["Queued", ""], processing: ["Processing", "info"], completed: ["Completed", "good"],
		failed: ["Failed", "bad"], rejected: ["Rejected", "bad"], deleted: ["Deleted", ""],
	};

	/** make creates an element with a class and a text. */
	function make(name, className, text) {
		const element = document.createElement(name);
		element.className = className;
		element.textContent = text || "";
		return element;
	}

	function badge(text, level) {
		return make("span", ("badge " + level).trim(), text);
	}

	/** row finds what shows the state of a document. */
	function row(id) {
		return document.querySelector('[data-document="' + CSS.escape(id) + '"]');
	}

	/** part replaces what a row says of one thing, if it says it at all. */
	function part(element, name, content) {
		const place = element.querySelector('[data-part="' + name + '"]');
		if (place) {
			place.replaceChildren(content);
		}
	}

	/** show writes the state of a document into its row. */
	function show(element, state) {
		element.dataset.state = state.state;
		const [text, level] = states[state.state] || [state.state, ""];
		part(element, "state", badge(text, level));
		if (state.type) {
			part(element, "type", state.type);
		}
		if (state.summary) {
			part(element, "summary", state.summary);
		}
		if (state.percent !== null) {
			part(element, "confidence", badge(state.percent + " %", state.level));
		}
	}

	// The list that new documents come into: that of the newest.
	const list = document.querySelector("[data-growing]");

	/** insert puts a new document at the top of the list; false where it does not
	    belong there. */
	function insert(state) {
		if (!list || state.at < list.dataset.growing) {
			return false;
		}
		const template = document.getElementById("document-row");
		const element = template.content.firstElementChild.cloneNode(true);
		element.dataset.document = state.id;
		const link = element.querySelector('[data-part="name"]');
		link.textContent = state.name;
		link.href = "/documents/" + state.id;
		const at = make("time", "", "just now");
		at.dateTime = state.at;
		part(element, "at", at);
		show(element, state);
		list.querySelector("tbody").prepend(element);
		list.hidden = false;
		document.querySelectorAll("[data-empty]").forEach(function (e) { e.remove(); });
		return true;
	}

	function ended(state) {
		return state !== "queued" && state !== "processing";
	}

	/** open lists what the page shows that has not ended. */
	function open() {
		return Array.from(document.querySelectorAll("[data-document]")).filter(function (e) {
			return e.dataset.document && !ended(e.dataset.state);
		});
	}

	/** changed takes the news of a document. */
	function changed(state) {
		const element = row(state.id);
		if (!element) {
			insert(state);
			return;
		}
		if (ended(element.dataset.state)) {
			return; // states never go back
		}
		show(element, state);
		if (ended(state.state)) {
			announce((state.name || "The document") + ": " + (states[state.state] || [state.state])[0] + ".");
			if (document.querySelector("[data-until-ended]") && open().length === 0) {
				location.reload();
			}
		}
	}

	let stream = null;
	let failures = 0;

	/** listen follows the states while the page is seen: browsers allow a host few
	    connections over all tabs. */
	function listen() {
		if (stream && stream.readyState !== EventSource.CLOSED) {
			return;
		}
		const query = new URLSearchParams({ watch: open().slice(0, 200).map(function (e) { return e.dataset.document; }).join(",") });
		if (list) {
			query.set("since", list.dataset.growing || "1970-01-01T00:00:00Z");
		}
		stream = new EventSource("/documents/events?" + query);
		stream.addEventListener("state", function (event) { changed(JSON.parse(event.data)); });
		stream.addEventListener("open", function () { failures = 0; });
		stream.addEventListener("error", function () {
			// The browser itself comes back after a lost connection, not after a
			// refusal: then there is no session, or no room for the moment.
			if (stream && stream.readyState === EventSource.CLOSED && ++failures < 5) {
				setTimeout(function () {
					if (!document.hidden) {
						listen();
					}
				}, 10000 * failures);
			}
		});
		stream.addEventListener("deleted", function (event) {
			const element = row(JSON.parse(event.data).id);
			if (element) {
				show(element, { state: "deleted", percent: null });
			}
		});
	}

	function rest() {
		if (stream) {
			stream.close();
			stream = null;
		}
	}

	if (list || document.querySelector("[data-live]") && open().length) {
		listen();
		document.addEventListener("visibilitychange", function () {
			if (document.hidden) {
				rest();
			} else {
				listen();
			}
		});
		addEventListener("pagehide", rest);
	}

	// What has no stream of its own is looked at again.
	behave("data-restless", function (_element, seconds) {
		setInterval(function () {
			if (!document.hidden) {
				location.reload();
			}
		}, 1000 * seconds);
	});

	// A file that is dropped is an upload wherever it falls on a page that takes
	// uploads. On no page does the browser open it in the place of the page.
	let takeFiles = null;
	let dropArea = null;

	function hasFiles(event) {
		return event.dataTransfer && Array.from(event.dataTransfer.types).includes("Files");
	}

	addEventListener("dragover", function (event) {
		if (!hasFiles(event)) {
			return;
		}
		event.preventDefault();
		event.dataTransfer.dropEffect = takeFiles ? "copy" : "none";
		if (dropArea) {
			dropArea.classList.add("over");
		}
	});
	addEventListener("dragleave", function (event) {
		if (dropArea && !event.relatedTarget) {
			dropArea.classList.remove("over");
		}
	});
	addEventListener("drop", function (event) {
		if (!hasFiles(event)) {
			return;
		}
		event.preventDefault();
		if (takeFiles) {
			dropArea.classList.remove("over");
			takeFiles(event.dataTransfer.files);
		}
	});

	// Uploads: each file in a request of its own, a few at a time.
	behave("data-drop", function (form, url) {
		const input = form.querySelector('input[type="file"]');
		const uploads = form.querySelector(".uploads");
		const waiting = [];
		let running = 0;

		function fail(item, text) {
			item.querySelector("progress").remove();
			const message = make("span", "message failed", text);
			item.querySelector(".message").replaceWith(message);
			announce(item.querySelector(".name").textContent + ": " + text);
		}

		function done(item, state) {
			if (row(state.id) || insert(state)) {
				item.remove();
				uploads.hidden = uploads.childElementCount === 0;
			} else {
				const link = make("a", "", "Received");
				link.href = "/documents/" + state.id;
				item.querySelector(".message").replaceChildren(link);
			}
			announce(state.name + ": received.");
		}

		function answered(request, item) {
			let body = {};
			try {
				body = JSON.parse(request.responseText);
			} catch {
				// What stands in between has answered, not we.
			}
			if (request.status === 201) {
				done(item, body);
			} else {
				fail(item, body.error || "The upload was refused (" + request.status + ").");
			}
		}

		function send(job) {
			const request = new XMLHttpRequest();
			const data = new FormData();
			data.append("document_type", form.elements.document_type.value);
			data.append("file", job.file);
			const bar = job.item.querySelector("progress");
			const message = job.item.querySelector(".message");
			message.textContent = "0 %";
			request.upload.addEventListener("progress", function (event) {
				if (event.lengthComputable) {
					bar.value = event.loaded / event.total;
					message.textContent = Math.floor(100 * bar.value) + " %";
				}
			});
			request.addEventListener("load", function () { answered(request, job.item); });
			request.addEventListener("error", function () { fail(job.item, "The connection was lost. Try again."); });
			request.addEventListener("loadend", function () { running--; next(); });
			request.open("POST", url);
			request.setRequestHeader("Accept", "application/json");
			running++;
			request.send(data);
		}

		function next() {
			while (running < 3 && waiting.length) {
				send(waiting.shift());
			}
		}

		function take(files) {
			Array.from(files).forEach(function (file) {
				const item = document.createElement("li");
				const bar = document.createElement("progress");
				bar.max = 1;
				bar.value = 0;
				bar.setAttribute("aria-label", "Upload of " + file.name);
				item.append(make("span", "name", file.name), bar, make("span", "message soft", "Waiting"));
				uploads.append(item);
				waiting.push({ file: file, item: item });
			});
			uploads.hidden = uploads.childElementCount === 0;
			next();
		}

		input.required = false;
		input.addEventListener("change", function () {
			take(input.files);
			input.value = "";
		});
		form.addEventListener("submit", function (event) { event.preventDefault(); });
		takeFiles = take;
		dropArea = form;
		addEventListener("beforeunload", function (event) {
			if (running) {
				event.preventDefault();
			}
		});
	});

	// A document: a field and its box on the page light up together. One listener
	// serves all of them, for parts of the page are replaced; and a box with a
	// listener for the focus would be a stop of the keyboard.
	behave("data-sheet", function (sheet) {
		const pages = sheet.querySelector(".pages");
		let shown = null; // the box that was asked for, until the person scrolls

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

		/** pathOf is the path of the field or the box that an element is in. */
		function pathOf(element) {
			const place = element && element.closest("[data-field], [data-box]");
			return place ? place.dataset.field || place.dataset.box : null;
		}

		/** fit makes the pages as high as what is seen of their column, so that
		    every place on them can be scrolled into view. */
		function fit() {
			const beside = getComputedStyle(pages).position === "sticky";
			const top = Math.max(pages.getBoundingClientRect().top, 16);
			pages.style.maxHeight = beside ? Math.max(innerHeight - top - 16, 160) + "px" : "";
		}

		/** reveal scrolls the pages alone, so that what is read stays in place; only
		    a picture that is out of sight as a whole scrolls the window. */
		function reveal(path, fromAfar) {
			const box = pages && find("box", path);
			if (!box) {
				return;
			}
			shown = path;
			// Pictures up to this one settle how far down it is.
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
			const top = Math.max(view.top, 0);
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
				image.closest("figure").append(make("p", "alert warn", "This page has no picture at the moment."));
			});
		});
	});

	// Corrections in place, one at a time.
	let closeEdit = function () {};

	/** edit opens the form for a field in the place of its value. */
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

	/** cancel closes a form that was opened in place and goes back to its link. */
	function cancel(event, form) {
		const line = form.previousElementSibling;
		if (!line || !line.matches("[data-value]")) {
			return; // the form came with the page: its link leads away
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

	let hideNotice = 0;

	/** notice says what was done, wherever the page is scrolled to. */
	function notice(text) {
		const place = document.getElementById("notice");
		place.hidden = false;
		place.textContent = text;
		clearTimeout(hideNotice);
		hideNotice = setTimeout(function () { place.hidden = true; }, 10000);
	}

	/** refuse says in a form why its value was not taken. */
	function refuse(form, text) {
		form.querySelectorAll(".alert").forEach(function (e) { e.remove(); });
		const message = make("p", "alert bad", text);
		message.setAttribute("role", "alert");
		form.append(message);
		form.elements.value.focus();
	}

	/** replace takes over what an answer says of the document. The values keep the
	    order that they are read in. */
	function replace(answer) {
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
	}

	/** send sends a form and returns the page that answers it; else it tells
	    why there is none and returns null. */
	async function send(form, action, tell, otherwise) {
		const body = new URLSearchParams(new FormData(form));
		body.set("action", action);
		let response, answer;
		try {
			response = await fetch(form.getAttribute("action"), { method: "POST", body: body, headers: { Accept: "text/html" } });
			answer = new DOMParser().parseFromString(await response.text(), "text/html");
		} catch {
			tell("The connection was lost. Try again.");
			return null;
		}
		if (!response.ok || !answer.querySelector("[data-sheet]")) {
			const error = answer.querySelector("form.edit .alert, main .alert.bad");
			tell(error ? error.textContent : otherwise);
			return null;
		}
		return answer;
	}

	async function save(form, action) {
		const path = form.elements.path.value;
		const answer = await send(form, action, function (text) { refuse(form, text); },
			"The value was not saved. Load the page again and try once more.");
		if (!answer) {
			return;
		}
		const saved = answer.querySelector("[data-saved]");
		const text = saved ? saved.textContent : "The value is saved.";
		if (saved) {
			saved.remove();
		}
		closeEdit = function () {};
		replace(answer);
		notice(text);
		const here = new URL(location.href); // loading it again must not open the form again
		here.searchParams.delete("edit");
		here.searchParams.delete("saved");
		history.replaceState(null, "", here);
		const link = document.querySelector('[data-edit="' + CSS.escape(path) + '"]');
		if (link) {
			link.focus({ preventScroll: true });
			link.scrollIntoView({ block: "nearest" });
		}
	}

	/** say sends what a person says of a value without giving another, and leads on
	    to the next value that nobody has looked at, or to the end of the review. */
	async function say(form, action) {
		const path = form.elements.path.value;
		const answer = await send(form, action, notice, "Nothing was saved. Load the page again and try once more.");
		if (!answer) {
			return;
		}
		const done = answer.querySelector("main > .alert.good");
		replace(answer);
		notice(done ? done.textContent : "It is saved.");
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

	// Who else has the document open; asking says that this person still has.
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
			// The next look may succeed.
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
