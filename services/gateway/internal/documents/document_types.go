package documents

import (
	"context"
	"errors"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/documents/intake"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
	"github.com/docmill/docmill/services/gateway/internal/store"
)

// ListTypes returns the latest versions of the account's saved document types, by name.
func (d *Documents) ListTypes(ctx context.Context, accountID string) ([]model.SavedType, error) {
	types, err := d.Store.ListTypes(ctx, accountID)
	return types, store.Fault(err)
}

// SavedType returns a version of a saved document type, the latest for version 0, or CodeNotFound.
func (d *Documents) SavedType(ctx context.Context, accountID, name string, version int) (model.SavedType, error) {
	return typeFound(d.Store.Type(ctx, accountID, name, version))
}

// FindType returns the saved type that a document asks for, such as "acme_payslip" or "acme_payslip@2". Without one it
// returns a built-in type with this name, without version and schema, or CodeInvalidDocumentType.
func (d *Documents) FindType(ctx context.Context, accountID, asked string) (model.SavedType, error) {
	name, version, ok := contract.ParseSavedType(asked)
	if ok {
		t, found, err := d.Store.Type(ctx, accountID, name, version)
		if err != nil || found {
			return t, store.Fault(err)
		}
		if version == 0 && schema.Of(schema.DocumentType(name)).Schema != nil {
			return model.SavedType{Name: name}, nil
		}
	}
	return model.SavedType{}, intake.UnknownType(asked)
}

// CreateType saves a document type. by is the caller, "key_<uuid>" or "user_<uuid>". It returns CodeInvalidRequest for
// a name or title that is not allowed, CodeInvalidSchema, CodeInvalidState for a name in use, and CodeLimitReached if
// the account has model.MaxSavedTypes.
func (d *Documents) CreateType(
	ctx context.Context, accountID string, t model.SavedType, by string,
) (model.SavedType, error) {
	if !contract.IsSavedTypeName(t.Name) {
		return model.SavedType{}, apierror.New(contract.CodeInvalidRequest, "The name %.70q is not allowed. A name has 2 "+
			"to 63 lower-case letters, digits and underscores, begins with a letter, and is none of the built-in types: %s.",
			t.Name, strings.Join(contract.DocumentTypes(), ", "))
	}
	t, err := checkedType(t)
	if err != nil {
		return model.SavedType{}, err
	}
	ctx, cancel := carried(ctx)
	defer cancel()
	t, err = d.Store.CreateType(ctx, accountID, t, by)
	switch {
	case errors.Is(err, store.ErrTypeExists):
		return t, apierror.Wrap(err, contract.CodeInvalidState, "A document type with this name exists already.")
	case errors.Is(err, store.ErrTooManyTypes):
		return t, apierror.Wrap(err, contract.CodeLimitReached, "The account has %d document types. Delete one first.",
			model.MaxSavedTypes)
	}
	return t, store.Fault(err)
}

// ChangeType adds a version to a saved type and returns it. An equal title and schema keep the version. by is as above.
// It returns the errors of CreateType, or CodeNotFound.
func (d *Documents) ChangeType(
	ctx context.Context, accountID string, t model.SavedType, by string,
) (model.SavedType, error) {
	t, err := checkedType(t)
	if err != nil {
		return model.SavedType{}, err
	}
	ctx, cancel := carried(ctx)
	defer cancel()
	t, ok, err := d.Store.ChangeType(ctx, accountID, t, by)
	if errors.Is(err, store.ErrTooManyTypes) {
		return t, apierror.Wrap(err, contract.CodeLimitReached, "The document type has %d versions. Save another one.",
			model.MaxTypeVersions)
	}
	return typeFound(t, ok, err)
}

// DeleteType deletes a saved type, or returns CodeNotFound. Its documents stay as they are. by is as above.
func (d *Documents) DeleteType(ctx context.Context, accountID, name, by string) error {
	ctx, cancel := carried(ctx)
	defer cancel()
	ok, err := d.Store.DeleteType(ctx, accountID, name, by)
	_, err = typeFound(model.SavedType{}, ok, err)
	return err
}

func typeFound(t model.SavedType, ok bool, err error) (model.SavedType, error) {
	if err == nil && !ok {
		return t, apierror.New(contract.CodeNotFound, "The account has no saved document type with this name and version.")
	}
	return t, store.Fault(err)
}

// checkedType checks title and schema. The name replaces an empty title.
func checkedType(t model.SavedType) (model.SavedType, error) {
	if t.Title = strings.TrimSpace(t.Title); t.Title == "" {
		t.Title = t.Name
	}
	if utf8.RuneCountInString(t.Title) > model.MaxSavedTypeTitle || !utf8.ValidString(t.Title) ||
		strings.ContainsFunc(t.Title, unicode.IsControl) {
		return t, apierror.New(contract.CodeInvalidRequest, "The title must have at most %d characters in one line.",
			model.MaxSavedTypeTitle)
	}
	return t, intake.CheckSchema(t.Schema)
}
