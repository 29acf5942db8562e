package learn

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"slices"

	"github.com/docmill/docmill/client"
	"github.com/docmill/docmill/engine/eval"
	"github.com/docmill/docmill/engine/schema"
)

// lineItems is the list in manifests.
const lineItems = "lineItems"

// changeOf returns corrections of wrong values and confirmations of right ones. It ignores fields not in the manifest.
func changeOf(c *eval.Case, r *client.Record) (change client.Change, corrected int, err error) {
	var data map[string]json.RawMessage
	if err := json.Unmarshal(r.Data, &data); err != nil {
		return change, 0, fmt.Errorf("record %s: %w", r.ID, err)
	}
	change.Values = map[string]*string{}
	known, typ := c.Known(), schema.Of(c.EngineType())
	for _, name := range slices.Sorted(maps.Keys(known)) {
		if !typ.Has(name) {
			continue
		}
		var is string
		_ = json.Unmarshal(data[name], &is) // a missing value, or one that is no text, is not the right one
		say(&change, r, name, is, known[name])
	}
	corrected = len(change.Values)
	if len(c.Truth.LineItems) == 0 || !typ.Has(lineItems) {
		return change, corrected, nil
	}
	var rows []map[string]string
	if err := json.Unmarshal(data[lineItems], &rows); err != nil && data[lineItems] != nil {
		return change, 0, fmt.Errorf("record %s: %s: %w", r.ID, lineItems, err)
	}
	if len(rows) != len(c.Truth.LineItems) {
		change.Lists = map[string][]map[string]string{lineItems: rowsOf(c.Truth.LineItems)}
		return change, corrected + 1, nil
	}
	for i, row := range rowsOf(c.Truth.LineItems) {
		for _, member := range slices.Sorted(maps.Keys(row)) {
			say(&change, r, fmt.Sprintf("%s.%d.%s", lineItems, i, member), rows[i][member], []string{row[member]})
		}
	}
	return change, len(change.Values), nil
}

// say corrects the value at a path if it is not one of the right ones, or confirms it if it is unconfirmed.
func say(change *client.Change, r *client.Record, path, is string, right []string) {
	if !slices.ContainsFunc(right, func(value string) bool { return isEqual(value, is) }) {
		change.Values[path] = &right[0]
		return
	}
	if f, ok := r.Fields[path]; ok && !f.Confirmed && f.Source != "human" {
		change.Confirm = append(change.Confirm, path)
	}
}

// isEqual reports whether two texts or numbers are equal.
func isEqual(a, b string) bool {
	if a == b {
		return true
	}
	x, ok1 := new(big.Rat).SetString(a)
	y, ok2 := new(big.Rat).SetString(b)
	return ok1 && ok2 && x.Cmp(y) == 0
}

// rowsOf returns line items for the API, without members that it does not support.
func rowsOf(truth []eval.Row) []map[string]string {
	rows := make([]map[string]string, len(truth))
	for i, row := range truth {
		rows[i] = map[string]string{}
		for member, value := range row {
			if _, known := schema.Find(lineItems + "." + member); known {
				rows[i][member] = value
			}
		}
	}
	return rows
}
