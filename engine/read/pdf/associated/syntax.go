package associated

import (
	"bytes"
	"strconv"
)

// PDF syntax (ISO 32000-1, 7.3), as far as the list of associated files needs it.

type (
	dictionary map[name]any
	array      []any
	name       string
	reference  int // of an object; generations do not matter here
)

const maxNesting = 50

// parser reads one object after another: a dictionary, array, name, string ([]byte), float64, bool,
// reference, or nil for all others.
type parser struct {
	data []byte
	at   int
}

func isSpace(c byte) bool {
	return c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == '\f' || c == 0
}

func isDelimiter(c byte) bool { return bytes.IndexByte([]byte("()<>[]{}/%"), c) >= 0 }

func (p *parser) skipSpace() {
	for p.at < len(p.data) {
		switch c := p.data[p.at]; {
		case isSpace(c):
			p.at++
		case c == '%':
			for p.at < len(p.data) && p.data[p.at] != '\n' && p.data[p.at] != '\r' {
				p.at++
			}
		default:
			return
		}
	}
}

// literal consumes a sequence of bytes if it comes next.
func (p *parser) literal(s string) bool {
	if bytes.HasPrefix(p.data[p.at:], []byte(s)) {
		p.at += len(s)
		return true
	}
	return false
}

// value reads an object; ok is false at the end and for invalid syntax.
func (p *parser) value(depth int) (v any, ok bool) {
	p.skipSpace()
	switch {
	case p.at >= len(p.data) || depth > maxNesting:
		return nil, false
	case p.literal("<<"):
		return p.dictionary(depth)
	case p.literal("["):
		return p.array(depth)
	case p.literal("("):
		return p.text()
	case p.literal("<"):
		return p.hexadecimal()
	case p.literal("/"):
		return name(p.name()), true
	}
	return p.keyword()
}

func (p *parser) dictionary(depth int) (any, bool) {
	d := dictionary{}
	for {
		p.skipSpace()
		if p.literal(">>") {
			return d, true
		}
		if !p.literal("/") {
			return nil, false
		}
		key := name(p.name())
		v, ok := p.value(depth + 1)
		if !ok {
			return nil, false
		}
		d[key] = v
	}
}

func (p *parser) array(depth int) (any, bool) {
	a := array{}
	for {
		p.skipSpace()
		if p.literal("]") {
			return a, true
		}
		v, ok := p.value(depth + 1)
		if !ok {
			return nil, false
		}
		a = append(a, v)
	}
}

// regular consumes the bytes up to the next space or delimiter.
func (p *parser) regular() []byte {
	first := p.at
	for p.at < len(p.data) && !isSpace(p.data[p.at]) && !isDelimiter(p.data[p.at]) {
		p.at++
	}
	return p.data[first:p.at]
}

func (p *parser) name() string {
	raw := p.regular()
	out := make([]byte, 0, len(raw))
	for i := 0; i < len(raw); i++ {
		if raw[i] == '#' && i+2 < len(raw) {
			if code, err := strconv.ParseUint(string(raw[i+1:i+3]), 16, 8); err == nil {
				out = append(out, byte(code))
				i += 2
				continue
			}
		}
		out = append(out, raw[i])
	}
	return string(out)
}

// keyword reads a number, a reference, true, false, null or an operator.
func (p *parser) keyword() (any, bool) {
	word := p.regular()
	if len(word) == 0 {
		return nil, false
	}
	switch string(word) {
	case "true":
		return true, true
	case "false":
		return false, true
	}
	number, err := strconv.ParseFloat(string(word), 64)
	if err != nil {
		return nil, true
	}
	if id, err := strconv.Atoi(string(word)); err == nil && p.generation() {
		return reference(id), true
	}
	return number, true
}

// generation consumes the "0 R" of a reference.
func (p *parser) generation() bool {
	back := p.at
	p.skipSpace()
	if _, err := strconv.Atoi(string(p.regular())); err == nil {
		p.skipSpace()
		if string(p.regular()) == "R" {
			return true
		}
	}
	p.at = back
	return false
}

func (p *parser) hexadecimal() (any, bool) {
	var digits []byte
	for p.at < len(p.data) {
		c := p.data[p.at]
		p.at++
		switch {
		case c == '>':
			if len(digits)%2 == 1 {
				digits = append(digits, '0')
			}
			out := make([]byte, len(digits)/2)
			for i := range out {
				code, err := strconv.ParseUint(string(digits[2*i:2*i+2]), 16, 8)
				if err != nil {
					return nil, false
				}
				out[i] = byte(code)
			}
			return out, true
		case !isSpace(c):
			digits = append(digits, c)
		}
	}
	return nil, false
}

// text reads a string in parentheses, which may nest.
func (p *parser) text() (any, bool) {
	var out []byte
	for depth := 1; p.at < len(p.data); {
		c := p.data[p.at]
		p.at++
		switch c {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return out, true
			}
		case '\\':
			out = p.escape(out)
			continue
		}
		out = append(out, c)
	}
	return nil, false
}

func (p *parser) escape(out []byte) []byte {
	const octal = 3 // digits at most
	if p.at >= len(p.data) {
		return out
	}
	c := p.data[p.at]
	p.at++
	if i := bytes.IndexByte([]byte("nrtbf"), c); i >= 0 {
		return append(out, "\n\r\t\b\f"[i])
	}
	if c == '\n' || c == '\r' { // a line that goes on
		if c == '\r' {
			p.literal("\n")
		}
		return out
	}
	if c < '0' || c > '7' {
		return append(out, c)
	}
	code := int(c - '0')
	for n := 1; n < octal && p.at < len(p.data) && p.data[p.at] >= '0' && p.data[p.at] <= '7'; n++ {
		code = code*8 + int(p.data[p.at]-'0')
		p.at++
	}
	return append(out, byte(code))
}
