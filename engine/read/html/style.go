package html

import (
	"strconv"
	"strings"

	"golang.org/x/net/html/atom"
)

// style holds the properties that decide whether, where and how text appears.
type style struct {
	display string // "" for the element's own
	// none is display: none; invisible is any other way to show nothing.
	none, invisible flag
	float           flag
	column          flag // of a flex box: its children stand under each other
	bold            flag
	scale           float64 // 0 for that of the parent
}

// flag is a property that may be undeclared.
type flag int8

const (
	no  flag = -1
	yes flag = 1
)

func flagOf(v bool) flag {
	if v {
		return yes
	}
	return no
}

func (s *style) hidden() bool { return s.none == yes || s.invisible == yes }

// override applies the declarations of o.
func (s *style) override(o style) {
	if o.display != "" {
		s.display = o.display
	}
	if o.scale != 0 {
		s.scale = o.scale
	}
	for _, p := range []struct{ to, from *flag }{
		{&s.none, &o.none}, {&s.invisible, &o.invisible}, {&s.float, &o.float}, {&s.column, &o.column}, {&s.bold, &o.bold},
	} {
		if *p.from != 0 {
			*p.to = *p.from
		}
	}
}

// maxRules bounds the stored selectors of a page's style sheets.
const maxRules = 5000

// sheet stores rules whose selector is a single tag, class or id, or a tag with a class. Other selectors
// depend too much on context.
type sheet struct {
	rules map[string]style // by selector
}

// parse adds the rules of a style sheet, without media rules: they are for small screens and printers.
func (s *sheet) parse(css string) {
	css = withoutComments(css)
	for css != "" && len(s.rules) < maxRules {
		open := strings.IndexByte(css, '{')
		if open < 0 {
			return
		}
		selectors := css[:open]
		end := closing(css[open:])
		body := css[open+1 : open+end]
		css = css[min(open+end+1, len(css)):]
		if i := strings.LastIndexByte(selectors, ';'); i >= 0 {
			selectors = selectors[i+1:] // after "@import …;"
		}
		if strings.Contains(selectors, "@") {
			continue
		}
		declared := declarations(body)
		if declared == (style{}) {
			continue
		}
		for selector := range strings.SplitSeq(selectors, ",") {
			if selector = strings.ToLower(strings.TrimSpace(selector)); strings.ContainsAny(selector, " >+~:[*") {
				continue
			}
			if s.rules == nil {
				s.rules = map[string]style{}
			}
			merged := s.rules[selector]
			merged.override(declared)
			s.rules[selector] = merged
		}
	}
}

func withoutComments(css string) string {
	var sb strings.Builder
	for {
		before, after, found := strings.Cut(css, "/*")
		sb.WriteString(before)
		if !found {
			return sb.String()
		}
		if _, css, found = strings.Cut(after, "*/"); !found {
			return sb.String()
		}
	}
}

// closing returns the index of the brace that closes the first one, or len(css).
func closing(css string) int {
	depth := 0
	for i := range len(css) {
		switch css[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return len(css)
}

// styleOf computes an element's style: by tag, class, id and style attribute.
func (s *sheet) styleOf(n *node) style {
	tag := n.tag.String()
	out := builtIn(n.tag)
	out.override(s.rules[tag])
	for class := range strings.FieldsSeq(strings.ToLower(n.attrs["class"])) {
		out.override(s.rules["."+class])
		out.override(s.rules[tag+"."+class])
	}
	if id := n.attrs["id"]; id != "" {
		out.override(s.rules["#"+strings.ToLower(id)])
	}
	if own := n.attrs["style"]; own != "" {
		out.override(declarations(own))
	}
	if n.has("hidden") {
		out.none = yes
	}
	return out
}

// builtIn returns the default style of an element (HTML, 15.3).
func builtIn(tag atom.Atom) style {
	switch tag {
	case atom.B, atom.Strong, atom.Th, atom.H4, atom.H5, atom.H6:
		return style{bold: yes}
	case atom.H1:
		return style{bold: yes, scale: 2}
	case atom.H2:
		return style{bold: yes, scale: 1.5}
	case atom.H3:
		return style{bold: yes, scale: 1.17}
	}
	return style{}
}

func declarations(body string) style {
	var out style
	flat := false
	for declaration := range strings.SplitSeq(strings.ToLower(body), ";") {
		name, value, _ := strings.Cut(declaration, ":")
		value, _, _ = strings.Cut(value, "!")
		name, value = strings.TrimSpace(name), strings.TrimSpace(value)
		switch name {
		case "max-height":
			n, ok := size(value)
			flat = ok && n == 0
		case "overflow":
			if flat && value == "hidden" {
				out.invisible = yes
			}
		default:
			out.declare(name, value)
		}
	}
	return out
}

func (s *style) declare(name, value string) {
	switch name {
	case "display":
		s.none = flagOf(value == "none")
		if value != "none" {
			s.display = value
		}
	case "visibility":
		s.invisible = flagOf(value == "hidden" || value == "collapse")
	case "opacity":
		if n, ok := size(value); ok {
			s.invisible = flagOf(n == 0)
		}
	case "font-size":
		if n, ok := size(value); ok && n == 0 {
			s.invisible = yes
		} else if ok {
			s.scale = scaleOf(n, value)
		}
	case "font-weight":
		s.bold = flagOf(value == "bold" || value == "bolder" || value >= "600" && value <= "900")
	case "float":
		s.float = flagOf(value == "left" || value == "right")
	case "flex-direction":
		s.column = flagOf(strings.HasPrefix(value, "column"))
	case "mso-hide":
		s.invisible = flagOf(value == "all")
	case "left", "top", "text-indent":
		if n, ok := size(value); ok && n <= -500 {
			s.invisible = yes // moved off the page
		}
	}
}

// size reads the number at the start of a length.
func size(value string) (float64, bool) {
	end := 0
	for end < len(value) && strings.IndexByte("+-.0123456789", value[end]) >= 0 {
		end++
	}
	n, err := strconv.ParseFloat(value[:end], 64)
	return n, err == nil
}

// usualSize is the usual text size in CSS pixels.
const usualSize = 15.0

// scaleOf returns the size relative to usualSize, or 0 unless it is clearly larger.
func scaleOf(n float64, value string) float64 {
	switch {
	case strings.HasSuffix(value, "px"):
		n /= usualSize
	case strings.HasSuffix(value, "pt"):
		n *= 96.0 / 72 / usualSize
	case strings.HasSuffix(value, "%"):
		n /= 100
	case strings.HasSuffix(value, "em"):
	default:
		return 0
	}
	if n < 1.15 {
		return 0
	}
	return n
}
