package extractionerror_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/docmill/docmill/engine/extractionerror"
)

func TestCodeNames(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, c := range extractionerror.Codes() {
		if c.String() == "" || seen[c.String()] {
			t.Errorf("code %d is called %q", c, c)
		}
		seen[c.String()] = true
	}
	if len(seen) != int(extractionerror.NotFound) {
		t.Errorf("%d codes, want %d", len(seen), extractionerror.NotFound)
	}
	if got := (extractionerror.NotFound + 1).String(); got != "failure 10" {
		t.Errorf("an unknown code is called %q", got)
	}
}

func TestErrorCause(t *testing.T) {
	t.Parallel()
	cause := errors.New("offset 12")
	err := extractionerror.New(extractionerror.CorruptFile, cause, "The %s is damaged.", "file")
	if err.Error() != "corrupt file: The file is damaged.: offset 12" || !errors.Is(err, cause) {
		t.Errorf("got %q", err)
	}
	if err = extractionerror.New(extractionerror.TimedOut, nil, "Too slow."); err.Error() != "timed out: Too slow." {
		t.Errorf("got %q", err)
	}
}

func TestCodeOf(t *testing.T) {
	t.Parallel()
	damaged := extractionerror.New(extractionerror.CorruptFile, nil, "The file is damaged.")
	for want, err := range map[extractionerror.Code]error{
		0: nil, extractionerror.CorruptFile: fmt.Errorf("read: %w", damaged), extractionerror.InternalError: errors.New("other"),
	} {
		if got := extractionerror.CodeOf(err); got != want {
			t.Errorf("%v: %s, want %s", err, got, want)
		}
	}
}
