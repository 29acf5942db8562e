package extractor_test

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/docmill/docmill/engine/extractionerror"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/libs/sandbox"
	"github.com/docmill/docmill/services/extractor"
	"github.com/docmill/docmill/services/extractor/enginepool"
)

// Every failure of the engine has a public code, except the engine's internal error.
func TestFailureCodes(t *testing.T) {
	t.Parallel()
	e := newEngine(t, scripted, "")
	seen := map[contract.Code]bool{}
	for _, c := range extractionerror.Codes() {
		a, err := extractBytes(t, e, fmt.Appendf(nil, "%s %d cause", sayCode, c))
		if c == extractionerror.InternalError {
			var handler *sandbox.HandlerError
			assert.True(t, errors.As(err, &handler), c, a, err)
			continue
		}
		require.NoError(t, err, c)
		require.True(t, a.Failure != nil, c, a)
		if public := a.Failure.Code; seen[public] || public.IsFileFault() != (c != extractionerror.NotFound) {
			t.Errorf("%s has the public code %s", c, public)
		}
		seen[a.Failure.Code] = true
	}
}

func TestRedactedCauses(t *testing.T) {
	t.Parallel()
	var logged lockedLog
	e, err := enginepool.New(t.Context(), enginepool.Config{Workers: 1, MemoryBytes: 1 << 30, OCRLanguages: scripted},
		slog.New(slog.NewJSONHandler(&logged, nil)))
	require.NoError(t, err)
	defer e.Close()
	for cause, want := range map[string]string{
		"unexpected EOF": "unexpected EOF",
		"XML syntax error on line 7: invalid character entity &secret;": "XML syntax error on line 7: invalid character " +
			"entity …",
		"element <secret> closed by </other secret>":              "element … closed by …",
		`strconv.ParseFloat: parsing "12 secret": invalid syntax`: "strconv.ParseFloat: parsing …: invalid syntax",
		`open 'secret': no such part "never closed secret`:        "open …: no such part …",
	} {
		_, err := extractBytes(t, e, fmt.Appendf(nil, "%s %d %s", sayCode, extractionerror.CorruptFile, cause))
		require.NoError(t, err)
		if !bytes.Contains(logged.b.Bytes(), []byte(`"cause":"`+want+`"`)) {
			t.Errorf("%q is not in %s", want, logged.b.String())
		}
	}
	logged.b.Reset()
	long := "offset " + strings.Repeat("ü", 1<<20)
	_, err = extractBytes(t, e, fmt.Appendf(nil, "%s %d %s", sayCode, extractionerror.CorruptFile, long))
	require.NoError(t, err)
	if line := logged.b.Bytes(); len(line) > 600 || !utf8.Valid(line) {
		t.Errorf("%d bytes: %.600s", len(line), line)
	}
}

// Metrics add up what child processes report, and a hostile document may control one.
func TestReportedTimeLimits(t *testing.T) {
	t.Parallel()
	a, err := extractBytes(t, newEngine(t, scripted, ""), []byte(sayStages))
	if err != nil || a.Timings.Read != 0 || a.Timings.Recognize != time.Hour || a.Timings.RecognizedPages != 10_000 {
		t.Errorf("%+v, %v", a.Timings, err)
	}
}

// A child returns the memory of a large document to the system; otherwise the pool would replace it.
func TestMemoryFreedAfterLargeDocument(t *testing.T) {
	t.Parallel()
	e := newEngine(t, scripted, "")
	memory := func(use int) (pid, mib int) {
		a, err := extractBytes(t, e, fmt.Appendf(nil, "%s %d", sayMemory, use))
		require.NoError(t, err)
		require.True(t, a.Extraction != nil, a)
		_, err = fmt.Sscanf(string(a.Extraction.Data), `{"total":"%d %d"}`, &pid, &mib)
		require.NoError(t, err)
		return pid, mib
	}
	const large = 512
	first, before := memory(large)
	second, after := memory(0)
	assert.True(t, second == first && after <= before+large/4,
		"process", second, "holds", after, "MiB after the document, process", first, "held", before, "MiB before")
}

// A result that is too large to be stored is a failure of the file, which is not tried again.
func TestHugeResult(t *testing.T) {
	t.Parallel()
	f := start(t, func(c *extractor.Config) { c.MemoryLimitMB = 2048 }) // the race detector needs most of it
	id := f.submit(sayHuge, nil)
	if r := f.result(id); r.Outcome != contract.OutcomeFailed || r.Failure == nil ||
		r.Failure.Code != contract.CodeTooComplex || r.Stored {
		t.Errorf("result %+v", r)
	}
	f.mustBeSettled(id)
}
