// Command ladder reports how the extraction of page images depends on their skew and orientation. It turns the images
// of folders (see package engine/eval) by several angles, extracts them, and prints for each angle the share of values
// that are right, and how many of the values with a confidence of at least 0.9 are wrong.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"image"
	"image/png"
	"math"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/docmill/docmill/engine/eval"
	"github.com/docmill/docmill/engine/ocr/pixels"
	"github.com/docmill/docmill/engine/read"
	"github.com/docmill/docmill/engine/read/pdf/pdfium"
	"github.com/docmill/docmill/engine/read/raster"
	"github.com/docmill/docmill/engine/read/sniff"
	"github.com/docmill/docmill/lab/pages"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "ladder:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	angles := flag.String("angles", "0,3,6,10,15,20,30,45,90,180,270", "degrees clockwise, comma-separated")
	gray := flag.Int("gray", 255, "brightness of the surroundings, 0 to 255")
	match := flag.String("match", "*", "pattern of the names of the files")
	skip := flag.String("skip", "", "prefixes of names that are left out, comma-separated")
	sample := flag.Int("sample", 0, "files of each folder; 0 takes all")
	photos := flag.Bool("photos", false, "turn photographs of the images, which package lab/pages makes")
	documents := flag.Bool("documents", false, "print each document's result")
	flag.Parse()
	if flag.NArg() == 0 {
		return errors.New("want folders, see -help")
	}
	var cases []labeled
	for _, folder := range flag.Args() {
		found, err := load(folder, *match, *skip)
		if err != nil {
			return err
		}
		cases = append(cases, spread(found, *sample)...)
	}
	reader, err := read.New(ctx, read.Options{CacheDir: pdfium.UserCacheDir()})
	if err != nil {
		return err
	}
	defer func() { _ = reader.Close(context.WithoutCancel(ctx)) }()
	for angle := range strings.SplitSeq(*angles, ",") {
		degrees, err := strconv.ParseFloat(angle, 64)
		if err != nil {
			return err
		}
		report, err := measure(ctx, reader, cases, turn{degrees, byte(*gray), *photos}) //nolint:gosec // a brightness
		if err != nil {
			return err
		}
		if *documents {
			printDocuments(report)
		}
		fmt.Printf("%4g° %s\n", degrees, summary(report))
	}
	return nil
}

// labeled is a page image and its line of a manifest.
type labeled struct {
	path string
	line map[string]json.RawMessage
}

func load(folder, match, skip string) ([]labeled, error) {
	f, err := os.Open(filepath.Join(folder, eval.Manifest))
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	var out []labeled
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		l := labeled{line: map[string]json.RawMessage{}}
		if err := json.Unmarshal(lines.Bytes(), &l.line); err != nil {
			return nil, err
		}
		var name string
		if err := json.Unmarshal(l.line["file"], &name); err != nil {
			return nil, err
		}
		isSkipped := slices.ContainsFunc(strings.Split(skip, ","), func(prefix string) bool {
			return prefix != "" && strings.HasPrefix(name, prefix)
		})
		if is, err := filepath.Match(match, name); err != nil {
			return nil, err
		} else if l.path = filepath.Join(folder, name); is && !isSkipped {
			out = append(out, l)
		}
	}
	return out, lines.Err()
}

// spread returns n of the pages at equal distances, or all if n is 0.
func spread(pages []labeled, n int) []labeled {
	if n <= 0 || n >= len(pages) {
		return pages
	}
	out := make([]labeled, n)
	for i := range out {
		out[i] = pages[i*len(pages)/n]
	}
	return out
}

// turn is what is done to each page image.
type turn struct {
	degrees float64
	around  byte // brightness of the surroundings
	isPhoto bool
}

// measure extracts turned copies of the pages.
func measure(ctx context.Context, reader eval.Reader, cases []labeled, by turn) (*eval.Report, error) {
	folder, err := os.MkdirTemp("", "ladder")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	manifest, err := os.Create(filepath.Join(folder, eval.Manifest))
	if err != nil {
		return nil, err
	}
	defer func() { _ = manifest.Close() }()
	for i, p := range cases {
		name := strings.ReplaceAll(fmt.Sprintf("%03d-%s.png", i, filepath.Base(p.path)), "\"", "")
		if err := by.write(p.path, filepath.Join(folder, name), i); err != nil {
			return nil, fmt.Errorf("%s: %w", p.path, err)
		}
		p.line["file"] = json.RawMessage(strconv.Quote(name))
		if err := json.NewEncoder(manifest).Encode(p.line); err != nil {
			return nil, err
		}
	}
	return eval.Run(ctx, reader, []string{folder}, eval.Selection{})
}

func (t turn) write(from, to string, seed int) error {
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	kind, _ := sniff.Sniff(data)
	for img, err := range raster.Pages(kind, data) {
		if err != nil {
			return err
		}
		if t.isPhoto {
			if img, err = pages.Photographed(img, uint64(seed), 1); err != nil { //nolint:gosec // not negative
				return err
			}
		}
		f, err := os.Create(to)
		if err != nil {
			return err
		}
		encoder := png.Encoder{CompressionLevel: png.BestSpeed}
		return errors.Join(encoder.Encode(f, t.turned(img)), f.Close())
	}
	return errors.New("no page")
}

// turned turns an image clockwise on an enlarged canvas.
func (t turn) turned(img *image.Gray) *image.Gray {
	const quarter = 90
	if quarters := int(t.degrees) / quarter; t.degrees == float64(quarters*quarter) {
		return pixels.QuarterTurns(quarters & 3).Gray(img)
	}
	w, h := float64(img.Rect.Dx()), float64(img.Rect.Dy())
	sin, cos := math.Sincos(t.degrees * math.Pi / 180)
	sin, cos = math.Abs(sin), math.Abs(cos)
	size := image.Pt(int(w*cos+h*sin)+1, int(w*sin+h*cos)+1)
	side := int(math.Hypot(float64(size.X), float64(size.Y))) + 2
	canvas := image.NewGray(image.Rect(0, 0, side, side))
	for i := range canvas.Pix {
		canvas.Pix[i] = t.around
	}
	corner := func(of image.Point) image.Point { return image.Pt((side-of.X)/2, (side-of.Y)/2) }
	pixels.Paste(canvas, corner(img.Rect.Max), img, img.Rect)
	at := corner(size)
	return pixels.Clone(pixels.Rotate(canvas, t.degrees), image.Rectangle{Min: at, Max: at.Add(size)})
}

func summary(r *eval.Report) string {
	right, all, sure, wrong := 0, 0, 0, 0
	for i := range r.Documents {
		d := &r.Documents[i]
		for _, s := range d.Scores {
			if s.Want != "" {
				all++
			}
			if s.Verdict == eval.Right {
				right++
			}
		}
	}
	for _, s := range r.Samples {
		if s.Confidence >= 0.9 {
			sure++
			if !s.Right {
				wrong++
			}
		}
	}
	return fmt.Sprintf("%d documents, %d of %d values right (%.3f), %d of %d sure values wrong (%.3f)", len(r.Documents),
		right, all, float64(right)/float64(max(all, 1)), wrong, sure, float64(wrong)/float64(max(sure, 1)))
}

func printDocuments(r *eval.Report) {
	for i := range r.Documents {
		d := &r.Documents[i]
		right, all := 0, 0
		var wrong []string
		for _, s := range d.Scores {
			if s.Want != "" {
				all++
			}
			if s.Verdict == eval.Right {
				right++
			} else if s.Got != "" && s.Confidence >= 0.9 {
				wrong = append(wrong, fmt.Sprintf("%s %q %.2f", s.Field, s.Got, s.Confidence))
			}
		}
		fmt.Printf("  %s: %d of %d, %s %s\n", d.Case.File, right, all, d.Found.DocumentType, strings.Join(wrong, ", "))
	}
}
