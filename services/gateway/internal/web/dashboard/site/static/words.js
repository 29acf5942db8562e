// Users take values from the page. A click takes a word into the open field, or into the field of
// the current value. Shift and a click take all words from the last one to this one. A drag draws a
// box and takes the words in it. The server parses them like typed input.
(function () {
	"use strict";

	const { announce, looked, make, notice, openEdit, tr, viewer } = window.docmill;
	if (!viewer) {
		return;
	}

	const pages = viewer.pages;
	const values = document.querySelector(".values");
	const known = new Map(); // words by page, as promises
	let first = null; // {figure, index} of the word that the last click took
	let drawn = null; // the box that is being drawn
	let marking = false; // fingers draw instead of scrolling

	/** field returns the open field that takes words, or null. */
	function field() {
		const at = document.activeElement;
		if (at.matches(".values :is(input:not([type]), input[type=text], textarea)") && !at.readOnly) {
			return at;
		}
		return values.querySelector("form[data-edit-form] [name=value]");
	}

	function pathOf(input) {
		const path = input.form && input.form.elements.path;
		const place = input.closest("[data-field]");
		return path ? path.value : place ? place.dataset.field : input.name;
	}

	/** wordsOf loads the words of a page in reading order, once. */
	function wordsOf(figure) {
		const page = figure.dataset.page;
		if (!known.has(page)) {
			const url = figure.querySelector("img").getAttribute("src").replace(/\/picture$/, "/words");
			known.set(page, fetch(url).then(function (response) {
				if (!response.ok) {
					throw new Error(response.status);
				}
				return response.json();
			}).then(function (answer) { return answer.words; }));
		}
		return known.get(page);
	}

	async function wordsOrNotice(figure) {
		try {
			return await wordsOf(figure);
		} catch {
			known.delete(figure.dataset.page); // the next click may succeed
			notice(tr("The words of this page are not available right now. Type the value instead."));
			return [];
		}
	}

	/** wordAt finds the word at a place, or the nearest within a pointer's reach. */
	function wordAt(words, figure, x, y, reach) {
		const frame = figure.querySelector(".frame");
		const at = viewer.placeOn(figure, x, y);
		let best = -1, least = reach;
		words.forEach(function (word, i) {
			const [x0, y0, x1, y1] = word.box;
			const off = Math.hypot(Math.max(x0 - at.x, 0, at.x - x1) * frame.offsetWidth,
				Math.max(y0 - at.y, 0, at.y - y1) * frame.offsetHeight);
			if (off < least) {
				best = i;
				least = off;
			}
		});
		return best;
	}

	// The page marks the taken words.
	const svg = "http://www.w3.org/2000/svg";

	function marksOf(figure) {
		let marks = figure.querySelector(".marks");
		if (!marks) {
			marks = document.createElementNS(svg, "svg");
			const attributes = { class: "marks", viewBox: "0 0 1 1", preserveAspectRatio: "none", "aria-hidden": "true" };
			Object.entries(attributes).forEach(function (a) { marks.setAttribute(a[0], a[1]); });
			figure.querySelector(".frame").append(marks);
		}
		return marks;
	}

	function mark(figure, boxes, name) {
		pages.querySelectorAll(".marks").forEach(function (marks) { marks.replaceChildren(); });
		boxes.forEach(function (box) {
			const rect = document.createElementNS(svg, "rect");
			const sides = { x: box[0], y: box[1], width: box[2] - box[0], height: box[3] - box[1], class: name };
			Object.entries(sides).forEach(function (a) { rect.setAttribute(a[0], a[1]); });
			marksOf(figure).append(rect);
		});
	}

	/** textOf joins words as a field holds them: lines of an address by commas. */
	function textOf(words, path) {
		const lines = [];
		words.forEach(function (word, i) {
			if (i > 0 && word.line === words[i - 1].line) {
				lines[lines.length - 1] += " " + word.text;
			} else {
				lines.push(word.text);
			}
		});
		return /address$/i.test(path) ? lines.map(function (l) { return l.replace(/,$/, ""); }).join(", ") : lines.join(" ");
	}

	/** take puts words of a page into the open field, or opens the field of the current value. */
	function take(figure, words) {
		if (!words.length) {
			return;
		}
		if (!field()) {
			openEdit();
		}
		const input = field();
		if (!input) {
			return;
		}
		const text = textOf(words, pathOf(input));
		input.value = text;
		input.dispatchEvent(new Event("input", { bubbles: true }));
		input.focus();
		mark(figure, words.map(function (w) { return w.box; }), "taken");
		announce(tr("Taken from the page: {0}", text));
	}

	async function takeAt(figure, x, y, fromFirst, reach) {
		const words = await wordsOrNotice(figure);
		const index = wordAt(words, figure, x, y, reach);
		if (index < 0) {
			return;
		}
		const from = fromFirst && first && first.figure === figure ? first.index : index;
		if (from === index) {
			first = { figure: figure, index: index };
		}
		take(figure, words.slice(Math.min(from, index), Math.max(from, index) + 1));
	}

	async function takeBox(figure, box) {
		const words = await wordsOrNotice(figure);
		const within = words.filter(function (word) {
			const x = (word.box[0] + word.box[2]) / 2, y = (word.box[1] + word.box[3]) / 2;
			return x >= box[0] && x <= box[2] && y >= box[1] && y <= box[3];
		});
		mark(figure, [], "");
		take(figure, within);
	}

	/** taking reports whether a click takes a word: a field is open, or there is a current value
	    and the click is not on the box of another value. */
	function taking(event) {
		return Boolean(event.target.closest(".turn")) &&
			(field() !== null || marking || looked() !== "" && !event.target.closest("[data-box]"));
	}

	pages.addEventListener("click", function (event) {
		if (event.button !== 0 || !taking(event)) {
			return;
		}
		event.preventDefault();
		event.stopPropagation(); // otherwise a box opens its value
		const reach = event.pointerType === "touch" ? 16 : 4; // CSS pixels
		takeAt(event.target.closest("figure"), event.clientX, event.clientY, event.shiftKey, reach);
	}, true);
	// The field keeps the focus while the user points at the page.
	pages.addEventListener("mousedown", function (event) {
		if (field() && event.target.closest(".turn")) {
			event.preventDefault();
		}
	});

	viewer.draws = function () { return marking || field() !== null; };

	/** corners returns the box between the start of the drag and its current position. */
	function corners(event) {
		const a = viewer.placeOn(drawn.figure, drawn.x, drawn.y);
		const b = viewer.placeOn(drawn.figure, event.clientX, event.clientY);
		return [Math.max(0, Math.min(a.x, b.x)), Math.max(0, Math.min(a.y, b.y)), Math.min(1, Math.max(a.x, b.x)),
			Math.min(1, Math.max(a.y, b.y))];
	}

	pages.addEventListener("pointerdown", function (event) {
		const wanted = marking || event.pointerType !== "touch" && field();
		if (wanted && event.button === 0 && event.target.closest(".turn") && !pages.classList.contains("grab")) {
			drawn = { figure: event.target.closest("figure"), x: event.clientX, y: event.clientY, id: event.pointerId };
		}
	});
	pages.addEventListener("pointermove", function (event) {
		if (!drawn || event.pointerId !== drawn.id) {
			hover(event);
			return;
		}
		if (!drawn.moved && Math.hypot(event.clientX - drawn.x, event.clientY - drawn.y) > 4) {
			drawn.moved = true;
			pages.setPointerCapture(event.pointerId);
		}
		if (drawn.moved) {
			mark(drawn.figure, [corners(event)], "drawn");
		}
	});
	pages.addEventListener("pointerup", function (event) {
		if (drawn && drawn.moved) {
			viewer.swallowClick();
			takeBox(drawn.figure, corners(event));
		}
		drawn = null;
	});
	pages.addEventListener("pointercancel", function () {
		if (drawn) {
			mark(drawn.figure, [], "");
		}
		drawn = null;
	});

	/** hover shows the word that a click would take. */
	async function hover(event) {
		const figure = event.target.closest("figure");
		if (event.pointerType !== "mouse" || event.buttons || !figure || !field()) {
			return;
		}
		try {
			const words = await wordsOf(figure);
			const index = field() ? wordAt(words, figure, event.clientX, event.clientY, 4) : -1;
			pages.querySelectorAll(".marks .hover").forEach(function (rect) { rect.remove(); });
			if (index >= 0) {
				const taken = figure.querySelectorAll(".marks .taken").length;
				if (!taken) {
					mark(figure, [words[index].box], "hover");
				}
			}
		} catch {
			// The click shows the error.
		}
	}

	// The form has the hint. The words are loaded when it opens.
	function prepare() {
		const input = field();
		pages.classList.toggle("takes", input !== null);
		if (!input) {
			mark(null, [], "");
			return;
		}
		wordsOf(viewer.current()).catch(function () {}); // the click shows the error
		const form = input.closest("form[data-edit-form]");
		if (form && !form.querySelector(".from-page")) {
			mark(null, [], "");
			first = null;
			const hint = make("p", "soft from-page", tr("Or click a word on the page, or draw a box around several."));
			hint.id = "from-page";
			input.setAttribute("aria-describedby", hint.id);
			form.append(hint); // at the end: a target of the pointer must not move
		}
	}

	document.addEventListener("focusin", prepare);
	prepare(); // for a form that was part of the page

	const tool = viewer.tool(tr("Mark"), tr("Mark words by drawing a box"), function () {
		marking = !marking;
		tool.setAttribute("aria-pressed", String(marking));
		pages.classList.toggle("marking", marking);
	});
	tool.setAttribute("aria-pressed", "false");
})();
