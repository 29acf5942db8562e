package extractor_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/png"
	"math"
	"os"
	"runtime"
	"runtime/metrics"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/docmill/docmill/engine"
	engdoc "github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/extract"
	"github.com/docmill/docmill/engine/extractionerror"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/template"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/sandbox/sandboxtest"
	"github.com/docmill/docmill/services/extractor/child"
)

// scripted is the OCR language that selects the scripted extractor instead of the engine.
const scripted = "scripted"

func TestMain(m *testing.M) {
	child.ServeWith(func(ctx context.Context, o engine.Options) (child.Extractor, error) {
		if o.OCRLanguages == scripted {
			return script{}, nil
		}
		return child.OpenEngine(ctx, o)
	})
	sandboxtest.Pretend()
	os.Exit(testkit.Run(m))
}

// Commands of the scripted extractor: the first word of a document. Arguments follow after a space.
const (
	sayWish    = "wish"     // completes with the first name of the schema
	sayTotal   = "total"    // completes with that total
	sayLarge   = "large"    // completes with more than a message holds
	sayHuge    = "huge"     // completes with more than a result may hold
	sayFail    = "fail"     // fails by the file
	sayError   = "error"    // fails by the engine
	sayCrash   = "crash"    // ends the process
	sayHang    = "hang"     // does not end
	sayScan    = "scan"     // recognizes that many pages, and ends
	sayObey    = "obey"     // ends when the deadline does
	sayNoMore  = "internal" // fails with the engine's own INTERNAL_ERROR
	sayLayouts = "layouts"  // completes with the layouts that are known of these keys
	sayCount   = "count"    // completes with how many such its process has had
	sayCode    = "code"     // fails with the code and the cause that follow
	sayStages  = "stages"   // completes with impossible times of the stages
	sayMemory  = "memory"   // completes with its process's id and memory in MiB, after it has used so many more
)

// counted is the number of sayCount documents of the process.
var counted int

// script is an Extractor that executes the command in the document.
type script struct{}

func (script) Extract(ctx context.Context, req extract.Request) (*result.Result, error) {
	say, rest, _ := strings.Cut(string(req.Data), " ")
	if say == sayWish {
		return &result.Result{Data: map[string]any{"wish": req.Schema.Properties[0].Name}}, nil
	}
	found := &result.Result{DocumentType: result.TypeInvoice, Confidence: 0.9, MIMEType: "text/plain", Pages: 1}
	if req.DocumentType != result.TypeAuto {
		found.DocumentType = req.DocumentType
	}
	switch say {
	case sayTotal:
		found.Data = map[string]any{"total": rest}
	case sayLayouts:
		found.Data = remember(ctx, req, rest)
		found.Memory = &result.Memory{Layout: "layout_1", Version: 3}
	case sayCode:
		number, cause, _ := strings.Cut(rest, " ")
		code, err := strconv.Atoi(number)
		if err != nil {
			return nil, err
		}
		return nil, extractionerror.New(extractionerror.Code(code), errors.New(cause), "It failed.")
	case sayStages:
		*req.Timings = extract.Timings{Read: math.MinInt64, Recognize: math.MaxInt64, RecognizedPages: math.MaxInt}
	case sayMemory:
		found.Data = map[string]any{"total": useMemory(rest)}
	case sayCount:
		counted++
		found.Data = map[string]any{"total": strconv.Itoa(counted)}
	case sayLarge:
		found.Data = map[string]any{"text": strings.Repeat("x", 2<<20)}
	case sayHuge:
		found.Data = map[string]any{"text": strings.Repeat("x", contract.MaxExtraction)}
	case sayScan:
		return found, recognize(ctx, req, rest)
	case sayFail:
		return nil, extractionerror.New(extractionerror.PasswordProtected, errors.New("cause"), "The file needs a password.")
	case sayNoMore:
		return nil, extractionerror.New(extractionerror.InternalError, errors.New("cause"), "Something went wrong.")
	case sayError:
		return nil, errors.New("engine is out of order")
	case sayCrash:
		fmt.Fprintln(os.Stderr, "last words")
		os.Exit(7)
	case sayHang:
		for {
			time.Sleep(time.Hour)
		}
	case sayObey:
		<-ctx.Done()
		return nil, ctx.Err()
	}
	return found, nil
}

// useMemory returns the process id and the memory held in MiB before it uses mib more.
func useMemory(mib string) string {
	n, err := strconv.Atoi(mib)
	if err != nil {
		return err.Error()
	}
	samples := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(samples)
	held := samples[0].Value.Uint64() - samples[1].Value.Uint64()
	runtime.KeepAlive(bytes.Repeat([]byte{1}, n<<20))
	return fmt.Sprintf("%d %d", os.Getpid(), held>>20)
}

// remember returns the layouts for the fingerprint in the document.
func remember(ctx context.Context, req extract.Request, keys string) map[string]any {
	if req.FindTemplates == nil {
		return nil
	}
	var f template.Fingerprint
	if err := json.Unmarshal([]byte(keys), &f.Keys); err != nil {
		return map[string]any{"error": err.Error()}
	}
	names := []string{}
	for _, l := range req.FindTemplates(ctx, f) {
		names = append(names, l.ID)
	}
	return map[string]any{"layouts": strings.Join(names, " ")}
}

// Learn returns the corrected data as the vendor's name, or executes the command.
func (s script) Learn(ctx context.Context, req extract.LearnRequest) (template.Example, error) {
	if !strings.HasPrefix(string(req.Request.Data), sayTotal) {
		_, err := s.Extract(ctx, req.Request)
		return template.Example{}, err
	}
	return template.Example{
		Version: template.Version, Document: req.Document, Correction: req.Correction, At: req.At,
		Vendor: fmt.Sprint(req.Data, req.Touched, req.Reviewed),
	}, nil
}

// recognize calls BeforePage for each page, like the engine.
func recognize(ctx context.Context, req extract.Request, pages string) error {
	n, err := strconv.Atoi(pages)
	if err != nil {
		return err
	}
	for range n {
		if err := req.BeforePage(ctx); err != nil {
			return err
		}
		time.Sleep(2 * time.Millisecond)
	}
	return nil
}

// Answer returns no answers.
func (s script) Answer(ctx context.Context, _ *engdoc.Document, req extract.Request) (*result.Result, error) {
	return s.Extract(ctx, req)
}

// Picture draws a white page, or executes the command.
func (s script) Picture(ctx context.Context, req engine.PictureRequest) (*engine.Picture, error) {
	if !strings.HasPrefix(string(req.Data), sayTotal) {
		if _, err := s.Extract(ctx, extract.Request{Data: req.Data}); err != nil {
			return nil, err
		}
		return &engine.Picture{Data: []byte("no picture")}, nil
	}
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, req.Width, req.Page))); err != nil {
		return nil, err
	}
	return &engine.Picture{Data: b.Bytes(), Width: req.Width, Height: req.Page}, nil
}

// Words returns the document's words in one line, or executes the command.
func (s script) Words(ctx context.Context, req engine.WordsRequest) ([]engine.PageWord, error) {
	if _, err := s.Extract(ctx, extract.Request{Data: req.Data}); err != nil {
		return nil, err
	}
	var words []engine.PageWord
	for i, w := range strings.Fields(string(req.Data)) {
		words = append(words, engine.PageWord{Text: w, Box: [4]float64{0, 0, 1, 1 / float64(i+1)}})
	}
	if strings.HasPrefix(string(req.Data), sayLarge) { // which cannot be
		words[0].Box[0] = 2
	}
	return words, nil
}

// Inspect returns a page for each word, or executes the command.
func (s script) Inspect(ctx context.Context, data []byte) (*engine.Inspection, error) {
	if _, err := s.Extract(ctx, extract.Request{Data: data}); err != nil {
		return nil, err
	}
	return &engine.Inspection{MIMEType: "text/plain",
		Pages: make([]engine.InspectedPage, len(strings.Fields(string(data))))}, nil
}
