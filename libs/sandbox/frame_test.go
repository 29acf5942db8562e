package sandbox

import (
	"bytes"
	"testing"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

// FuzzReadFrame reads frames of a hostile child.
func FuzzReadFrame(f *testing.F) {
	var b bytes.Buffer
	require.NoError(f, writeFrame(&b, frame{Type: frameAnswer, Header: []byte("answer"), Size: 3, Limit: 5}))
	f.Add(b.Bytes())
	f.Add(b.Bytes()[:10])
	f.Add([]byte{4, 255, 255, 255, 255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0})
	f.Fuzz(func(t *testing.T, data []byte) {
		const limit = 1 << 10
		got, err := readFrame(bytes.NewReader(data), limit)
		if err != nil {
			return
		}
		assert.True(t, len(got.Header) <= limit && got.Size >= 0 && got.Limit >= 0, "frame", got)
		var again bytes.Buffer
		require.NoError(t, writeFrame(&again, got))
		if !bytes.HasPrefix(data, again.Bytes()) {
			t.Errorf("written again: %x, was %x", again.Bytes(), data)
		}
	})
}

func TestFrameTooLarge(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	require.NoError(t, writeFrame(&b, frame{Type: frameAnswer, Header: make([]byte, 11)}))
	_, err := readFrame(&b, 10)
	assert.ErrorIs(t, err, errFrame)
}
