package docs_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/toolchain"
)

const webhookSecret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

func receivers() []language {
	all := []language{{name: "node", command: func(t *testing.T) func(string) program {
		toolchain.Need(t, "node")
		return func(example string) program {
			return program{command: []string{"node", filepath.Join(examples, "node", example+".mjs")}}
		}
	}}}
	for _, l := range languages() {
		if l.name != "curl" { // cannot listen
			all = append(all, l)
		}
	}
	return all
}

// TestWebhookReceivers checks that receivers accept signed deliveries only.
func TestWebhookReceivers(t *testing.T) {
	t.Parallel()
	for _, l := range receivers() {
		t.Run(l.name, func(t *testing.T) {
			t.Parallel()
			url := startReceiver(t, l.command(t)("webhook"))
			body := `{"event":"batch.completed","timestamp":"2026-10-02T08:00:00.000Z","data":{"note":"é"}}`
			right := signatureOf(body)
			for name, c := range map[string]struct {
				body, signature string
				want            int
			}{
				"valid":               {body, right, http.StatusNoContent},
				"changed body":        {strings.Replace(body, "é", "e", 1), right, http.StatusUnauthorized},
				"additional space":    {body + " ", right, http.StatusUnauthorized},
				"empty body":          {"", right, http.StatusUnauthorized},
				"no signature":        {body, "", http.StatusUnauthorized},
				"truncated signature": {body, right[:62], http.StatusUnauthorized},
				"malformed signature": {body, "é" + right[2:], http.StatusUnauthorized},
			} {
				assert.Equal(t, deliver(t, url, body, c.body, c.signature), c.want, name, "status")
			}
		})
	}
}

// TestWebhookReceiverLength limits the examples to ten lines of code (Go: of main).
func TestWebhookReceiverLength(t *testing.T) {
	t.Parallel()
	for _, file := range []string{"go/webhook/main.go", "python/webhook.py", "node/webhook.mjs"} {
		source, err := os.ReadFile(filepath.Join(examples, file))
		require.NoError(t, err)
		code := string(source)
		if _, main, ok := strings.Cut(code, "func main() {"); ok {
			code = "func main() {" + main
		}
		lines := 0
		for line := range strings.Lines(code) {
			line = strings.TrimSpace(line)
			if line != "" && !strings.HasPrefix(line, "//") && !strings.HasPrefix(line, `"""`) {
				lines++
			}
		}
		assert.True(t, lines <= 10, file, "has", lines, "lines of code")
	}
}

func startReceiver(t *testing.T, receiver program) (url string) {
	t.Helper()
	free, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	_, port, _ := net.SplitHostPort(free.Addr().String())
	require.NoError(t, free.Close())
	cmd := exec.CommandContext(t.Context(), receiver.command[0], receiver.command[1:]...)
	cmd.Env = append(os.Environ(), receiver.env...)
	cmd.Env = append(cmd.Env, "PORT="+port, "DOCMILL_WEBHOOK_SECRET="+webhookSecret)
	require.NoError(t, cmd.Start())
	t.Cleanup(func() { _ = cmd.Wait() }) // killed with the test's context
	return "http://127.0.0.1:" + port
}

func signatureOf(body string) string {
	return hex.EncodeToString(sum([]byte(webhookSecret), body))
}

// deliver sends a body with the signatures of signed except signature, once the receiver listens.
func deliver(t *testing.T, url, signed, sent, signature string) int {
	t.Helper()
	for deadline := time.Now().Add(testkit.Patience); ; time.Sleep(20 * time.Millisecond) {
		resp, err := http.DefaultClient.Do(signedRequest(t, url, signed, sent, signature))
		if err == nil {
			return statusOf(resp)
		}
		require.False(t, time.Now().After(deadline), err)
	}
}

func statusOf(resp *http.Response) int {
	_ = resp.Body.Close()
	return resp.StatusCode
}

func signedRequest(t *testing.T, url, signed, sent, signature string) *http.Request {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader(sent))
	require.NoError(t, err)
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(webhookSecret, "whsec_"))
	require.NoError(t, err)
	now := fmt.Sprint(time.Now().Unix())
	for name, value := range map[string]string{
		"Content-Type": "application/json", "X-Service-Event": "batch.completed", "X-Service-Delivery": "dlv_1",
		"Webhook-Id":          "dlv_1",
		"X-Service-Signature": signature, "Webhook-Timestamp": now,
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
