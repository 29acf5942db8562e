package textline_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/ocr/textline"
	"github.com/docmill/docmill/engine/ocr/textline/crop"
	"github.com/docmill/docmill/libs/require"
)

// Both networks are intact, have the same characters and read an empty line as empty.
func TestEmbeddedRecognizers(t *testing.T) {
	t.Parallel()
	first, second, err := textline.New()
	require.NoError(t, err)
	if !slices.Equal(first.Labels(), second.Labels()) || !slices.Contains(first.Labels(), "ł") {
		t.Errorf("labels are %q and %q", first.Labels(), second.Labels())
	}
	const columns = 200
	blank := crop.Picture{Columns: columns, Ink: make([]byte, crop.Rows*columns)}
	for name, r := range map[string]*textline.Recognizer{"first": first, "second": second} {
		text, err := r.Read(t.Context(), blank)
		if err != nil || strings.TrimSpace(text.String()) != "" {
			t.Errorf("%s: %q, %v", name, text.String(), err)
		}
		if work := r.Work(columns); work <= 0 || columns%r.StepColumns() != 0 {
			t.Errorf("%s: %d products, steps of %d", name, work, r.StepColumns())
		}
	}
}
