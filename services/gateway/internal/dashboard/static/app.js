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

	behave("data-copy", function (button, id) {
		const source = document.getElementById(id);
		if (!source) {
			return;
		}
		button.setAttribute("aria-controls", id);
		button.addEventListener("click", function () { copy(source, button); });
	});

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
		form.addEventListener("dragover", function (event) {
			event.preventDefault();
			form.classList.add("over");
		});
		form.addEventListener("dragleave", function (event) {
			if (!form.contains(event.relatedTarget)) {
				form.classList.remove("over");
			}
		});
		form.addEventListener("drop", function (event) {
			event.preventDefault();
			form.classList.remove("over");
			take(event.dataTransfer.files);
		});
		addEventListener("beforeunload", function (event) {
			if (running) {
				event.preventDefault();
			}
		});
	});

	// A document: a field and its box on the page light up together.
	behave("data-sheet", function (sheet) {
		const pages = sheet.querySelector(".pages");
		const boxes = new Map();
		const fields = new Map();
		sheet.querySelectorAll("[data-box]").forEach(function (e) { boxes.set(e.dataset.box, e); });
		sheet.querySelectorAll("[data-field]").forEach(function (e) { fields.set(e.dataset.field, e); });

		function light(path, on) {
			[boxes.get(path), fields.get(path)].forEach(function (e) {
				if (e) {
					e.classList.toggle("lit", on);
				}
			});
		}

		/** reveal scrolls the pages alone, so that what is read stays in place. */
		function reveal(path) {
			const box = boxes.get(path);
			if (!box) {
				return;
			}
			const at = box.getBoundingClientRect();
			const view = pages.getBoundingClientRect();
			if (at.top < view.top || at.bottom > view.bottom) {
				pages.scrollTop += at.top - view.top - (view.height - at.height) / 2;
			}
		}

		function follow(element, path, show) {
			element.addEventListener("mouseenter", function () { light(path, true); });
			element.addEventListener("mouseleave", function () { light(path, element.contains(document.activeElement)); });
			element.addEventListener("focusin", function () { light(path, true); show(); });
			element.addEventListener("focusout", function () { light(path, false); });
		}

		fields.forEach(function (element, path) {
			follow(element, path, function () { reveal(path); });
			element.addEventListener("click", function (event) {
				const link = event.target.closest("a");
				if (link && link.hash && boxes.has(link.hash.slice(3)) && !link.dataset.edit) {
					event.preventDefault();
				}
				reveal(path);
			});
		});
		boxes.forEach(function (element, path) {
			follow(element, path, function () {});
			element.addEventListener("click", function () {
				const field = fields.get(path);
				if (field) {
					field.scrollIntoView({ block: "center" });
				}
			});
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

	behave("data-edit", function (link, path) {
		const template = document.getElementById("edit-form");
		link.addEventListener("click", function (event) {
			event.preventDefault();
			const line = link.closest("[data-value]");
			const form = template.content.firstElementChild.cloneNode(true);
			form.elements.path.value = path;
			form.elements.value.value = line.querySelector("[data-text]").dataset.text;
			function close() {
				form.remove();
				line.hidden = false;
			}
			function cancel(event) {
				event.preventDefault();
				close();
				link.focus();
			}
			form.querySelector("[data-cancel]").addEventListener("click", cancel);
			form.addEventListener("keydown", function (event) {
				if (event.key === "Escape") {
					cancel(event);
				}
			});
			closeEdit();
			closeEdit = close;
			line.hidden = true;
			line.after(form);
			form.elements.value.select();
		});
	});
})();
