package pages_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/blob"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/gateway/internal/documents/pages"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
	"github.com/docmill/docmill/services/gateway/internal/web/fakeservices"
)

func TestMain(m *testing.M) { os.Exit(testkit.Run(m)) }

const (
	account  = "acct_0199aaaa-0000-7000-8000-000000000001"
	document = "ext_0199aaaa-0000-7000-8000-000000000002"
)

// rig is a gateway's pages with one document, its file included.
type rig struct {
	*pages.Pages
	t     *testing.T
	peers *fakeservices.Services
	blobs *blob.Store

	mu     sync.Mutex
	erased bool
}

func newRig(t *testing.T) *rig {
	t.Helper()
	info := testkit.S3(t)
	transport := &http.Transport{} // separate: the S3 server's end waits for idle connections
	t.Cleanup(transport.CloseIdleConnections)
	store, err := blob.New(blob.Config{
		Endpoint: info.Endpoint, AccessKey: info.AccessKey, SecretKey: info.SecretKey, Bucket: info.Bucket,
		Transport: transport,
	})
	require.NoError(t, err)
	_, err = store.Put(t.Context(), "docs/a", strings.NewReader("the file"))
	require.NoError(t, err)
	r := &rig{t: t, peers: fakeservices.Start(t), blobs: store}
	r.Pages = pages.New(r, store, r.peers.Gateway)
	return r
}

// File is the documents service's.
func (r *rig) File(_ context.Context, accountID, documentID string) (model.File, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.erased || accountID != account || documentID != document {
		return model.File{}, apierror.New(contract.CodeNotFound, "No document has this id.")
	}
	return model.File{DocumentID: document, Size: 8, ObjectKey: "docs/a"}, nil
}

func (r *rig) erase() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.erased = true
}

func request(page, width int) pages.Request {
	return pages.Request{
		AccountID: account, File: model.File{DocumentID: document, Size: 8, ObjectKey: "docs/a"}, Page: page, Width: width,
	}
}

// drawing reads the file and puts a picture, as extractors do.
func drawing(t *testing.T) fakeservices.Draw {
	return func(ctx context.Context, q contract.PageRequest) (contract.PageReply, error) {
		assert.Equal(t, exchange(ctx, t, http.MethodGet, q.GetURL, nil), "the file", "the file")
		exchange(ctx, t, http.MethodPut, q.PutURL, strings.NewReader("picture"))
		return contract.PageReply{Width: q.Width, Height: q.Width}, nil
	}
}

func exchange(ctx context.Context, t *testing.T, method, url string, body io.Reader) string {
	req, err := http.NewRequestWithContext(ctx, method, url, body)
	if err != nil {
		t.Error(err)
		return ""
	}
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	resp, err := client.Do(req)
	if err != nil {
		t.Error(err)
		return ""
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	require.NoError(t, err, method, string(b))
	assert.Equal(t, resp.StatusCode, http.StatusOK, method, string(b))
	return string(b)
}

func (r *rig) wantPicture(page, width int) {
	picture, size, err := r.Picture(context.Background(), request(page, width))
	if err != nil {
		r.t.Error(err)
		return
	}
	defer picture.Close()
	if b, err := io.ReadAll(picture); err != nil || string(b) != "picture" || size != 7 {
		r.t.Errorf("%q of %d bytes, %v", b, size, err)
	}
}

func (r *rig) kept() (keys []string) {
	r.t.Helper()
	err := r.blobs.Each(r.t.Context(), pages.Prefix(document), time.Now().Add(time.Hour), func(key string) error {
		keys = append(keys, key)
		return nil
	})
	require.NoError(r.t, err)
	return keys
}

func TestPicture(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	draw, begin := drawing(t), make(chan struct{})
	extractor := r.peers.StartExtractor(t, func(ctx context.Context, q contract.PageRequest) (contract.PageReply, error) {
		<-begin
		return draw(ctx, q)
	})
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() { r.wantPicture(2, 300) })
	}
	for len(extractor.Requests()) == 0 {
		time.Sleep(time.Millisecond)
	}
	close(begin)
	all.Wait()
	r.wantPicture(2, 300)
	got := extractor.Requests()
	if len(got) != 1 || got[0].Page != 2 || got[0].Width != 300 || got[0].DocumentID != document || got[0].FileSize != 8 {
		t.Errorf("%d requests: %+v", len(got), got)
	}
	r.wantPicture(2, 400)
	keys := r.kept()
	assert.True(t, len(keys) == 2 && keys[0] == pages.Key(document, 2, 300), "kept", keys)
	small := request(2, 300)
	small.Small = true
	picture, _, err := r.Picture(t.Context(), small)
	require.NoError(t, err)
	defer picture.Close()
	got = extractor.Requests()
	assert.True(t, len(got) == 3 && !got[0].Small && got[2].Small, len(got), "requests", got)
	keys = r.kept()
	assert.True(t, len(keys) == 3 && keys[0] == pages.SmallKey(document, 2, 300), "kept", keys)
}

func TestExtractorFault(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	answers := []error{
		apierror.New(contract.CodeNotFound, "The document has no such page."), apierror.Unavailable(nil, time.Second),
		errors.New("broken"),
	}
	r.peers.StartExtractor(t, func(_ context.Context, q contract.PageRequest) (contract.PageReply, error) {
		return contract.PageReply{}, answers[q.Page-1]
	})
	for i, want := range []contract.Code{contract.CodeNotFound, contract.CodeServiceUnavailable,
		contract.CodeInternalError} {
		_, _, err := r.Picture(t.Context(), request(i+1, 300))
		assert.Equal(t, apierror.Of(err).Code, want, "page", i+1, err)
	}
	assert.Empty(t, r.kept(), "kept")
}

func TestWithoutExtractors(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	_, _, err := r.Picture(t.Context(), request(1, 300))
	assert.True(t, apierror.Is(err, contract.CodeServiceUnavailable), err)
}

// A picture must not outlive its document.
func TestPictureOfErasedDocument(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	draw := drawing(t)
	r.peers.StartExtractor(t, func(ctx context.Context, q contract.PageRequest) (contract.PageReply, error) {
		defer r.erase()
		return draw(ctx, q)
	})
	_, _, err := r.Picture(t.Context(), request(1, 300))
	assert.True(t, apierror.Is(err, contract.CodeNotFound), err)
	assert.Empty(t, r.kept(), "kept")
}

// A client that leaves does not end the drawing for others.
func TestPictureClientLeft(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	draw, begin := drawing(t), make(chan struct{})
	extractor := r.peers.StartExtractor(t, func(ctx context.Context, q contract.PageRequest) (contract.PageReply, error) {
		<-begin
		return draw(ctx, q)
	})
	ctx, leave := context.WithCancel(t.Context())
	left := make(chan error)
	go func() {
		_, _, err := r.Picture(ctx, request(1, 300))
		left <- err
	}()
	for len(extractor.Requests()) == 0 {
		time.Sleep(time.Millisecond)
	}
	leave()
	err := <-left
	assert.True(t, apierror.Is(err, contract.CodeServiceUnavailable), "who left", err)
	close(begin)
	r.wantPicture(1, 300)
	assert.Equal(t, len(extractor.Requests()), 1, "requests")
}

// Words are made and kept like pictures, and erased with their document.
func TestWords(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	gone := make(chan struct{})
	extractor := r.peers.StartExtractor(t, nil)
	extractor.Read(func(ctx context.Context, q contract.PageWordsRequest) (contract.PageWordsReply, error) {
		if q.Page == 9 {
			return contract.PageWordsReply{}, apierror.New(contract.CodeNotFound, "The document has no such page.")
		}
		exchange(ctx, t, http.MethodPut, q.PutURL, strings.NewReader("words"))
		if q.Page == 2 {
			r.erase()
			close(gone)
		}
		return contract.PageWordsReply{Words: 1}, nil
	})
	words := func(page int) (string, error) {
		q := request(page, 0)
		content, _, err := r.Words(t.Context(), pages.WordsRequest{AccountID: q.AccountID, File: q.File, Page: page})
		if err != nil {
			return "", err
		}
		defer content.Close()
		b, err := io.ReadAll(content)
		return string(b), err
	}
	for range 2 {
		got, err := words(1)
		assert.True(t, got == "words" && err == nil, got, err)
	}
	keys := r.kept()
	assert.True(t, len(keys) == 1 && keys[0] == pages.WordsKey(document, 1), "kept", keys)
	_, err := words(9)
	assert.True(t, apierror.Is(err, contract.CodeNotFound), err)
	_, err = words(2)
	assert.True(t, apierror.Is(err, contract.CodeNotFound), err)
	<-gone
	keys = r.kept()
	assert.Equal(t, len(keys), 1, "kept", keys)
	assert.Equal(t, len(extractor.WordRequests()), 3, "requests")
}

// A picture of an unusual width has exactly that width, and is not stored.
func TestUnusualWidth(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	extractor := r.peers.StartExtractor(t, drawing(t))
	var all sync.WaitGroup
	for range 3 {
		all.Go(func() { r.wantPicture(1, 301) })
	}
	all.Wait()
	r.wantPicture(1, 301)
	r.wantPicture(1, contract.MinPageWidth)
	got := extractor.Requests()
	if len(got) != 5 || got[0].Width != 301 || got[4].Width != contract.MinPageWidth {
		t.Errorf("%d requests: %+v", len(got), got)
	}
	assert.Empty(t, r.kept(), "kept")
	small := request(1, 301)
	small.Small = true
	picture, _, err := r.Picture(t.Context(), small)
	require.NoError(t, err)
	b, err := io.ReadAll(picture)
	assert.True(t, err == nil && string(b) == "picture" && picture.Close() == nil, string(b), err)
	assert.Empty(t, r.kept(), "kept")
}

// A picture is not stored if its client left before it was drawn.
func TestUnusualWidthClientLeft(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	draw, begin, drawn := drawing(t), make(chan struct{}), make(chan struct{})
	extractor := r.peers.StartExtractor(t, func(ctx context.Context, q contract.PageRequest) (contract.PageReply, error) {
		<-begin
		defer close(drawn)
		return draw(ctx, q)
	})
	ctx, leave := context.WithCancel(t.Context())
	left := make(chan error)
	go func() {
		_, _, err := r.Picture(ctx, request(1, 301))
		left <- err
	}()
	for len(extractor.Requests()) == 0 {
		time.Sleep(time.Millisecond)
	}
	leave()
	err := <-left
	assert.True(t, apierror.Is(err, contract.CodeServiceUnavailable), "who left", err)
	close(begin)
	<-drawn
	for over := time.Now().Add(5 * time.Second); len(r.kept()) > 0; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(over) {
			t.Fatalf("kept: %v", r.kept())
		}
	}
}

func TestKeptWidths(t *testing.T) {
	t.Parallel()
	widths := pages.KeptWidths()
	if len(widths) > 10 || !slices.IsSorted(widths) || widths[0] < contract.MinPageWidth ||
		!slices.Contains(widths, contract.DefaultPageWidth) || !slices.Contains(widths, contract.MaxPageWidth) {
		t.Errorf("%v", widths)
	}
}
