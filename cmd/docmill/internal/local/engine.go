package local

import (
	"context"
	"log/slog"
	"os"

	"github.com/docmill/docmill/services/extractor"
)

// OpenEngine starts child processes that read files right here. What is missing
// on this machine, as the data of a language, is told on standard error.
func OpenEngine(ctx context.Context, workers int, ocrLanguages string) (*extractor.Engine, error) {
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
