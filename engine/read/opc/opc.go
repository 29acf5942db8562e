// Package opc opens office packages: ZIP archives of XML parts linked by relationships (ECMA-376 part 2,
// Open Packaging Conventions). All output is bounded.
package opc

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"

	"github.com/docmill/docmill/engine/extractionerror"
)

const (
	maxEntries = 2000
	// MaxInflated bounds the total size of all parts read, in bytes.
	MaxInflated = 200 << 20
	// MaxPart bounds one part.
	MaxPart = 64 << 20
	// maxRatio is a compression ratio that large genuine parts do not reach.
	maxRatio  = 100
	ratioFrom = 10 << 20
)

var (
	errTooLarge = errors.New("the package inflates beyond its bounds")
	// ErrNoPart says that a package has no part of a name.
	ErrNoPart = errors.New("no such part")
)

// Package is an open package. It is not safe for concurrent use.
type Package struct {
	parts    map[string]*zip.File // by lower-case name
	inflated int64
}

// Open opens a package. Errors are *extractionerror.Error.
func Open(data []byte) (*Package, error) {
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, Damaged(err)
	}
	if len(z.File) > maxEntries {
		return nil, extractionerror.New(extractionerror.TooComplex, fmt.Errorf("%d entries", len(z.File)),
			"The document consists of more than %d parts.", maxEntries)
	}
	p := &Package{parts: make(map[string]*zip.File, len(z.File))}
	for _, f := range z.File {
		if f.Flags&1 != 0 {
			return nil, extractionerror.New(extractionerror.PasswordProtected, nil,
				"The document is protected by a password. Send it without one.")
		}
		if _, known := p.parts[key(f.Name)]; !known {
			p.parts[key(f.Name)] = f
		}
	}
	return p, nil
}

// Damaged is the failure of a package that cannot be read.
func Damaged(cause error) error {
	return extractionerror.New(extractionerror.CorruptFile, cause, "The document is damaged and cannot be read.")
}

// key normalizes a part's name: writers differ in case, leading slashes and the kind of slash (7.3).
func key(name string) string {
	return strings.ToLower(strings.TrimPrefix(strings.ReplaceAll(name, "\\", "/"), "/"))
}

// Part opens a part. It returns ErrNoPart if there is none. Reading beyond the bounds fails with a
// *extractionerror.Error.
func (p *Package) Part(name string) (io.ReadCloser, error) {
	f := p.parts[key(name)]
	if f == nil {
		return nil, ErrNoPart // without its name, which is the document's
	}
	r, err := f.Open()
	if err != nil {
		return nil, Damaged(err)
	}
	return &part{ReadCloser: r, of: p, compressed: int64(f.CompressedSize64)}, nil
}

// part counts the inflated bytes.
type part struct {
	io.ReadCloser
	of         *Package
	compressed int64
	read       int64
}

func (r *part) Read(b []byte) (int, error) {
	n, err := r.ReadCloser.Read(b)
	r.read += int64(n)
	r.of.inflated += int64(n)
	if r.read > MaxPart || r.of.inflated > MaxInflated || r.read > ratioFrom && r.read > maxRatio*r.compressed {
		return n, extractionerror.New(extractionerror.TooComplex, errTooLarge, "The document holds more than can be read.")
	}
	if err != nil && !errors.Is(err, io.EOF) {
		return n, Damaged(err)
	}
	return n, err // io.EOF
}

// Relationship ties a part to another one or to something outside.
type Relationship struct {
	ID     string `xml:"Id,attr"`
	Type   string `xml:"Type,attr"`
	Target string `xml:"Target,attr"`
	Mode   string `xml:"TargetMode,attr"`
}

// Is reports whether the last part of the relationship's type is kind, such as "officeDocument". The
// namespaces of the transitional and the strict form differ.
func (r Relationship) Is(kind string) bool { return strings.HasSuffix(r.Type, "/"+kind) }

// Relationships returns those of a part, or the package's for "". It leaves out external targets and
// resolves the others to part names.
func (p *Package) Relationships(source string) ([]Relationship, error) {
	folder, file := path.Split(source)
	r, err := p.Part(folder + "_rels/" + file + ".rels")
	if errors.Is(err, ErrNoPart) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer r.Close()
	var all struct {
		Relationships []Relationship `xml:"Relationship"`
	}
	if err := xml.NewDecoder(r).Decode(&all); err != nil {
		return nil, failed(err)
	}
	var out []Relationship
	for _, rel := range all.Relationships {
		if rel.Mode == "External" {
			continue
		}
		if strings.HasPrefix(rel.Target, "/") {
			rel.Target = strings.TrimPrefix(rel.Target, "/")
		} else {
			rel.Target = path.Join(folder, rel.Target)
		}
		out = append(out, rel)
	}
	return out, nil
}

// Main is the name of the package's main part. Errors are *extractionerror.Error.
func (p *Package) Main() (string, error) {
	rels, err := p.Relationships("")
	if err != nil {
		return "", err
	}
	for _, r := range rels {
		if r.Is("officeDocument") {
			return r.Target, nil
		}
	}
	return "", Damaged(errors.New("no main part"))
}

// failed converts an XML error.
func failed(err error) error {
	var f *extractionerror.Error
	if errors.As(err, &f) {
		return f
	}
	return Damaged(err)
}

// Properties returns the document's core properties (ECMA-376 part 2, 8) under PDF's names: Title, Author,
// Subject, Keywords, CreationDate, ModDate.
func (p *Package) Properties() (map[string]string, error) {
	info := map[string]string{}
	rels, err := p.Relationships("")
	if err != nil {
		return nil, err
	}
	for _, r := range rels {
		if !r.Is("core-properties") {
			continue
		}
		if err := p.core(r.Target, info); err != nil && !errors.Is(err, ErrNoPart) {
			return nil, err
		}
	}
	return info, nil
}

func (p *Package) core(name string, info map[string]string) error {
	r, err := p.Part(name)
	if err != nil {
		return err
	}
	defer r.Close()
	d := NewDecoder(r)
	if _, err := d.Root(); err != nil {
		return err
	}
	return d.Children(func(e xml.StartElement) error {
		text, err := d.Text()
		if err != nil {
			return err
		}
		if name := propertyName(e.Name.Local); name != "" && strings.TrimSpace(text) != "" {
			info[name] = strings.TrimSpace(text)
		}
		return nil
	})
}

func propertyName(element string) string {
	switch element {
	case "title":
		return "Title"
	case "creator":
		return "Author"
	case "subject":
		return "Subject"
	case "keywords":
		return "Keywords"
	case "created":
		return "CreationDate"
	case "modified":
		return "ModDate"
	}
	return ""
}
