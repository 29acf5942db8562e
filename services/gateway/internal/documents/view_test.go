package documents_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/gateway/internal/gatewaytest"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
)

func TestSavedFilters(t *testing.T) {
	t.Parallel()
	s, _ := gatewaytest.Store(t, gatewaytest.Database(t))
	d := gatewaytest.Documents(s, nil, nil)
	ctx, account, other := t.Context(), gatewaytest.Account(), gatewaytest.Account()
	save := func(name, query string) {
		t.Helper()
		require.NoError(t, d.SaveFilter(ctx, account, "user_a", name, query))
	}
	names := func(account, user string) (names []string) {
		t.Helper()
		filters, err := d.SavedFilters(ctx, account, user)
		require.NoError(t, err)
		for _, f := range filters {
			names = append(names, f.Name+" "+f.Query)
		}
		return names
	}
	save(" Open invoices ", "status=queued")
	save("bank", "type=bank_statement")
	save("bank", "type=bank_statement&q=x") // in its place
	if got := names(account, "user_a"); !slices.Equal(got, []string{"bank type=bank_statement&q=x",
		"Open invoices status=queued"}) {
		t.Errorf("%q", got)
	}
	if got := append(names(account, "user_b"), names(other, "user_a")...); got != nil {
		t.Errorf("others have %q", got)
	}
	for _, name := range []string{"", "  ", strings.Repeat("x", 61), "a\nb", "a\xff"} {
		if err := d.SaveFilter(ctx, account, "user_a", name, "q=x"); !apierror.Is(err, contract.CodeInvalidRequest) {
			t.Errorf("%q: %v", name, err)
		}
	}
	filters, err := d.SavedFilters(ctx, account, "user_a")
	require.NoError(t, err)
	bank := filters[0].ID
	if err := d.RenameFilter(ctx, account, "user_a", bank, "Open invoices"); !apierror.Is(err, contract.CodeInvalidRequest) {
		t.Errorf("a name that another has: %v", err)
	}
	for _, who := range [][2]string{{account, "user_b"}, {other, "user_a"}} {
		if err := d.RenameFilter(ctx, who[0], who[1], bank, "mine"); !apierror.Is(err, contract.CodeNotFound) {
			t.Errorf("rename by %v: %v", who, err)
		}
		if err := d.DeleteFilter(ctx, who[0], who[1], bank); !apierror.Is(err, contract.CodeNotFound) {
			t.Errorf("delete by %v: %v", who, err)
		}
	}
	if err := d.DeleteFilter(ctx, account, "user_a", "no uuid"); !apierror.Is(err, contract.CodeNotFound) {
		t.Errorf("delete of nothing: %v", err)
	}
	assert.NoError(t, d.RenameFilter(ctx, account, "user_a", bank, "Statements"))
	for i := range model.MaxSavedFilters - 2 {
		save(fmt.Sprint("filter ", i), "q=x")
	}
	if err := d.SaveFilter(ctx, account, "user_a", "one more", "q=x"); !apierror.Is(err, contract.CodeLimitReached) {
		t.Errorf("too many: %v", err)
	}
	save("Statements", "type=receipt") // in its place, however many there are
	assert.NoError(t, d.DeleteFilter(ctx, account, "user_a", bank))
	save("one more", "q=x")
}

func TestListColumns(t *testing.T) {
	t.Parallel()
	s, _ := gatewaytest.Store(t, gatewaytest.Database(t))
	d := gatewaytest.Documents(s, nil, nil)
	ctx, account := t.Context(), gatewaytest.Account()
	want := func(user string, want ...string) {
		t.Helper()
		fields, err := d.ListColumns(ctx, account, user)
		require.NoError(t, err)
		var got []string
		for _, f := range fields {
			got = append(got, f.Name)
		}
		assert.EqualSlices(t, got, want, user)
	}
	want("user_a")
	require.NoError(t, d.SetListColumns(ctx, account, "user_a", []string{"total", "dueDate", "total"}))
	want("user_a", "total", "dueDate")
	want("user_b")
	for _, names := range [][]string{{"nonsense"}, {"lineItems"}, {"lineItems.amount"}, {"total", "tip", "time", "date", "iban",
		"bic", "title"}} {
		if err := d.SetListColumns(ctx, account, "user_a", names); !apierror.Is(err, contract.CodeInvalidRequest) {
			t.Errorf("%q: %v", names, err)
		}
	}
	want("user_a", "total", "dueDate")
	require.NoError(t, d.SetListColumns(ctx, account, "user_a", nil))
	want("user_a")
	// A field of another version is no field here, and the others stay.
	require.NoError(t, s.SetListColumns(ctx, account, "user_a", []string{"fromTheFuture", "total"}))
	want("user_a", "total")
}
