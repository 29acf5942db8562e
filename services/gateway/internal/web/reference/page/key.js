// The key that the forms of the API reference send. It is in memory, or in this tab's storage if
// the user asks for it. A key that the page created is in memory only.
(function () {
	"use strict";

	const kept = "docmill-reference-key";
	const make = window.docmill.make;

	let key = sessionStorage.getItem(kept) || "";
	let made = null; // the service's description of the created key
	let ending = 0; // timer until that key expires
	const entry = document.querySelector("[data-authorize]");
	const field = document.getElementById("key");
	const keep = entry.querySelector("[data-keep-key]");
	const state = entry.querySelector("[data-key-state]");
	const show = entry.querySelector("[data-show-key]");

	function masked() { return key.slice(0, 8) + "…" + key.slice(-4); }

	function showKey() {
		document.querySelectorAll("[data-key-used]").forEach(function (line) {
			const link = make("a", "", key ? "Change the key" : "Authorize");
			link.href = "#authorize";
			line.replaceChildren(make("span", "", key ? "Sent with the key " + masked() + "." : "Sent without a key."), link);
		});
	}

	/** setKey uses a typed or a created key. */
	function setKey(value, of) {
		key = value;
		made = of || null;
		clearTimeout(ending);
		if (key && keep.checked && !made) {
			sessionStorage.setItem(kept, key);
		} else {
			sessionStorage.removeItem(kept);
		}
		showKey();
		showMade();
	}

	function say(level, text, more) {
		state.replaceChildren(make("p", "alert " + level, text));
		if (more) {
			state.append(more);
		} else if (key && !made) {
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

	/** ask sends a request to the API, without cookies. */
	function ask(method, path, headers, body, signal) {
		return fetch(path, {
			method: method, headers: headers, body: body, signal: signal,
			credentials: "omit", cache: "no-store", redirect: "manual", referrerPolicy: "no-referrer", mode: "same-origin",
		});
	}

	// A key for one hour, for signed-in users

	const makeKey = document.querySelector("[data-make-key]");
	const revokeKey = document.querySelector("[data-revoke-key]");

	function showMade() {
		if (makeKey) {
			makeKey.hidden = made !== null;
			revokeKey.hidden = made === null;
		}
	}

	/** asPerson sends a form of the dashboard with the session, from the same origin. */
	function asPerson(path) {
		return fetch(path, {
			method: "POST", headers: { Accept: "application/json" }, body: new URLSearchParams(),
			credentials: "same-origin", cache: "no-store", mode: "same-origin",
		});
	}

	/** expire removes the created key when it is no longer valid. */
	function expire() {
		setKey("");
		say("warn", "The key has expired. Create another one to continue.");
	}

	async function makeHourKey() {
		const response = await asPerson("/keys/hour");
		const body = await response.json();
		if (response.ok) {
			field.value = "";
			setKey(body.key, body);
			ending = setTimeout(expire, Math.max(0, new Date(body.expiresAt) - Date.now()));
			say("good", "Requests use the key " + masked() + " until " + new Date(body.expiresAt).toLocaleTimeString() + ".");
			revokeKey.focus();
		} else if (body.confirm) {
			const link = make("a", "button primary", "Confirm your identity");
			link.href = body.confirm;
			say("warn", body.error, link);
		} else {
			say("bad", body.error);
		}
	}

	async function revokeHourKey() {
		const response = await asPerson("/keys/" + made.id + "/revoke");
		if (!response.ok) {
			say("bad", "The key was not revoked. Revoke it under API keys.");
			return;
		}
		setKey("");
		say("good", "Key revoked. Requests with it are now refused.");
		makeKey.focus();
	}

	[[makeKey, makeHourKey], [revokeKey, revokeHourKey]].forEach(function (pair) {
		const button = pair[0];
		if (!button) {
			return;
		}
		button.addEventListener("click", async function () {
			button.disabled = true;
			try {
				await pair[1]();
			} catch {
				say("bad", "The service could not be reached.");
			}
			button.disabled = false;
		});
	});

	// A typed key

	show.addEventListener("click", function () {
		const shown = field.type === "text";
		field.type = shown ? "password" : "text";
		show.textContent = shown ? "Show" : "Hide";
		show.setAttribute("aria-pressed", String(!shown));
	});
	keep.addEventListener("change", function () { setKey(key, made); });
	entry.addEventListener("submit", async function (event) {
		event.preventDefault();
		setKey(field.value.trim());
		if (!key) {
			say("warn", "Enter a key.");
			return;
		}
		if (!/^[\x21-\x7e]+$/.test(key)) {
			say("bad", "This is not a key: it has characters that headers do not allow.");
			setKey("");
			return;
		}
		try {
			const response = await ask("GET", "/api/v1/usage", { "X-API-Key": key });
			const body = await response.json();
			if (response.ok) {
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
		say("good", "The key " + masked() + " is stored in this tab.");
	}
	showKey();

	window.docmillReference = { ask: ask, key: function () { return key; } };
})();
