package documents_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/gateway/internal/gatewaytest"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
)

func fill(tb testing.TB, pool *pgxpool.Pool, account, documentType, data string, n int) {
	tb.Helper()
	err := gatewaytest.Bulk(tb.Context(), pool, `
		INSERT INTO documents (id, account, plan, file_name, file_size, mime_type, sha256, object_key, asked_type, lane,
		                       status, started_at, accepted_at, completed_at, document_type, confidence, data, fields, checks)
		SELECT gen_random_uuid(), $1, 'Pro', i || '.pdf', 1, 'application/pdf', 's', $1 || $2 || i, 'auto', 'batch',
			'completed', now(),
		       timestamptz '2026-11-01' + i * interval '1 millisecond', now(), $2, 0.5, $3::json,
		       	'{"total":{"value":"119.00"}}', '[]'
		FROM generate_series(1, $4::int) AS i`, account, documentType, data, n)
	require.NoError(tb, err)
}

const invoice = `{"invoiceNumber":"R-1001","issueDate":"2026-10-01","vendorName":"Muster GmbH","total":"119.00","currency":"EUR",
	"lineItems":[{"description":"Work","quantity":"1","unitPrice":"100.00","amount":"100.00"}]}`

func TestListPages(t *testing.T) {
	t.Parallel()
	s, pool := gatewaytest.Store(t, gatewaytest.Database(t))
	d := gatewaytest.Documents(s, nil, nil)
	account := gatewaytest.Account()
	fill(t, pool, account, "invoice", invoice, 20)
	fill(t, pool, account, "generic", `{"title":"T","text":"much"}`, 25)
	var names []string
	for cursor, pages := "", 1; ; pages++ {
		page, err := d.List(t.Context(), account, model.Filter{}, 9, cursor)
		require.NoError(t, err)
		for _, r := range page.Records {
			names = append(names, r.DocumentType+r.Metadata.FileName)
			assert.True(t, r.Fields == nil && !strings.Contains(string(r.Data), "text"), "record with fields or text", r)
		}
		if cursor = page.NextCursor; cursor == "" {
			assert.Equal(t, pages, 5, "pages")
			break
		}
		if pages == 2 { // a newer one changes nothing behind the cursor
			require.NoError(t, d.Accept(t.Context(), gatewaytest.Acceptance(account)))
		}
	}
	slices.Sort(names)
	assert.Equal(t, len(slices.Compact(names)), 45, len(names), "records")
	_, err := d.List(t.Context(), account, model.Filter{}, 9, "next")
	assert.True(t, apierror.Is(err, contract.CodeInvalidRequest), "made-up cursor", err)
}

func TestExport(t *testing.T) {
	t.Parallel()
	s, pool := gatewaytest.Store(t, gatewaytest.Database(t))
	d := gatewaytest.Documents(s, nil, nil)
	account := gatewaytest.Account()
	fill(t, pool, account, "invoice", invoice, 1200)
	// Records so large that a page has to be cut.
	fill(t, pool, account, "bank_statement", `{"bankName":"`+strings.Repeat("b", 1<<20)+`"}`, 30)
	var got []time.Time
	require.NoError(t, d.Export(t.Context(), account, model.Filter{}, func(r contract.Record) error {
		got = append(got, r.CreatedAt.Time)
		return nil
	}))
	assert.True(t, len(got) == 1230 && slices.IsSortedFunc(got, func(a, b time.Time) int { return b.Compare(a) }),
		len(got), "records, or out of order")
	stop := errors.New("stop")
	n := 0
	err := d.Export(t.Context(), account, model.Filter{DocumentType: "invoice"}, func(contract.Record) error {
		if n++; n == 700 {
			return stop
		}
		return nil
	})
	assert.True(t, errors.Is(err, stop) && n == 700, n, "records", err)
}
