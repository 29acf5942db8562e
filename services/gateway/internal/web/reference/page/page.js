// The forms of the API reference. Requests go to this service alone and carry no
// cookie; the key is in memory, or in this tab's storage for whoever asks for it.
(function () {
	"use strict";

	const kept = "docmill-reference-key";
	const shownAtMost = 1 << 20; // characters of an answer

	function make(name, className, text) {
		const element = document.createElement(name);
		element.className = className;
		element.textContent = text || "";
		return element;
	}

	// Addresses in examples are those that the browser uses.
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

	/** unfold opens what the address leads to. */
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
	document.querySelectorAll(".contents a").forEach(function (link) { links.set(link.hash.slice(1), link); });
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

	// The key

	let key = sessionStorage.getItem(kept) || "";
	const entry = document.querySelector("[data-authorize]");
	const field = document.getElementById("key");
	const keep = entry.querySelector("[data-keep-key]");
	const state = entry.querySelector("[data-key-state]");
	const show = entry.querySelector("[data-show-key]");

	function masked() { return key.slice(0, 8) + "…" + key.slice(-4); }

	function showKey() {
		document.querySelectorAll("[data-key-used]").forEach(function (line) {
			const link = make("a", "", key ? "Another key" : "Authorize");
			link.href = "#authorize";
			line.replaceChildren(make("span", "", key ? "Sent with the key " + masked() + "." : "Sent without a key."), link);
		});
	}

	function setKey(value) {
		key = value;
		if (key && keep.checked) {
			sessionStorage.setItem(kept, key);
		} else {
			sessionStorage.removeItem(kept);
		}
		showKey();
	}

	function say(level, text) {
		state.replaceChildren(make("p", "alert " + level, text));
		if (key) {
			const forget = make("button", "button quiet", "Forget the key");
			forget.type = "button";
			forget.addEventListener("click", function () {
				field.value = "";
				setKey("");
				state.replaceChildren();
				field.focus();
			});
			state.append(forget);
		}
	}

	show.addEventListener("click", function () {
		const shown = field.type === "text";
		field.type = shown ? "password" : "text";
		show.textContent = shown ? "Show" : "Hide";
		show.setAttribute("aria-pressed", String(!shown));
	});
	keep.addEventListener("change", function () { setKey(key); });
	entry.addEventListener("submit", async function (event) {
		event.preventDefault();
		setKey(field.value.trim());
		if (!key) {
			say("warn", "Enter a key.");
			return;
		}
		if (!/^[\x21-\x7e]+$/.test(key)) {
			say("bad", "This is no key: it has characters that no header can carry.");
			setKey("");
			return;
		}
		try {
			const answer = await ask("GET", "/api/v1/usage", { "X-API-Key": key });
			const body = await answer.json();
			if (answer.ok) {
				say("good", "The key is valid: plan " + body.plan + ".");
			} else {
				say("bad", body.error);
			}
		} catch {
			say("bad", "The service could not be reached.");
		}
	});
	if (key) {
		field.value = key;
		keep.checked = true;
		say("good", "The key " + masked() + " is kept in this tab.");
	}
	showKey();

	// Requests

	function ask(method, path, headers, body, signal) {
		return fetch(path, {
			method: method, headers: headers, body: body, signal: signal,
			credentials: "omit", cache: "no-store", redirect: "manual", referrerPolicy: "no-referrer", mode: "same-origin",
		});
	}

	function controls(form) { return [...form.querySelectorAll("[data-in]")]; }

	/** missing marks what must be filled in, and returns the first of it. */
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

	/** request reads a form: what is empty is not sent. */
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

	/** curl is the same request in a shell; the key is a variable there. */
	function curl(r, withKey) {
		const lines = ["curl" + (r.method === "GET" ? "" : " -X " + r.method) + " " + quote(location.origin + r.path)];
		if (withKey) {
			lines.push('-H "X-API-Key: $DOCMILL_KEY"');
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

	function fileName(answer, path) {
		const named = /filename="([^"]+)"/.exec(answer.headers.get("Content-Disposition") || "");
		return named ? named[1] : path.split("?")[0].split("/").pop();
	}

	/** download offers an answer as a file; the one before it is let go. */
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

	async function bodyOf(form, answer, path, blob) {
		const type = blob.type || answer.headers.get("Content-Type") || "";
		if (blob.size === 0) {
			return [make("p", "soft", "The answer has no body.")];
		}
		const parts = [];
		// An attachment is a file of somebody's: it is saved, not shown.
		if (isText(type) && !answer.headers.get("Content-Disposition")) {
			let text = await blob.text();
			if (type.startsWith("application/json")) {
				try { text = JSON.stringify(JSON.parse(text), null, 2); } catch { /* shown as it came */ }
			}
			parts.push(block("Body of the answer", text.slice(0, shownAtMost)));
			if (text.length <= shownAtMost && type.startsWith("application/json")) {
				return parts;
			}
		}
		parts.push(make("p", "soft", type + ", " + size(blob.size)), download(form, blob, fileName(answer, path)));
		return parts;
	}

	async function showAnswer(form, r, answer, blob, took) {
		const level = answer.status < 300 ? "good" : answer.status < 400 ? "info" : "bad";
		const head = make("p", "row", "");
		head.append(make("span", "badge " + level, answer.status + " " + answer.statusText),
			make("span", "soft", Math.round(took) + " ms · " + size(blob.size)));
		const headers = [...answer.headers].map(function (h) { return h[0] + ": " + h[1]; }).join("\n");
		const sent = curl(r, form.dataset.key !== "none" && key !== "");
		form.querySelector("[data-result]").replaceChildren(make("h4", "", "Answer"), head,
			...await bodyOf(form, answer, r.path, blob),
			fold("Headers", block("Headers of the answer", headers)), fold("The same request with curl", block("Request with curl", sent)));
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
		if (form.dataset.key !== "none" && key) {
			headers.set("X-API-Key", key);
		}
		const stop = new AbortController();
		cancel.onclick = function () { stop.abort(); };
		cancel.hidden = false;
		button.disabled = true;
		progress.textContent = "Sent …";
		const began = performance.now();
		try {
			const body = r.parts.length > 0 || form.dataset.body === "multipart/form-data" ? formData(r.parts) : r.body;
			const answer = await ask(r.method, r.path, headers, body, stop.signal);
			const blob = await answer.blob();
			await showAnswer(form, r, answer, blob, performance.now() - began);
			progress.textContent = "Answered " + answer.status + ".";
		} catch (error) {
			const text = stop.signal.aborted ? "Cancelled. The service may have done what was asked." : "No answer: " + error.message;
			result.replaceChildren(make("p", "alert bad", text));
			progress.textContent = "";
		}
		result.hidden = false;
		cancel.hidden = true;
		button.disabled = false;
	}

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
