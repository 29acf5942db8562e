// Checks of a page against what WCAG 2.2 AA asks for and a script can see. Its
// value is a list of sentences, one for each problem.
(async () => {
	const problems = [];
	const say = (element, text) => {
		const html = element.outerHTML.replace(/\s+/g, " ");
		problems.push(text + ": " + (html.length > 160 ? html.slice(0, 160) + "…" : html));
	};
	const all = selector => [...document.querySelectorAll(selector)];
	const visible = e => e.checkVisibility({ visibilityProperty: true, opacityProperty: true });
	const forEyes = e => visible(e) && !e.closest(".visually-hidden, .skip");
	const forPointers = e => forEyes(e) && !e.closest("[aria-hidden=true]"); // what is hidden repeats what is not
	// Colours move from one scheme to the other.
	await Promise.all(document.getAnimations().map(a => a.finished.catch(() => {})));

	// 3.1.1, 2.4.2: language and title.
	if (!document.documentElement.lang) problems.push("the page has no language");
	if (!document.title.trim()) problems.push("the page has no title");

	// 1.3.1: landmarks, one heading of the first level, no level left out.
	if (all("main").length !== 1) problems.push("there is not one main");
	if (all("body > header").length !== 1) problems.push("there is not one banner");
	all("nav").forEach(e => { if (!e.getAttribute("aria-label")) say(e, "navigation without a name"); });
	const headings = all("h1, h2, h3, h4, h5, h6").filter(visible);
	if (headings.filter(h => h.tagName === "H1").length !== 1) problems.push("there is not one h1");
	let level = 0;
	headings.forEach(h => {
		const now = Number(h.tagName[1]);
		if (now > level + 1) say(h, "a level of headings is left out");
		if (!h.textContent.trim()) say(h, "empty heading");
		level = now;
	});
	all("main").forEach(e => { if (e.closest("header, footer, nav")) say(e, "main inside of another landmark"); });

	// 4.1.2, 3.3.2: everything that can be used has a name.
	const named = e => {
		const by = (e.getAttribute("aria-labelledby") || "").split(/\s+/).map(id => document.getElementById(id)).filter(Boolean);
		const labels = e.labels ? [...e.labels] : [];
		const own = e.matches("button, a, summary, th") ? e.innerText + e.textContent : "";
		return [e.getAttribute("aria-label"), ...by.map(x => x.textContent), ...labels.map(x => x.textContent), own, e.getAttribute("title")]
			.some(text => text && text.trim());
	};
	all("input:not([type=hidden]), select, textarea").filter(visible).forEach(e => { if (!named(e)) say(e, "field without a label"); });
	all("a[href], button, summary").filter(visible).forEach(e => { if (!named(e)) say(e, "nothing to read on what can be pressed"); });
	all("img").forEach(e => { if (!e.hasAttribute("alt")) say(e, "picture without a text"); });
	all("svg").filter(visible).forEach(e => {
		if (e.getAttribute("aria-hidden") !== "true" && !(e.getAttribute("role") && named(e))) say(e, "drawing without a role and a name");
	});
	all("table").forEach(e => { if (!e.querySelector("th[scope]")) say(e, "table without headings"); });
	all("th").forEach(e => { if (!e.textContent.trim()) say(e, "empty heading of a table"); });
	const names = {};
	all("main a[href], main button").filter(visible).forEach(e => {
		const key = e.textContent.trim().replace(/\s+/g, " ");
		const goal = e.href || (e.form && e.form.action) || e.getAttribute("data-copy") || e.getAttribute("data-reveal") || "";
		if (e.getAttribute("href")?.includes("#") || e.closest("[aria-hidden=true]")) return; // a place on the page itself
		if (names[key] !== undefined && names[key] !== goal && !e.hasAttribute("data-copy")) say(e, "the same words lead to different places");
		names[key] = goal;
	});

	// 4.1.1: ids are unique, references lead somewhere.
	const ids = new Set();
	all("[id]").forEach(e => { if (ids.has(e.id)) say(e, "id twice"); ids.add(e.id); });
	for (const attribute of ["for", "aria-labelledby", "aria-describedby", "aria-controls"]) {
		all("[" + attribute + "]").forEach(e => e.getAttribute(attribute).split(/\s+/).forEach(id => {
			if (!ids.has(id)) say(e, attribute + " leads nowhere");
		}));
	}
	all("[tabindex]").forEach(e => { if (e.tabIndex > 0) say(e, "tabindex over 0"); });
	all("[aria-hidden=true]").forEach(e => { if ([...e.querySelectorAll("a, button, input, [tabindex]")].some(x => x.tabIndex >= 0)) say(e, "hidden and yet to be reached"); });

	// 1.4.3: contrast of text, 4.5 to 1, or 3 to 1 for large text.
	const pixel = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
	const colour = text => {
		pixel.clearRect(0, 0, 1, 1);
		pixel.fillStyle = text;
		pixel.fillRect(0, 0, 1, 1);
		const [r, g, b, a] = pixel.getImageData(0, 0, 1, 1).data;
		return { r, g, b, a: a / 255 };
	};
	const over = (top, below) => ({
		r: top.r * top.a + below.r * (1 - top.a), g: top.g * top.a + below.g * (1 - top.a),
		b: top.b * top.a + below.b * (1 - top.a), a: 1,
	});
	const background = e => {
		const layers = [];
		for (let at = e; at; at = at.parentElement) {
			const c = colour(getComputedStyle(at).backgroundColor);
			if (c.a > 0) layers.push(c);
			if (c.a === 1) break;
		}
		return layers.reverse().reduce((below, top) => over(top, below), { r: 255, g: 255, b: 255, a: 1 });
	};
	const luminance = c => {
		const part = v => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
		return 0.2126 * part(c.r) + 0.7152 * part(c.g) + 0.0722 * part(c.b);
	};
	const contrast = (a, b) => {
		const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x);
		return (high + 0.05) / (low + 0.05);
	};
	const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	const seen = new Set();
	while (texts.nextNode()) {
		const e = texts.currentNode.parentElement;
		if (!texts.currentNode.textContent.trim() || seen.has(e) || !forEyes(e) || e.closest("noscript, script, style, svg, :disabled")) continue;
		seen.add(e);
		const style = getComputedStyle(e);
		const size = parseFloat(style.fontSize);
		const least = size >= 24 || size >= 18.66 && Number(style.fontWeight) >= 700 ? 3 : 4.5;
		const behind = background(e);
		const ratio = contrast(over(colour(style.color), behind), behind);
		if (ratio < least) say(e, "contrast " + ratio.toFixed(2) + " of text, want " + least);
	}
	// 1.4.11: borders of fields, 3 to 1.
	all("input:not([type=hidden], [type=checkbox], [type=radio]), select, textarea").filter(forEyes).forEach(e => {
		const ratio = contrast(over(colour(getComputedStyle(e).borderTopColor), background(e.parentElement)), background(e.parentElement));
		if (ratio < 3) say(e, "contrast " + ratio.toFixed(2) + " of a border, want 3");
	});

	// 2.5.8: targets of 24 px, but for links in sentences and what has that much
	// room around its middle. 2.4.7: focus shows.
	const targets = all("a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex='0']").filter(forPointers);
	const crowded = (e, box) => {
		const x = box.left + box.width / 2, y = box.top + box.height / 2;
		return targets.some(other => {
			if (other === e || other.contains(e) || e.contains(other)) return false;
			const b = other.getBoundingClientRect();
			const dx = Math.max(b.left - x, 0, x - b.right), dy = Math.max(b.top - y, 0, y - b.bottom);
			return Math.hypot(dx, dy) < 12;
		});
	};
	targets.forEach(e => {
		const label = e.matches("[type=checkbox], [type=radio]") && e.closest("label"); // pressing it is the same
		const box = (label || e).getBoundingClientRect();
		if (!e.matches("p a, li a, th a, footer a, span a") && (box.width < 24 || box.height < 24) && crowded(e, box)) say(e, "target of " + box.width + " × " + box.height + " px");
	});
	const before = document.activeElement;
	for (const e of targets) {
		if (e.disabled) continue;
		e.focus({ preventScroll: true, focusVisible: true });
		if (document.activeElement !== e) { say(e, "cannot be focused"); continue; }
		const style = getComputedStyle(e);
		if (style.outlineStyle === "none" || parseFloat(style.outlineWidth) < 2) say(e, "focus does not show");
		else if (contrast(over(colour(style.outlineColor), background(e.parentElement)), background(e.parentElement)) < 3) say(e, "focus hardly shows");
	}
	if (before instanceof HTMLElement) before.focus({ preventScroll: true }); else document.activeElement.blur();
	return problems;
})()
