package e2e_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/docmill/docmill/api/conformance"
	"github.com/docmill/docmill/client"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/hook"
	"github.com/docmill/docmill/tests/instance"
	"github.com/docmill/docmill/tests/natsclient"
	"github.com/docmill/docmill/tests/sample"
)

const webhooksPath = "/api/webhooks/notifications"

// If webhooks are off, the default, no service consumes events. If on, an upload is delivered to
// subscribers, and erasing the document erases the delivery. If off again, subscriptions can only be listed
// and removed.
func TestWebhooksOnAndOff(t *testing.T) {
	t.Parallel()
	dir := instance.Dir(t)
	inst := binary.Start(t, dir)
	me := inst.First()
	wantConsumers(t, inst)
	send(t, me, http.MethodPost, webhooksPath, `{"url":"https://example.com/","events":["extraction.completed"]}`,
		http.StatusNotImplemented, nil)
	inst.Stop()

	receiver := hook.New(t)
	inst = binary.Start(t, dir, receiver.Settings()...)
	me.URL = inst.URL
	me.Client = &http.Client{Transport: conformance.NewWithPlanned(t).Transport(http.DefaultTransport)}
	wantConsumers(t, inst, contract.DurableWebhooks)
	var made client.Webhook
	send(t, me, http.MethodPost, webhooksPath, `{"url":"`+receiver.URL+`/hook","events":["extraction.completed"]}`,
		http.StatusCreated, &made)
	hear(t, me, receiver, made)
	inst.Stop()

	inst = binary.Start(t, dir)
	me.URL, me.Client = inst.URL, inst.Client()
	wantConsumers(t, inst)
	assert.Equal(t, rows(t, inst, `SELECT count(*) FROM notifier.payloads`), 0, "events kept")
	before := len(receiver.Arrivals("/hook"))
	upload(t, me)
	var list struct{ Items []client.Webhook }
	get(t, me, webhooksPath).Into(t, &list)
	if len(list.Items) != 1 || list.Items[0].ID != made.ID || list.Items[0].Secret != "" {
		t.Errorf("subscriptions %+v", list.Items)
	}
	send(t, me, http.MethodPost, webhooksPath+"/"+made.ID+"/test", "", http.StatusNotImplemented, nil)
	send(t, me, http.MethodDelete, webhooksPath+"?id="+made.ID, "", http.StatusNoContent, nil)
	inst.Stop()
	n := len(receiver.Arrivals("/hook"))
	assert.Equal(t, n, before, n-before, "deliveries while webhooks are off")
}

// hear uploads a document and follows its event to the receiver, and its stored data until the erasure.
func hear(t *testing.T, me instance.Account, receiver *hook.Receiver, made client.Webhook) {
	t.Helper()
	id := upload(t, me)
	testkit.Await(t, "the delivery", func() bool { return len(receiver.Arrivals("/hook")) == 1 })
	got := receiver.Arrivals("/hook")[0]
	assert.NoError(t, (client.WebhookVerifier{Secrets: []string{made.Secret}}).Verify(got.Header, []byte(got.Body)))
	err := conformance.ValidateEvent([]byte(got.Body))
	assert.True(t, err == nil && strings.Contains(got.Body, id), err, got.Body)
	mine := webhooksPath + "/" + made.ID
	var log struct{ Items []contract.Delivery }
	testkit.Await(t, "the log", func() bool {
		get(t, me, mine+"/deliveries?status=delivered").Into(t, &log)
		return len(log.Items) == 1
	})
	var detail contract.DeliveryDetail
	get(t, me, mine+"/deliveries/"+log.Items[0].ID).Into(t, &detail)
	if detail.Body != got.Body || detail.ID != got.Header.Get("X-Service-Delivery") || len(detail.Log) != 1 {
		t.Errorf("%+v", detail)
	}
	send(t, me, http.MethodDelete, "/api/v1/documents/"+id, "", http.StatusNoContent, nil)
	testkit.Await(t, "the erasure", func() bool {
		get(t, me, mine+"/deliveries").Into(t, &log)
		return len(log.Items) == 0
	})
	examples(t, me, receiver, mine)
}

// examples has a test delivery of every event sent, each in the form of the real ones.
func examples(t *testing.T, me instance.Account, receiver *hook.Receiver, mine string) {
	t.Helper()
	for _, event := range contract.EventTypes() {
		var other client.Webhook
		path := "/" + string(event)
		send(t, me, http.MethodPost, webhooksPath, `{"url":"`+receiver.URL+path+`","events":["`+string(event)+`"]}`,
			http.StatusCreated, &other)
		send(t, me, http.MethodPost, webhooksPath+"/"+other.ID+"/test", "", http.StatusAccepted, nil)
		testkit.Await(t, "a test delivery", func() bool { return len(receiver.Arrivals(path)) == 1 })
		assert.NoError(t, conformance.ValidateEvent([]byte(receiver.Arrivals(path)[0].Body)), event)
		send(t, me, http.MethodDelete, webhooksPath+"?id="+other.ID, "", http.StatusNoContent, nil)
	}
	var rotated struct{ Secret string }
	send(t, me, http.MethodPost, mine+"/secret", "", http.StatusOK, &rotated)
	send(t, me, http.MethodPost, mine+"/enable", "", http.StatusOK, nil)
	send(t, me, http.MethodPost, mine+"/replay", `{"since":"2026-01-01T00:00:00Z"}`, http.StatusAccepted, nil)
	get(t, me, mine)
}

// An account on a plan without webhooks gets no deliveries but keeps its subscriptions, and gets deliveries
// again on a plan with webhooks.
func TestWebhooksByPlan(t *testing.T) {
	t.Parallel()
	receiver := hook.New(t)
	inst := binary.Start(t, instance.Dir(t), receiver.Settings()...)
	me := inst.First()
	me.Client = &http.Client{Transport: conformance.NewWithPlanned(t).Transport(http.DefaultTransport)}
	var made client.Webhook
	send(t, me, http.MethodPost, webhooksPath, `{"url":"`+receiver.URL+`/hook","events":["extraction.completed"]}`,
		http.StatusCreated, &made)
	mine := webhooksPath + "/" + made.ID
	move := func(plan contract.Plan, inPlan string) {
		t.Helper()
		setPlan(t, inst, plan)
		testkit.Await(t, "the notifier to learn of the plan "+string(plan), func() bool {
			return rows(t, inst, `SELECT count(*) FROM notifier.subscriptions WHERE in_plan = `+inPlan) == 1
		})
	}
	upload(t, me)
	testkit.Await(t, "the delivery", func() bool { return len(receiver.Arrivals("/hook")) == 1 })

	move(contract.PlanStarter, "false")
	missed := upload(t, me)
	testkit.Await(t, "the event to be passed by", func() bool { return passedBy(t, inst, missed) })
	send(t, me, http.MethodPost, mine+"/test", "", http.StatusForbidden, nil)
	var list struct{ Items []client.Webhook }
	get(t, me, webhooksPath).Into(t, &list)
	assert.True(t, len(list.Items) == 1 && list.Items[0].IsActive, list.Items)

	move(contract.PlanEnterprise, "true")
	told := upload(t, me)
	testkit.Await(t, "the delivery after the upgrade", func() bool { return len(receiver.Arrivals("/hook")) == 2 })
	last := receiver.Arrivals("/hook")[1].Body
	assert.True(t, strings.Contains(last, told) && !strings.Contains(last, missed), "after the upgrade", last)
	move(contract.PlanFree, "false")
	send(t, me, http.MethodDelete, webhooksPath+"?id="+made.ID, "", http.StatusNoContent, nil)
}

// setPlan moves the first account, as the operator does.
func setPlan(t *testing.T, inst *instance.Instance, plan contract.Plan) {
	t.Helper()
	conn := natsclient.Bus(t, inst, contract.UserAdmin)
	all, err := bus.Call[contract.ListAccountsReply](t.Context(), conn, contract.RPCAuthAccountList, contract.Empty{})
	require.NoError(t, err)
	_, err = bus.Call[contract.Account](t.Context(), conn, contract.RPCAuthAccountSetPlan,
		contract.SetPlanRequest{AccountID: all.Accounts[0].ID, Plan: plan})
	require.NoError(t, err)
}

// passedBy reports whether a document's event is published and the notifier has processed it.
func passedBy(t *testing.T, inst *instance.Instance, document string) bool {
	t.Helper()
	stream := natsclient.Open(t, inst).Stream(contract.StreamEvents)
	info, err := stream.Info(t.Context(), jetstream.WithSubjectFilter("docmill.event.extraction.completed.*."+document))
	require.NoError(t, err)
	consumer, err := stream.Consumer(t.Context(), contract.DurableWebhooks)
	require.NoError(t, err)
	waits := consumer.CachedInfo()
	return len(info.State.Subjects) == 1 && waits.NumPending == 0 && waits.NumAckPending == 0
}

func upload(t *testing.T, me instance.Account) (id string) {
	t.Helper()
	answer := instance.Want(t, http.StatusOK)(me.Upload(t.Context(), "R-1001.pdf", sample.Invoice("R-1001"), "wait=60"))
	var record contract.Record
	answer.Into(t, &record)
	return record.ID
}

// send sends JSON, if any, and decodes the response into v.
func send(t *testing.T, me instance.Account, method, path, body string, want int, v any) {
	t.Helper()
	header := map[string]string{}
	if body != "" {
		header["Content-Type"] = "application/json"
	}
	answer, err := me.Do(t.Context(), method, path, strings.NewReader(body), header)
	require.NoError(t, err, method, path, string(answer.Body))
	require.Equal(t, answer.Status, want, method, path, string(answer.Body))
	if v == nil {
		return
	}
	require.NoError(t, json.Unmarshal(answer.Body, v))
}

// wantConsumers compares the consumers of the event stream.
func wantConsumers(t *testing.T, inst *instance.Instance, want ...string) {
	t.Helper()
	stream := natsclient.Open(t, inst).Stream(contract.StreamEvents)
	var names []string
	for name := range stream.ConsumerNames(t.Context()).Name() {
		names = append(names, name)
	}
	assert.EqualSlices(t, names, want, "events are consumed by")
}

func rows(t *testing.T, inst *instance.Instance, sql string) int {
	t.Helper()
	return instance.Query[int](t, inst.DatabaseURL(), sql)
}
