// Package connections measures how long a client waits for a response while another address opens connections without
// sending requests. The reference is the same client alone.
package connections

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/docmill/docmill/tests/instance"
)

// flood exceeds the number of connections that the gateway serves concurrently.
const flood = 10_050

const patience = 2 * time.Minute

func BenchmarkHealth(b *testing.B) {
	binary, err := instance.Build(b.TempDir())
	if err != nil {
		b.Fatal(err)
	}
	inst := binary.Start(b, instance.Dir(b), "DOCMILL_LOG_LEVEL=error")
	target, err := url.Parse(inst.URL)
	if err != nil {
		b.Fatal(err)
	}
	attacks := []struct {
		name  string
		begin func(*testing.B, string) (end func())
	}{
		{"alone", func(*testing.B, string) func() { return func() {} }},
		{"silent", silent},
		{"reconnecting", reconnecting},
	}
	for _, attack := range attacks {
		b.Run(attack.name, func(b *testing.B) {
			end := attack.begin(b, target.Host)
			defer end()
			b.ResetTimer()
			took := make([]time.Duration, b.N)
			for i := range took {
				began := time.Now()
				if err := health(b.Context(), target.Host); err != nil {
					b.Fatal(err)
				}
				took[i] = time.Since(began)
			}
			b.StopTimer()
			slices.Sort(took)
			b.ReportMetric(took[len(took)/2].Seconds()*1e3, "p50-ms")
			b.ReportMetric(took[len(took)*99/100].Seconds()*1e3, "p99-ms")
			b.ReportMetric(took[len(took)-1].Seconds()*1e3, "max-ms")
		})
	}
	inst.Stop()
}

func from(address string) *net.Dialer {
	return &net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(address)}, Timeout: patience}
}

// health sends a request on a new connection, from another address than the attacker's.
func health(ctx context.Context, host string) error {
	client := &http.Client{
		Timeout:   patience,
		Transport: &http.Transport{DisableKeepAlives: true, DialContext: from("127.0.0.2").DialContext},
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+host+"/healthz", http.NoBody)
	if err != nil {
		return err
	}
	resp, err := client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if _, err := io.Copy(io.Discard, resp.Body); err != nil {
		return err
	}
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("status %s", resp.Status)
	}
	return nil
}

// silent opens connections that send nothing and keeps them open.
func silent(b *testing.B, host string) (end func()) {
	var conns []net.Conn
	began := time.Now()
	for range flood {
		c, err := from("127.0.0.3").DialContext(b.Context(), "tcp", host)
		if err != nil {
			b.Fatal(err)
		}
		conns = append(conns, c)
	}
	b.Logf("%d connections in %s", flood, time.Since(began).Round(time.Millisecond))
	return func() {
		for _, c := range conns {
			_ = c.Close()
		}
	}
}

// reconnecting continuously opens connections; each replaces an older one.
func reconnecting(b *testing.B, host string) (end func()) {
	const openers = 16
	ctx, cancel := context.WithCancel(b.Context())
	var opened atomic.Int64
	var wg sync.WaitGroup
	began := time.Now()
	for range openers {
		wg.Go(func() {
			conns := make([]net.Conn, flood/openers)
			for i := 0; ctx.Err() == nil; i = (i + 1) % len(conns) {
				if conns[i] != nil {
					_ = conns[i].Close()
				}
				if c, err := from("127.0.0.3").DialContext(ctx, "tcp", host); err == nil {
					conns[i] = c
					opened.Add(1)
				}
			}
			for _, c := range conns {
				if c != nil {
					_ = c.Close()
				}
			}
		})
	}
	for opened.Load() < flood && time.Since(began) < patience {
		time.Sleep(time.Millisecond)
	}
	return func() {
		cancel()
		wg.Wait()
		b.Logf("%.0f connections a second", float64(opened.Load())/time.Since(began).Seconds())
	}
}
