package match

import (
	"fmt"

	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/template"
)

const thousand = 1000

// block is the first line of a block of lines; places are in thousandths of the page.
type block struct {
	segment   *layout.Segment
	page      int // 1 for the first page, 0 for the last of several
	x0, x1, y int
}

func (p *Page) addBlock(s *layout.Segment) {
	number := p.pageNumber(s.Page)
	if number < 0 || s.Page.Width <= 0 || s.Page.Height <= 0 {
		return
	}
	p.blocks = append(p.blocks, block{
		segment: s, page: number, x0: int(thousand * s.Box.X0 / s.Page.Width), x1: int(thousand * s.Box.X1 / s.Page.Width),
		y: int(thousand * s.Box.CenterY() / s.Page.Height),
	})
}

// pageNumber returns 1 for the first page, 0 for the last, and -1 for others, on which places mean nothing.
func (p *Page) pageNumber(page *layout.Page) int {
	switch pages := p.doc.Layout.Pages; {
	case page == pages[0]:
		return 1
	case page == pages[len(pages)-1]:
		return 0
	}
	return -1
}

func (b block) String() string { return fmt.Sprintf("@%d.%d.%d.%d", b.page, b.x0, b.x1, b.y) }

func (b block) orderedBase() string {
	return fmt.Sprintf("%%%d.%d.%d.%d", b.page, b.segment.Column, b.segment.Column, b.y)
}

// countedBase is the block's place by the count of blocks above it; false if too many for a page head.
func (p *Page) countedBase(i int) (base string, ok bool) {
	const most = 4
	b := &p.blocks[i]
	at := template.Place{Page: b.page, X0: b.x0, X1: b.x1}
	n := 0
	for k := range i {
		if o := &p.blocks[k]; o.page == b.page && at.SharesEdge(o.x0, o.x1) {
			n++
		}
	}
	return fmt.Sprintf("^%d.%d.%d.%d", b.page, b.x0, b.x1, n), n <= most
}

// countedBlock returns the block at an edge with that many blocks above it, or nil.
func (p *Page) countedBlock(want template.Place) *layout.Segment {
	n := want.Y
	for i := range p.blocks {
		b := &p.blocks[i]
		if b.page != want.Page || !want.SharesEdge(b.x0, b.x1) {
			continue
		}
		if n == 0 {
			return b.segment
		}
		n--
	}
	return nil
}

// nearestBlock returns the block nearest to the place of a base, or nil.
func (p *Page) nearestBlock(base string) *layout.Segment {
	want, ok := template.ParsePlace(base)
	if !ok {
		return nil
	}
	if want.Counted {
		return p.countedBlock(want)
	}
	var best *layout.Segment
	least := 0
	for i := range p.blocks {
		b := &p.blocks[i]
		at := template.Place{Page: b.page, X0: b.x0, X1: b.x1, Y: b.y}
		if want.Ordered {
			at.X0, at.X1, at.Ordered = b.segment.Column, b.segment.Column, true
		}
		d, near := want.Distance(at)
		if near && (best == nil || d < least) {
			best, least = b.segment, d
		}
	}
	return best
}
