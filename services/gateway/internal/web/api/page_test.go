package api_test

import (
	"encoding/json"
	"testing"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
	"github.com/docmill/docmill/services/gateway/internal/web/api"
)

func TestPagesAreEncodedAsMarshalDoes(t *testing.T) {
	t.Parallel()
	one := contract.Record{ID: "ext_1", Data: json.RawMessage(`{"a": "<b>"}`), Checks: json.RawMessage(`[]`)}
	two := contract.Record{ID: "ext_2", Status: contract.StatusQueued}
	for _, page := range []model.Page{
		{}, {Records: []contract.Record{one}}, {Records: []contract.Record{one, two}, NextCursor: "a_b-c<"},
	} {
		var want struct {
			Items      []contract.Record `json:"items"`
			NextCursor *string           `json:"nextCursor"`
		}
		want.Items = append([]contract.Record{}, page.Records...)
		if page.NextCursor != "" {
			want.NextCursor = &page.NextCursor
		}
		b, err := json.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		got, err := api.EncodePage(page)
		if err != nil || string(got) != string(b) {
			t.Errorf("got  %s, %v\nwant %s", got, err, b)
		}
	}
}
