package docs_test

import (
	"bufio"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

const webhookSecret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

// Receivers in every language take what is signed and nothing else.
func TestWebhookReceivers(t *testing.T) {
	t.Parallel()
	for _, l := range languages() {
		if l.name == "curl" {
			continue // listens to nobody
		}
		t.Run(l.name, func(t *testing.T) {
			t.Parallel()
			url, said := startReceiver(t, l.command(t)("webhook"))
			body := `{"event":"batch.completed","timestamp":"2026-10-02T08:00:00.000Z","data":{"note":"é"}}`
			if status := deliver(t, url, body, body); status != http.StatusNoContent {
				t.Errorf("a delivery is answered %d", status)
			}
			if status := deliver(t, url, body, strings.Replace(body, "é", "e", 1)); status != http.StatusUnauthorized {
				t.Errorf("a changed body is answered %d", status)
			}
			select {
			case line := <-said:
				if line != "batch.completed dlv_1" {
					t.Errorf("said %q", line)
				}
			case <-time.After(30 * time.Second):
				t.Error("said nothing")
			}
		})
	}
}

// startReceiver runs a receiver until the test's end and gives its address and
// what it prints.
func startReceiver(t *testing.T, command []string) (url string, said <-chan string) {
	t.Helper()
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_, port, _ := net.SplitHostPort(free.Addr().String())
	if err := free.Close(); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), command[0], command[1:]...)
	cmd.Env = append(os.Environ(), "PORT="+port, "DOCMILL_WEBHOOK_SECRET="+webhookSecret)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Wait() }) // killed with the test's context
	lines := make(chan string, 10)
	go func() {
		for scanner := bufio.NewScanner(out); scanner.Scan(); {
			lines <- scanner.Text()
		}
	}()
	return "http://127.0.0.1:" + port, lines
}

// deliver sends a body under the signature of another, as soon as the receiver
// listens, and gives the status.
func deliver(t *testing.T, url, signed, sent string) int {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		resp, err := http.DefaultClient.Do(signedRequest(t, url, signed, sent))
		if err == nil {
			return statusOf(resp)
		}
		if time.Now().After(deadline) {
			t.Fatal(err)
		}
	}
}

func statusOf(resp *http.Response) int {
	_ = resp.Body.Close()
	return resp.StatusCode
}

func signedRequest(t *testing.T, url, signed, sent string) *http.Request {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader(sent))
	if err != nil {
		t.Fatal(err)
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(webhookSecret, "whsec_"))
	if err != nil {
		t.Fatal(err)
	}
	now := fmt.Sprint(time.Now().Unix())
	for name, value := range map[string]string{
		"Content-Type": "application/json", "X-Service-Event": "batch.completed", "X-Service-Delivery": "dlv_1", "Webhook-Id": "dlv_1",
		"X-Service-Signature": hex.EncodeToString(sum([]byte(webhookSecret), signed)), "Webhook-Timestamp": now,
		"Webhook-Signature": "v1," + base64.StdEncoding.EncodeToString(sum(key, "dlv_1."+now+"."+signed)),
	} {
		req.Header.Set(name, value)
	}
	return req
}

func sum(key []byte, text string) []byte {
	h := hmac.New(sha256.New, key)
	h.Write([]byte(text))
	return h.Sum(nil)
}
