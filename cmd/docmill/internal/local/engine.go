package local

import (
	"context"
	"log/slog"
	"os"

	"github.com/docmill/docmill/engine"
	"github.com/docmill/docmill/libs/sandbox"
	"github.com/docmill/docmill/services/extractor"
)

// Options of the engine. Tags are kong's.
type Options struct {
	OCRLanguages string            `name:"ocr-languages" env:"DOCMILL_OCR_LANGUAGES" default:"eng" help:"Languages of text recognition, as tesseract names them, joined by +."`
	Sandbox      extractor.Sandbox `name:"sandbox" env:"DOCMILL_SANDBOX" default:"prefer" help:"What happens where the system refuses a protection around the processes that read files: 'prefer' works without it and says so, 'require' reads nothing."`
}

// OpenEngine starts child processes that read files right here. What is missing
// on this machine, as the data of a language, is told on standard error.
func OpenEngine(ctx context.Context, workers int, o Options) (*extractor.Engine, error) {
	warnings := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{
		Level: slog.LevelWarn,
		ReplaceAttr: func(groups []string, a slog.Attr) slog.Attr {
			if len(groups) == 0 && a.Key == slog.TimeKey {
				return slog.Attr{} // a person sees when
			}
			return a
		},
	}))
	opened, err := extractor.NewEngine(ctx, extractor.EngineConfig{
		Workers: workers, MemoryBytes: memoryBytes, CacheDir: engine.UserCacheDir(), OCRLanguages: o.OCRLanguages,
		Sandbox: o.Sandbox, Owner: "local",
	}, warnings)
	if err != nil {
		return nil, err
	}
	if missing := sandbox.Missing(opened.Walls()); len(missing) > 0 {
		warnings.Warn("files are read with less protection than there could be", "missing", sandbox.Describe(missing))
	}
	return opened, nil
}
