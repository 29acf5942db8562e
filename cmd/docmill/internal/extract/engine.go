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
	OCRLanguages string             `name:"ocr-languages" env:"DOCMILL_OCR_LANGUAGES" default:"" help:"Possible languages of scans, by Tesseract's names, joined by +. If empty, or for languages that docmill supports, docmill reads scans itself; other languages, such as chi_sim, need an installed Tesseract."`
	Sandbox      enginepool.Sandbox `name:"sandbox" env:"DOCMILL_SANDBOX" default:"prefer" help:"Behavior if the system refuses a protection around child processes: 'prefer' works without it and reports it, 'require' reads nothing."`
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
