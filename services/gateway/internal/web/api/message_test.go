package api_test

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
)

// answers reads everything that came back on a connection.
func answers(t *testing.T, request, got string) (all []answer) {
	t.Helper()
	r := bufio.NewReader(strings.NewReader(got))
	method, _, _ := strings.Cut(request, " ")
	for {
		if _, err := r.Peek(1); err != nil {
			return all
		}
		resp, err := http.ReadResponse(r, &http.Request{Method: method})
		require.NoError(t, err, request, "answer", got)
		b, err := io.ReadAll(resp.Body)
		require.NoError(t, err, request, "answer", got)
		if resp.Close { // the header itself is taken away
			resp.Header.Set("Connection", "close")
		}
		if resp.StatusCode != http.StatusContinue {
			all = append(all, answer{resp.StatusCode, resp.Header, b})
		}
	}
}

// Invalid HTTP gets one response, in the form of every error, and the connection ends: no later bytes are
// executed as a request.
func TestProtocolErrors(t *testing.T) {
	t.Parallel()
	g := start(t)
	const next = "GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
	big := strings.Repeat("x", 17<<10)
	get := func(header string) string { return "GET /healthz HTTP/1.1\r\n" + header + "\r\n" }
	post := func(header, body string) string {
		return "POST /healthz HTTP/1.1\r\nHost: x\r\n" + header + "\r\n" + body
	}
	for request, want := range map[string]string{
		get("Host: x\r\nX: " + big + "\r\n"):            "431 HEADERS_TOO_LARGE",
		"GET /" + big + " HTTP/1.1\r\nHost: x\r\n\r\n":  "431 HEADERS_TOO_LARGE",
		"GET /?" + big + " HTTP/1.1\r\nHost: x\r\n\r\n": "431 HEADERS_TOO_LARGE",

		"nonsense\r\n\r\n":                             "400 INVALID_REQUEST",
		"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n":         "400 INVALID_REQUEST", // TLS
		"GET /healthz\r\n\r\n":                         "400 INVALID_REQUEST",
		"GET /healthz HTTP/2.0\r\nHost: x\r\n\r\n":     "400 INVALID_REQUEST",
		"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n":             "400 INVALID_REQUEST",
		"GET /healthz XTTP/1.1\r\nHost: x\r\n\r\n":     "400 INVALID_REQUEST",
		"GET  /healthz HTTP/1.1\r\nHost: x\r\n\r\n":    "400 INVALID_REQUEST",
		"GET /health z HTTP/1.1\r\nHost: x\r\n\r\n":    "400 INVALID_REQUEST",
		"G@T /healthz HTTP/1.1\r\nHost: x\r\n\r\n":     "400 INVALID_REQUEST",
		"GET /healthz\x00 HTTP/1.1\r\nHost: x\r\n\r\n": "400 INVALID_REQUEST",
		"GET /?\x00 HTTP/1.1\r\nHost: x\r\n\r\n":       "400 INVALID_REQUEST",

		"GET healthz HTTP/1.1\r\nHost: x\r\n\r\n":         "400 INVALID_REQUEST",
		"GET \\healthz HTTP/1.1\r\nHost: x\r\n\r\n":       "400 INVALID_REQUEST",
		"GET /healthz#a HTTP/1.1\r\nHost: x\r\n\r\n":      "400 INVALID_REQUEST",
		"GET ftp://x/healthz HTTP/1.1\r\nHost: x\r\n\r\n": "400 INVALID_REQUEST",
		"GET http:///healthz HTTP/1.1\r\nHost: x\r\n\r\n": "400 INVALID_REQUEST",

		get(""):                                                                       "400 INVALID_REQUEST",
		get("Host:\r\n"):                                                              "400 INVALID_REQUEST",
		get("Host: a b\r\n"):                                                          "400 INVALID_REQUEST",
		get("Host: x\r\nHost: y\r\n"):                                                 "400 INVALID_REQUEST",
		get("Host : x\r\n"):                                                           "400 INVALID_REQUEST",
		get("Host: x\r\nA: b\x00\r\n"):                                                "400 INVALID_REQUEST",
		get("Host: x\r\nno colon\r\n"):                                                "400 INVALID_REQUEST",
		get("Host: x\r\n" + two + "\r\n"):                                             "400 INVALID_REQUEST",
		post(two+"\r\n", "0\r\n\r\n"):                                                 "400 INVALID_REQUEST",
		post("Content-Length: -1\r\n", ""):                                            "400 INVALID_REQUEST",
		post("Content-Length: +3\r\n", "abc"):                                         "400 INVALID_REQUEST",
		post("Content-Length: 0x3\r\n", "abc"):                                        "400 INVALID_REQUEST",
		post("Content-Length: 3, 3\r\n", "abc"):                                       "400 INVALID_REQUEST",
		post("Content-Length: 3\r\nContent-Length: 4\r\n", "abcd"):                    "400 INVALID_REQUEST",
		post("Content-Length: 99999999999999999999\r\n", "abc"):                       "400 INVALID_REQUEST",
		post("Transfer-Encoding: gzip\r\n", ""):                                       "400 INVALID_REQUEST",
		post("Transfer-Encoding: identity\r\n", ""):                                   "400 INVALID_REQUEST",
		post("transfer-encoding:\tIDENTITY\r\n", ""):                                  "400 INVALID_REQUEST",
		post("Transfer-Encoding:\r\n", ""):                                            "400 INVALID_REQUEST",
		post("Transfer-Encoding: chunked, identity\r\n", "0\r\n\r\n"):                 "400 INVALID_REQUEST",
		post("Content-Length: 3\r\nTransfer-Encoding: identity\r\n", "abc"):           "400 INVALID_REQUEST",
		post("Transfer-Encoding: identity\r\nContent-Length: 3\r\n", "abc"):           "400 INVALID_REQUEST",
		get("Transfer-Encoding: identity\r\nHost: x\r\n"):                             "400 INVALID_REQUEST",
		"POST /healthz HTTP/1.1\r\n" + two + "\r\nHost: x\r\n\r\n0\r\n\r\n":           "400 INVALID_REQUEST",
		post("Transfer-Encoding: gzip, chunked\r\n", "0\r\n\r\n"):                     "400 INVALID_REQUEST",
		post("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", "0\r\n"): "400 INVALID_REQUEST",
		"POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n":              "400 INVALID_REQUEST",
	} {
		all := answers(t, request, g.raw(request+next))
		assert.Equal(t, len(all), 1, request, "answers")
		a := all[0]
		if got := fmt.Sprintf("%d %s", a.status, a.code(t)); got != want || len(a.header.Get("X-Request-Id")) != 36 {
			t.Errorf("%.60q: %s %v, want %s", request, got, a.header, want)
		}
		wantHeader(t, a, "Connection", "close")
	}
}

const two = "Content-Length: 3\r\nTransfer-Encoding: chunked"

// An invalidly framed body is refused, and nothing behind it is executed.
func TestChunks_400(t *testing.T) {
	t.Parallel()
	g := start(t)
	key, _ := g.peers.Auth.NewKey(contract.PlanFree)
	for _, chunks := range []string{
		"zz\r\n{}\r\n0\r\n\r\n", "2\r\n{}xx0\r\n\r\n", "-2\r\n{}\r\n0\r\n\r\n", "\r\n{}\r\n0\r\n\r\n",
		"0x2\r\n{}\r\n0\r\n\r\n",
		"fffffffffffffffff\r\n{}\r\n0\r\n\r\n", "2\n{}\n0\n\n",
	} {
		request := "POST /api/auth/register HTTP/1.1\r\nHost: x\r\nX-API-Key: " + key +
			"\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks
		all := answers(t, request, g.raw(request+"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"))
		if len(all) != 1 || all[0].status != 400 || all[0].code(t) != "INVALID_REQUEST" {
			t.Errorf("%q: %d answers, %v", chunks, len(all), all)
		}
	}
	request := "POST /api/auth/register HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-API-Key: " + key +
		"\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nC;a=b\r\n{\"name\":\"x\"}\r\n0\r\nX: " +
		"y\r\n\r\n"
	all := answers(t, request, g.raw(request))
	assert.True(t, len(all) == 1 && all[0].status == 201, "extension and trailer", all)
}

// Every spelling of a path but its own is another path.
func TestTargets(t *testing.T) {
	t.Parallel()
	g := start(t)
	key, _ := g.peers.Auth.NewKey(contract.PlanFree)
	for target, want := range map[string]struct{ keyless, keyed int }{
		"/healthz":                     {200, 200},
		"/healthz?x=1":                 {200, 200},
		"http://other/healthz":         {200, 200},
		"HTTPS://other:443/healthz":    {200, 200},
		"/healthz/":                    {404, 404},
		"//healthz":                    {404, 404},
		"/HEALTHZ":                     {404, 404},
		"/health%7a":                   {404, 404},
		"*":                            {404, 404},
		"/api/v1/usage":                {401, 200},
		"/api/v1/usage?":               {401, 200},
		"http://other/api/v1/usage":    {401, 200},
		"/api/v1/usage/":               {401, 404},
		"/api/v1//usage":               {401, 404},
		"/api/v1/./usage":              {401, 404},
		"/api/v1/documents/../usage":   {401, 404},
		"/api/v1/us%61ge":              {401, 404},
		"/api/v1/usage%00":             {401, 404},
		"/api/v1/usage;x=1":            {401, 404},
		"/api/v1/documents/..%2fusage": {401, 404},
		"/api/v1/documents/%2e%2e":     {401, 404},
		"/api/v1/documents/":           {401, 404},
		"/api/v1/batch/":               {401, 404},
		"/api/v1/extract/":             {401, 404},
		"/api/":                        {401, 404},
		"//api/v1/usage":               {404, 404},
		"/healthz/../api/v1/usage":     {404, 404},
		"/./api/v1/usage":              {404, 404},
		"/%61pi/v1/usage":              {404, 404},
		"/api%2fv1/usage":              {404, 404},
		"/api/v1/usage?a=%00":          {401, 400},
		"/api/v1/usage?a;b":            {401, 400},
		"/api/v1/usage?%zz":            {401, 400},
		"/api/v1/usage?=1":             {401, 400},
		"/api/v1/usage?" + strings.Repeat("a", 9<<10): {401, 400},
	} {
		for keyed, status := range map[bool]int{false: want.keyless, true: want.keyed} {
			header := ""
			if keyed {
				header = "X-API-Key: " + key + "\r\n"
			}
			for _, method := range []string{"GET", "HEAD"} {
				request := method + " " + target + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n" + header + "\r\n"
				all := answers(t, request, g.raw(request))
				if len(all) != 1 || all[0].status != status {
					t.Fatalf("%s %.60s, key %t: %v, want %d", method, target, keyed, all, status)
				}
				if method == "HEAD" && (len(all[0].body) > 0 || all[0].header.Get("Content-Length") == "0") {
					t.Errorf("HEAD %.60s: %v %s", target, all[0].header, all[0].body)
				}
				if method == "GET" && status >= 400 {
					all[0].code(t)
				}
			}
		}
	}
}

func TestHTTP10(t *testing.T) {
	t.Parallel()
	g := start(t)
	for _, request := range []string{"GET /healthz HTTP/1.0\r\n\r\n", "GET /healthz HTTP/1.0\r\nHost: x\r\n\r\n"} {
		all := answers(t, request, g.raw(request))
		assert.True(t, len(all) == 1 && all[0].status == 200, request, all)
	}
}

func TestExpect(t *testing.T) {
	t.Parallel()
	g := start(t)
	key, _ := g.peers.Auth.NewKey(contract.PlanFree)
	send := func(path, expectation string) answer {
		body := `{"name":"x"}`
		request := fmt.Sprintf("POST %s HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-API-Key: %s\r\nExpect: %s\r\n"+
			"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", path, key, expectation, len(body), body)
		all := answers(t, request, g.raw(request))
		require.Equal(t, len(all), 1, request, all)
		return all[0]
	}
	for _, met := range []string{"100-continue", "100-Continue"} {
		a := send("/api/auth/register", met)
		assert.Equal(t, a.status, 201, met, string(a.body))
	}
	wantStatus(t, send("/api/auth/register", "a-miracle"), 400, contract.CodeInvalidRequest)
	wantStatus(t, send("/api/webhooks/notifications", "a-miracle"), 501, contract.CodeWebhooksNotAvailable)
	wantStatus(t, send("/api/v1/nothing", "a-miracle"), 404, contract.CodeNotFound)
}

// Methods of every path, in the words of Allow.
func TestMethods_405(t *testing.T) {
	t.Parallel()
	g := start(t)
	key, _ := g.peers.Auth.NewKey(contract.PlanEnterprise)
	for path, allow := range map[string]string{
		"/api/v1/extract":             "POST",
		"/api/v1/batch":               "POST",
		"/api/auth/register":          "POST",
		"/api/v1/usage":               "GET, HEAD",
		"/api/v1/document-types":      "GET, HEAD, POST",
		"/api/v1/document-types/a1":   "GET, HEAD, PUT, DELETE",
		"/api/webhooks/notifications": "GET, HEAD, POST, DELETE",
		"/healthz":                    "GET, HEAD",
		"/readyz":                     "GET, HEAD",
	} {
		for _, method := range []string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE",
			"CONNECT", "FANCY"} {
			if strings.Contains(allow, method) {
				continue
			}
			request := method + " " + path + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-API-Key: " + key + "\r\n\r\n"
			all := answers(t, request, g.raw(request))
			if len(all) != 1 || all[0].status != 405 || all[0].header.Get("Allow") != allow {
				t.Errorf("%s %s: %v, want Allow: %s", method, path, all, allow)
			}
		}
	}
}
