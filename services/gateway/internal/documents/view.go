package documents

import (
	"context"
	"errors"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
	"github.com/docmill/docmill/services/gateway/internal/store"
)

// SavedFilters returns a user's filters by name.
func (d *Documents) SavedFilters(ctx context.Context, accountID, userID string) ([]model.SavedFilter, error) {
	filters, err := d.Store.SavedFilters(ctx, accountID, userID)
	return filters, store.Fault(err)
}

// SaveFilter stores a filter, replacing the user's filter of the same name. It returns
// CodeInvalidRequest for an unreadable or too long name, CodeLimitReached if the user has
// model.MaxSavedFilters others.
func (d *Documents) SaveFilter(ctx context.Context, accountID, userID, name, query string) error {
	name, err := filterName(name)
	if err != nil {
		return err
	}
	ok, err := d.Store.SaveFilter(ctx, accountID, userID, name, query)
	if err == nil && !ok {
		return apierror.New(contract.CodeLimitReached, "You already have %d filters. Delete one first.",
			model.MaxSavedFilters)
	}
	return store.Fault(err)
}

// RenameFilter renames a user's filter. It returns CodeInvalidRequest like SaveFilter and for a
// name in use, or CodeNotFound.
func (d *Documents) RenameFilter(ctx context.Context, accountID, userID, id, name string) error {
	name, err := filterName(name)
	if err != nil {
		return err
	}
	ok, err := d.Store.RenameFilter(ctx, accountID, userID, id, name)
	if errors.Is(err, store.ErrNameTaken) {
		return apierror.Wrap(err, contract.CodeInvalidRequest, "You already have a filter with this name.")
	}
	if err == nil && !ok {
		return noFilter()
	}
	return store.Fault(err)
}

// DeleteFilter deletes a user's filter, or returns CodeNotFound.
func (d *Documents) DeleteFilter(ctx context.Context, accountID, userID, id string) error {
	ok, err := d.Store.DeleteFilter(ctx, accountID, userID, id)
	if err == nil && !ok {
		return noFilter()
	}
	return store.Fault(err)
}

func noFilter() error { return apierror.New(contract.CodeNotFound, "This filter no longer exists.") }

func filterName(name string) (string, error) {
	name = strings.TrimSpace(name)
	n := utf8.RuneCountInString(name)
	if n < 1 || n > model.MaxSavedFilterName || !utf8.ValidString(name) || strings.ContainsFunc(name, unicode.IsControl) {
		return "", apierror.New(contract.CodeInvalidRequest, "Give the filter a name of 1 to %d characters.",
			model.MaxSavedFilterName)
	}
	return name, nil
}

// ListColumns returns the extra columns of a user's document list, in order, without fields that
// no longer exist.
func (d *Documents) ListColumns(ctx context.Context, accountID, userID string) ([]schema.Field, error) {
	names, err := d.Store.ListColumns(ctx, accountID, userID)
	if err != nil {
		return nil, store.Fault(err)
	}
	var fields []schema.Field
	for _, name := range names {
		if f, ok := columnField(name); ok {
			fields = append(fields, f)
		}
	}
	return fields, nil
}

// SetListColumns stores the extra columns; duplicates count once. It returns CodeInvalidRequest
// for a name that is no single value of a document type, and for more than model.MaxListColumns.
func (d *Documents) SetListColumns(ctx context.Context, accountID, userID string, names []string) error {
	chosen := make([]string, 0, len(names))
	for _, name := range names {
		if _, ok := columnField(name); !ok {
			return apierror.New(contract.CodeInvalidRequest, "Unknown field.")
		}
		if !slices.Contains(chosen, name) {
			chosen = append(chosen, name)
		}
	}
	if len(chosen) > model.MaxListColumns {
		return apierror.New(contract.CodeInvalidRequest, "Choose at most %d fields.", model.MaxListColumns)
	}
	return store.Fault(d.Store.SetListColumns(ctx, accountID, userID, chosen))
}

func columnField(name string) (schema.Field, bool) {
	all := schema.Scalars()
	i := slices.IndexFunc(all, func(f schema.Field) bool { return f.Name == name })
	if i < 0 {
		return schema.Field{}, false
	}
	return all[i], true
}
