package observability

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Query is a PromQL expression with its position.
type Query struct {
	Where, Expr string
	// MayBeEmpty says that no result is a good one, as for the condition of an alert.
	MayBeEmpty bool
}

// Rule is an alert or a recorded expression.
type Rule struct {
	Alert       string            `yaml:"alert"`
	Record      string            `yaml:"record"`
	Expr        string            `yaml:"expr"`
	For         string            `yaml:"for"`
	Labels      map[string]string `yaml:"labels"`
	Annotations map[string]string `yaml:"annotations"`
}

// Rules of all files of a folder.
func Rules(dir string) ([]Rule, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.yml"))
	if err != nil {
		return nil, err
	}
	var all []Rule
	for _, file := range files {
		var content struct {
			Groups []struct{ Rules []Rule }
		}
		if err := readYAML(file, &content); err != nil {
			return nil, err
		}
		for _, group := range content.Groups {
			all = append(all, group.Rules...)
		}
	}
	return all, nil
}

// RuleQueries are the expressions of rules.
func RuleQueries(rules []Rule) []Query {
	var queries []Query
	for _, r := range rules {
		queries = append(queries, Query{Where: r.Alert + r.Record, Expr: r.Expr, MayBeEmpty: r.Alert != ""})
	}
	return queries
}

// DashboardQueries returns the expressions of all panels of a folder's dashboards, with values for
// Grafana's variables.
func DashboardQueries(dir string) ([]Query, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil {
		return nil, err
	}
	variables := strings.NewReplacer("$__rate_interval", "5m", "$price", "0.04")
	var queries []Query
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		var dashboard struct {
			Panels []struct {
				Title   string
				Targets []struct{ Expr string }
			}
		}
		if err := json.Unmarshal(b, &dashboard); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		for _, panel := range dashboard.Panels {
			for _, target := range panel.Targets {
				where := filepath.Base(file) + ": " + panel.Title
				queries = append(queries, Query{Where: where, Expr: variables.Replace(target.Expr)})
			}
		}
	}
	return queries, nil
}

// ScaledObjectQueries are those that a ScaledObject of KEDA asks Prometheus.
func ScaledObjectQueries(file string) ([]Query, error) {
	var object struct {
		Spec struct {
			Triggers []struct {
				Type     string
				Metadata map[string]string
			}
		}
	}
	if err := readYAML(file, &object); err != nil {
		return nil, err
	}
	var queries []Query
	for _, trigger := range object.Spec.Triggers {
		if trigger.Type == "prometheus" {
			queries = append(queries, Query{Where: filepath.Base(file), Expr: trigger.Metadata["query"]})
		}
	}
	return queries, nil
}

func readYAML(file string, into any) error {
	b, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	if err := yaml.Unmarshal(b, into); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return nil
}
