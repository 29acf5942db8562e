// Package read measures how many records a second the gateway serves over
// connections that stay open, with a bare Fiber handler that answers the same
// bytes to the same client in the same run as reference.
package read

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/tests/instance"
	"github.com/docmill/docmill/tests/sample"
)

// perAccount stays below the rate limit of 120 requests in 60 seconds, the
// upload included.
const perAccount = 110

// shelf is an account with a document.
type shelf struct{ url, key, path string }

func BenchmarkDocument(b *testing.B) {
	binary, err := instance.Build(b.TempDir())
	if err != nil {
		b.Fatal(err)
	}
	inst := binary.Start(b, instance.Dir(b), "DOCMILL_LOG_LEVEL=error")
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}}
	for _, parallel := range []int{1, 8, 32} {
		b.Run(fmt.Sprintf("parallel=%d", parallel), func(b *testing.B) {
			shelves := fill(b, inst, b.N/perAccount+1)
			body, err := get(client, shelves[0])
			if err != nil {
				b.Fatal(err)
			}
			bare := shelf{url: serve(b, client, body), path: "/"}
			alone := spread(b, parallel, func(int) error { _, err := get(client, bare); return err })
			b.ResetTimer()
			took := spread(b, parallel, func(n int) error { _, err := get(client, shelves[n%len(shelves)]); return err })
			b.StopTimer()
			b.ReportMetric(float64(b.N)/took.Seconds(), "req/s")
			b.ReportMetric(float64(b.N)/alone.Seconds(), "bare-req/s")
			b.ReportMetric(took.Seconds()/alone.Seconds(), "times-bare")
		})
	}
	inst.Stop()
}

// fill makes accounts with a document each.
func fill(b *testing.B, inst *instance.Instance, n int) (shelves []shelf) {
	b.Helper()
	data := sample.Invoice("R-1001")
	for _, account := range inst.NewAccounts(n) {
		answer, err := account.Upload(b.Context(), "invoice.pdf", data, "wait=60")
		if err != nil || answer.Status != http.StatusOK {
			b.Fatalf("%d %s, %v", answer.Status, answer.Body, err)
		}
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

// serve answers every request of the client with the same bytes.
func serve(b *testing.B, client *http.Client, body []byte) (url string) {
	b.Helper()
	app := fiber.New(fiber.Config{DisableStartupMessage: true})
	app.Get("/", func(c *fiber.Ctx) error {
		c.Set(fiber.HeaderContentType, fiber.MIMEApplicationJSON)
		return c.Send(body)
	})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- app.Listener(listener) }()
	b.Cleanup(func() {
		client.CloseIdleConnections() // which would be waited for
		if err := app.Shutdown(); err != nil {
			b.Error(err)
		}
		if err := <-ended; err != nil {
			b.Error(err)
		}
	})
	return "http://" + listener.Addr().String()
}

// spread does work b.N times over parallel callers.
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
