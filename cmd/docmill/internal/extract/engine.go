package extract

import (
	"context"
	"fmt"
	"log/slog"
	"os"

	"golang.org/x/term"

	"github.com/docmill/docmill/engine"
	"github.com/docmill/docmill/libs/sandbox"
	"github.com/docmill/docmill/services/extractor/enginepool"
)

// Options of the engine. Tags are kong's.
type Options struct {
	OCRLanguages string             `name:"ocr-languages" env:"DOCMILL_OCR_LANGUAGES" default:"" help:"Languages that pages made of pixels may be in, as Tesseract names them, joined by +. Empty, or with none but those that documents are understood in, docmill reads by itself; with others, as chi_sim, Tesseract does, which must be installed."`
	Sandbox      enginepool.Sandbox `name:"sandbox" env:"DOCMILL_SANDBOX" default:"prefer" help:"What happens where the system refuses a protection around the processes that read files: 'prefer' works without it and says so, 'require' reads nothing."`
}

// OpenEngine starts child processes that read files on this machine. It prints missing parts, such as the
// data of a language, to standard error.
func OpenEngine(ctx context.Context, workers int, o Options) (*enginepool.Pool, error) {
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
	opened, err := enginepool.New(ctx, enginepool.Config{
		Workers: workers, MemoryBytes: memoryBytes, CacheDir: engine.UserCacheDir(), OCRLanguages: o.OCRLanguages,
		Sandbox: o.Sandbox, Owner: "local",
	}, warnings)
	if err != nil {
		return nil, err
	}
	if missing := sandbox.Missing(opened.Protections()); len(missing) > 0 {
		fmt.Fprintln(os.Stderr, "docmill: files are read with less protection than there could be, without",
			sandbox.Describe(missing))
	}
	return opened, nil
}

// AnnounceFirstStart explains the delay of the first start on a terminal.
func AnnounceFirstStart() {
	dir := engine.UserCacheDir()
	if dir != "" && !engine.Prepared(dir) && term.IsTerminal(int(os.Stderr.Fd())) {
		fmt.Fprintln(os.Stderr, "docmill: preparing the PDF reader, this once")
	}
}
