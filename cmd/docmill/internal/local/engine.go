package local

import (
	"context"
	"fmt"
	"log/slog"
	"os"

	"golang.org/x/term"

	"github.com/docmill/docmill/services/extractor"
)

// OpenEngine starts child processes that read files right here. What is missing
// on this machine, as the data of a language, is told on standard error.
func OpenEngine(ctx context.Context, workers int, ocrLanguages string) (*extractor.Engine, error) {
	AnnounceFirstStart()
	warnings := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{
		Level: slog.LevelWarn,
		ReplaceAttr: func(groups []string, a slog.Attr) slog.Attr {
			if len(groups) == 0 && a.Key == slog.TimeKey {
				return slog.Attr{} // a person sees when
			}
			return a
		},
	}))
	return extractor.NewEngine(ctx, extractor.EngineConfig{
		Workers: workers, MemoryBytes: memoryBytes, CacheDir: CacheDir(), OCRLanguages: ocrLanguages,
	}, warnings)
}

// AnnounceFirstStart tells a person at a terminal what the first start on a
// machine is busy with for some seconds.
func AnnounceFirstStart() {
	dir := CacheDir()
	if dir == "" || !term.IsTerminal(int(os.Stderr.Fd())) {
		return
	}
	if entries, err := os.ReadDir(dir); err == nil && len(entries) == 0 {
		fmt.Fprintln(os.Stderr, "docmill: preparing the PDF reader, this once")
	}
}
