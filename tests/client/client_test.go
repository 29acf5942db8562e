// Package client_test has the Go client speak to the built binary.
package client_test

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"image/png"
	"io"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/docmill/docmill/client"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/instance"
	"github.com/docmill/docmill/tests/sample"
)

// binary is built once; the scenarios run it as a separate process.
var binary instance.Binary

func TestMain(m *testing.M) { os.Exit(instance.Main(m, binary.Build)) }

func clientOf(t *testing.T, a instance.Account, opts ...client.Option) *client.Client {
	t.Helper()
	c, err := client.New(a.URL, a.Key, opts...)
	require.NoError(t, err)
	return c
}

// All scenarios share one instance; each has an account.
func TestClient(t *testing.T) {
	t.Parallel()
	inst := binary.Start(t, instance.Dir(t), "DOCMILL_REGISTRATION=open")
	scenarios := []struct {
		name string
		play func(*testing.T, *client.Client)
	}{
		{"document", document}, {"schema", schema}, {"once", once}, {"batch", batch}, {"lists", lists},
		{"correction", correction}, {"review", review},
		{"refusals", refusals}, {"account", account}, {"types", types}, {"folder", folder},
	}
	accounts := inst.NewAccounts(len(scenarios))
	t.Run("registration", func(t *testing.T) { registration(t, inst.URL) })
	t.Run("packages", func(t *testing.T) { playPackages(t, inst) })
	t.Run("bench", func(t *testing.T) { playBench(t, inst) })
	t.Run("scenarios", func(t *testing.T) {
		for i, s := range scenarios {
			t.Run(s.name, func(t *testing.T) {
				t.Parallel()
				s.play(t, clientOf(t, accounts[i]))
			})
		}
	})
}

func registration(t *testing.T, address string) {
	key, err := client.Register(t.Context(), address, "Nordlicht")
	require.NoError(t, err)
	c := clientOf(t, instance.Account{URL: address, Key: key.Key})
	u, err := c.Usage(t.Context())
	assert.True(t, err == nil && u.Plan == "Free" && u.Documents.Limit == 100, u, err)
	// The rejection arrives during the upload, and the client reads it.
	large := client.FromBytes("large.pdf", append([]byte("%PDF-1.7\n"), make([]byte, 40<<20)...))
	for _, size := range []int64{large.Size, -1} { // known and unknown
		large.Size = size
		_, err := c.Extract(t.Context(), large, client.ExtractOptions{})
		assert.ErrorIs(t, err, client.CodeFileTooLarge)
	}
}

func extract(t *testing.T, c *client.Client, number string) *client.Record {
	t.Helper()
	record, err := c.Extract(t.Context(), client.FromBytes(number+".pdf", sample.Invoice(number)),
		client.ExtractOptions{Wait: time.Minute})
	require.NoError(t, err)
	require.Equal(t, record.Status, client.StatusCompleted, string(record.JSON()))
	return record
}

func document(t *testing.T, c *client.Client) {
	content := sample.Invoice("R-1001")
	record, err := c.Extract(t.Context(), client.FromReadSeeker("Rechnung ä.pdf", bytes.NewReader(content)),
		client.ExtractOptions{
			DocumentType: client.TypeInvoice, Async: true,
		})
	require.NoError(t, err)
	if record, err = c.WaitFor(t.Context(), record.ID); err != nil || record.Err() != nil {
		t.Fatal(err, record.Err())
	}
	var invoice client.Invoice
	if err := record.Decode(&invoice); err != nil || invoice.InvoiceNumber != "R-1001" || invoice.Total != "119.00" ||
		len(invoice.LineItems) != 2 {
		t.Errorf("%+v, %v", invoice, err)
	}
	if total := record.Fields["total"]; total.Value != "119.00" || *total.Page != 1 || total.Box == nil ||
		total.Source != "text" {
		t.Errorf("%+v", total)
	}
	if m := record.Metadata; m.FileName != "Rechnung ä.pdf" || m.FileSize != int64(len(content)) || *m.Pages != 1 ||
		m.MIMEType != "application/pdf" {
		t.Errorf("%+v", m)
	}
	file, err := c.File(t.Context(), record.ID)
	require.NoError(t, err)
	defer file.Body.Close()
	if b, err := io.ReadAll(file.Body); err != nil || !bytes.Equal(b, content) || file.Size != int64(len(content)) ||
		file.Name != "Rechnung ä.pdf" {
		t.Errorf("%d bytes of %d, named %q, %v", len(b), file.Size, file.Name, err)
	}
	picture, err := c.PageImage(t.Context(), record.ID, 1, 300)
	require.NoError(t, err)
	defer picture.Body.Close()
	size, err := png.DecodeConfig(picture.Body)
	assert.True(t, err == nil && size.Width == 300, size, err)
	assert.NoError(t, c.Delete(t.Context(), record.ID))
	_, err = c.Document(t.Context(), record.ID)
	assert.ErrorIs(t, err, client.CodeNotFound, "after its deletion")
}

func schema(t *testing.T, c *client.Client) {
	const text = "INVOICE\n\nInvoice number: R-7\nInvoice date: 2026-10-01\nCost centre: CC-4711\nTotal: 119.00 EUR\n"
	record, err := c.Extract(t.Context(), client.FromBytes("a.txt", []byte(text)), client.ExtractOptions{
		DocumentType: client.TypeInvoice, Wait: time.Minute,
		Schema: []byte(`{"type": "object", "properties": {"costCentre": {"type": "string", "description": "Cost centre"}}}`),
	})
	require.NoError(t, err)
	data := struct {
		client.Invoice
		CostCentre string `json:"costCentre"`
	}{}
	if err := record.Decode(&data); err != nil || data.InvoiceNumber != "R-7" || data.CostCentre != "CC-4711" {
		t.Errorf("%v in %s", err, record.JSON())
	}
}

func once(t *testing.T, c *client.Client) {
	send := func(number string) (*client.Record, error) {
		return c.Extract(t.Context(), client.FromBytes("a.pdf", sample.Invoice(number)),
			client.ExtractOptions{IdempotencyKey: "order-17"})
	}
	first, err := send("R-1")
	require.NoError(t, err, first)
	require.False(t, first.Replayed, first)
	second, err := send("R-1")
	assert.True(t, err == nil && second.ID == first.ID && second.Replayed, second, err)
	_, err = send("R-2")
	assert.ErrorIs(t, err, client.CodeIdempotencyKeyReused)
	u, err := c.Usage(t.Context())
	assert.True(t, err == nil && u.Documents.Used == 1, u, err)
}

func batch(t *testing.T, c *client.Client) {
	b, err := c.Batch(t.Context(), []client.Source{
		client.FromBytes("1.pdf", sample.Invoice("R-1")), client.FromBytes("2.bin", []byte{0x7f, 'E', 'L', 'F', 2, 1, 1, 0}),
		client.FromBytes("3.pdf", []byte("%PDF-1.7\nbroken")), client.FromBytes("4.pdf", sample.Invoice("R-4")),
	}, client.BatchOptions{})
	require.NoError(t, err)
	b, err = c.WaitForBatch(t.Context(), b.ID)
	require.NoError(t, err)
	if b.Status != client.StatusCompleted || b.Counts != (client.BatchCounts{Completed: 2, Failed: 1, Rejected: 1}) ||
		b.CompletedAt == nil {
		t.Errorf("%+v", b)
	}
	for i, want := range []client.BatchEntry{
		{FileName: "1.pdf", Status: client.StatusCompleted},
		{FileName: "2.bin", Status: client.StatusRejected, Code: client.CodeUnsupportedFormat},
		{FileName: "3.pdf", Status: client.StatusFailed, Code: client.CodeCorruptFile},
		{FileName: "4.pdf", Status: client.StatusCompleted},
	} {
		got := b.Results[i]
		if got.Index != i || got.FileName != want.FileName || got.Status != want.Status || got.Code != want.Code ||
			(got.ID == "") != (got.Status == client.StatusRejected) {
			t.Errorf("%+v, want %+v", got, want)
		}
	}
}

func lists(t *testing.T, c *client.Client) {
	var want []string
	for i := range 5 {
		want = append(want, extract(t, c, fmt.Sprint("R-", i)).ID)
	}
	slices.Reverse(want) // newest first
	var got []string
	for record, err := range c.Documents(t.Context(), client.Filter{DocumentType: client.TypeInvoice}) {
		require.NoError(t, err)
		got = append(got, record.ID)
	}
	assert.EqualSlices(t, got, want)
	page, err := c.ResultsPage(t.Context(), client.Filter{MinConfidence: 0.1}, client.PageOptions{Limit: 3})
	require.True(t, err == nil && len(page.Items) == 3 && page.NextCursor != nil, page, err)
	page, err = c.ResultsPage(t.Context(), client.Filter{MinConfidence: 0.1},
		client.PageOptions{Limit: 3, Cursor: *page.NextCursor})
	if err != nil || len(page.Items) != 2 || page.NextCursor != nil || page.Items[1].ID != want[4] {
		t.Errorf("%+v, %v", page, err)
	}
	got = nil
	for record, err := range c.ExportNDJSON(t.Context(), client.Filter{Status: client.StatusCompleted}) {
		require.NoError(t, err)
		got = append(got, record.ID)
	}
	assert.EqualSlices(t, got, want)
	var table bytes.Buffer
	require.NoError(t, c.ExportCSV(t.Context(), client.Filter{CreatedBefore: time.Now().Add(time.Hour)}, &table))
	rows, err := csv.NewReader(&table).ReadAll()
	if err != nil || len(rows) != 6 || rows[0][0] != "id" || rows[1][0] != want[0] {
		t.Errorf("%v, %v", rows, err)
	}
}

func correction(t *testing.T, c *client.Client) {
	record := extract(t, c, "R-1")
	record, err := c.Correct(t.Context(), record.ID, map[string]*string{"total": new("120.00"), "dueDate": nil})
	require.NoError(t, err)
	var invoice client.Invoice
	err = record.Decode(&invoice)
	assert.True(t, err == nil && invoice.Total == "120.00" && invoice.DueDate == "", invoice, err)
	total := record.Fields["total"]
	if total.Source != "human" || total.Confidence != 1 || total.Original == nil || total.Original.Value != "119.00" {
		t.Errorf("%+v", total)
	}
	_, err = c.Correct(t.Context(), record.ID, map[string]*string{"colour": new("red")})
	assert.ErrorIs(t, err, client.CodeInvalidRequest)
}

func refusals(t *testing.T, c *client.Client) {
	for name, call := range map[client.Code]func() error{
		client.CodeUnsupportedFormat: func() error {
			_, err := c.Extract(t.Context(), client.FromBytes("a", []byte{0x7f, 'E', 'L', 'F', 2, 1, 1, 0}),
				client.ExtractOptions{})
			return err
		},
		client.CodeEmptyFile: func() error {
			_, err := c.Extract(t.Context(), client.FromBytes("a.pdf", nil), client.ExtractOptions{})
			return err
		},
		client.CodeInvalidDocumentType: func() error {
			_, err := c.Extract(t.Context(), client.FromBytes("a.txt", []byte("text")),
				client.ExtractOptions{DocumentType: "novel"})
			return err
		},
		client.CodeInvalidSchema: func() error {
			_, err := c.Extract(t.Context(), client.FromBytes("a.txt", []byte("text")),
				client.ExtractOptions{Schema: []byte(`{"type":"string"}`)})
			return err
		},
		client.CodeNotFound: func() error {
			_, err := c.WaitForBatch(t.Context(), "batch_0")
			return err
		},
		client.CodeInvalidRequest: func() error {
			_, err := c.DocumentsPage(t.Context(), client.Filter{}, client.PageOptions{Cursor: "nonsense"})
			return err
		},
		client.CodeWebhooksNotAvailable: func() error {
			_, err := c.RegisterWebhook(t.Context(), "https://receiver.example", []string{"extraction.completed"})
			return err
		},
	} {
		err := call()
		var answer *client.Error
		if !errors.Is(err, name) || !errors.As(err, &answer) || answer.RequestID == "" || answer.Message == "" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func account(t *testing.T, c *client.Client) {
	u, err := c.Usage(t.Context())
	if err != nil || u.Plan != "Enterprise" || u.Documents.Limit != 100_000 || u.RequestsPerMinute.Limit != 120 ||
		u.MaxFileSize != 100<<20 || u.Period.End.Before(time.Now()) {
		t.Errorf("%+v, %v", u, err)
	}
	key, err := c.CreateKey(t.Context(), "second", 7)
	require.NoError(t, err)
	assert.True(t, strings.HasSuffix(key.Key, key.LastFour) && key.ExpiresAt != nil, key)
	hooks, err := c.Webhooks(t.Context())
	require.NoError(t, err)
	assert.Empty(t, hooks)
	assert.ErrorIs(t, c.DeleteWebhook(t.Context(), "wh_none"), client.CodeNotFound)
}

// types compares the client's structs with the service's document types. Records of other types are read without one.
func types(t *testing.T, c *client.Client) {
	listed, err := c.DocumentTypes(t.Context())
	require.NoError(t, err)
	structs := map[string]any{
		client.TypeInvoice: client.Invoice{}, client.TypeCreditNote: client.Invoice{}, client.TypeReceipt: client.Receipt{},
		client.TypePurchaseOrder: client.PurchaseOrder{}, client.TypeBankStatement: client.BankStatement{},
		client.TypeDeliveryNote: client.DeliveryNote{}, client.TypeGeneric: client.Generic{},
	}
	compared := 0
	for _, typ := range listed {
		if data, ok := structs[typ.Name]; ok {
			compare(t, typ.Name, typ.Fields, reflect.TypeOf(data), true)
			compared++
		}
	}
	assert.Equal(t, compared, len(structs), "types of the client that the service lists")
}

// compare demands all fields in order; elements of arrays are shared by several types and may have more.
func compare(t *testing.T, at string, fields []client.FieldType, s reflect.Type, exact bool) {
	t.Helper()
	members := map[string]reflect.Type{}
	var names []string
	for f := range s.Fields() {
		name := f.Tag.Get("json")
		members[name], names = f.Type, append(names, name)
	}
	if exact && len(names) != len(fields) {
		t.Errorf("%s has %d fields, the struct %d", at, len(fields), len(names))
	}
	for i, f := range fields {
		member, ok := members[f.Name]
		if !ok || exact && names[i] != f.Name {
			t.Errorf("%s.%s: the struct has %v", at, f.Name, names)
			continue
		}
		if f.Type == "array" && len(f.Fields) > 0 {
			compare(t, at+"."+f.Name, f.Fields, member.Elem(), false)
		}
	}
}
