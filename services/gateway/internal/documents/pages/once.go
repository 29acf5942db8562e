package pages

import (
	"context"
	"crypto/rand"
	"io"
	"time"
)

// KeptWidths are the image widths, in pixels, that are stored: usual ones, including the
// dashboard's (1000 and 2400). Other widths are drawn for each request: stored, they would be up
// to 2,385 images per page in two formats.
func KeptWidths() []int { return []int{100, 200, 300, 400, 600, 800, 1000, 1200, 1600, 2400} }

// once draws something for this caller alone and removes it after reading. Its key is unique, because other
// replicas may still be reading theirs.
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

// removeTimeout bounds the wait before the connection's next request.
const removeTimeout = 5 * time.Second

// remove deletes what was drawn for one caller, who may have left. If that fails it stays until
// its document is erased.
func (p *Pages) remove(ctx context.Context, key string) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), removeTimeout)
	defer cancel()
	_ = p.blob.Delete(ctx, key)
}
