// Package mix defines the operations of a run, and generates their documents.
package mix

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// Operation is a client's operation.
type Operation string

// The operations. Each is one request, except Batch, which polls for its end, and uploads that take longer
// than a request may wait.
const (
	Text     Operation = "text"     // uploads a PDF with text and has its record
	Scan     Operation = "scan"     // uploads a scanned page and has its record
	EInvoice Operation = "einvoice" // uploads an e-invoice (UBL) and has its record
	File     Operation = "file"     // uploads a file of a folder and has its record
	Batch    Operation = "batch"    // uploads several PDF files in one request; all have ended
	Read     Operation = "read"     // reads a record
	List     Operation = "list"     // reads the first page of the list of documents
	Usage    Operation = "usage"    // reads usage and limits
)

// Operations lists all.
func Operations() []Operation {
	return []Operation{Text, Scan, EInvoice, File, Batch, Read, List, Usage}
}

// Mix is operations and how often each is chosen, relative to the others.
type Mix []Share

// Share is an operation with its weight.
type Share struct {
	Operation Operation
	Weight    float64
}

func presets() map[string]Mix {
	return map[string]Mix{
		"reads":   {{Read, 6}, {List, 3}, {Usage, 1}},
		"uploads": {{Text, 7}, {EInvoice, 2}, {Scan, 1}},
		"mixed":   {{Text, 45}, {EInvoice, 12}, {Scan, 5}, {Batch, 1}, {Read, 25}, {List, 10}, {Usage, 2}},
	}
}

// Names lists the operations and presets that Parse accepts.
func Names() (names []string) {
	for name := range presets() {
		names = append(names, name)
	}
	for _, o := range Operations() {
		names = append(names, string(o))
	}
	slices.Sort(names)
	return names
}

// Parse reads a mix: "mixed", "text" or "text=60,scan=5,read=35". A name without a
// weight has 1.
func Parse(s string) (Mix, error) {
	if m, ok := presets()[s]; ok {
		return m, nil
	}
	var m Mix
	for part := range strings.SplitSeq(s, ",") {
		name, value, weighted := strings.Cut(strings.TrimSpace(part), "=")
		share := Share{Operation(name), 1}
		if !slices.Contains(Operations(), share.Operation) {
			return nil, fmt.Errorf("%q is no operation: choose of %s", name, strings.Join(Names(), ", "))
		}
		if slices.ContainsFunc(m, func(s Share) bool { return s.Operation == share.Operation }) {
			return nil, fmt.Errorf("%s is named twice", name)
		}
		if weighted {
			weight, err := strconv.ParseFloat(value, 64)
			if err != nil || !(weight >= 0 && weight <= maxWeight) {
				return nil, fmt.Errorf("%s=%s: want a weight from 0 to %d", name, value, maxWeight)
			}
			share.Weight = weight
		}
		if share.Weight > 0 {
			m = append(m, share)
		}
	}
	if len(m) == 0 {
		return nil, errors.New("every weight is 0")
	}
	return m, nil
}

const maxWeight = 1_000_000

// String returns the form for Parse.
func (m Mix) String() string {
	parts := make([]string, len(m))
	for i, s := range m {
		parts[i] = string(s.Operation) + "=" + strconv.FormatFloat(s.Weight, 'f', -1, 64)
	}
	return strings.Join(parts, ",")
}

// Has reports whether an operation is in the mix.
func (m Mix) Has(o Operation) bool {
	return slices.ContainsFunc(m, func(s Share) bool { return s.Operation == o })
}

// Choose returns the operation of the n-th request, which depends only on seed and n.
func (m Mix) Choose(seed uint64, n int) Operation {
	all := 0.0
	for _, s := range m {
		all += s.Weight
	}
	at := rand.New(rand.NewPCG(seed, uint64(n))).Float64() * all
	for _, s := range m {
		if at -= s.Weight; at < 0 {
			return s.Operation
		}
	}
	return m[len(m)-1].Operation
}
