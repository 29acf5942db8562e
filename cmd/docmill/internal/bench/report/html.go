package report

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"time"
)

//go:embed report.html
var reportPage string

//go:embed comparison.html
var comparisonPage string

//go:embed report.css
var style string

// WriteHTML writes the report as one self-contained page without scripts.
func (r *Report) WriteHTML(w io.Writer) error {
	return render(w, reportPage, map[string]any{
		"Style": template.CSS(style), "Report": r, "Heading": r.heading(), "Plots": r.plots(),
		"Settings": r.settingRows(),
	})
}

// WriteHTML writes the comparison as one self-contained page without scripts.
func (c *Comparison) WriteHTML(w io.Writer) error {
	return render(w, comparisonPage, map[string]any{"Style": template.CSS(style), "Comparison": c})
}

func render(w io.Writer, page string, data any) error {
	t, err := template.New("page").Funcs(template.FuncMap{
		"duration": duration, "share": share, "shown": formatPercentile, "list": list, "deviation": deviation,
		"rate":  func(v float64) string { return fmt.Sprintf("%.2f", v) },
		"p":     func(v float64) string { return fmt.Sprintf("%.3f", v) },
		"at":    func(t time.Time) string { return t.Format(time.RFC3339) },
		"value": func(c Change, v float64) string { return c.value(v) },
		"title": Side.title,
		"class": func(v Verdict) string {
			if v == Noise {
				return "noise"
			}
			return string(v)
		},
	}).Parse(page)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := t.Execute(&b, data); err != nil {
		return err
	}
	_, err = w.Write(b.Bytes())
	return err
}

// setting is a line of the run's settings.
type setting struct{ Name, Value string }

func (r *Report) settingRows() []setting {
	s := &r.Settings
	rows := []setting{{"Service", s.Server}, {"Measured by", r.Program}, {"Started", r.StartedAt.Format(time.RFC3339)},
		{"Measured for", seconds(r.Seconds)}, {"Warm-up", seconds(s.WarmUpSeconds)}, {"Mix", s.Mix}}
	if s.Loop == loopClosed {
		rows = append(rows, setting{"Closed loop", count(s.Workers, "worker")})
	} else {
		rows = append(rows, setting{"Open loop", fmt.Sprintf("%g requests a second, %s", s.Rate, s.Arrivals)},
			setting{"Under way at a time", fmt.Sprintf("%d at most", s.MaxInFlight)},
			setting{"Sent after due", fmt.Sprintf("p50 %s, p99 %s", duration(r.Late.P50), duration(r.Late.P99))})
	}
	return append(rows, setting{"Rounds", fmt.Sprint(s.Rounds)}, setting{"Seed", fmt.Sprint(s.Seed)},
		setting{"Keys", fmt.Sprint(s.Accounts)}, setting{"Requests a minute by plan", fmt.Sprint(s.RequestsPerMinute)})
}
