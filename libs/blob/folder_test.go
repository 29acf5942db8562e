package blob_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/blob"
)

func TestFoldered(t *testing.T) {
	t.Parallel()
	for id, want := range map[string]string{
		"01a2238e-3b31-772a-9e2b-97c790d2dc52":     "docs/01a223/01a2238e-3b31-772a-9e2b-97c790d2dc52",
		"ext_01a2238e-3b31-772a-9e2b-97c790d2dc52": "docs/ext_01a223/ext_01a2238e-3b31-772a-9e2b-97c790d2dc52",
		"01a223": "docs/01a223", "a": "docs/a", "ext_": "docs/ext_", "": "docs/",
	} {
		assert.Equal(t, blob.Foldered("docs/", id), want, id)
	}
}

// Listings go on by the time at which an id was made, and a folder gets no more names
// once its hours are over.
func TestFolderOf(t *testing.T) {
	t.Parallel()
	var keys []string
	for at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC); at.Year() < 2027; at = at.Add(7 * time.Hour / 3) {
		id := uuid.Must(uuid.NewV7())
		for i := range 6 {
			id[i] = byte(at.UnixMilli() >> (40 - 8*i))
		}
		keys = append(keys, blob.Foldered("docs/", id.String()))
	}
	assert.True(t, slices.IsSorted(keys), "the keys are not in the order of their times")
	folders := map[string]int{}
	for _, key := range keys {
		folders[key[:len("docs/01a223")]]++
	}
	for folder, n := range folders {
		assert.True(t, n <= 2, n, "keys under", folder)
	}
}
