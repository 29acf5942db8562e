package pages_test

import (
	"context"
	"io"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/documents/pages"
)

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
	if keys := r.kept(); len(keys) != 0 {
		t.Errorf("kept: %v", keys)
	}
	small := request(1, 301)
	small.Small = true
	picture, _, err := r.Picture(t.Context(), small)
	if err != nil {
		t.Fatal(err)
	}
	if b, err := io.ReadAll(picture); err != nil || string(b) != "picture" || picture.Close() != nil {
		t.Errorf("%q, %v", b, err)
	}
	if keys := r.kept(); len(keys) != 0 {
		t.Errorf("kept: %v", keys)
	}
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
	if err := <-left; !apierror.Is(err, contract.CodeServiceUnavailable) {
		t.Errorf("who left: %v", err)
	}
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
