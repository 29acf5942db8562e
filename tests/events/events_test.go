package events_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/docmill/docmill/api"
	"github.com/docmill/docmill/api/conformance"
	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/instance"
	"github.com/docmill/docmill/tests/natsclient"
	"github.com/docmill/docmill/tests/sample"
)

// brokenPDF is taken in and cannot be read.
const brokenPDF = "%PDF-1.7 and no more"

// The example subscriber receives each event once, including those published while it was down.
func TestExactlyOnceDelivery(t *testing.T) {
	t.Parallel()
	inst := binary.Start(t, instance.Dir(t), "DOCMILL_BOOTSTRAP_PLAN=Free")
	me := inst.First()
	first := listen(t, inst, "accounting")
	good, bad := upload(t, me, "R-1.pdf", sample.Invoice("R-1")), upload(t, me, "broken.pdf", []byte(brokenPDF))
	heard := first.next(2)
	wantHeard(t, heard, "extraction.completed "+good+" invoice", "extraction.failed "+bad+" CORRUPT_FILE")
	assert.Empty(t, first.stop(), "heard more than there")

	batch := uploadBatch(t, me, instance.File{Name: "1.pdf", Data: sample.Invoice("R-2")},
		instance.File{Name: "2.pdf", Data: []byte(brokenPDF)}, instance.File{Name: "3.pdf"})
	account := warn(t, inst, me)
	exceed(t, inst, me, account)

	second := listen(t, inst, "accounting")
	heard = second.next(6)
	wantHeard(t, heard,
		"extraction.completed "+batch.Results[0].ID+" invoice", "extraction.failed "+batch.Results[1].ID+" CORRUPT_FILE",
		"batch.completed "+batch.ID+" 3 files: 1 completed, 1 failed, 1 rejected, 0 deleted",
		"extraction.completed ", "quota.warning "+account+" 80 of 100 (Free)", "quota.exceeded "+account+" 100 of 100 (Free)")
	second.kill() // everything is acknowledged but perhaps what was handled last

	third := listen(t, inst, "from-the-beginning")
	all := third.next(8)
	if slices.Sort(all); len(slices.Compact(slices.Clone(all))) != 8 {
		t.Errorf("another subscriber heard %q", all)
	}
	assert.Empty(t, third.stop(), "heard more than there")
	checkStream(t, inst, 8)
	inst.Stop()
}

// wantHeard checks that each event was heard once, in whatever order.
func wantHeard(t *testing.T, heard []string, want ...string) {
	t.Helper()
	for _, prefix := range want {
		n := 0
		for _, line := range heard {
			if strings.HasPrefix(line, prefix) {
				n++
			}
		}
		if n == 0 || n > 1 && !strings.HasSuffix(prefix, " ") {
			t.Errorf("%q was heard %d times in %q", prefix, n, heard)
		}
	}
	assert.Equal(t, len(slices.Compact(slices.Sorted(slices.Values(heard)))), len(want), "heard", heard)
}

func upload(t *testing.T, me instance.Account, name string, data []byte) (id string) {
	t.Helper()
	answer := instance.Want(t, http.StatusOK)(me.Upload(t.Context(), name, data, "wait=60"))
	var record contract.Record
	answer.Into(t, &record)
	return record.ID
}

// uploadBatch sends files and waits until all have ended.
func uploadBatch(t *testing.T, me instance.Account, files ...instance.File) contract.Batch {
	t.Helper()
	batch := me.Batch(t, files...)
	for _, entry := range batch.Results {
		if entry.ID == "" {
			continue
		}
		instance.Want(t, http.StatusOK)(
			me.Do(t.Context(), http.MethodGet, "/api/v1/documents/"+entry.ID+"?wait=60", nil, nil))
	}
	return batch
}

// warn uploads the document that reaches 80 % of the month.
func warn(t *testing.T, inst *instance.Instance, me instance.Account) (account string) {
	t.Helper()
	account = fill(t, inst, 79)
	upload(t, me, "80.pdf", sample.Invoice("R-80"))
	return account
}

// exceed uploads a document that finds the month full.
func exceed(t *testing.T, inst *instance.Instance, me instance.Account, account string) {
	t.Helper()
	require.Equal(t, fill(t, inst, 100), account, "accounts")
	answer, err := me.Upload(t.Context(), "101.pdf", sample.Invoice("R-101"), "")
	require.NoError(t, err, answer.Status, string(answer.Body))
	require.Equal(t, answer.Code(), string(contract.CodeQuotaExceeded), answer.Status, string(answer.Body))
}

// fill charges unsent documents until the only account has used the given number this month.
func fill(t *testing.T, inst *instance.Instance, used int) (account string) {
	t.Helper()
	return instance.Query[string](t, inst.DatabaseURL(), `
		SELECT account FROM quota.months m, quota.charge(m.account, 'Free',
			(SELECT array_agg(gen_random_uuid()) FROM generate_series(m.used + 1, $1)), 1) AS c
				WHERE c.used = $1`, used)
}

// checkStream checks all stored messages: unique ids, valid bodies, matching headers and subjects.
func checkStream(t *testing.T, inst *instance.Instance, want int) {
	t.Helper()
	ids := map[string]bool{}
	for _, msg := range stored(t, inst) {
		assert.NoError(t, conformance.ValidateEvent(msg.Data()), string(msg.Data()))
		var event contract.Event
		require.NoError(t, json.Unmarshal(msg.Data(), &event))
		account := msg.Headers().Get(contract.HeaderAccount)
		about := natsclient.LastToken(msg.Subject())
		assert.Equal(t, msg.Subject(), contract.EventSubject(event.Event, account, about), "subject")
		id := msg.Headers().Get(jetstream.MsgIDHeader)
		if stable := fmt.Sprintf("%s:%s", event.Event, about); id != stable &&
			id != fmt.Sprintf("%s:%s:%s", event.Event, account, about) || ids[id] {
			t.Errorf("message id %s of %s", id, msg.Subject())
		}
		ids[id] = true
	}
	assert.Equal(t, len(ids), want, "events stored", slices.Sorted(maps.Keys(ids)))
}

// stored reads the stream from its beginning, as the subscriber may.
func stored(t *testing.T, inst *instance.Instance) (all []jetstream.Msg) {
	t.Helper()
	stream := natsclient.As(t, inst, contract.UserSubscriber).Stream(contract.StreamEvents)
	consumer, err := stream.OrderedConsumer(t.Context(),
		jetstream.OrderedConsumerConfig{FilterSubjects: []string{contract.SubjectEvents}})
	require.NoError(t, err)
	for range stream.CachedInfo().State.Msgs {
		msg, err := consumer.Next(jetstream.FetchMaxWait(patience))
		require.NoError(t, err)
		all = append(all, msg)
	}
	return all
}

// The event schemas have exactly the fields that the service lists. They do not describe types that files describe.
func TestSchemaFields(t *testing.T) {
	t.Parallel()
	inst := binary.Start(t, instance.Dir(t))
	answer := instance.Want(t, http.StatusOK)(
		inst.First().Do(t.Context(), http.MethodGet, "/api/v1/document-types", nil, nil))
	var listed struct{ Items []field }
	answer.Into(t, &listed)
	raw, _ := api.Schema(string(contract.EventExtractionCompleted))
	var described struct {
		Defs map[string]property `json:"$defs"`
	}
	require.NoError(t, json.Unmarshal(raw, &described))
	for _, typ := range listed.Items {
		if typ.Name == "auto" || slices.ContainsFunc(schema.FileTypes(), func(t schema.Type) bool {
			return string(t.Name) == typ.Name
		}) {
			continue
		}
		name := ""
		for part := range strings.SplitSeq(strings.Replace(typ.Name, "credit_note", "invoice", 1), "_") {
			name += strings.ToUpper(part[:1]) + part[1:]
		}
		data, ok := described.Defs[name+"Data"]
		assert.True(t, ok, "the schema of the event has no", name, "Data")
		compare(t, typ.Name, typ.Fields, data, described.Defs)
	}
	assert.True(t, len(listed.Items) >= 7, "the service lists", len(listed.Items), "types")
	inst.Stop()
}

type field struct {
	Name   string
	Fields []field
}

type property struct {
	Ref        string `json:"$ref"`
	Properties map[string]property
	Items      *property
}

// compare compares names, including those of objects in arrays.
func compare(t *testing.T, path string, fields []field, schema property, defs map[string]property) {
	t.Helper()
	if name, ok := strings.CutPrefix(schema.Ref, "#/$defs/"); ok {
		schema = defs[name]
	}
	var listed []string
	for _, f := range fields {
		listed = append(listed, f.Name)
		if len(f.Fields) > 0 && schema.Properties[f.Name].Items != nil {
			compare(t, path+"."+f.Name, f.Fields, *schema.Properties[f.Name].Items, defs)
		}
	}
	slices.Sort(listed)
	assert.EqualSlices(t, slices.Sorted(maps.Keys(schema.Properties)), listed,
		path, "the schema names", "the service lists")
}

func TestEventErasure(t *testing.T) {
	t.Parallel()
	inst := binary.Start(t, instance.Dir(t))
	me := inst.First()
	kept, gone := upload(t, me, "kept.pdf", sample.Invoice("R-1")), upload(t, me, "gone.pdf", sample.Invoice("R-2"))
	heard := listen(t, inst, "both")
	heard.next(2)
	instance.Want(t, http.StatusNoContent)(me.Do(t.Context(), http.MethodDelete, "/api/v1/documents/"+gone, nil, nil))
	testkit.Await(t, "only the event of the kept document is stored", func() bool {
		messages := stored(t, inst)
		return len(messages) == 1 && natsclient.LastToken(messages[0].Subject()) == kept
	})
	assert.Empty(t, heard.stop(), "deletion was told")
	inst.Stop()
}
