package correct_test

import (
	"encoding/json"
	"testing"

	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/gateway/internal/records/correct"
)

// The basis of a row moves with it, and is removed with it.
func TestBasisOfMovedRows(t *testing.T) {
	t.Parallel()
	const first = `{"amount":"60.00","quantity":"200","unitPrice":"30.00"}`
	const second = `{"amount":"40.00","quantity":"1","unitPrice":"40.00"}`
	const freight = `{"amount":"5.00","quantity":"1","unitPrice":"5.00"}`
	for rows, want := range map[string]string{
		`[` + second + `,` + first + `]`:                            "quantity × unit price = amount in 2 lines",
		`[` + freight + `,` + second + `,` + first + `]`:            "quantity × unit price = amount in 3 lines",
		`[` + second + `]`:                                          "quantity × unit price = amount in 1 lines",
		`[{"amount":"60.00","quantity":"200","unitPrice":"31.00"}]`: "line 1: 200 × 0.31 ≠ 60.00",
	} {
		found := bill()
		found.Basis.Plus = map[int]string{1: "0"}
		state := correct.StateOf([]correct.Entry{{Path: "lineItems", Action: correct.ActionReplace, Value: &rows}})
		r, err := correct.Revise(found, json.RawMessage(`{"lineItems":`+rows+`}`), state)
		require.NoError(t, err)
		var checks []result.Check
		require.NoError(t, json.Unmarshal(r.Checks, &checks))
		for _, c := range checks {
			if c.Name == "line_amounts" && c.Detail != want {
				t.Errorf("%s: %q, want %q", rows, c.Detail, want)
			}
		}
	}
	found := bill()
	found.Basis.Items = &result.Items{Apart: []int{1}, Plus: "3"}
	rows := `[` + second + `,` + freight + `,` + first + `]`
	state := correct.StateOf([]correct.Entry{{Path: "lineItems", Action: correct.ActionReplace, Value: &rows}})
	r, err := correct.Revise(found, json.RawMessage(`{"lineItems":`+rows+`}`), state)
	if err != nil || len(r.Basis.Items.Apart) != 1 || r.Basis.Items.Apart[0] != 0 || r.Basis.Items.Plus != "3" ||
		r.Basis.Per["lineItems.2.unitPrice"] != "100" || len(r.Basis.Per) != 1 {
		t.Errorf("%+v, %v", r.Basis, err)
	}
	if len(found.Basis.Items.Apart) != 1 || found.Basis.Items.Apart[0] != 1 {
		t.Error("what was found is changed")
	}
}
