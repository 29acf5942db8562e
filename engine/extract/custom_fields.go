package extract

import (
	"math"
	"strconv"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/calibrate"
	"github.com/docmill/docmill/engine/fields/custom"
	"github.com/docmill/docmill/engine/llm"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/result/value"
)

// ownFields finds the caller's custom fields and adds them to the result. It returns nil without a schema.
func (a *assembly) ownFields(doc *annotate.Document, known *templateMatch, req Request) *value.Set {
	if req.Schema == nil {
		return nil
	}
	own := custom.Extract(doc, req.Schema)
	known.applyCustom(own, a.set, req)
	if req.Answers != nil {
		llm.MergeCustom(own, a.set, req.Schema, doc.Layout, *req.Answers)
	}
	a.addCustom(own)
	return own
}

// addCustom adds the caller's custom fields. A field of the document type with the same name takes precedence.
func (a *assembly) addCustom(set *value.Set) {
	for name, v := range set.Scalars {
		if !a.has(name) {
			a.result.Data[name], a.result.Fields[name] = v.Value, customField(v)
		}
	}
	for name, values := range set.Arrays {
		if a.has(name) {
			continue
		}
		plain := make([]string, len(values))
		for i, v := range values {
			plain[i] = v.Value
			a.result.Fields[name+"."+strconv.Itoa(i)] = customField(v)
		}
		a.result.Data[name] = plain
	}
	for name, rows := range set.Lists {
		if a.has(name) {
			continue
		}
		plain := make([]map[string]string, len(rows))
		for i, row := range rows {
			plain[i] = make(map[string]string, len(row))
			for member, v := range row {
				plain[i][member] = v.Value
				a.result.Fields[value.Path(name, i, member)] = customField(v)
			}
		}
		a.result.Data[name] = plain
	}
}

func (a *assembly) has(name string) bool { _, ok := a.result.Data[name]; return ok }

const maxCustomConfidence = 0.9

// customField makes the public field of a custom value. No labeled documents can measure how often such values are
// right, because every schema asks for something else. So the confidence is the scorer's certainty, lowered by poor
// legibility and at most 0.9. It orders values; it is not a calibrated probability.
func customField(v value.Value) result.Field {
	f := anchored(v)
	raw := calibrate.Evidence{Score: v.Score, Legibility: v.Legibility}.Raw()
	f.Confidence = math.Round(maxCustomConfidence*raw*1e3) / 1e3
	return f
}
