// Package pages returns pictures of documents' pages. A picture is drawn by an
// extractor when it is asked for the first time, and kept in the object store
// for as long as its document.
package pages

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"

	"golang.org/x/sync/singleflight"

	"github.com/docmill/docmill/libs/blob"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/fault"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
)

const (
	// drawTimeout bounds the drawing of a picture, the wait for a worker
	// included.
	drawTimeout = 30 * time.Second
	// lentFor is how long an extractor can use the addresses it is given.
	lentFor = drawTimeout + 30*time.Second
	// retryAfter is what clients are told while the object store is away.
	retryAfter = 2 * time.Second
)

// Documents reports where a document's file is; *documents.Documents does.
type Documents interface {
	File(ctx context.Context, accountID, documentID string) (model.File, error)
}

// Pictures draws and keeps pictures. It is safe for concurrent use.
type Pictures struct {
	documents Documents
	blob      *blob.Store
	conn      *bus.Conn
	drawing   singleflight.Group // by key
}

// New starts nothing.
func New(documents Documents, blob *blob.Store, conn *bus.Conn) *Pictures {
	return &Pictures{documents: documents, blob: blob, conn: conn}
}

// Request names a picture.
type Request struct {
	AccountID string
	File      model.File
	Page      int // from 1
	Width     int // pixels; contract.MinPageWidth to contract.MaxPageWidth
}

// Picture returns a picture, a PNG, and its size in bytes. It is a *fault.Error of
// CodeNotFound when the document has no such page, its format no pictures, or
// the document was erased meanwhile; CodeServiceUnavailable when it could not be
// drawn in time.
func (p *Pictures) Picture(ctx context.Context, r Request) (io.ReadCloser, int64, error) {
	key := Key(r.File.DocumentID, r.Page, r.Width)
	picture, size, err := p.blob.Get(ctx, key)
	if err == nil {
		return picture, size, nil
	}
	if !errors.Is(err, blob.ErrNotFound) {
		return nil, 0, fault.Unavailable(err, retryAfter)
	}
	if err := p.drawOnce(ctx, key, r); err != nil {
		return nil, 0, err
	}
	picture, size, err = p.blob.Get(ctx, key)
	if errors.Is(err, blob.ErrNotFound) { // erased already
		return nil, 0, fault.Wrap(err, contract.CodeNotFound, "There is no document with this id.")
	}
	if err != nil {
		return nil, 0, fault.Unavailable(err, retryAfter)
	}
	return picture, size, nil
}

// drawOnce has a picture drawn once for all who ask for it at the same time. It
// is finished even if they all leave: the next one will find it.
func (p *Pictures) drawOnce(ctx context.Context, key string, r Request) error {
	done := p.drawing.DoChan(key, func() (any, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), lentFor)
		defer cancel()
		return nil, p.guarded(ctx, key, r)
	})
	select {
	case d := <-done:
		return d.Err
	case <-ctx.Done():
		return fault.Unavailable(ctx.Err(), retryAfter)
	}
}

// guarded keeps a panic from ending the process: drawing has a goroutine of its
// own.
func (p *Pictures) guarded(ctx context.Context, key string, r Request) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("draw %s: panic: %v", key, v)
		}
	}()
	if p.drawn(ctx, key) {
		return nil
	}
	if err := p.draw(ctx, key, r); err != nil {
		return fmt.Errorf("draw %s: %w", key, err)
	}
	return p.keep(ctx, key, r)
}

// drawn reports whether the picture is there: an equal request may have ended
// since the caller looked.
func (p *Pictures) drawn(ctx context.Context, key string) bool {
	picture, _, err := p.blob.Get(ctx, key)
	return err == nil && picture.Close() == nil
}

func (p *Pictures) draw(ctx context.Context, key string, r Request) error {
	get, err := p.blob.PresignGet(ctx, r.File.ObjectKey, lentFor)
	if err != nil {
		return err
	}
	put, err := p.blob.PresignPut(ctx, key, lentFor)
	if err != nil {
		return err
	}
	_, err = bus.CallWithin[contract.PageReply](ctx, p.conn, drawTimeout, contract.RPCPageRender, contract.PageRequest{
		DocumentID: r.File.DocumentID, GetURL: get, PutURL: put, FileSize: r.File.Size, Page: r.Page, Width: r.Width,
	})
	return err
}

// keep makes sure that the picture does not outlive its document: one that was
// erased while it was drawn takes it along. (Package erasure removes
// the pictures that it finds, and those that were put later once the addresses
// lent out are no longer valid.)
func (p *Pictures) keep(ctx context.Context, key string, r Request) error {
	_, err := p.documents.File(ctx, r.AccountID, r.File.DocumentID)
	if fault.Is(err, contract.CodeNotFound) {
		return errors.Join(err, p.blob.Delete(ctx, key))
	}
	return err
}

// Prefix is under which the pictures of a document are kept.
func Prefix(documentID string) string { return "pages/" + documentID + "/" }

// Key is where a picture is kept.
func Key(documentID string, page, width int) string {
	return Prefix(documentID) + strconv.Itoa(page) + "-" + strconv.Itoa(width) + ".png"
}
