package pages

import (
	"context"
	"crypto/rand"
	"io"
	"time"
)

// KeptWidths are the widths, in pixels, of which pictures are kept: usual ones, from a
// thumbnail to the widest, what the dashboard shows (1000 and 2400) included. A
// picture of any other width has exactly that width too, but is drawn for each request:
// kept, they would be up to 2,385 pictures of each page in each of two forms.
func KeptWidths() []int { return []int{100, 200, 300, 400, 600, 800, 1000, 1200, 1600, 2400} }

// once has something made for this caller alone, which is removed when it was read. Its
// key is no other caller's: nobody can know how long those of other replicas read.
func (p *Pages) once(ctx context.Context, m made) (io.ReadCloser, int64, error) {
	m.key, m.forOne = m.key+"-"+rand.Text(), true
	err := p.makeOnce(ctx, m)
	if err != nil {
		p.remove(ctx, m.key) // it may have been put nevertheless
		return nil, 0, err
	}
	content, size, err := p.read(ctx, m.key)
	if err != nil {
		p.remove(ctx, m.key)
		return nil, 0, err
	}
	return &passing{content, func() { p.remove(ctx, m.key) }}, size, nil
}

// passing is what is removed when it was read.
type passing struct {
	io.ReadCloser
	remove func()
}

// Close implements io.Closer.
func (r *passing) Close() error {
	defer r.remove()
	return r.ReadCloser.Close()
}

// removeTimeout bounds what a connection waits for before its next request.
const removeTimeout = 5 * time.Second

// remove deletes what was made for one caller, who may have left. What cannot be removed
// stays until its document is erased.
func (p *Pages) remove(ctx context.Context, key string) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), removeTimeout)
	defer cancel()
	_ = p.blob.Delete(ctx, key)
}
