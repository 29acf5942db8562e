// Package admission measures how many requests the quota service admits, with
// bare NATS request and reply over the same server in the same run as reference.
package admission

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/nats-io/nats.go"

	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/telemetry"
	"github.com/docmill/docmill/tests/instance"
)

// perAccount stays below the rate limit of 120 requests in 60 seconds.
const perAccount = 100

// echo is where the reference is answered, and echoInbox where replies go: both
// within an operator's rights.
const (
	echo      = "docmill.bench.echo"
	echoInbox = "docmill.bench.inbox"
)

func BenchmarkAdmit(b *testing.B) {
	binary, err := instance.Build(b.TempDir())
	if err != nil {
		b.Fatal(err)
	}
	inst := binary.Start(b, instance.Dir(b), "DOCMILL_LOG_LEVEL=error")
	conn := connect(b, inst)
	bare := reference(b, inst)
	for _, parallel := range []int{1, 8, 64} {
		b.Run(fmt.Sprintf("admitted/parallel=%d", parallel), func(b *testing.B) {
			accounts := make([]string, b.N/perAccount+1)
			for n := range accounts {
				accounts[n] = contract.PrefixAccount + uuid.Must(uuid.NewV7()).String()
			}
			compare(b, parallel, bare, func(n int) error {
				return admit(b.Context(), conn, accounts[n%len(accounts)], true)
			})
		})
		b.Run(fmt.Sprintf("refused/parallel=%d", parallel), func(b *testing.B) {
			account := contract.PrefixAccount + uuid.Must(uuid.NewV7()).String()
			limits, _ := contract.PlanEnterprise.Limits()
			for range limits.RequestsPerMinute {
				if err := admit(b.Context(), conn, account, true); err != nil {
					b.Fatal(err)
				}
			}
			compare(b, parallel, bare, func(int) error { return admit(b.Context(), conn, account, false) })
		})
	}
	inst.Stop()
}

func admit(ctx context.Context, conn *bus.Conn, account string, want bool) error {
	reply, err := bus.Call[contract.AdmitReply](ctx, conn, contract.RPCQuotaAdmit,
		contract.AdmitRequest{AccountID: account, Plan: contract.PlanEnterprise})
	if err == nil && reply.Allowed != want {
		err = fmt.Errorf("allowed is %t: %+v", reply.Allowed, reply)
	}
	return err
}

func connect(b *testing.B, inst *instance.Instance) *bus.Conn {
	b.Helper()
	conn, err := bus.Connect(b.Context(), bus.Config{
		URL: inst.NATSURL(), User: contract.UserOperator, Password: inst.NATSPassword(contract.UserOperator), Name: "bench",
	}, telemetry.Discard())
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = conn.Close(context.Background()) }) // the instance has gone by then
	return conn
}

// reference is one request and reply of the size of an admission.
func reference(b *testing.B, inst *instance.Instance) func(int) error {
	b.Helper()
	dial := func() *nats.Conn {
		nc, err := nats.Connect(inst.NATSURL(),
			nats.UserInfo(contract.UserOperator, inst.NATSPassword(contract.UserOperator)), nats.CustomInboxPrefix(echoInbox))
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(nc.Close)
		return nc
	}
	request, err := json.Marshal(contract.AdmitRequest{AccountID: contract.PrefixAccount + uuid.NewString(),
		Plan: contract.PlanEnterprise})
	if err != nil {
		b.Fatal(err)
	}
	reply, err := json.Marshal(contract.AdmitReply{Allowed: true})
	if err != nil {
		b.Fatal(err)
	}
	server := dial()
	if _, err = server.Subscribe(echo, func(m *nats.Msg) { _ = m.Respond(reply) }); err == nil {
		err = server.Flush()
	}
	if err != nil {
		b.Fatal(err)
	}
	client := dial()
	return func(int) error {
		_, err := client.Request(echo, request, 10*time.Second)
		return err
	}
}

// compare does work b.N times, and the reference as often beside it.
func compare(b *testing.B, parallel int, bare, work func(n int) error) {
	b.Helper()
	alone := spread(b, parallel, bare)
	b.ResetTimer()
	took := spread(b, parallel, work)
	b.StopTimer()
	b.ReportMetric(float64(b.N)/took.Seconds(), "calls/s")
	b.ReportMetric(float64(b.N)/alone.Seconds(), "bare-calls/s")
	b.ReportMetric(took.Seconds()/alone.Seconds(), "times-bare")
}

func spread(b *testing.B, parallel int, work func(n int) error) time.Duration {
	b.Helper()
	began := time.Now()
	var wg sync.WaitGroup
	for first := range parallel {
		wg.Go(func() {
			for n := first; n < b.N; n += parallel {
				if err := work(n); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	wg.Wait()
	return time.Since(began)
}
