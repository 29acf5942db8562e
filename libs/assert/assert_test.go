package assert_test

import (
	"errors"
	"fmt"
	"io"
	"testing"

	"github.com/docmill/docmill/libs/assert"
)

type recorder struct {
	testing.TB
	failures []string
}

func (r *recorder) Helper() {}

func (r *recorder) Error(args ...any) { r.failures = append(r.failures, fmt.Sprint(args...)) }

func TestFailures(t *testing.T) {
	r := &recorder{TB: t}
	wrapped := fmt.Errorf("read: %w", io.EOF)
	passed := []bool{
		assert.Equal(r, 1, 1), assert.EqualSlices(r, []int{1}, []int{1}), assert.Empty(r, []int{}),
		assert.Contains(r, "text", "ex"), assert.NoError(r, nil), assert.Error(r, wrapped),
		assert.ErrorIs(r, wrapped, io.EOF), assert.True(r, true), assert.False(r, false),
		assert.NotEqual(r, 1, 2), assert.NotContains(r, "text", "b"),
	}
	failed := []bool{
		assert.Equal(r, "a", "b", "row", 3), assert.EqualSlices(r, []int{1}, []int{2}), assert.Empty(r, []int{1}),
		assert.Contains(r, "text", "b"), assert.NoError(r, io.EOF), assert.Error(r, nil, "closed"),
		assert.ErrorIs(r, errors.ErrUnsupported, io.EOF), assert.True(r, false, "closed"),
		assert.False(r, true), assert.NotEqual(r, 1, 1), assert.NotContains(r, "text", "ex"),
	}
	want := []string{
		`row 3: got "a", want "b"`, "got [1], want [2]", "got [1], want none", "\"b\" is missing in:\ntext",
		"error: EOF", "closed: want an error", "error: unsupported operation, want EOF",
		"closed: got false, want true", "got true, want false", "got 1, want another", "\"ex\" is in:\ntext",
	}
	if fmt.Sprintf("%q", r.failures) != fmt.Sprintf("%q", want) {
		t.Errorf("got %q, want %q", r.failures, want)
	}
	for i := range want {
		if !passed[i] || failed[i] {
			t.Errorf("check %d: %t for a value that fits, %t for another", i, passed[i], failed[i])
		}
	}
}
