// Command judge measures how well the lines of held-out pages are found.
//
//	cd lab && go run ./finder/judge [-finder FILE] FOLDER ...
//
// The folders are those of lab/cmd/pages. Every eighth page is held out, as in lab/finder/train.py.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/docmill/docmill/engine/ocr/pixels"
	"github.com/docmill/docmill/engine/ocr/textline/crop"
	"github.com/docmill/docmill/engine/ocr/textline/find"
)

func main() {
	file := flag.String("finder", "", "weights; those of the engine if empty")
	flag.Parse()
	if err := run(*file, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "judge:", err)
		os.Exit(1)
	}
}

func run(file string, folders []string) error {
	finder, err := open(file)
	if err != nil {
		return err
	}
	for _, folder := range folders {
		paths, err := filepath.Glob(filepath.Join(folder, "*.png"))
		if err != nil {
			return err
		}
		slices.Sort(paths)
		total, number := counts{}, -1
		for _, path := range paths {
			lines, err := readLines(strings.TrimSuffix(path, ".png") + ".json")
			if err != nil {
				return err
			}
			if len(lines) == 0 {
				continue // train.py excludes these as well
			}
			if number++; number%8 != 0 {
				continue
			}
			found, err := findLines(finder, path)
			if err != nil {
				return err
			}
			total.add(lines, found)
		}
		fmt.Printf("%s: %s\n", folder, total)
	}
	return nil
}

func open(file string) (*find.Finder, error) {
	if file == "" {
		return find.New()
	}
	content, err := os.ReadFile(file) //nolint:gosec // the user's choice
	if err != nil {
		return nil, err
	}
	return find.Open(content)
}

// readLines reads a page's JSON file of lab/cmd/pages.
func readLines(path string) ([]crop.Line, error) {
	content, err := os.ReadFile(path) //nolint:gosec // the user's choice
	if err != nil {
		return nil, err
	}
	var page struct {
		Lines []struct {
			Middle [][2]float64 `json:"middle"`
			Height float64      `json:"height"`
		} `json:"lines"`
	}
	if err := json.Unmarshal(content, &page); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	out := make([]crop.Line, 0, len(page.Lines))
	for _, l := range page.Lines {
		line := crop.Line{Height: l.Height}
		for _, at := range l.Middle {
			line.Middle = append(line.Middle, crop.Point{X: at[0], Y: at[1]})
		}
		if len(line.Middle) < 2 {
			return nil, fmt.Errorf("%s: a line of less than two points", path)
		}
		out = append(out, line)
	}
	return out, nil
}

func findLines(finder *find.Finder, path string) ([]crop.Line, error) {
	file, err := os.Open(path) //nolint:gosec // the user's choice
	if err != nil {
		return nil, err
	}
	defer file.Close()
	img, err := png.Decode(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return finder.Find(context.Background(), pixels.Gray(img))
}
