// Package pages returns images and words of documents' pages. An extractor makes each on the
// first request; it is stored for as long as its document. Images of unusual widths are made each
// time.
package pages

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"time"

	"golang.org/x/sync/singleflight"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/blob"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/access/limiter"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
)

const (
	// drawTimeout bounds one rendering or reading, including the wait for a worker.
	drawTimeout = 30 * time.Second
	// lentFor is how long an extractor's presigned addresses are valid.
	lentFor = drawTimeout + 30*time.Second
	// retryAfter is the Retry-After while the object store is unavailable.
	retryAfter = 2 * time.Second
)

// Documents returns a document's file; *documents.Documents does.
type Documents interface {
	File(ctx context.Context, accountID, documentID string) (model.File, error)
}

// Limits of pages whose words are read at once. A scanned page takes a worker seconds, an image a fraction of one.
const (
	maxReading, maxReadingPerAccount = 16, 4
	readingWaiting, readingWait      = 16, 10 * time.Second
)

// Pages makes and stores images and words. It is safe for concurrent use.
type Pages struct {
	documents Documents
	blob      *blob.Store
	conn      *bus.Conn
	making    singleflight.Group // by key
	reading   *limiter.Limiter
}

// New starts nothing.
func New(documents Documents, blob *blob.Store, conn *bus.Conn) *Pages {
	return &Pages{
		documents: documents, blob: blob, conn: conn,
		reading: limiter.New(limiter.Config{
			Max: maxReading, MaxPerAccount: maxReadingPerAccount, MaxWaiting: readingWaiting, Wait: readingWait,
			Busy: "Too many pages of your account are being read. Try again in a moment.",
		}),
	}
}

// Request is a request for an image.
type Request struct {
	AccountID string
	File      model.File
	Page      int // from 1
	Width     int // pixels; contract.MinPageWidth to contract.MaxPageWidth
	// Small asks for a JPEG if that is smaller than a PNG.
	Small bool
}

// Picture returns an image (PNG, or JPEG if Small) and its size in bytes. It returns CodeNotFound
// if the document has no such page, its format has no images, or it was erased;
// CodeServiceUnavailable if drawing took too long.
func (p *Pages) Picture(ctx context.Context, r Request) (io.ReadCloser, int64, error) {
	picture := made{
		key: r.key(), accountID: r.AccountID, file: r.File,
		by: func(ctx context.Context, getURL, putURL string) error {
			_, err := bus.CallWithin[contract.PageReply](ctx, p.conn, drawTimeout, contract.RPCPageRender, contract.PageRequest{
				DocumentID: r.File.DocumentID, GetURL: getURL, PutURL: putURL, FileSize: r.File.Size, Page: r.Page, Width: r.Width,
				Small: r.Small,
			})
			return err
		},
	}
	if !slices.Contains(KeptWidths(), r.Width) {
		return p.once(ctx, picture)
	}
	return p.open(ctx, picture)
}

// WordsRequest is a request for the words of a page.
type WordsRequest struct {
	AccountID string
	File      model.File
	Page      int // from 1
}

// Words returns the words of a page, a contract.PageWords as JSON, and their size in bytes. It
// returns the errors of Picture, and CodeServiceUnavailable if too many pages of the account are
// being read.
func (p *Pages) Words(ctx context.Context, r WordsRequest) (io.ReadCloser, int64, error) {
	return p.open(ctx, made{
		key: WordsKey(r.File.DocumentID, r.Page), accountID: r.AccountID, file: r.File,
		by: func(ctx context.Context, getURL, putURL string) error {
			leave, err := p.reading.Enter(ctx, r.AccountID)
			if err != nil {
				return err
			}
			defer leave()
			_, err = bus.CallWithin[contract.PageWordsReply](ctx, p.conn, drawTimeout, contract.RPCPageWords,
				contract.PageWordsRequest{
					DocumentID: r.File.DocumentID, GetURL: getURL, PutURL: putURL, FileSize: r.File.Size, Page: r.Page,
				})
			return err
		},
	})
}

// made is something that an extractor makes of a document.
type made struct {
	key       string // of the stored object
	accountID string
	file      model.File
	// by makes an extractor read the file at getURL and write to putURL.
	by func(ctx context.Context, getURL, putURL string) error
	// forOne is true if only one caller knows the key.
	forOne bool
}

// open returns the stored object and makes it first if there is none.
func (p *Pages) open(ctx context.Context, m made) (io.ReadCloser, int64, error) {
	content, size, err := p.blob.Get(ctx, m.key)
	if err == nil {
		return content, size, nil
	}
	if !errors.Is(err, blob.ErrNotFound) {
		return nil, 0, apierror.Unavailable(err, retryAfter)
	}
	if err := p.makeOnce(ctx, m); err != nil {
		return nil, 0, err
	}
	return p.read(ctx, m.key)
}

func (p *Pages) read(ctx context.Context, key string) (io.ReadCloser, int64, error) {
	content, size, err := p.blob.Get(ctx, key)
	if errors.Is(err, blob.ErrNotFound) { // erased already
		return nil, 0, apierror.Wrap(err, contract.CodeNotFound, "No document has this id.")
	}
	if err != nil {
		return nil, 0, apierror.Unavailable(err, retryAfter)
	}
	return content, size, nil
}

// makeOnce makes an object once for concurrent callers. It completes even if they all leave: the next caller finds it.
func (p *Pages) makeOnce(ctx context.Context, m made) error {
	done := p.making.DoChan(m.key, func() (any, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), lentFor)
		defer cancel()
		return nil, p.guarded(ctx, m)
	})
	select {
	case d := <-done:
		return d.Err
	case <-ctx.Done():
		if m.forOne { // it is not needed any more
			go func() {
				<-done
				p.remove(ctx, m.key)
			}()
		}
		return apierror.Unavailable(ctx.Err(), retryAfter)
	}
}

// guarded recovers from panics, because making runs in its own goroutine.
func (p *Pages) guarded(ctx context.Context, m made) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("make %s: panic: %v", m.key, v)
		}
	}()
	if !m.forOne && p.isStored(ctx, m.key) {
		return nil
	}
	if err := p.make(ctx, m); err != nil {
		return fmt.Errorf("make %s: %w", m.key, err)
	}
	return p.keep(ctx, m)
}

// isStored reports whether the object exists: a concurrent request may have made it since the caller looked.
func (p *Pages) isStored(ctx context.Context, key string) bool {
	content, _, err := p.blob.Get(ctx, key)
	return err == nil && content.Close() == nil
}

func (p *Pages) make(ctx context.Context, m made) error {
	get, err := p.blob.PresignGet(ctx, m.file.ObjectKey, lentFor)
	if err != nil {
		return err
	}
	put, err := p.blob.PresignPut(ctx, m.key, lentFor)
	if err != nil {
		return err
	}
	return m.by(ctx, get, put)
}

// keep removes the object if its document was erased meanwhile. Package erasure removes objects written later.
func (p *Pages) keep(ctx context.Context, m made) error {
	_, err := p.documents.File(ctx, m.accountID, m.file.DocumentID)
	if apierror.Is(err, contract.CodeNotFound) {
		return errors.Join(err, p.blob.Delete(ctx, m.key))
	}
	return err
}

// Root is the prefix of all images and words.
const Root = "pages/"

// Prefix is the prefix of a document's images and words.
func Prefix(documentID string) string { return Root + documentID + "/" }

// Key is the object key of an image.
func Key(documentID string, page, width int) string {
	return Prefix(documentID) + strconv.Itoa(page) + "-" + strconv.Itoa(width) + ".png"
}

// SmallKey is the object key of a Small image.
func SmallKey(documentID string, page, width int) string {
	return Prefix(documentID) + strconv.Itoa(page) + "-" + strconv.Itoa(width) + "-small"
}

func (r Request) key() string {
	if r.Small {
		return SmallKey(r.File.DocumentID, r.Page, r.Width)
	}
	return Key(r.File.DocumentID, r.Page, r.Width)
}

// WordsKey is the object key of the words of a page.
func WordsKey(documentID string, page int) string {
	return Prefix(documentID) + strconv.Itoa(page) + "-words.json"
}

// KeptWidths are the image widths, in pixels, that are stored: usual ones, including the
// dashboard's (1000 and 2400). Other widths are drawn for each request: stored, they would be up
// to 2,385 images per page in two formats.
func KeptWidths() []int { return []int{100, 200, 300, 400, 600, 800, 1000, 1200, 1600, 2400} }

// once draws for this caller alone and removes it after reading. The key is unique: other replicas may read theirs.
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

// remove deletes what was drawn for one caller, who may have left. If that fails it stays until its document is erased.
func (p *Pages) remove(ctx context.Context, key string) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), removeTimeout)
	defer cancel()
	_ = p.blob.Delete(ctx, key)
}
