package html

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/docmill/docmill/engine/extractionerror"
)

// node is an element, or a text if tag is 0.
type node struct {
	tag      atom.Atom
	text     string
	attrs    map[string]string
	children []*node
}

type tree struct {
	root  *node
	title string
	sheet sheet
}

// parser builds a page's tree. It is simpler than the standard's tree construction (HTML, 13.2.6): it never
// copies misnested elements, which lets small pages become huge trees.
type parser struct {
	tree  tree
	stack []*node // open elements, the root first
	nodes int
}

func parse(s string) (*tree, error) {
	root := &node{}
	p := parser{tree: tree{root: root}, stack: []*node{root}}
	z := html.NewTokenizer(strings.NewReader(s))
	for {
		kind := z.Next()
		if kind == html.ErrorToken {
			if err := z.Err(); !errors.Is(err, io.EOF) {
				return nil, extractionerror.New(extractionerror.CorruptFile, err, "The page is damaged.")
			}
			return &p.tree, nil
		}
		p.token(kind, z)
		if p.nodes > maxNodes {
			return nil, extractionerror.New(extractionerror.TooComplex, fmt.Errorf("more than %d nodes", maxNodes),
				"The page has more than %d elements.", maxNodes)
		}
	}
}

func (p *parser) token(kind html.TokenType, z *html.Tokenizer) {
	switch kind {
	case html.TextToken:
		p.text(string(z.Text()))
	case html.StartTagToken, html.SelfClosingTagToken:
		name, more := z.TagName()
		n := &node{tag: atom.Lookup(name)}
		for more {
			var key, value []byte
			key, value, more = z.TagAttr()
			n.attribute(string(key), string(value))
		}
		p.open(n)
	case html.EndTagToken:
		name, _ := z.TagName()
		p.close(atom.Lookup(name))
	case html.ErrorToken, html.CommentToken, html.DoctypeToken:
	}
}

func (n *node) attribute(key, value string) {
	switch key {
	case "class", "id", "style", "hidden", "colspan", "rowspan", "type", "value", "selected", "checked", "start", "open",
		"name", "for", "aria-label", "placeholder", "title":
		if n.attrs == nil {
			n.attrs = map[string]string{}
		}
		n.attrs[key] = value
	}
}

func (n *node) has(key string) bool { _, ok := n.attrs[key]; return ok }

func (p *parser) top() *node { return p.stack[len(p.stack)-1] }

func (p *parser) text(s string) {
	switch top := p.top(); top.tag {
	case atom.Style:
		p.tree.sheet.parse(s)
	case atom.Title:
		p.tree.title += s
	case atom.Script, atom.Template, atom.Iframe, atom.Noembed, atom.Noframes:
	default:
		p.nodes++
		top.children = append(top.children, &node{text: s})
	}
}

// open adds an element. It skips unknown tags but reads their content. Elements deeper than maxDepth become
// siblings.
func (p *parser) open(n *node) {
	if n.tag == 0 {
		return
	}
	p.endImplied(n.tag)
	p.nodes++
	top := p.top()
	top.children = append(top.children, n)
	if !void(n.tag) && len(p.stack) < maxDepth {
		p.stack = append(p.stack, n)
	}
}

// void elements have no content (HTML, 13.1.2).
func void(tag atom.Atom) bool {
	switch tag {
	case atom.Area, atom.Base, atom.Br, atom.Col, atom.Embed, atom.Hr, atom.Img, atom.Input, atom.Link, atom.Meta,
		atom.Param, atom.Source, atom.Track, atom.Wbr:
		return true
	}
	return false
}

// endImplied closes the elements whose end tag may be omitted before the tag (HTML, 13.1.2.4).
func (p *parser) endImplied(tag atom.Atom) {
	switch tag {
	case atom.Li:
		p.closeUpTo([]atom.Atom{atom.Li}, atom.Ul, atom.Ol, atom.Table, atom.Td, atom.Th)
	case atom.Dt, atom.Dd:
		p.closeUpTo([]atom.Atom{atom.Dt, atom.Dd}, atom.Dl, atom.Table, atom.Td, atom.Th)
	case atom.Option, atom.Optgroup:
		p.closeUpTo([]atom.Atom{atom.Option}, atom.Select)
	case atom.Td, atom.Th:
		p.closeUpTo([]atom.Atom{atom.Td, atom.Th}, atom.Tr, atom.Table)
	case atom.Tr:
		p.closeUpTo([]atom.Atom{atom.Tr}, atom.Table, atom.Tbody, atom.Thead, atom.Tfoot)
	case atom.Tbody, atom.Thead, atom.Tfoot:
		p.closeUpTo([]atom.Atom{atom.Tbody, atom.Thead, atom.Tfoot}, atom.Table)
	}
	if paragraphEnds(tag) {
		p.closeUpTo([]atom.Atom{atom.P}, atom.Td, atom.Th, atom.Table, atom.Button, atom.Div)
	}
}

func paragraphEnds(tag atom.Atom) bool {
	switch tag {
	case atom.P, atom.Div, atom.Table, atom.Ul, atom.Ol, atom.Dl, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6,
		atom.Hr, atom.Pre, atom.Section, atom.Article, atom.Header, atom.Footer, atom.Address, atom.Blockquote, atom.Fieldset,
		atom.Form, atom.Main, atom.Nav, atom.Aside, atom.Figure, atom.Center, atom.Details:
		return true
	}
	return false
}

// closeUpTo closes the innermost open element of the tags, unless a boundary is nearer.
func (p *parser) closeUpTo(tags []atom.Atom, boundaries ...atom.Atom) {
	for i := len(p.stack) - 1; i > 0; i-- {
		switch tag := p.stack[i].tag; {
		case slices.Contains(tags, tag):
			p.stack = p.stack[:i]
			return
		case slices.Contains(boundaries, tag):
			return
		}
	}
}

// close ends an element. Table cells limit its effect to the cell.
func (p *parser) close(tag atom.Atom) {
	switch tag {
	case atom.Br:
		p.open(&node{tag: atom.Br})
	case 0:
	case atom.Table, atom.Html, atom.Body:
		p.closeUpTo([]atom.Atom{tag})
	case atom.Tr, atom.Td, atom.Th, atom.Tbody, atom.Thead, atom.Tfoot:
		p.closeUpTo([]atom.Atom{tag}, atom.Table)
	default:
		p.closeUpTo([]atom.Atom{tag}, atom.Td, atom.Th, atom.Table)
	}
}
