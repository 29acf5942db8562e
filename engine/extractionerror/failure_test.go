package extractionerror_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/docmill/docmill/engine/extractionerror"
	"github.com/docmill/docmill/libs/assert"
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
	assert.Equal(t, len(seen), int(extractionerror.NotFound), "codes, want", extractionerror.NotFound)
	assert.Equal(t, (extractionerror.NotFound + 1).String(), "failure 10", "unknown code")
}

func TestErrorCause(t *testing.T) {
	t.Parallel()
	cause := errors.New("offset 12")
	err := extractionerror.New(extractionerror.CorruptFile, cause, "The %s is damaged.", "file")
	assert.True(t, err.Error() == "corrupt file: The file is damaged.: offset 12" && errors.Is(err, cause), "got", err)
	err = extractionerror.New(extractionerror.TimedOut, nil, "Too slow.")
	assert.Equal(t, err.Error(), "timed out: Too slow.", "got", err)
}

func TestCodeOf(t *testing.T) {
	t.Parallel()
	damaged := extractionerror.New(extractionerror.CorruptFile, nil, "The file is damaged.")
	for want, err := range map[extractionerror.Code]error{
		0: nil, extractionerror.CorruptFile: fmt.Errorf("read: %w", damaged), extractionerror.InternalError: errors.New("other"),
	} {
		assert.Equal(t, extractionerror.CodeOf(err), want)
	}
}
