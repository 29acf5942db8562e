package client_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/docmill/docmill/client"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

func review(t *testing.T, c *client.Client) {
	record := extract(t, c, "R-1")
	record, err := c.Document(t.Context(), record.ID)
	require.True(t, err == nil && record.ETag != "" && record.Review == nil, record, err)
	seen := record.ETag
	record, err = c.Update(t.Context(), record.ID, client.Change{
		Lists: map[string][]map[string]string{"lineItems": {
			{"description": "Delivery", "quantity": "1", "unitPrice": "40.00", "amount": "40.00"},
			{"description": "Oak board, planed", "quantity": "4", "unitPrice": "20,00", "amount": "80.00"},
		}},
		Confirm: []string{"invoiceNumber", "total"}, IfMatch: seen,
	})
	require.NoError(t, err)
	checkReviewed(t, record)
	_, err = c.Update(t.Context(), record.ID, client.Change{Confirm: []string{"issueDate"}, IfMatch: seen})
	assert.ErrorIs(t, err, client.CodePreconditionFailed, "who was second is told")
	record, err = c.Update(t.Context(), record.ID, client.Change{Revert: []string{"lineItems"}, Reviewed: new(true)})
	require.True(t, err == nil && record.Review != nil && record.Review.State == "reviewed", record, err)
	rows := items(t, record)
	assert.True(t, len(rows) == 2 && rows[0]["description"] == "Oak board, planed", "put back are", rows)
	readAgain(t, c, record.ID)
}

func items(t *testing.T, record *client.Record) []map[string]string {
	t.Helper()
	var data struct {
		LineItems []map[string]string
	}
	require.NoError(t, json.Unmarshal(record.Data, &data))
	return data.LineItems
}

// checkReviewed checks reordered rows, one of which was corrected.
func checkReviewed(t *testing.T, record *client.Record) {
	t.Helper()
	rows := items(t, record)
	assert.True(t, len(rows) == 2 && rows[1]["unitPrice"] == "20.00", "rows", rows)
	f := record.Fields
	moved := f["lineItems.0.amount"]
	assert.True(t, moved.Source != "human" && moved.Box != nil, "the row that moved is", moved)
	if cell := f["lineItems.1.amount"]; cell.Source != "human" || cell.Original == nil || cell.Original.Value != "60.00" {
		t.Errorf("the corrected cell is %+v", cell)
	}
	assert.True(t, f["total"].Confirmed && !f["issueDate"].Confirmed, "confirmed are", f["total"], f["issueDate"])
	for _, check := range record.Checks {
		if check.Name == "line_items" && check.Passed {
			t.Errorf("the sum of the rows still is right: %+v", check)
		}
	}
}

// readAgain has a reviewed document read again, and erases it.
func readAgain(t *testing.T, c *client.Client, id string) {
	t.Helper()
	again, err := c.Rerun(t.Context(), id, client.RerunOptions{Wait: time.Minute})
	if err != nil || again.ID == id || again.Metadata.RerunOf != id || again.Metadata.DuplicateOf != "" ||
		again.Review != nil {
		t.Fatalf("%+v, %v", again, err)
	}
	copied := extract(t, c, "R-1")
	copied, err = c.Document(t.Context(), copied.ID)
	assert.True(t, err == nil && copied.Metadata.DuplicateOf == id, copied, err)
	for filter, want := range map[client.Filter]int{
		{Reviewed: new(true)}: 1, {Reviewed: new(false)}: 2, {Missing: "any"}: 0, {MaxConfidence: 0.01}: 0,
	} {
		n := 0
		for record, err := range c.Results(t.Context(), filter) {
			if n++; err != nil || filter.Reviewed != nil && *filter.Reviewed != (record.ID == id) {
				t.Errorf("%+v lists %+v, %v", filter, record, err)
			}
		}
		assert.Equal(t, n, want, filter, "lists")
	}
	require.NoError(t, c.Delete(t.Context(), id))
	for _, left := range []string{again.ID, copied.ID} {
		record, err := c.Document(t.Context(), left)
		if err != nil || record.Metadata.RerunOf != "" || record.Metadata.DuplicateOf == id {
			t.Errorf("what was erased is named: %+v, %v", record, err)
		}
	}
	_, err = c.Rerun(t.Context(), id, client.RerunOptions{})
	assert.ErrorIs(t, err, client.CodeNotFound, "an erased document is read again")
}
