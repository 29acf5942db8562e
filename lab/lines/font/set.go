// Package font sets lines of text as pictures, each in a font that has its letters.
//
// It is used with Debian's packages of free fonts (make fonts). It skips faces whose names indicate symbols or another
// script, and duplicates under other names.
package font

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goitalic"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/goregular"
)

// Set is a selection of faces, by families.
type Set struct {
	families []family
	total    float64
}

// family is the faces of one design. Each face of a large family is drawn less often.
type family struct {
	name   string
	faces  []*Face
	weight float64
}

// Folders returns the folders of Debian's font packages.
func Folders() []string {
	return []string{"/usr/share/fonts", "/usr/share/texmf/fonts/opentype/public"}
}

// Built returns the faces that come with Go's image library, which need no files: Latin, Greek and Cyrillic.
func Built() (*Set, error) {
	var faces []*Face
	for _, b := range []struct {
		name string
		data []byte
	}{{"Go-Regular", goregular.TTF}, {"Go-Bold", gobold.TTF}, {"Go-Italic", goitalic.TTF}, {"GoMono", gomono.TTF}} {
		f, err := parse(b.name, b.data)
		if err != nil {
			return nil, fmt.Errorf("face %s: %w", b.name, err)
		}
		faces = append(faces, f)
	}
	return setOf(faces), nil
}

// Load reads the faces of all TrueType and OpenType files below folders. It ignores missing folders and invalid fonts.
// It returns an error if there is no face, or if a folder cannot be read.
func Load(folders ...string) (*Set, error) {
	var paths []string
	for _, folder := range folders {
		err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
			if err != nil {
				if os.IsNotExist(err) {
					return nil
				}
				return err
			}
			ext := strings.ToLower(filepath.Ext(path))
			if !d.IsDir() && (ext == ".ttf" || ext == ".otf") && !isLeftOut(path) {
				paths = append(paths, path)
			}
			return nil
		})
		if err != nil {
			return nil, fmt.Errorf("fonts: %w", err)
		}
	}
	// Sort by name, so that the draws of a seed do not depend on the folders.
	slices.SortFunc(paths, func(a, b string) int {
		return cmp.Or(strings.Compare(filepath.Base(a), filepath.Base(b)), strings.Compare(a, b))
	})
	faces := distinct(parseAll(paths))
	if len(faces) == 0 {
		return nil, fmt.Errorf("fonts: no face in %s (make fonts installs some)", strings.Join(folders, ", "))
	}
	return setOf(faces), nil
}

// parseAll reads font files. Invalid files and missing figures leave gaps.
func parseAll(paths []string) []*Face {
	faces := make([]*Face, 2*len(paths))
	var group sync.WaitGroup
	const workers = 2
	for k := range workers {
		group.Go(func() {
			for i := k; i < len(paths); i += workers {
				faces[2*i], faces[2*i+1] = parseFile(paths[i])
			}
		})
	}
	group.Wait()
	return faces
}

// parseFile reads a font file: with its usual and its old-style figures. It returns nil for missing ones.
func parseFile(path string) (usual, old *Face) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, nil
	}
	usual, err = parse(strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)), data)
	if err != nil {
		return nil, nil
	}
	if old, err = usual.withOldFigures(data); err != nil {
		return usual, nil
	}
	return usual, old
}

func distinct(faces []*Face) []*Face {
	seen := map[uint64]bool{}
	return slices.DeleteFunc(faces, func(f *Face) bool {
		if f == nil || seen[f.shape] {
			return true
		}
		seen[f.shape] = true
		return false
	})
}

func setOf(faces []*Face) *Set {
	byName := map[string]*family{}
	for _, f := range faces {
		of := byName[f.Family]
		if of == nil {
			of = &family{name: f.Family}
			byName[f.Family] = of
		}
		of.faces = append(of.faces, f)
	}
	s := &Set{}
	for _, of := range byName {
		of.weight = math.Sqrt(float64(len(of.faces))) * commonness(of.name)
		s.families = append(s.families, *of)
	}
	slices.SortFunc(s.families, func(a, b family) int { return strings.Compare(a.name, b.name) })
	for _, of := range s.families {
		s.total += of.weight
	}
	return s
}

// Apart returns the faces of a tenth of the families, chosen by name, or those of all others. Figures do not make a
// separate family. A set of few families is not split.
func (s *Set) Apart(apart bool) *Set {
	if len(s.families) < 20 {
		return s
	}
	var faces []*Face
	for _, of := range s.families {
		h := fnv.New32a()
		_, _ = h.Write([]byte(strings.TrimSuffix(of.name, oldFigures)))
		if (h.Sum32()%10 == 7) == apart {
			faces = append(faces, of.faces...)
		}
	}
	return setOf(faces)
}

// Typed returns the faces that look like a typewriter's, or the set itself if there are none.
func (s *Set) Typed() *Set {
	var faces []*Face
	for _, of := range s.families {
		if slices.ContainsFunc([]string{
			"gnutypewriter", "CMUTypewriter", "lmmono", "FreeMono", "Courier", "NimbusMono", "texgyrecursor", "Cousine",
			"TlwgMono", "TlwgTypewriter", "TlwgTypist", "TlwgTypo", "LiberationMono", "GFSNeohellenic", "OCR", "Tlwg",
		}, func(start string) bool { return strings.HasPrefix(of.name, start) }) {
			faces = append(faces, of.faces...)
		}
	}
	if len(faces) == 0 {
		return s
	}
	return setOf(faces)
}

// Faces returns all faces sorted by family.
func (s *Set) Faces() []*Face {
	var all []*Face
	for _, of := range s.families {
		all = append(all, of.faces...)
	}
	return all
}

// Draw returns a face that has all letters of a text, or nil if several hundred tries find none.
func (s *Set) Draw(r *rand.Rand, text string) *Face {
	for range 600 {
		at := r.Float64() * s.total
		for _, of := range s.families {
			if at -= of.weight; at < 0 {
				if f := of.faces[r.IntN(len(of.faces))]; f.Covers(text) {
					return f
				}
				break
			}
		}
	}
	return nil
}
