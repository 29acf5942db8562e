// Package repair corrects OCR errors in values if the checks of package validate leave no other choice.
package repair

import (
	"slices"
	"strings"

	"github.com/shopspring/decimal"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result/value"
	"github.com/docmill/docmill/engine/text/ocrconfusion"
	"github.com/docmill/docmill/engine/validate"
)

const (
	// maxDoubtfulConfidence is the word confidence above which OCR is trusted.
	maxDoubtfulConfidence = 0.95
	// maxTrials limits the candidate amounts tried for one document.
	maxTrials = 600
)

// Values corrects values in which OCR misread one character, if arithmetic or check digits leave no other choice. It
// corrects an amount if exactly one confusion in one amount of the document satisfies all its equations. A single
// equation could be satisfied by correcting any of its terms. So there must be two, or other equations must prove the
// other terms. For IBANs and tax IDs see repairCode. A corrected value has the source "derived" and keeps its raw
// text. If all checks pass, nothing changes.
func Values(set *value.Set, lay *layout.Layout) {
	repairAmount(set)
	repairCode(set, lay, "iban", ibanScheme)
	repairCode(set, lay, "vendorTaxId", vatScheme)
	repairCode(set, lay, "customerTaxId", vatScheme)
}

func repaired(v value.Value, text string) value.Value {
	v.Value, v.Source = text, document.SourceDerived
	return v
}

type correction struct {
	paths []string // of the value, which may be used by several fields
	value value.Value
}

func repairAmount(set *value.Set) {
	before := validate.Run(set)
	var fits []correction
	trials := maxTrials
	for _, path := range doubtfulAmounts(set, before) {
		v, _ := set.At(path)
		texts := amountVariants(v)
		if trials -= len(texts); trials < 0 {
			return
		}
		paths := pathsOfWords(set, v, path)
		for _, text := range texts {
			setValues(set, paths, repaired(v, text))
			if isProven(set, path, before) {
				fits = append(fits, correction{paths, repaired(v, text)})
			}
		}
		setValues(set, paths, v)
	}
	if len(fits) == 0 {
		return
	}
	for _, other := range fits[1:] {
		if !slices.Equal(other.paths, fits[0].paths) || other.value.Value != fits[0].value.Value {
			return
		}
	}
	setValues(set, fits[0].paths, fits[0].value)
}

// isArithmetic reports whether a check is an equation between amounts.
func isArithmetic(name string) bool {
	switch name {
	case validate.Sum, validate.Taxes, validate.LineItems, validate.LineAmounts, validate.Due, validate.Balance:
		return true
	}
	return false
}

// doubtfulAmounts returns the paths of uncertain OCR amounts in failed equations.
func doubtfulAmounts(set *value.Set, outcomes []validate.CheckResult) []string {
	var paths []string
	for _, o := range outcomes {
		if o.Passed || !isArithmetic(o.Name) {
			continue
		}
		for _, path := range o.Paths {
			v, ok := set.At(path)
			if ok && v.Source == document.SourceOCR && v.Legibility < maxDoubtfulConfidence && !slices.Contains(paths, path) {
				paths = append(paths, path)
			}
		}
	}
	return paths
}

// isProven reports whether a corrected value's equations hold and suffice, and no further check fails.
func isProven(set *value.Set, path string, before []validate.CheckResult) bool {
	after := validate.Run(set)
	var equations []validate.CheckResult
	for _, o := range after {
		switch mine := slices.Contains(o.Paths, path); {
		case !o.Passed && (mine || !hasFailed(before, o.Name)):
			return false
		case o.Passed && isEvidence(set, o):
			equations = append(equations, o)
		}
	}
	own := slices.DeleteFunc(slices.Clone(equations), func(o validate.CheckResult) bool {
		return !slices.Contains(o.Paths, path)
	})
	switch {
	case len(after) < len(before), len(own) == 0:
		return false
	case len(own) > 1:
		return true
	}
	return !slices.ContainsFunc(own[0].Paths, func(term string) bool {
		return term != path && !slices.ContainsFunc(equations, func(o validate.CheckResult) bool {
			return o.Name != own[0].Name && slices.Contains(o.Paths, term)
		})
	})
}

// isEvidence reports whether an equation is evidence; that of a single tax without base or rate is not.
func isEvidence(set *value.Set, o validate.CheckResult) bool {
	rows := set.Lists["taxes"]
	if o.Name == validate.Taxes && len(rows) == 1 {
		return rows[0]["base"].Value != "" && rows[0]["rate"].Value != ""
	}
	return isArithmetic(o.Name)
}

func hasFailed(outcomes []validate.CheckResult, name string) bool {
	return slices.ContainsFunc(outcomes, func(o validate.CheckResult) bool { return o.Name == name && !o.Passed })
}

// amountVariants returns the amounts that may be printed: a digit confused (rarely as well, because the equations
// decide), a decimal point lost or added, or a currency sign read as a digit.
func amountVariants(v value.Value) []string {
	amount, err := decimal.NewFromString(v.Value)
	if err != nil {
		return nil
	}
	var texts []string
	add := func(text string) {
		d, err := decimal.NewFromString(text)
		padded := len(text) > 1 && text[0] == '0' && text[1] != '.'
		if err == nil && !padded && !d.Equal(amount) && !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
	}
	for i := range len(v.Value) {
		for _, similar := range ocrconfusion.Reads(rune(v.Value[i]), ocrconfusion.Digit, ocrconfusion.Rare) {
			add(v.Value[:i] + string(similar) + v.Value[i+1:])
		}
	}
	const point = 2 // decimals of nearly all amounts
	if strings.ContainsAny(v.Raw, ".,") {
		add(amount.Shift(point).StringFixed(point))
	} else {
		add(amount.Shift(-point).StringFixed(point))
	}
	if whole, _, _ := strings.Cut(v.Value, "."); len(whole) > 1 &&
		ocrconfusion.Printed(rune(whole[0]), ocrconfusion.Currency, ocrconfusion.Often) != "" {
		add(v.Value[1:]) // "$12.00" and "€12.00" read as "812.00" and "612.00"
	}
	return texts
}

func setValues(set *value.Set, paths []string, v value.Value) {
	for _, path := range paths {
		if row, member := set.Row(path); row != nil {
			row[member] = v
		} else {
			set.Scalars[path] = v
		}
	}
}

// pathsOfWords returns the sorted paths of all values from the same words, including path.
func pathsOfWords(set *value.Set, v value.Value, path string) []string {
	paths := []string{path}
	add := func(name string, o value.Value) {
		same := !v.Box.Empty() && o.Page == v.Page && o.Box == v.Box && o.Value == v.Value && o.Source == v.Source
		if same && name != path {
			paths = append(paths, name)
		}
	}
	for name, o := range set.Scalars {
		add(name, o)
	}
	for list, rows := range set.Lists {
		for i, row := range rows {
			for member, o := range row {
				add(value.Path(list, i, member), o)
			}
		}
	}
	slices.Sort(paths)
	return paths
}
