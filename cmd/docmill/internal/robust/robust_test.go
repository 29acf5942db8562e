package robust_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/docmill/docmill/cmd/docmill/internal/local"
	"github.com/docmill/docmill/cmd/docmill/internal/robust"
	"github.com/docmill/docmill/engine/pdfgen"
	"github.com/docmill/docmill/services/extractor"
)

func TestMain(m *testing.M) {
	extractor.ServeChild()
	os.Exit(m.Run())
}

// folder holds good files, one of them in a subfolder, and bad ones.
func folder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	good := pdfgen.New()
	good.AddPage(595, 842).Text(50, 50, 12, "Invoice number 4711")
	for name, data := range map[string][]byte{
		"good.pdf":      good.Bytes(),
		"damaged.pdf":   []byte("%PDF-1.7\nnothing"),
		"unknown.bin":   []byte("\x7fELF\x02\x01\x01\x00"),
		"sub/plain.txt": []byte("Total 1.00"),
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestReport(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	c := robust.Command{Folder: folder(t), Options: local.Options{OCRLanguages: "eng"}, Workers: 1, Timeout: time.Minute, List: true}
	if err := c.Report(t.Context(), &out); err != nil {
		t.Fatalf("%v\n%s", err, out.String())
	}
	text := strings.Join(strings.Fields(out.String()), " ")
	for _, want := range []string{
		"files 4", "opened 2", "failed 2", "CORRUPT_FILE 1", "UNSUPPORTED_FORMAT 1", "crashed 0", "timed out 0", "good.pdf", "MiB in a process",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
	if strings.Contains(text, "at most 0 MiB") {
		t.Error("no memory was seen")
	}
}

func TestReportOfAFileThatIsStopped(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	c := robust.Command{Folder: folder(t), Options: local.Options{OCRLanguages: "eng"}, Workers: 1, Timeout: time.Nanosecond}
	if err := c.Report(t.Context(), &out); !errors.Is(err, robust.ErrNotRobust) {
		t.Fatalf("%v\n%s", err, out.String())
	}
}

func TestReportOfNoFiles(t *testing.T) {
	t.Parallel()
	c := robust.Command{Folder: t.TempDir(), Options: local.Options{OCRLanguages: "eng"}, Timeout: time.Minute}
	if err := c.Report(t.Context(), &strings.Builder{}); err == nil {
		t.Error("no error")
	}
}
