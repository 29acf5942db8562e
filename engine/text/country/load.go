package country

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"sync"
)

// files has one file per country, named by its code; data/README.md describes the format.
//
//go:embed data/*.txt
var files embed.FS

type index struct {
	all            []*Country
	companies      []Company
	forms          [places][]string
	splitForms     [places][][2]string
	regions        map[string][]*Country
	provinces      map[string][]*Country
	postLabels     map[string]bool
	postMarks      []string
	numbers        []string
	receiptNumbers []string
	spelled        map[string]bool
	spellings      []string
	vat            map[string]vatNumber // by the prefix of the numbers
	taxNumbers     []string             // forms of those without a prefix
	nationals      []national
	banks          map[string]bank   // by a country's code
	bareAccounts   []string          // codes of countries that print account numbers without the country's code
	minorDigits    map[string]int32  // by a currency's code
	signs          map[string]string // currencies' codes by sign
	sharedSigns    map[string]bool
	signStarts     [256]bool         // first bytes of signs
	letterSigns    map[string]string // and by capital letters that are signs only beside an amount
}

// loaded is the index of the embedded files. A test checks their format.
//
//nolint:gochecknoglobals // built once, then only read
var loaded = sync.OnceValue(func() *index {
	x, err := load(files)
	if err != nil {
		panic(err) // the files are part of the program
	}
	return x
})

func load(from fs.FS) (*index, error) {
	names, err := fs.Glob(from, "data/*.txt")
	if err != nil {
		return nil, fmt.Errorf("country: %w", err)
	}
	x := &index{
		regions: map[string][]*Country{}, provinces: map[string][]*Country{},
		postLabels: map[string]bool{}, spelled: map[string]bool{},
		vat: map[string]vatNumber{}, banks: map[string]bank{}, minorDigits: map[string]int32{},
		letterSigns: map[string]string{}, signs: map[string]string{}, sharedSigns: map[string]bool{},
	}
	if err := errors.Join(x.addBanks(banks), x.addCurrencies(currencies)); err != nil {
		return nil, fmt.Errorf("country: %w", err)
	}
	for _, name := range names {
		text, err := fs.ReadFile(from, name)
		if err != nil {
			return nil, fmt.Errorf("country: %w", err)
		}
		code := strings.ToUpper(strings.TrimSuffix(strings.TrimPrefix(name, "data/"), ".txt"))
		c, err := parse(code, string(text))
		if err != nil {
			return nil, fmt.Errorf("country: %s: %w", name, err)
		}
		x.add(c)
	}
	x.spellings = slices.Sorted(maps.Keys(x.spelled))
	return x, nil
}

func (x *index) add(c *Country) {
	x.all = append(x.all, c)
	if c.sign != "" {
		x.sharedSigns[c.sign] = true
	}
	if c.bareAccounts {
		x.bareAccounts = append(x.bareAccounts, c.Code)
	}
	x.companies = append(x.companies, c.Companies...)
	for _, p := range c.posts {
		if first, second, split := strings.Cut(p.form, " "); split {
			x.splitForms[p.place] = append(x.splitForms[p.place], [2]string{first, second})
		} else if !slices.Contains(x.forms[p.place], p.form) {
			x.forms[p.place] = append(x.forms[p.place], p.form)
		}
	}
	for _, region := range c.regions {
		x.regions[region] = append(x.regions[region], c)
	}
	for _, province := range c.provinces {
		x.provinces[province] = append(x.provinces[province], c)
	}
	for _, label := range c.postLabels {
		x.postLabels[label] = true
	}
	x.postMarks = append(x.postMarks, c.postMarks...)
	x.numbers = appendNew(x.numbers, slices.Concat(c.numbers, c.receiptNumbers))
	x.receiptNumbers = appendNew(x.receiptNumbers, c.receiptNumbers)
	maps.Copy(x.vat, c.vat)
	x.taxNumbers = appendNew(x.taxNumbers, c.taxNumbers)
	x.nationals = append(x.nationals, c.nationals...)
	for _, w := range c.spelling {
		x.spelled[w] = true
	}
}

func appendNew(to, from []string) []string {
	for _, s := range from {
		if !slices.Contains(to, s) {
			to = append(to, s)
		}
	}
	return to
}

func parse(code, text string) (*Country, error) {
	c := &Country{Code: code, vat: map[string]vatNumber{}}
	number := 0
	for line := range strings.Lines(text) {
		number++
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		key, value, _ := strings.Cut(line, " ")
		if err := c.set(key, strings.TrimSpace(value)); err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
	}
	return c, nil
}

func (c *Country) set(key, value string) error {
	if value == "" {
		return fmt.Errorf("%s has no value", key)
	}
	switch key {
	case "currency":
		c.Currency = value
	case "sign":
		c.sign = value
	case "name":
		c.names = append(c.names, value)
	case "tax":
		c.taxes = append(c.taxes, strings.Fields(value)...)
	case "dates":
		return c.addDates(value)
	case "regions":
		c.regions = append(c.regions, strings.Fields(value)...)
	case "provinces":
		c.provinces = append(c.provinces, labels(value)...)
	case "post":
		return c.addPost(value)
	case "vat":
		return c.addVAT(value)
	case "vat-check":
		return c.addVATCheck(value)
	case "tax-number":
		return c.addTaxNumber(value)
	case "national-number":
		return c.addNational(value)
	case "account":
		return c.addAccount(value)
	case "post-label":
		c.postLabels = append(c.postLabels, strings.ToLower(value))
	case "post-mark":
		c.postMarks = append(c.postMarks, value)
	case "company":
		return c.addCompany(strings.Fields(value))
	case "numbers":
		c.numbers = append(c.numbers, labels(value)...)
	case "receipt-numbers":
		c.receiptNumbers = append(c.receiptNumbers, labels(value)...)
	case "spelling":
		c.spelling = append(c.spelling, strings.Fields(value)...)
	default:
		return fmt.Errorf("unknown key %q", key)
	}
	return nil
}

func (c *Country) addDates(value string) error {
	c.MonthFirst = value == "month-first"
	if !c.MonthFirst {
		return errValue("dates", value, "not month-first")
	}
	return nil
}

func (c *Country) addAccount(value string) error {
	c.bareAccounts = value == "bare"
	if !c.bareAccounts {
		return errValue("account", value, "not bare")
	}
	return nil
}

func labels(value string) []string {
	var out []string
	for label := range strings.SplitSeq(value, ",") {
		out = append(out, strings.ToLower(strings.TrimSpace(label)))
	}
	return out
}

// addPost reads a form and its place: "9999AA first".
func (c *Country) addPost(value string) error {
	at := strings.LastIndexByte(value, ' ')
	place := slices.Index(placeNames(), value[at+1:])
	if at < 0 || place < 0 {
		return errValue("post", value, fmt.Sprintf("not a form and one of the places %v", placeNames()))
	}
	c.posts = append(c.posts, post{form: value[:at], place: Place(place)}) //nolint:gosec // a small index
	return nil
}

// addCompany reads "SDN BHD", "SDN BHD distinct" or "SDN BHD distinct S/B".
func (c *Country) addCompany(words []string) error {
	const least, most = 2, 4
	if len(words) < least || len(words) > most || len(words) > least && words[least] != "distinct" {
		return fmt.Errorf("company %v: not two words, and then perhaps \"distinct\" and a short form", words)
	}
	form := Company{First: words[0], Last: words[1], Distinct: len(words) > least}
	if len(words) == most {
		form.Short = words[most-1]
	}
	c.Companies = append(c.Companies, form)
	return nil
}
