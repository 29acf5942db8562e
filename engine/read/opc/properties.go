package opc

import (
	"encoding/xml"
	"errors"
	"strings"
)

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
