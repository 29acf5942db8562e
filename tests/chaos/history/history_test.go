package history_test

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/chaos/history"
)

func TestHistoryRoundTrip(t *testing.T) {
	t.Parallel()
	var file bytes.Buffer
	r := history.NewRecorder(&file)
	first := r.Begin(history.Event{Kind: history.Upload, Files: []string{"a"}})
	second := r.Begin(history.Event{Kind: history.Erase, Document: "ext_1"})
	r.Begin(history.Event{Kind: history.Read, Document: "ext_1"}) // never ends
	r.Note("gateway killed")
	second.Type = history.Unknown
	r.End(second)
	first.Type, first.Documents = history.OK, []string{"ext_2"}
	r.End(first)
	written, err := r.Events()
	require.NoError(t, err)
	read, err := history.Parse(&file)
	require.NoError(t, err)
	assert.True(t, reflect.DeepEqual(read, written), "read", read, "written", written)
	calls := history.Calls(read)
	require.Equal(t, len(calls), 3, "calls")
	c := calls[0]
	assert.True(t, c.Type == history.OK && c.Ended >= c.Invoked && c.Documents[0] == "ext_2", c)
	for _, c := range calls[1:] {
		assert.True(t, c.Type == history.Unknown && c.Ended == history.Forever, c)
	}
}

func TestInvalidHistory(t *testing.T) {
	t.Parallel()
	_, err := history.Parse(strings.NewReader("{}\nno event\n"))
	assert.True(t, err != nil && strings.Contains(err.Error(), "line 2"), err)
}
