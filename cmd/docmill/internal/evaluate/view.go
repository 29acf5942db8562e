package evaluate

import (
	"fmt"
	"html/template"
	"math"

	"github.com/docmill/docmill/engine/eval"
)

// The input of the report's template.
type (
	reportView struct {
		Style       template.CSS
		Folder      string
		Clean       int
		Figures     []figureView
		Sections    []section
		Plot        []pointView
		Collections []collectionView
	}
	figureView struct{ Name, Value string }
	// pointView is a bin of values in a square of 100: confidence to the right, share of right values upwards.
	pointView struct {
		X, Y, Radius float64
		Title        string
	}
	collectionView struct {
		Name      string
		Documents []documentView
	}
	documentView struct {
		ID, File, Type, Found, Error, Nowhere string
		Missed                                int
		Rows                                  []rowView
		Pages                                 []pageView
		NoPicture                             string
		badness                               float64 // sorts documents, the worst first
	}
	rowView struct {
		Mark                 string // number of the box on the page
		Field, Want, Printed string
		Got, Raw, Confidence string
		Verdict              eval.Verdict
		Unread               bool // the true value is not among the words that were read
	}
	pageView struct {
		Number int
		Source template.URL
		Boxes  []boxView
	}
	boxView struct {
		Class string // wrong, surplus, truth, right
		Place template.CSS
		Mark  string
		Title string
	}
)

// plot draws a reliability diagram; the area of a point is its number of values.
func plot(r *eval.Reliability) []pointView {
	const side, largest, least = 100, 9, 0.6
	var points []pointView
	for _, b := range r.Bins {
		points = append(points, pointView{
			X: b.Confidence * side, Y: side - b.Right*side,
			Radius: max(least, largest*math.Sqrt(float64(b.Values)/float64(r.Values))),
			Title:  fmt.Sprintf("%d values of confidence %.2f: %.0f %% right", b.Values, b.Confidence, b.Right*side),
		})
	}
	return points
}

// figures are the most important ones.
func (r *reporter) figures() []figureView {
	var out []figureView
	add := func(name string, v *float64) {
		if v != nil {
			out = append(out, figureView{name, figure(*v)})
		}
	}
	all := r.summary.Group(eval.ByAll)
	add("type accuracy", all.TypeAccuracy)
	add("header fields, mean F1", all.HeaderF1)
	add("line amounts, F1", all.AmountF1)
	add("whole lines, F1", all.LineF1)
	if c := &r.summary.Calibration[0]; c.Values > 0 {
		add("calibration error", &c.ECE)
		if c.Confident > 0 {
			precision := c.ConfidentPrecision()
			add("right at confidence ≥ 0.9", &precision)
		}
	}
	return append(out, figureView{"values from nowhere", fmt.Sprint(r.summary.Unanchored)})
}
