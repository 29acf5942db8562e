package lifecycle_test

import (
	"context"
	"errors"
	"log/slog"
	"testing"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/lifecycle"
)

func TestAwait(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	asked := 0
	late := func(context.Context) error {
		if asked++; asked < 2 {
			return errors.New("not yet")
		}
		return nil
	}
	log := slog.New(slog.DiscardHandler)
	assert.True(t, lifecycle.Await(ctx, log, late, late) && asked == 3, "asked", asked, "times, want 3")
	assert.False(t, lifecycle.Await(ctx, log, func(context.Context) error { cancel(); return errors.New("never") }),
		"there, although what is needed never was")
}
