package documents

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/docmill/docmill/engine/template"
	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/documents/cursor"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
	"github.com/docmill/docmill/services/gateway/internal/store"
)

// ListLayouts returns the account's layouts, newest first. It returns CodeInvalidRequest for an
// invalid cursor.
func (d *Documents) ListLayouts(
	ctx context.Context, accountID, from string, limit int,
) (page model.LayoutPage, err error) {
	after := ""
	if from != "" {
		if after, err = cursor.Layout(from); err != nil {
			return page, apierror.Wrap(err, contract.CodeInvalidRequest,
				"\"cursor\" is not one that a list of layouts gave. Leave it out to start with the newest.")
		}
	}
	// One more than the page shows whether there is a next one.
	rows, err := d.Store.ListLayouts(ctx, accountID, after, limit+1)
	if err != nil {
		return page, store.Fault(err)
	}
	more := len(rows) > limit
	rows = rows[:min(len(rows), limit)]
	page.Layouts = make([]model.LayoutSummary, len(rows))
	for i, row := range rows {
		page.Layouts[i] = summaryOf(row)
	}
	if more {
		page.NextCursor, err = cursor.OfLayout(rows[len(rows)-1].ID)
	}
	return page, err
}

// Layout returns one layout of the account.
func (d *Documents) Layout(ctx context.Context, accountID, layoutID string) (model.Layout, error) {
	id, err := layoutUUID(layoutID)
	if err != nil {
		return model.Layout{}, err
	}
	return layoutFound(d.Store.Layout(ctx, accountID, id))
}

// EnableLayout enables or disables a layout and returns it. A disabled one still learns. by is
// the caller, "key_<uuid>" or "user_<uuid>".
func (d *Documents) EnableLayout(
	ctx context.Context, accountID, layoutID, by string, enabled bool,
) (model.Layout, error) {
	id, err := layoutUUID(layoutID)
	if err != nil {
		return model.Layout{}, err
	}
	ctx, cancel := carried(ctx)
	defer cancel()
	return layoutFound(d.Store.EnableLayout(ctx, accountID, id, enabled, by))
}

// ForgetLayout deletes a layout with its examples. Documents that wait to be learned from, or are
// corrected later, teach again. by is the caller, "key_<uuid>" or "user_<uuid>".
func (d *Documents) ForgetLayout(ctx context.Context, accountID, layoutID, by string) error {
	id, err := layoutUUID(layoutID)
	if err != nil {
		return err
	}
	ctx, cancel := carried(ctx)
	defer cancel()
	ok, err := d.Store.ForgetLayout(ctx, accountID, id, by)
	if err != nil {
		return store.Fault(err)
	}
	if !ok {
		return noLayout(nil)
	}
	return nil
}

func noLayout(err error) error {
	return apierror.Wrap(err, contract.CodeNotFound, "No layout has this id.")
}

// layoutUUID treats a malformed id as an unknown one.
func layoutUUID(layoutID string) (string, error) {
	id, err := contract.ParseID(contract.PrefixLayout, layoutID)
	if err != nil {
		return "", noLayout(err)
	}
	return id, nil
}

// layoutFound maps the store's answer to faults.
func layoutFound(row store.LayoutRow, ok bool, err error) (model.Layout, error) {
	if err != nil {
		return model.Layout{}, store.Fault(err)
	}
	if !ok {
		return model.Layout{}, noLayout(nil)
	}
	return layoutOf(row)
}

func summaryOf(row store.LayoutSummary) model.LayoutSummary {
	return model.LayoutSummary{
		ID: contract.PrefixLayout + row.ID, Vendor: row.Vendor, Enabled: row.Enabled, Documents: row.Examples,
		Version: row.Version, ChangedAt: contract.TimeOf(row.ChangedAt), UsedAt: contract.TimeOf(row.UsedAt),
	}
}

func layoutOf(row store.LayoutRow) (model.Layout, error) {
	var body template.Template
	if err := json.Unmarshal(row.Body, &body); err != nil {
		return model.Layout{}, fmt.Errorf("layout %s: %w", row.ID, err)
	}
	l := model.Layout{
		LayoutSummary: summaryOf(row.LayoutSummary), Fields: body.Fields(), Columns: body.Columns(),
		Examples: make([]model.ExampleOfDocument, len(body.Examples)),
	}
	for i := range body.Examples {
		example := &body.Examples[i]
		l.Examples[i] = model.ExampleOfDocument{
			Document: example.Document, Correction: example.Correction, At: contract.TimeOf(example.At),
		}
	}
	return l, nil
}
