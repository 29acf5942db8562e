package classify

import (
	_ "embed"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"sync"

	"github.com/docmill/docmill/engine/boost"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/schema"
)

//go:embed kinds.bin
var kindsBin []byte

// Trained returns the embedded scorers, which package train makes.
//
//nolint:gochecknoglobals // read once, never changed
var Trained = sync.OnceValues(func() (Scorers, error) { return ParseScorers(kindsBin) })

// Scorers hold one scorer per type, which separates it from all others. Without scorers, only votes classify.
type Scorers struct {
	// Types are the types that the scorers know, in the order that breaks ties; the last is generic. Votes for other
	// types count for generic, and only titles name these types. Without types, those of the embedded scorers count.
	Types []result.DocumentType
	Trees map[result.DocumentType]*boost.Ensemble
}

// errTypes is returned for scorers whose types do not match each other or this program.
var errTypes = errors.New("classify: wrong types")

// ParseScorers decodes the output of Bytes. It returns an error if the data is invalid, has other features, or has no
// scorer for one of its types.
func ParseScorers(data []byte) (Scorers, error) {
	named, err := boost.Parse(data)
	if err != nil {
		return Scorers{}, fmt.Errorf("classify: %w", err)
	}
	s := Scorers{Trees: map[result.DocumentType]*boost.Ensemble{}}
	for _, name := range slices.Sorted(maps.Keys(named)) {
		if e := named[name]; s.Types == nil {
			for _, t := range e.Categories[featureTitled] {
				s.Types = append(s.Types, result.DocumentType(t))
			}
		}
	}
	if err := s.checkTypes(len(named)); err != nil {
		return Scorers{}, err
	}
	features, categories := Features(s.Types), Categories(s.Types)
	for _, t := range s.Types {
		e := named[string(t)]
		switch {
		case e == nil:
			return Scorers{}, fmt.Errorf("%w: %s has no scorer", errTypes, t)
		case !slices.Equal(e.Features, features):
			return Scorers{}, fmt.Errorf("%w: %s has other features than those of %q", errTypes, t, s.Types)
		case !reflect.DeepEqual(e.Categories, categories):
			return Scorers{}, fmt.Errorf("%w: %s has the categories %q, not %q", errTypes, t, e.Categories, categories)
		}
		s.Trees[t] = e
	}
	return s, nil
}

func (s Scorers) checkTypes(scorers int) error {
	if len(s.Types) != scorers || scorers == 0 || s.Types[scorers-1] != result.TypeGeneric {
		return fmt.Errorf("%w: %d scorers for %q", errTypes, scorers, s.Types)
	}
	for _, t := range s.Types {
		if len(schema.Of(t).Fields) == 0 {
			return fmt.Errorf("%w: %s is no document type", errTypes, t)
		}
	}
	return nil
}

// Bytes encodes the scorers for ParseScorers; see boost.Encode.
func (s Scorers) Bytes() []byte {
	named := map[string]*boost.Ensemble{}
	for t, e := range s.Trees {
		named[string(t)] = e
	}
	return boost.Encode(named)
}

// types returns Types, or those of the embedded scorers.
func (s Scorers) types() types {
	if s.Types == nil {
		s, _ = Trained() // an error comes from EmbeddedModels
	}
	return s.Types
}

// types are those that scorers know; the last is generic.
type types []result.DocumentType

// count returns the type for which a phrase of a type counts: generic for an unknown one.
func (t types) count(kind result.DocumentType) result.DocumentType {
	if slices.Contains(t, kind) {
		return kind
	}
	return result.TypeGeneric
}

// named returns all types but generic.
func (t types) named() types { return t[:max(0, len(t)-1)] }
