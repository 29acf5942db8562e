package documents_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/docmill/docmill/engine/template"
	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/gateway/internal/gatewaytest"
)

const (
	teacher = "ext_01a1fbb1-f619-702d-ab8e-175983fb8686"
	byUser  = "user_01a1fbb1-f619-702d-ab8e-175983fb8687"
)

// learned writes a layout of the account and returns its id.
func learned(t *testing.T, pool *pgxpool.Pool, account, vendor string) string {
	t.Helper()
	id := uuid.Must(uuid.NewV7()).String()
	body, err := json.Marshal(template.New(contract.PrefixLayout+id, 3, []template.Example{{
		Version: template.Version, Document: teacher, Correction: 7, At: time.Now(), Vendor: vendor,
		Fingerprint: template.Fingerprint{Keys: []int64{1, 2, 3}}, Fields: []template.ExampleField{{Name: "total"},
			{Name: "dueDate"}},
		Items: &template.Items{Columns: []template.Column{{Field: "quantity", Head: 1}, {Head: 2}, {Field: "amount",
			Head: 3}}},
	}}))
	require.NoError(t, err)
	_, err = pool.Exec(t.Context(), `INSERT INTO layouts (id, account, marks, vendor, lessons, version, body)
		VALUES ($1, $2, '{1}', $3, 1, 3, $4)`, id, account, vendor, body)
	require.NoError(t, err)
	return contract.PrefixLayout + id
}

func TestListLayoutPages(t *testing.T) {
	t.Parallel()
	s, pool := gatewaytest.Store(t, gatewaytest.Database(t))
	d := gatewaytest.Documents(s, nil, nil)
	account := gatewaytest.Account()
	learned(t, pool, gatewaytest.Account(), "another's")
	var want, got []string
	for i := range 5 {
		want = append(want, learned(t, pool, account, fmt.Sprint(i)))
	}
	slices.Reverse(want)
	for cursor := ""; ; {
		page, err := d.ListLayouts(t.Context(), account, cursor, 2)
		require.NoError(t, err)
		for _, l := range page.Layouts {
			got = append(got, l.ID)
		}
		if cursor = page.NextCursor; cursor == "" {
			break
		}
		changed := "B" + cursor[1:]
		_, err = d.ListLayouts(t.Context(), account, changed, 2)
		assert.True(t, apierror.Is(err, contract.CodeInvalidRequest), "cursor", changed, err)
	}
	assert.EqualSlices(t, got, want, "layouts")
}

func TestLayout(t *testing.T) {
	t.Parallel()
	s, pool := gatewaytest.Store(t, gatewaytest.Database(t))
	d := gatewaytest.Documents(s, nil, nil)
	account := gatewaytest.Account()
	id := learned(t, pool, account, "Muster GmbH")
	l, err := d.Layout(t.Context(), account, id)
	if err != nil || l.ID != id || l.Vendor != "Muster GmbH" || !l.Enabled || l.Documents != 1 || l.Version != 3 ||
		len(l.Fields) != 2 || l.Fields[0].Name != "dueDate" || len(l.Examples) != 1 || l.Examples[0].Document != teacher ||
		len(l.Columns) != 2 || l.Columns[1] != (template.Reliability{Name: "amount", Held: 1}) ||
		l.Examples[0].Correction != 7 || l.Examples[0].At.IsZero() || l.ChangedAt.IsZero() || l.UsedAt.IsZero() {
		t.Errorf("%+v, %v", l, err)
	}
	l, err = d.EnableLayout(t.Context(), account, id, byUser, false)
	assert.True(t, err == nil && !l.Enabled && l.ID == id, "switched off", l, err)
	assert.NoError(t, d.ForgetLayout(t.Context(), account, id, byUser))
	_, err = d.Layout(t.Context(), account, id)
	assert.True(t, apierror.Is(err, contract.CodeNotFound), "forgotten", err)
}

func TestUnknownLayout(t *testing.T) {
	t.Parallel()
	s, pool := gatewaytest.Store(t, gatewaytest.Database(t))
	d := gatewaytest.Documents(s, nil, nil)
	account := gatewaytest.Account()
	id := learned(t, pool, account, "A")
	var public string
	for _, probe := range [][2]string{
		{gatewaytest.Account(), id},
		{account, contract.PrefixLayout + uuid.Must(uuid.NewV7()).String()},
		{account, strings.ToUpper(id)}, {account, "'; --"}, {account, teacher},
	} {
		_, readErr := d.Layout(t.Context(), probe[0], probe[1])
		_, switchErr := d.EnableLayout(t.Context(), probe[0], probe[1], byUser, false)
		for what, err := range map[string]error{
			"read": readErr, "switch": switchErr, "forget": d.ForgetLayout(t.Context(), probe[0], probe[1], byUser),
		} {
			f := apierror.Of(err)
			if f.Code != contract.CodeNotFound || public != "" && f.Public != public {
				t.Errorf("%s %v: %v", what, probe, err)
			}
			public = f.Public
		}
	}
	l, err := d.Layout(t.Context(), account, id)
	assert.True(t, err == nil && l.Enabled, "own layout", l, err)
	testkit.WantCount(t, pool, 0, `SELECT count(*) FROM deeds WHERE action LIKE 'layout.%'`)
}
