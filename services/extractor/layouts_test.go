package extractor_test

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/docmill/docmill/engine/template"
	"github.com/docmill/docmill/lab/pdfgen"
	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/extractor"
)

func TestLayoutsRequest(t *testing.T) {
	t.Parallel()
	f := start(t, func(c *extractor.Config) { c.LayoutsTimeout = patience })
	asked := make(chan contract.LayoutsRequest, 1)
	f.known = func(_ context.Context, r contract.LayoutsRequest) (contract.LayoutsReply, error) {
		asked <- r
		return f.sealer.Layouts(r, []json.RawMessage{[]byte(`{"id":"layout_1"}`), []byte(`{"id":"layout_2"}`)})
	}
	r := f.result(f.submit(sayLayouts+" [1,2]", nil))
	if r.Extraction == nil || string(r.Extraction.Data) != `{"layouts":"layout_1 layout_2"}` ||
		string(r.Extraction.Memory) != `{"layout":"layout_1","version":3}` {
		t.Errorf("result %+v", r.Extraction)
	}
	got := testkit.Receive(t, asked, "a request for layouts")
	var fingerprint template.Fingerprint
	err := json.Unmarshal(got.Fingerprint, &fingerprint)
	assert.True(t, err == nil && len(fingerprint.Keys) == 2, "fingerprint", string(got.Fingerprint), err)
}

func TestNoLayouts(t *testing.T) {
	t.Parallel()
	f := start(t, nil)
	f.known = func(context.Context, contract.LayoutsRequest) (contract.LayoutsReply, error) {
		t.Error("layouts were asked for")
		return contract.LayoutsReply{}, nil
	}
	r := f.result(f.submit(sayLayouts+" [1]", func(c *contract.ClaimReply) { c.NoLayouts = true }))
	if r.Extraction == nil || string(r.Extraction.Data) != `{}` { // no gateway answered
		t.Errorf("result %+v", r)
	}
}

// A document neither waits nor fails because of layouts.
func TestLayoutsUnavailable(t *testing.T) {
	t.Parallel()
	var sealer contract.Sealer
	for name, known := range map[string]func(context.Context, contract.LayoutsRequest) (contract.LayoutsReply, error){
		"none": nil,
		"late": func(ctx context.Context, _ contract.LayoutsRequest) (contract.LayoutsReply, error) {
			<-ctx.Done()
			return contract.LayoutsReply{}, ctx.Err()
		},
		"refused": func(context.Context, contract.LayoutsRequest) (contract.LayoutsReply, error) {
			return contract.LayoutsReply{}, apierror.Unavailable(nil, time.Second)
		},
		"sealed to another": func(_ context.Context, r contract.LayoutsRequest) (contract.LayoutsReply, error) {
			key, err := contract.NewClaimKey()
			if err != nil {
				return contract.LayoutsReply{}, err
			}
			r.SealKey = key.Public()
			return sealer.Layouts(r, []json.RawMessage{[]byte(`{"id":"layout_1"}`)})
		},
		"malformed": func(_ context.Context, r contract.LayoutsRequest) (contract.LayoutsReply, error) {
			return sealer.Layouts(r, []json.RawMessage{[]byte(`7`)})
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := start(t, nil)
			f.known = known
			r := f.result(f.submit(sayLayouts+" [1]", nil))
			assert.True(t, r.Extraction != nil && string(r.Extraction.Data) == `{"layouts":""}`, "result", r)
		})
	}
}

func TestTeach(t *testing.T) {
	t.Parallel()
	f := start(t, nil)
	at := time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC)
	teach := func(content string) (template.Example, error) {
		t.Helper()
		id := f.accept(content, nil)
		claim := f.documents[id].claim
		reply, err := bus.CallWithin[contract.TeachReply](t.Context(), f.bus, patience, contract.RPCPageTeach,
			contract.TeachRequest{
				DocumentID: id, GetURL: claim.GetURL, FileSize: claim.FileSize, SHA256: claim.SHA256, AccountHash: "t",
				DocumentType: "invoice", Data: []byte(`{"total":"1.00"}`), Touched: []string{"total"}, Correction: 7, At: at,
				DeadlineMs: patience.Milliseconds(),
			})
		var example template.Example
		if err == nil {
			err = json.Unmarshal(reply.Example, &example)
		}
		return example, err
	}
	example, err := teach(sayTotal + " 2.00")
	if err != nil || example.Vendor != "map[total:1.00] [total] false" || example.Correction != 7 ||
		!example.At.Equal(at) {
		t.Errorf("lesson %+v, %v", example, err)
	}
	for say, code := range map[string]contract.Code{
		sayFail: contract.CodeNotFound, sayCrash: contract.CodeNotFound, sayError: contract.CodeInternalError,
	} {
		_, err := teach(say)
		assert.True(t, apierror.Is(err, code), say, err, "want", code)
	}
}

// TestTeachAndRecall learns a layout from one invoice and reads the next one with it, with the real engine in the
// sandbox.
func TestTeachAndRecall(t *testing.T) {
	t.Parallel()
	f := start(t, func(c *extractor.Config) {
		c.OCRLanguages, c.CacheDir, c.MemoryLimitMB, c.LayoutsTimeout = "eng", engineCache(), 1024, patience
	})
	invoice := func(number, total string) string {
		doc := pdfgen.New()
		p := doc.AddPage(595, 842)
		p.Text(60, 60, 14, "Example Works Ltd")
		p.Text(60, 80, 10, "VAT ID: GB123456789")
		for i, line := range [][2]string{
			{"Invoice number", number}, {"Invoice date", "2026-10-01"}, {"Due date", "2026-10-31"}, {"Customer number", "C-77"},
			{"Net amount", total}, {"Invoice total", total},
		} {
			p.Text(60, 140+20*float64(i), 10, line[0])
			p.Text(260, 140+20*float64(i), 10, line[1])
		}
		return string(doc.Bytes())
	}
	id := f.accept(invoice("R-1001", "119.00"), nil)
	claim := f.documents[id].claim
	reply, err := bus.CallWithin[contract.TeachReply](t.Context(), f.bus, patience, contract.RPCPageTeach,
		contract.TeachRequest{
			DocumentID: id, GetURL: claim.GetURL, FileSize: claim.FileSize, SHA256: claim.SHA256, AccountHash: "t",
			DocumentType: "invoice", Touched: []string{"invoiceNumber"}, Correction: 7, At: time.Unix(1, 0).UTC(),
			Data:       []byte(`{"invoiceNumber":"R-1001","issueDate":"2026-10-01","total":"119.00"}`),
			DeadlineMs: patience.Milliseconds(),
		})
	require.NoError(t, err)
	var example template.Example
	err = json.Unmarshal(reply.Example, &example)
	require.True(t, err == nil && !example.Empty(), "lesson", string(reply.Example), err)
	layout, err := json.Marshal(template.New("layout_1", 3, []template.Example{example}))
	require.NoError(t, err)
	asked := make(chan contract.LayoutsRequest, 1)
	f.known = func(_ context.Context, r contract.LayoutsRequest) (contract.LayoutsReply, error) {
		asked <- r
		return f.sealer.Layouts(r, []json.RawMessage{layout})
	}
	r := f.result(f.submit(invoice("R-1002", "238.00"), nil))
	require.True(t, r.Extraction != nil, "result", r)
	var fingerprint template.Fingerprint
	if err := json.Unmarshal(testkit.Receive(t, asked, "a request for layouts").Fingerprint, &fingerprint); err != nil ||
		fingerprint.Marks == nil || fingerprint.Likeness(example.Fingerprint) < template.MinLikeness {
		t.Errorf("fingerprint %v, taught %v, %v", fingerprint, example.Fingerprint, err)
	}
	var data struct{ InvoiceNumber, Total string }
	if err := json.Unmarshal(r.Extraction.Data, &data); err != nil || data.InvoiceNumber != "R-1002" ||
		data.Total != "238.00" || string(r.Extraction.Memory) != `{"layout":"layout_1","version":3}` {
		t.Errorf("data %s, memory %s", r.Extraction.Data, r.Extraction.Memory)
	}
}
