// Lists of documents: live states, new rows, uploads.
(function () {
	"use strict";

	const { announce, behave, drop, make, tr } = window.docmill;

	const states = {
		queued: [tr("Queued"), ""], processing: [tr("Processing"), "info"], completed: [tr("Completed"), "good"],
		failed: [tr("Failed"), "bad"], rejected: [tr("Rejected"), "bad"], deleted: [tr("Deleted"), ""],
	};

	function badge(text, level) {
		return make("span", ("badge " + level).trim(), text);
	}

	/** row finds the row or heading of a document. */
	function row(id) {
		return document.querySelector('[data-document="' + CSS.escape(id) + '"]');
	}

	/** part replaces a part of a row if the row has that part. */
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
		(state.cells || []).forEach(function (cell) { part(element, "field-" + cell.name, cell.value); });
		if (state.percent !== null) {
			part(element, "confidence", badge(tr("{0}%", state.percent), state.level));
		}
	}

	// New documents are added to this list, which shows the newest first.
	const list = document.querySelector("[data-growing]");

	/** insert adds a new document at the top of the list. It returns false if the document does not
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
		const at = make("time", "", tr("just now"));
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

	/** open lists the shown documents that have not ended. */
	function open() {
		return Array.from(document.querySelectorAll("[data-document]")).filter(function (e) {
			return e.dataset.document && !ended(e.dataset.state);
		});
	}

	/** changed handles an event about a document. */
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
			announce((state.name || tr("The document")) + ": " + (states[state.state] || [state.state])[0] + ".");
			if (document.querySelector("[data-until-ended]") && open().length === 0) {
				location.reload();
			}
		}
	}

	let stream = null;
	let failures = 0;

	/** listen receives states while the page is visible: browsers allow few connections per host
	    over all tabs. */
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
			// The browser reconnects after a lost connection, but not after an error response: then
			// there is no session, or too many streams are open.
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

	// Uploads: one request per file, a few at a time.
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
				const link = make("a", "", tr("Received"));
				link.href = "/documents/" + state.id;
				item.querySelector(".message").replaceChildren(link);
			}
			announce(tr("{0}: received.", state.name));
		}

		function answered(request, item) {
			let body = {};
			try {
				body = JSON.parse(request.responseText);
			} catch {
				// The response is from a proxy, not from docmill.
			}
			if (request.status === 201) {
				done(item, body);
			} else {
				fail(item, body.error || tr("Upload refused ({0}).", request.status));
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
					message.textContent = tr("{0}%", Math.floor(100 * bar.value));
				}
			});
			request.addEventListener("load", function () { answered(request, job.item); });
			request.addEventListener("error", function () { fail(job.item, tr("Connection lost. Try again.")); });
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
				bar.setAttribute("aria-label", tr("Upload of {0}", file.name));
				item.append(make("span", "name", file.name), bar, make("span", "message soft", tr("Waiting")));
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
		drop.take = take;
		drop.area = form;
		addEventListener("beforeunload", function (event) {
			if (running) {
				event.preventDefault();
			}
		});
	});
})();
