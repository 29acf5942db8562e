// Package read measures the reads per second of the gateway over persistent connections. Two references use the same
// client in the same run: a bare Fiber handler that returns the same bytes, and one with admission over NATS and a
// database read (package plaintest).
package read_test

import (
	"fmt"
	"io"
	"net/http"
	"testing"

	"github.com/google/uuid"

	"github.com/docmill/docmill/bench/measure"
	"github.com/docmill/docmill/bench/plaintest"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/instance"
	"github.com/docmill/docmill/tests/sample"
)

// perAccount stays below the rate limit of 120 requests in 60 seconds, including the upload.
const perAccount = 110

type shelf struct{ url, key, path string }

func BenchmarkDocument(b *testing.B) {
	compare(b, []int{1, 8, 32}, func(s shelf) string { return s.path })
}

func BenchmarkList(b *testing.B) {
	compare(b, []int{8}, func(shelf) string { return "/api/v1/documents?limit=20" })
}

func BenchmarkUsage(b *testing.B) {
	compare(b, []int{8}, func(shelf) string { return "/api/v1/usage" })
}

func compare(b *testing.B, parallels []int, path func(shelf) string) {
	b.Helper()
	binary := instance.NewBinary(b)
	inst := binary.Start(b, instance.Dir(b), "DOCMILL_LOG_LEVEL=error")
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}}
	for _, parallel := range parallels {
		b.Run(fmt.Sprintf("parallel=%d", parallel), func(b *testing.B) {
			shelves := fill(b, inst, b.N/perAccount+1)
			for i := range shelves {
				shelves[i].path = path(shelves[i])
			}
			body, err := get(client, shelves[0])
			require.NoError(b, err)
			bare := shelf{url: plaintest.Echo(b, client, body), path: "/"}
			alone := measure.Spread(b, parallel, func(int) error { _, err := get(client, bare); return err })
			least := same(b, inst, client, shelves, body)
			same := measure.Spread(b, parallel, func(n int) error { _, err := get(client, least[n%len(least)]); return err })
			b.ResetTimer()
			took := measure.Spread(b, parallel, func(n int) error { _, err := get(client, shelves[n%len(shelves)]); return err })
			b.StopTimer()
			b.ReportMetric(float64(b.N)/took.Seconds(), "req/s")
			b.ReportMetric(float64(b.N)/alone.Seconds(), "bare-req/s")
			b.ReportMetric(took.Seconds()/alone.Seconds(), "times-bare")
			b.ReportMetric(same.Seconds()/took.Seconds(), "of-the-same")
		})
	}
	inst.Stop()
}

// same returns as many shelves that a minimal program serves, with the same calls and statements.
func same(b *testing.B, inst *instance.Instance, client *http.Client, like []shelf, body []byte) (out []shelf) {
	b.Helper()
	pool := plaintest.Pool(b, inst)
	records := map[string][]byte{}
	for range like {
		key := uuid.NewString()
		records[key] = body
		out = append(out, shelf{key: key, path: "/"})
	}
	url := plaintest.Record(b, client, pool, plaintest.Admission(b, inst, pool), records)
	for i := range out {
		out[i].url = url
	}
	return out
}

func fill(b *testing.B, inst *instance.Instance, n int) (shelves []shelf) {
	b.Helper()
	data := sample.Invoice("R-1001")
	for _, account := range inst.NewAccounts(n) {
		answer := instance.Want(b, http.StatusOK)(account.Upload(b.Context(), "invoice.pdf", data, "wait=60"))
		var record contract.Record
		answer.Into(b, &record)
		shelves = append(shelves, shelf{inst.URL, account.Key, "/api/v1/documents/" + record.ID})
	}
	return shelves
}

func get(client *http.Client, from shelf) ([]byte, error) {
	req, err := http.NewRequest(http.MethodGet, from.url+from.path, http.NoBody)
	if err != nil {
		return nil, err
	}
	req.Header.Set("X-Api-Key", from.key)
	resp, err := client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err == nil && resp.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %s", resp.Status, body)
	}
	return body, err
}
