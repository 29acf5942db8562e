// Command accuracy measures the engine on a folder of labelled documents and
// prints precision, recall and F1 of each field by collection. The folder is
// described in package eval.
//
//	accuracy [-boxes] [-xml] [-collections a,b] [-misses] [-fit file] FOLDER
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/signal"
	"slices"
	"strings"

	"github.com/docmill/docmill/engine"
	"github.com/docmill/docmill/engine/calibrate"
	"github.com/docmill/docmill/engine/eval"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "accuracy:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	boxes := flag.Bool("boxes", false, "use reference text boxes instead of OCR where there are any")
	xml := flag.Bool("xml", false, "read e-invoices embedded in files; without, their pages alone are measured")
	collections := flag.String("collections", "", "only these collections, comma-separated")
	misses := flag.Bool("misses", false, "list what was not found right")
	fit := flag.String("fit", "", "fit the calibration on the documents measured and write it to this file")
	cache := flag.String("cache", os.TempDir(), "folder for compiled code")
	languages := flag.String("languages", "eng", "OCR languages")
	flag.Parse()
	if flag.NArg() != 1 {
		return fmt.Errorf("want one folder, see -help")
	}
	model := calibrate.Fitted()
	if *fit != "" {
		model = &calibrate.Model{}
	}
	e, err := engine.New(ctx, engine.Options{CacheDir: *cache, OCRLanguages: *languages, Model: model})
	if err != nil {
		return err
	}
	defer func() { _ = e.Close(ctx) }()
	report, err := eval.Run(ctx, e, flag.Arg(0), eval.Selection{Boxes: *boxes, XML: *xml, Collections: split(*collections), Model: model})
	if err != nil {
		return err
	}
	report.Write(os.Stdout)
	if *misses {
		for _, m := range report.Misses {
			fmt.Printf("%s\t%s\tgot %q\twant %q\n", m.File, m.Field, m.Got, m.Want)
		}
	}
	for _, f := range report.Failures {
		fmt.Fprintln(os.Stderr, "accuracy:", f)
	}
	if *fit == "" {
		report.WriteCalibration(os.Stdout)
		return nil
	}
	return write(*fit, eval.Fit(report.Samples))
}

// write stores a calibration with a line for each curve.
func write(path string, model *calibrate.Model) error {
	var sb strings.Builder
	fitted, err := json.Marshal(model.Fitted)
	if err != nil {
		return err
	}
	fmt.Fprintf(&sb, "{\n \"fitted\": %s,\n \"curves\": {", fitted)
	for i, channel := range slices.Sorted(maps.Keys(model.Curves)) {
		fmt.Fprintf(&sb, "%s\n  %q: {", comma(i), channel)
		for k, group := range slices.Sorted(maps.Keys(model.Curves[channel])) {
			curve, err := json.Marshal(model.Curves[channel][group])
			if err != nil {
				return err
			}
			fmt.Fprintf(&sb, "%s\n   %q: %s", comma(k), group, strings.ReplaceAll(string(curve), ",", ", "))
		}
		sb.WriteString("\n  }")
	}
	sb.WriteString("\n }\n}\n")
	return os.WriteFile(path, []byte(sb.String()), 0o600)
}

// comma parts the entry of the given index from the one before it.
func comma(index int) string {
	if index == 0 {
		return ""
	}
	return ","
}

func split(s string) []string {
	if s == "" {
		return nil
	}
	return strings.Split(s, ",")
}
