// Package admission measures how many requests the quota service admits. Two references run on the same servers in the
// same run: bare NATS request and reply, and the same with each request counted in the database (package plaintest).
package admission_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/google/uuid"

	"github.com/docmill/docmill/bench/measure"
	"github.com/docmill/docmill/bench/plaintest"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/instance"
	"github.com/docmill/docmill/tests/natsclient"
)

// perAccount stays below the rate limit of 120 requests in 60 seconds.
const perAccount = 100

func BenchmarkAdmit(b *testing.B) {
	binary := instance.NewBinary(b)
	inst := binary.Start(b, instance.Dir(b), "DOCMILL_LOG_LEVEL=error")
	conn := natsclient.Bus(b, inst, contract.UserOperator)
	ways := references{plaintest.Admission(b, inst, nil), plaintest.Admission(b, inst, plaintest.Pool(b, inst))}
	for _, parallel := range []int{1, 8, 64} {
		b.Run(fmt.Sprintf("admitted/parallel=%d", parallel), func(b *testing.B) {
			accounts := make([]string, b.N/perAccount+1)
			for n := range accounts {
				accounts[n] = contract.PrefixAccount + uuid.Must(uuid.NewV7()).String()
			}
			compare(b, parallel, ways, accounts, func(n int) error {
				return admit(b.Context(), conn, accounts[n%len(accounts)], true)
			})
		})
		b.Run(fmt.Sprintf("refused/parallel=%d", parallel), func(b *testing.B) {
			account := contract.PrefixAccount + uuid.Must(uuid.NewV7()).String()
			limits, _ := contract.PlanEnterprise.Limits()
			for range limits.RequestsPerMinute {
				require.NoError(b, admit(b.Context(), conn, account, true))
			}
			compare(b, parallel, ways, []string{account}, func(int) error { return admit(b.Context(), conn, account, false) })
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

// references are calls for an account that do less than the service.
type references struct{ bare, same func(account string) error }

func compare(b *testing.B, parallel int, ways references, accounts []string, work func(n int) error) {
	b.Helper()
	of := func(call func(string) error) func(int) error {
		return func(n int) error { return call(accounts[n%len(accounts)]) }
	}
	alone := measure.Spread(b, parallel, of(ways.bare))
	same := measure.Spread(b, parallel, of(ways.same))
	b.ResetTimer()
	took := measure.Spread(b, parallel, work)
	b.StopTimer()
	b.ReportMetric(float64(b.N)/took.Seconds(), "calls/s")
	b.ReportMetric(float64(b.N)/alone.Seconds(), "bare-calls/s")
	b.ReportMetric(took.Seconds()/alone.Seconds(), "times-bare")
	b.ReportMetric(same.Seconds()/took.Seconds(), "of-the-same")
}
