package child

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"os/exec"
	"runtime/debug"
	"runtime/metrics"
	"time"

	"github.com/docmill/docmill/engine"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/extract"
	"github.com/docmill/docmill/engine/read"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/template"
	"github.com/docmill/docmill/libs/sandbox"
)

// Extractor is the engine as a child process uses it; package engine's Engine implements it.
type Extractor interface {
	Extract(ctx context.Context, req extract.Request) (*result.Result, error)
	Answer(ctx context.Context, doc *document.Document, req extract.Request) (*result.Result, error)
	Picture(ctx context.Context, req engine.PictureRequest) (*engine.Picture, error)
	Words(ctx context.Context, req engine.WordsRequest) ([]engine.PageWord, error)
	Inspect(ctx context.Context, data []byte) (*engine.Inspection, error)
	Learn(ctx context.Context, req extract.LearnRequest) (template.Example, error)
}

// Open makes the extractor of a child before its first document.
type Open func(ctx context.Context, o engine.Options) (Extractor, error)

// OpenEngine opens the engine itself.
func OpenEngine(ctx context.Context, o engine.Options) (Extractor, error) {
	return engine.New(ctx, o)
}

// Serve must be the first call in main of every program that starts an engine pool. In a child
// process it serves jobs and then ends the process; in any other process it returns at once.
func Serve() { ServeWith(OpenEngine) }

// ServeWith is Serve with another extractor.
func ServeWith(open Open) {
	sandbox.ServeIfChild(func(ctx context.Context, payload []byte) (sandbox.Handler, error) {
		var s Setup
		if err := json.Unmarshal(payload, &s); err != nil {
			return nil, fmt.Errorf("settings: %w", err)
		}
		if engine.Prepared(s.CacheDir) { // otherwise the code is compiled, which leaves much garbage
			defer deferGC()()
		}
		x, err := open(ctx, engine.Options{CacheDir: s.CacheDir, OCRLanguages: s.OCRLanguages, Confine: confineOCR})
		if err != nil {
			return nil, err
		}
		// The engine initializes lazily: a first document of ours saves the first client that wait.
		if _, err := x.Extract(ctx, extract.Request{Data: warmUpDocument}); err != nil {
			return nil, fmt.Errorf("warm up: %w", err)
		}
		return func(ctx context.Context, job sandbox.Job) ([]byte, error) {
			defer freeMemory()
			return answer(ctx, x, job)
		}, nil
	})
}

// warmUpDocument is an invoice of five lines, written by hand.
//
//go:embed warmup.pdf
var warmUpDocument []byte

// confineOCR limits Tesseract, the only program of children. A 40-megapixel page needs less than half of each limit.
func confineOCR(cmd *exec.Cmd) {
	sandbox.Confine(cmd, sandbox.ProgramLimits{AddressSpace: 2 << 30, CPUTime: 2 * time.Minute, OpenFiles: 64})
}

func answer(ctx context.Context, x Extractor, job sandbox.Job) ([]byte, error) {
	var j Job
	if err := json.Unmarshal(job.Header, &j); err != nil {
		return nil, fmt.Errorf("job: %w", err)
	}
	data := make([]byte, job.Size)
	if _, err := io.ReadFull(job.Body, data); err != nil {
		return nil, fmt.Errorf("read file: %w", err)
	}
	switch {
	case j.Picture != nil:
		return drawPage(ctx, x, *j.Picture, data)
	case j.Words != nil:
		return readWords(ctx, x, *j.Words, data)
	case j.Inspect:
		return inspect(ctx, x, data)
	case j.Answered:
		return complete(ctx, x, j, job.Ask, data)
	case j.Teach != nil:
		return teach(ctx, x, j, job.Ask, data)
	}
	return extractDocument(ctx, x, j, job.Ask, data)
}

// gcPercent is the garbage collector's target (debug.SetGCPercent). A child keeps 7 MiB and a text
// document allocates 5 MiB, so that with the default of 100 every second document triggers a
// collection. It costs about 10 MiB per child.
const gcPercent = 200

// deferGC turns the collector off until end, for a child's start: almost all allocated memory stays in use.
func deferGC() (end func()) {
	debug.SetGCPercent(-1)
	return func() {
		debug.SetGCPercent(gcPercent)
		debug.FreeOSMemory()
	}
}

// maxHeldBytes is when a child frees memory. Without it, the pool replaces children after over a hundred pages.
const maxHeldBytes = 64 << 20

// freeMemory returns the memory of large documents to the system.
func freeMemory() {
	if heldBytes() > maxHeldBytes {
		debug.FreeOSMemory()
	}
}

// heldBytes is the memory that Go's runtime holds.
func heldBytes() uint64 {
	samples := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(samples)
	return samples[0].Value.Uint64() - samples[1].Value.Uint64()
}

// recognitionGC collects more often during recognition, whose images and network results are large and short-lived.
type recognitionGC struct {
	before   read.BeforePage // nil for none
	active   bool
	ordinary int // the collector's target before
}

const recognitionGCPercent = 25

func (g *recognitionGC) beforePage(ctx context.Context) error {
	if !g.active {
		g.active, g.ordinary = true, debug.SetGCPercent(recognitionGCPercent)
	}
	if g.before == nil {
		return nil
	}
	return g.before(ctx)
}

// restore sets the ordinary target again and returns memory to the system.
func (g *recognitionGC) restore() {
	if g.active {
		debug.SetGCPercent(g.ordinary)
		debug.FreeOSMemory()
	}
}
