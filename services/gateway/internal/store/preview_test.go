package store_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/services/gateway/internal/gatewaytest"
	"github.com/docmill/docmill/services/gateway/internal/records/correct"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
	"github.com/docmill/docmill/services/gateway/internal/store"
)

// itemized is bill with two line items, of which the second is wrong.
func itemized() *contract.Extraction {
	x := bill()
	x.Data = []byte(`{"currency":"EUR","invoiceNumber":"R-1","subtotal":"100.00","taxTotal":"19.00","total":"119.00",` +
		`"lineItems":[{"description":"Oak board","quantity":"4","unitPrice":"15.00","amount":"60.00"},` +
		`{"description":"Delivery","amount":"46.00"}]}`)
	return x
}

// drawn is a table as a person may have typed it. Some cells are invalid.
func drawn(r *rand.Rand) json.RawMessage {
	pick := func(texts ...string) string { return texts[r.IntN(len(texts))] }
	rows := make([]map[string]string, r.IntN(4))
	for i := range rows {
		rows[i] = map[string]string{"description": pick("Oak board", "Delivery", "Freight")}
		for _, member := range []string{"quantity", "unitPrice", "amount"} {
			if r.IntN(4) > 0 {
				rows[i][member] = pick("4", "15,00", "60.00", "1.234,5", "40,00", "0")
			}
		}
		if r.IntN(20) == 0 {
			rows[i]["amount"] = "a lot"
		}
	}
	list, _ := json.Marshal(rows) // texts are always to be written
	return list
}

// A preview equals the saved result, and stores nothing.
func TestPreview(t *testing.T) {
	t.Parallel()
	s, pool := gatewaytest.Store(t, gatewaytest.Database(t))
	account := gatewaytest.Account()
	id := finished(t, s, account, itemized())
	everything := func() string {
		return testkit.Value[string](t, pool, `SELECT (SELECT json_agg(d ORDER BY id)::text FROM documents d) ||
			coalesce((SELECT json_agg(r ORDER BY document)::text FROM revisions r), '') ||
			coalesce((SELECT json_agg(c ORDER BY id)::text FROM corrections c), '')`)
	}
	r := rand.New(rand.NewPCG(1, 2))
	saved, refused := 0, 0
	for range 80 {
		c := model.Correction{AccountID: account, DocumentID: id, By: "user_1", Change: correct.Change{Typed: true,
			Lists: map[string]json.RawMessage{"lineItems": drawn(r)}}}
		before := everything()
		p, err := s.Preview(t.Context(), c, store.Stored{})
		if now := everything(); now != before {
			t.Fatalf("the preview wrote\n%s\nbefore\n%s", now, before)
		}
		d, saveErr := s.Correct(t.Context(), c, store.Stored{})
		if fmt.Sprint(correct.AllRefused(err)) != fmt.Sprint(correct.AllRefused(saveErr)) || (err == nil) != (saveErr == nil) {
			t.Fatalf("%s: the preview says %v, saving %v", c.Change.Lists["lineItems"], err, saveErr)
		}
		if err != nil {
			refused++
			continue
		}
		saved++
		if string(p.Checks) != string(d.Checks) || string(p.Data) != string(d.Data) || p.Confidence != *d.Confidence {
			t.Fatalf("%s:\npreview %s %s %v\n  saved %s %s %v", c.Change.Lists["lineItems"], p.Data, p.Checks, p.Confidence,
				d.Data, d.Checks, *d.Confidence)
		}
	}
	if saved < 40 || refused < 3 {
		t.Errorf("%d saved, %d refused", saved, refused)
	}
}
