// The viewer of a document's pages: zoom, rotation, scrolling and paging. document.js shows the
// boxes of values on them.
(function () {
	"use strict";

	const { announce, make, tr } = window.docmill;
	const pages = document.querySelector("[data-viewer]");
	if (!pages) {
		return;
	}

	const fullWidth = 1000; // of a picture that is not zoomed, in CSS pixels
	const least = 0.2, most = 5, step = 1.25;
	const widths = [1600, Number(pages.dataset.widest)]; // of pictures for zooming
	const remembered = "docmill.zoom"; // for the other documents of the same tab

	const figures = Array.from(pages.querySelectorAll(".page-picture"));
	const total = Number(figures[0].dataset.pages);
	let scale = 0; // 1 is a picture of fullWidth; 0 fits the page into its column

	// A rotated picture needs an element around it with the rotated size.
	figures.forEach(function (figure) {
		const around = make("div", "turn");
		const frame = figure.querySelector(".frame");
		frame.before(around);
		around.append(frame);
		const image = frame.querySelector("img");
		image.draggable = false;
		const measure = function () {
			if (image.naturalWidth) {
				around.style.setProperty("--ratio", image.naturalHeight / image.naturalWidth);
			}
		};
		image.addEventListener("load", measure);
		measure();
	});

	function frameOf(figure) { return figure.querySelector(".frame"); }

	function numberOf(figure) { return Number(figure.dataset.page); }

	function turnOf(figure) { return Number(figure.querySelector(".turn").dataset.turn || 0); }

	/** covered returns the height that the toolbar covers at the top of the pages. */
	function covered() { return bar.root.getBoundingClientRect().height; }

	/** visible returns the part of the window that shows pages. */
	function visible() {
		const view = pages.getBoundingClientRect();
		const top = Math.max(view.top + covered(), 0);
		return { left: view.left, top: top, width: pages.clientWidth, height: Math.min(view.bottom, innerHeight) - top };
	}

	/** current returns the page with the largest visible part. */
	function current() {
		const view = visible();
		let best = figures[0], most = 0;
		figures.forEach(function (figure) {
			const at = figure.getBoundingClientRect();
			const seen = Math.min(at.bottom, view.top + view.height) - Math.max(at.top, view.top);
			if (seen > most) {
				best = figure;
				most = seen;
			}
		});
		return best;
	}

	/** scaleNow returns the displayed zoom, also for fitted pages. */
	function scaleNow() { return frameOf(current()).offsetWidth / fullWidth; }

	/** keeping changes the size of the pages. The same place stays under a point of the window, by
	    default its center. */
	function keeping(at, change) {
		const view = visible();
		at = at || { x: view.left + view.width / 2, y: view.top + view.height / 2 };
		const figure = figures.find(function (f) { return f.getBoundingClientRect().bottom > at.y; }) || current();
		const around = figure.querySelector(".turn");
		const before = around.getBoundingClientRect();
		const across = (at.x - before.left) / before.width, down = (at.y - before.top) / before.height;
		change();
		const after = around.getBoundingClientRect();
		pages.scrollLeft += after.left + across * after.width - at.x;
		pages.scrollTop += after.top + down * after.height - at.y;
	}

	function zoomTo(wanted, at) {
		keeping(at, function () {
			scale = wanted && Math.min(Math.max(wanted, least), most);
			pages.classList.toggle("scaled", scale > 0);
			pages.style.setProperty("--scale", scale);
		});
		try {
			sessionStorage.setItem(remembered, scale);
		} catch {
			// If the browser has no storage, each document starts with the defaults.
		}
		settle();
	}

	/** zoom multiplies the size of the pages by a factor. */
	function zoom(factor, at) {
		zoomTo(scaleNow() * factor, at);
		announce(tr("Zoom {0}%", Math.round(scaleNow() * 100)));
	}

	/** rotate turns the current page clockwise by a quarter. */
	function rotate() {
		const figure = current();
		const turn = (turnOf(figure) + 1) % 4;
		keeping(null, function () {
			const around = figure.querySelector(".turn");
			around.dataset.turn = turn;
			around.classList.toggle("sideways", turn % 2 === 1);
		});
		announce(tr("Page {0} is rotated by {1}°", numberOf(figure), turn * 90));
		settle();
	}

	/** goTo shows a page. If the page is not loaded, it and its neighbors are loaded. */
	function goTo(n) {
		n = Math.min(Math.max(Math.round(n) || 1, 1), total);
		const figure = figures.find(function (f) { return numberOf(f) === n; });
		if (!figure) {
			const there = new URL(location.href);
			["edit", "saved", "done"].forEach(function (name) { there.searchParams.delete(name); });
			there.searchParams.set("from", n);
			there.hash = "";
			location.assign(there);
			return;
		}
		figures.slice(0, figures.indexOf(figure) + 1).forEach(function (f) {
			f.querySelector("img").loading = "eager"; // they decide its vertical position
		});
		pages.scrollTop += figure.getBoundingClientRect().top - pages.getBoundingClientRect().top - covered();
		announce(tr("Page {0} of {1}", n, total));
	}

	/** turnPage moves by a number of pages. */
	function turnPage(by) { goTo(numberOf(current()) + by); }

	/** sharpen loads a wider picture if a page is displayed larger than its picture. */
	async function sharpen(figure) {
		const image = figure.querySelector("img");
		const have = Number(image.dataset.width || fullWidth);
		const need = frameOf(figure).offsetWidth * devicePixelRatio;
		const width = widths.find(function (w) { return w >= need; }) || widths[widths.length - 1];
		if (need < have * 1.1 || width <= have) {
			return;
		}
		image.dataset.width = width;
		const wider = new Image();
		wider.src = image.getAttribute("src") + "?width=" + width;
		try {
			await wider.decode();
			image.srcset = wider.src; // src keeps the server's name of the picture
		} catch {
			image.dataset.width = have; // the next call may succeed
		}
	}

	/** near reports whether a page is visible, or almost. */
	function near(figure) {
		const view = visible(), at = figure.getBoundingClientRect();
		return at.bottom > view.top - 200 && at.top < view.top + view.height + 200;
	}

	let settling = 0;

	/** settle runs after zooming and scrolling have stopped. */
	function settle() {
		clearTimeout(settling);
		settling = setTimeout(function () {
			figures.filter(near).forEach(sharpen);
			if (document.activeElement !== bar.page) {
				bar.page.value = numberOf(current());
			}
			bar.percent.textContent = tr("{0}%", Math.round(scaleNow() * 100));
			bar.fit.setAttribute("aria-pressed", String(scale === 0));
		}, 100);
	}

	// The toolbar is one Tab stop; arrow keys move from button to button (ARIA Authoring Practices,
	// toolbar). The page number is a further stop.
	function makeBar() {
		const root = make("div", "viewer-bar");
		root.setAttribute("role", "toolbar");
		root.setAttribute("aria-label", tr("View of the pages"));
		const button = function (text, label, act) {
			const b = make("button", "button small", text);
			b.type = "button";
			if (label) {
				b.setAttribute("aria-label", label);
				b.title = label;
			}
			b.addEventListener("click", act);
			return b;
		};
		const group = function () {
			const g = make("span", "group");
			g.append.apply(g, arguments);
			root.append(g);
		};
		const percent = make("span", "tabular percent");
		const fit = button(tr("Fit width"), "", function () { zoomTo(0); });
		group(button("−", tr("Zoom out"), function () { zoom(1 / step); }), percent,
			button("+", tr("Zoom in"), function () { zoom(step); }), fit,
			button(tr("{0}%", 100), tr("100%, full size"), function () { zoomTo(1); }));
		group(button(tr("Rotate"), tr("Rotate the page"), rotate));
		const page = make("input", "");
		Object.assign(page, { type: "number", min: 1, max: total, value: numberOf(figures[0]), id: "viewer-page" });
		const label = make("label", "", tr("Page"));
		label.htmlFor = page.id;
		page.addEventListener("change", function () { goTo(Number(page.value)); });
		page.addEventListener("keydown", function (event) {
			if (event.key === "Enter") {
				goTo(Number(page.value));
			}
		});
		group(button("‹", tr("Previous page"), function () { turnPage(-1); }), label, page,
			make("span", "soft", tr("of {0}", total)), button("›", tr("Next page"), function () { turnPage(1); }));
		const all = function () { return Array.from(root.querySelectorAll("button")); };
		all().forEach(function (b, i) { b.tabIndex = i === 0 ? 0 : -1; });
		root.addEventListener("keydown", function (event) {
			const buttons = all();
			const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
			const at = buttons.indexOf(document.activeElement);
			if (!by || at < 0) {
				return;
			}
			event.preventDefault();
			buttons[(at + by + buttons.length) % buttons.length].focus();
		});
		root.addEventListener("focusin", function (event) {
			if (event.target !== page) {
				all().forEach(function (b) { b.tabIndex = b === event.target ? 0 : -1; });
			}
		});
		pages.prepend(root);
		const tool = function (text, label, act) {
			const b = button(text, label, act);
			b.tabIndex = -1;
			group(b);
			return b;
		};
		return { root: root, percent: percent, fit: fit, page: page, tool: tool };
	}

	const bar = makeBar();

	pages.addEventListener("wheel", function (event) {
		if (event.ctrlKey) { // trackpads report pinch gestures this way
			event.preventDefault();
			zoomTo(scaleNow() * Math.exp(-Math.max(-60, Math.min(event.deltaY, 60)) / 200), { x: event.clientX, y: event.clientY });
		}
	}, { passive: false });

	let apart = 0; // two fingers, in pixels
	const distance = function (touches) {
		return Math.hypot(touches[0].clientX - touches[1].clientX, touches[0].clientY - touches[1].clientY);
	};
	pages.addEventListener("touchstart", function (event) {
		apart = event.touches.length === 2 ? distance(event.touches) : 0;
	}, { passive: true });
	pages.addEventListener("touchmove", function (event) {
		if (event.touches.length !== 2 || !apart) {
			return;
		}
		event.preventDefault();
		const now = distance(event.touches);
		zoomTo(scaleNow() * now / apart, {
			x: (event.touches[0].clientX + event.touches[1].clientX) / 2,
			y: (event.touches[0].clientY + event.touches[1].clientY) / 2,
		});
		apart = now;
	}, { passive: false });

	pages.addEventListener("keydown", function (event) {
		const by = { PageDown: 1, PageUp: -1 }[event.key];
		if (by && !event.ctrlKey && !event.altKey && !event.metaKey && !event.shiftKey) {
			event.preventDefault();
			turnPage(by);
		}
	});
	pages.addEventListener("scroll", settle, { passive: true });
	addEventListener("resize", settle);

	// A mouse drags the pages; fingers scroll by default. While words.js draws on the pages,
	// dragging needs the space bar or the middle button.
	let pulled = null, space = false;
	const spaceBar = function (event) {
		if (event.key !== " ") {
			return;
		}
		const over = pages.matches(":hover") && !event.target.closest("input, textarea, select, button, a, summary, dialog");
		space = event.type === "keydown" && over;
		pages.classList.toggle("grab", space);
		if (over) {
			event.preventDefault(); // otherwise the key scrolls the window
		}
	};
	addEventListener("keydown", spaceBar);
	addEventListener("keyup", spaceBar);

	pages.addEventListener("pointerdown", function (event) {
		const pulls = event.button === 1 || event.button === 0 && (space || !viewer.draws());
		if (event.pointerType === "mouse" && pulls && event.target.closest(".turn")) {
			pulled = { x: event.clientX, y: event.clientY, left: pages.scrollLeft, top: pages.scrollTop, id: event.pointerId };
			if (event.button === 1 || space) {
				event.preventDefault();
			}
		}
	});
	pages.addEventListener("pointermove", function (event) {
		if (!pulled || event.pointerId !== pulled.id) {
			return;
		}
		const x = event.clientX - pulled.x, y = event.clientY - pulled.y;
		if (!pulled.moved && Math.hypot(x, y) > 4) {
			pulled.moved = true;
			pages.setPointerCapture(event.pointerId);
			pages.classList.add("pulled");
		}
		if (pulled.moved) {
			pages.scrollLeft = pulled.left - x;
			pages.scrollTop = pulled.top - y;
		}
	});
	["pointerup", "pointercancel"].forEach(function (name) {
		pages.addEventListener(name, function () {
			if (pulled && pulled.moved) {
				swallowClick();
			}
			pulled = null;
			pages.classList.remove("pulled");
		});
	});

	/** swallowClick ignores the click that ends a drag. */
	function swallowClick() {
		const swallow = function (event) {
			event.stopPropagation();
			event.preventDefault();
		};
		addEventListener("click", swallow, { capture: true, once: true });
		setTimeout(function () { removeEventListener("click", swallow, { capture: true }); });
	}

	/** placeOn returns the place of a point of the window on a page, in fractions of the unrotated
	    page. */
	function placeOn(figure, x, y) {
		const at = frameOf(figure).getBoundingClientRect();
		const across = (x - at.left) / at.width, down = (y - at.top) / at.height;
		switch (turnOf(figure)) {
		case 1:
			return { x: down, y: 1 - across };
		case 2:
			return { x: 1 - across, y: 1 - down };
		case 3:
			return { x: 1 - down, y: across };
		}
		return { x: across, y: down };
	}

	const viewer = {
		pages: pages, current: current, placeOn: placeOn, rotate: rotate, step: step, swallowClick: swallowClick, zoom: zoom,
		zoomTo: zoomTo,
		/** tool adds a button to the toolbar and returns it. */
		tool: bar.tool,
		/** jump asks for the number of a page. */
		jump: function () { bar.page.focus(); bar.page.select(); },
		/** draws reports whether a drag draws on the pages (words.js). */
		draws: function () { return false; },
	};
	window.docmill.viewer = viewer;

	let kept = 0;
	try {
		kept = Number(sessionStorage.getItem(remembered));
	} catch {
		// No storage: the default zoom.
	}
	if (kept > 0) {
		zoomTo(kept);
	}
	settle();
})();
