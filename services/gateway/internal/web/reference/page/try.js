// The forms of the API reference. Requests go to this service only, with the key of key.js and
// without cookies.
(function () {
	"use strict";

	const shownAtMost = 1 << 20; // characters of a response
	const make = window.docmill.make;
	const ask = window.docmillReference.ask;
	const theKey = window.docmillReference.key;

	// Headers with information for the client, not about the transfer.
	const telling = ["location", "retry-after", "etag", "idempotency-replayed", "preference-applied", "allow",
		"content-range", "deprecation", "sunset", "x-request-id", "ratelimit"];

	// Requests

	function controls(form) { return [...form.querySelectorAll("[data-in]")]; }

	/** missing marks empty required fields and returns the first. */
	function missing(form) {
		let first = null;
		controls(form).forEach(function (c) {
			const wrong = !c.validity.valid;
			if (wrong) {
				c.setAttribute("aria-invalid", "true");
				first = first || c;
			} else {
				c.removeAttribute("aria-invalid");
			}
		});
		return first;
	}

	/** request reads a form. Empty fields are not sent. */
	function request(form) {
		const r = { method: form.dataset.method, path: form.dataset.path, headers: [], parts: [], body: undefined };
		const query = new URLSearchParams();
		controls(form).forEach(function (c) {
			if (c.type === "file") {
				[...c.files].forEach(function (f) { r.parts.push([c.name, f]); });
			} else if (c.dataset.in === "path") {
				r.path = r.path.replace("{" + c.name + "}", encodeURIComponent(c.value));
			} else if (c.value.trim() === "") {
				return;
			} else if (c.dataset.in === "query") {
				query.set(c.name, c.value);
			} else if (c.dataset.in === "header") {
				r.headers.push([c.name, c.value]);
			} else if (c.dataset.in === "form") {
				r.parts.push([c.name, c.value]);
			} else {
				r.body = c.value;
			}
		});
		if (r.body !== undefined) {
			r.headers.push(["Content-Type", form.dataset.body]);
		}
		if (query.size > 0) {
			r.path += "?" + query;
		}
		return r;
	}

	function quote(text) { return /^[\w@%+=:,./-]+$/.test(text) ? text : "'" + text.replaceAll("'", "'\\''") + "'"; }

	/** curl returns the same request for a shell; the key is a variable there. */
	function curl(r, withKey) {
		const lines = ["curl" + (r.method === "GET" ? "" : " -X " + r.method) + " " + quote(location.origin + r.path)];
		if (withKey) {
			lines.push('-H "X-API-Key: $DOCMILL_API_KEY"');
		}
		r.headers.forEach(function (h) { lines.push("-H " + quote(h[0] + ": " + h[1])); });
		r.parts.forEach(function (p) {
			lines.push(p[1] instanceof File ? "-F " + quote(p[0] + "=@" + p[1].name) : "--form-string " + quote(p[0] + "=" + p[1]));
		});
		if (r.body !== undefined) {
			lines.push("--data-binary " + quote(r.body));
		}
		return lines.join(" \\\n  ");
	}

	function formData(parts) {
		const data = new FormData();
		parts.forEach(function (p) { data.append(p[0], p[1]); });
		return data;
	}

	function size(n) { return n < 1024 ? n + " bytes" : n < 1 << 20 ? (n / 1024).toFixed(1) + " KB" : (n / (1 << 20)).toFixed(1) + " MB"; }

	function block(label, text) {
		const pre = make("pre", "code wrap", text);
		pre.tabIndex = 0;
		pre.setAttribute("role", "group");
		pre.setAttribute("aria-label", label);
		return pre;
	}

	function fold(title, content) {
		const details = document.createElement("details");
		details.append(make("summary", "", title), content);
		return details;
	}

	function fileName(response, path) {
		const named = /filename="([^"]+)"/.exec(response.headers.get("Content-Disposition") || "");
		return named ? named[1] : path.split("?")[0].split("/").pop();
	}

	/** download offers a response as a file and releases the previous one. */
	function download(form, blob, name) {
		if (form.blobURL) {
			URL.revokeObjectURL(form.blobURL);
		}
		form.blobURL = URL.createObjectURL(blob);
		const link = make("a", "button", "Save “" + name + "”");
		link.href = form.blobURL;
		link.download = name;
		return link;
	}

	function isText(type) { return /^(text\/|application\/(json|yaml|x-ndjson|xml))/.test(type); }

	/** picture draws an image. The page's policy loads images from this service's addresses only,
	    and those do not accept the key. */
	async function picture(blob) {
		const bitmap = await createImageBitmap(blob);
		const canvas = make("canvas", "picture");
		canvas.width = bitmap.width;
		canvas.height = bitmap.height;
		canvas.getContext("2d").drawImage(bitmap, 0, 0);
		canvas.setAttribute("role", "img");
		canvas.setAttribute("aria-label", "The response, a picture of " + bitmap.width + " by " + bitmap.height + " pixels");
		return canvas;
	}

	async function bodyOf(form, response, path, blob) {
		const type = blob.type || response.headers.get("Content-Type") || "";
		if (blob.size === 0) {
			return [make("p", "soft", "The response has no body.")];
		}
		const parts = [];
		if (/^image\/(png|jpeg|webp|gif)$/.test(type)) {
			try {
				parts.push(await picture(blob));
			} catch {
				// The image stays available as a download.
			}
		}
		// An attachment is a user's file: it is saved, not shown.
		if (isText(type) && !response.headers.get("Content-Disposition")) {
			let text = await blob.text();
			if (type.startsWith("application/json")) {
				try { text = JSON.stringify(JSON.parse(text), null, 2); } catch { /* shown as it came */ }
			}
			parts.push(block("Body of the response", text.slice(0, shownAtMost)));
			if (text.length <= shownAtMost && type.startsWith("application/json")) {
				return parts;
			}
		}
		parts.push(make("p", "soft", type + ", " + size(blob.size)), download(form, blob, fileName(response, path)));
		return parts;
	}

	/** tellingHeaders lists the headers with information for the client. */
	function tellingHeaders(all) {
		const list = make("dl", "headers");
		all.filter(function (h) { return telling.includes(h[0]); }).forEach(function (h) {
			const row = document.createElement("div");
			const name = document.createElement("dt");
			name.append(make("code", "", h[0]));
			row.append(name, make("dd", "", h[1]));
			list.append(row);
		});
		return list.children.length > 0 ? [list] : [];
	}

	/** passOn puts the ID of a response into the empty fields that need an ID of its kind. */
	async function passOn(blob) {
		if (!blob.type.startsWith("application/json") || blob.size > shownAtMost) {
			return;
		}
		const id = JSON.parse(await blob.text()).id;
		const kind = /^(ext|batch|wh)_[\w-]+$/.exec(id || "");
		if (kind) {
			document.querySelectorAll('[data-in="path"][placeholder^="' + kind[1] + '_"]').forEach(function (input) {
				input.value = input.value || id;
			});
		}
	}

	async function showAnswer(form, r, response, blob, took) {
		const level = response.status < 300 ? "good" : response.status < 400 ? "info" : "bad";
		const head = make("p", "row", "");
		head.append(make("span", "badge " + level, response.status + " " + response.statusText),
			make("span", "soft", Math.round(took) + " ms · " + size(blob.size)));
		const all = [...response.headers];
		const sent = curl(r, form.dataset.key !== "none" && theKey() !== "");
		form.querySelector("[data-result]").replaceChildren(make("h4", "", "Response"), head,
			...tellingHeaders(all), ...await bodyOf(form, response, r.path, blob),
			fold("All headers", block("Headers of the response", all.map(function (h) { return h[0] + ": " + h[1]; }).join("\n"))),
			fold("The same request with curl", block("Request with curl", sent)));
	}

	async function execute(form) {
		const result = form.querySelector("[data-result]");
		const progress = form.querySelector("[data-progress]");
		const cancel = form.querySelector("[data-cancel]");
		const button = form.querySelector(".primary");
		const empty = missing(form);
		if (empty) {
			progress.textContent = empty.name + ": " + empty.validationMessage;
			empty.focus();
			return;
		}
		const r = request(form);
		const headers = new Headers(r.headers);
		if (form.dataset.key !== "none" && theKey()) {
			headers.set("X-API-Key", theKey());
		}
		const stop = new AbortController();
		cancel.onclick = function () { stop.abort(); };
		cancel.hidden = false;
		button.disabled = true;
		progress.textContent = "Waiting for the response …";
		const began = performance.now();
		try {
			const body = r.parts.length > 0 || form.dataset.body === "multipart/form-data" ? formData(r.parts) : r.body;
			const response = await ask(r.method, r.path, headers, body, stop.signal);
			const blob = await response.blob();
			const took = performance.now() - began;
			if (response.ok) {
				await passOn(blob);
			}
			await showAnswer(form, r, response, blob, took);
			progress.textContent = "Response: " + response.status + ".";
		} catch (error) {
			const text = stop.signal.aborted ? "Canceled. The service may still have processed the request." : "No response: " + error.message;
			result.replaceChildren(make("p", "alert bad", text));
			progress.textContent = "";
		}
		result.hidden = false;
		cancel.hidden = true;
		button.disabled = false;
	}

	document.querySelectorAll("[data-fresh]").forEach(function (button) {
		button.addEventListener("click", function () {
			const bytes = crypto.getRandomValues(new Uint8Array(16));
			document.getElementById(button.dataset.fresh).value =
				[...bytes].map(function (b) { return b.toString(16).padStart(2, "0"); }).join("");
		});
	});

	document.querySelectorAll("form[data-call]").forEach(function (form) {
		form.addEventListener("submit", function (event) {
			event.preventDefault();
			execute(form);
		});
		form.querySelectorAll("[data-insert]").forEach(function (button) {
			button.addEventListener("click", function () {
				const target = form.querySelector('[data-in="body"]');
				target.value = button.dataset.insert;
				target.focus();
			});
		});
	});
})();
