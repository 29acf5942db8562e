package documents_test

import (
	"fmt"
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
	assert.EqualSlices(t, names(account, "user_a"),
		[]string{"bank type=bank_statement&q=x", "Open invoices status=queued"})
	got := append(names(account, "user_b"), names(other, "user_a")...)
	assert.True(t, got == nil, "others have", got)
	for _, name := range []string{"", "  ", strings.Repeat("x", 61), "a\nb", "a\xff"} {
		err := d.SaveFilter(ctx, account, "user_a", name, "q=x")
		assert.True(t, apierror.Is(err, contract.CodeInvalidRequest), name, err)
	}
	filters, err := d.SavedFilters(ctx, account, "user_a")
	require.NoError(t, err)
	bank := filters[0].ID
	err = d.RenameFilter(ctx, account, "user_a", bank, "Open invoices")
	assert.True(t, apierror.Is(err, contract.CodeInvalidRequest), "a name that another has", err)
	for _, who := range [][2]string{{account, "user_b"}, {other, "user_a"}} {
		err := d.RenameFilter(ctx, who[0], who[1], bank, "mine")
		assert.True(t, apierror.Is(err, contract.CodeNotFound), "rename by", who, err)
		err = d.DeleteFilter(ctx, who[0], who[1], bank)
		assert.True(t, apierror.Is(err, contract.CodeNotFound), "delete by", who, err)
	}
	err = d.DeleteFilter(ctx, account, "user_a", "no uuid")
	assert.True(t, apierror.Is(err, contract.CodeNotFound), "delete of nothing", err)
	assert.NoError(t, d.RenameFilter(ctx, account, "user_a", bank, "Statements"))
	for i := range model.MaxSavedFilters - 2 {
		save(fmt.Sprint("filter ", i), "q=x")
	}
	err = d.SaveFilter(ctx, account, "user_a", "one more", "q=x")
	assert.True(t, apierror.Is(err, contract.CodeLimitReached), "too many", err)
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
		err := d.SetListColumns(ctx, account, "user_a", names)
		assert.True(t, apierror.Is(err, contract.CodeInvalidRequest), names, err)
	}
	want("user_a", "total", "dueDate")
	require.NoError(t, d.SetListColumns(ctx, account, "user_a", nil))
	want("user_a")
	// A field of another version is no field here, and the others stay.
	require.NoError(t, s.SetListColumns(ctx, account, "user_a", []string{"fromTheFuture", "total"}))
	want("user_a", "total")
}
