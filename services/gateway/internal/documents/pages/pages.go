// Package pages returns pictures and words of documents' pages. Each is made by an
// extractor when it is asked for the first time, and kept in the object store
// for as long as its document; pictures of unusual widths are made each time.
package pages

import (
	"context"
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
	// drawTimeout bounds the drawing of a picture or the reading of words, the wait
	// for a worker included.
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

// How many pages' words are being read at once, in all and of an account, and how
// many wait for how long. A scanned page keeps one of the extractors' workers for
// seconds; a picture takes a fraction of one.
const (
	maxReading, maxReadingPerAccount = 16, 4
	readingWaiting, readingWait      = 16, 10 * time.Second
)

// Pages has pictures and words made and keeps them. It is safe for concurrent use.
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

// Request names a picture.
type Request struct {
	AccountID string
	File      model.File
	Page      int // from 1
	Width     int // pixels; contract.MinPageWidth to contract.MaxPageWidth
	// Small asks for a JPEG where that takes less room than a PNG.
	Small bool
}

// Picture returns a picture, a PNG or, where it is to be small, perhaps a JPEG, and
// its size in bytes. It is a *fault.Error of
// CodeNotFound when the document has no such page, its format no pictures, or
// the document was erased meanwhile; CodeServiceUnavailable when it could not be
// drawn in time.
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

// WordsRequest names the words of a page.
type WordsRequest struct {
	AccountID string
	File      model.File
	Page      int // from 1
}

// Words returns the words of a page, a contract.PageWords as JSON, and their size in
// bytes. Errors are those of Picture; CodeServiceUnavailable also when too many
// pages of the account are being read.
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

// made is what an extractor makes of a document.
type made struct {
	key       string // where it is kept
	accountID string
	file      model.File
	// by has an extractor make it: of the file behind getURL, to putURL.
	by func(ctx context.Context, getURL, putURL string) error
	// forOne says that one caller alone knows the key.
	forOne bool
}

// open returns what is kept, after it was made where it is not kept yet.
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

// read opens what was made.
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

// makeOnce has something made once for all who ask for it at the same time. It
// is finished even if they all leave: the next one will find it.
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
		if m.forOne { // nobody will come for it
			go func() {
				<-done
				p.remove(ctx, m.key)
			}()
		}
		return apierror.Unavailable(ctx.Err(), retryAfter)
	}
}

// guarded keeps a panic from ending the process: making has a goroutine of its
// own.
func (p *Pages) guarded(ctx context.Context, m made) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("make %s: panic: %v", m.key, v)
		}
	}()
	if !m.forOne && p.kept(ctx, m.key) {
		return nil
	}
	if err := p.make(ctx, m); err != nil {
		return fmt.Errorf("make %s: %w", m.key, err)
	}
	return p.keep(ctx, m)
}

// kept reports whether it is there: an equal request may have ended since the
// caller looked.
func (p *Pages) kept(ctx context.Context, key string) bool {
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

// keep makes sure that nothing outlives its document: what was made while that was
// erased goes with it. (Package erasure removes what it finds, and what was put
// later once the addresses lent out are no longer valid.)
func (p *Pages) keep(ctx context.Context, m made) error {
	_, err := p.documents.File(ctx, m.accountID, m.file.DocumentID)
	if apierror.Is(err, contract.CodeNotFound) {
		return errors.Join(err, p.blob.Delete(ctx, m.key))
	}
	return err
}

// Root is under which the pictures and words of all documents are kept.
const Root = "pages/"

// Prefix is under which the pictures and words of a document are kept.
func Prefix(documentID string) string { return Root + documentID + "/" }

// Key is where a picture is kept.
func Key(documentID string, page, width int) string {
	return Prefix(documentID) + strconv.Itoa(page) + "-" + strconv.Itoa(width) + ".png"
}

// SmallKey is where a picture is kept that is to be small.
func SmallKey(documentID string, page, width int) string {
	return Prefix(documentID) + strconv.Itoa(page) + "-" + strconv.Itoa(width) + "-small"
}

func (r Request) key() string {
	if r.Small {
		return SmallKey(r.File.DocumentID, r.Page, r.Width)
	}
	return Key(r.File.DocumentID, r.Page, r.Width)
}

// WordsKey is where the words of a page are kept.
func WordsKey(documentID string, page int) string {
	return Prefix(documentID) + strconv.Itoa(page) + "-words.json"
}
