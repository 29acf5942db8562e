package api_test

import (
	"context"
	"slices"
	"strings"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
)

func errNoLayout() error { return apierror.New(contract.CodeNotFound, "No layout has this id.") }

// ListLayouts has the id of a page's last layout for a cursor.
func (m *memory) ListLayouts(_ context.Context, accountID, cursor string, limit int) (page model.LayoutPage, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if cursor != "" && !strings.HasPrefix(cursor, contract.PrefixLayout) {
		return page, apierror.New(contract.CodeInvalidRequest, "The cursor is none.")
	}
	var ids []string
	for id := range m.layouts {
		if m.owners[id] == accountID && (cursor == "" || id < cursor) {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	slices.Reverse(ids)
	if len(ids) > limit {
		ids, page.NextCursor = ids[:limit], ids[limit-1]
	}
	for _, id := range ids {
		page.Layouts = append(page.Layouts, m.layouts[id].LayoutSummary)
	}
	return page, nil
}

func (m *memory) Layout(_ context.Context, accountID, layoutID string) (model.Layout, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.owners[layoutID] != accountID {
		return model.Layout{}, errNoLayout()
	}
	return m.layouts[layoutID], nil
}

func (m *memory) EnableLayout(_ context.Context, accountID, layoutID, by string, enabled bool) (model.Layout, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.owners[layoutID] != accountID {
		return model.Layout{}, errNoLayout()
	}
	l := m.layouts[layoutID]
	l.Enabled = enabled
	m.layouts[layoutID], m.layoutsBy = l, append(m.layoutsBy, by)
	return l, nil
}

func (m *memory) ForgetLayout(_ context.Context, accountID, layoutID, by string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.owners[layoutID] != accountID {
		return errNoLayout()
	}
	delete(m.layouts, layoutID)
	delete(m.owners, layoutID)
	m.layoutsBy = append(m.layoutsBy, by)
	return nil
}
