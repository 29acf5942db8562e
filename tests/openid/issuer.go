// Package openid has the common parts of an OpenID Connect provider: its metadata, its key, the signed
// tokens, and single-use codes. Its users decide who is signed in.
package openid

import (
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"math/big"
	"net/http"
	"net/url"
	"sync"
)

// Issuer has a key and serves /.well-known/openid-configuration and /keys; it sends browsers to /authorize
// and clients to /token.
type Issuer struct {
	key    *rsa.PrivateKey
	mu     sync.Mutex
	grants map[string]url.Values // what was asked for, by code
}

// New returns an issuer with a new key.
func New() (*Issuer, error) {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	return &Issuer{key: key, grants: map[string]url.Values{}}, err
}

// Handle serves the provider's metadata. It calls address for each request, because test servers have one
// only after they listen.
func (i *Issuer) Handle(mux *http.ServeMux, address func() string) {
	mux.HandleFunc("GET /.well-known/openid-configuration", func(w http.ResponseWriter, _ *http.Request) {
		Answer(w, map[string]any{
			"issuer": address(), "authorization_endpoint": address() + "/authorize", "token_endpoint": address() + "/token",
			"jwks_uri": address() + "/keys", "id_token_signing_alg_values_supported": []string{"RS256"},
			"response_types_supported": []string{"code"}, "subject_types_supported": []string{"public"},
		})
	})
	mux.HandleFunc("GET /keys", i.keys)
}

func (i *Issuer) keys(w http.ResponseWriter, _ *http.Request) {
	encode := base64.RawURLEncoding.EncodeToString
	Answer(w, map[string]any{"keys": []any{map[string]string{
		"kty": "RSA", "alg": "RS256", "use": "sig", "kid": "1",
		"n": encode(i.key.N.Bytes()), "e": encode(big.NewInt(int64(i.key.E)).Bytes()),
	}}})
}

// Grant returns a code for a request.
func (i *Issuer) Grant(asked url.Values) (code string) {
	code = rand.Text()
	i.mu.Lock()
	defer i.mu.Unlock()
	i.grants[code] = asked
	return code
}

// Redeem returns the request of a code, once.
func (i *Issuer) Redeem(code string) (asked url.Values, known bool) {
	i.mu.Lock()
	defer i.mu.Unlock()
	asked, known = i.grants[code]
	delete(i.grants, code)
	return asked, known
}

// Sign makes a token (JWT, RFC 7519) of claims.
func (i *Issuer) Sign(claims map[string]any) (string, error) {
	content, err := json.Marshal(claims)
	if err != nil {
		return "", err
	}
	encode := base64.RawURLEncoding.EncodeToString
	signed := encode([]byte(`{"alg":"RS256","kid":"1","typ":"JWT"}`)) + "." + encode(content)
	sum := sha256.Sum256([]byte(signed))
	signature, err := rsa.SignPKCS1v15(nil, i.key, crypto.SHA256, sum[:])
	return signed + "." + encode(signature), err
}

// Answer writes JSON.
func Answer(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(v) // the client notices
}

// Tokens answers a client that redeemed a code.
func Tokens(w http.ResponseWriter, idToken string) {
	Answer(w, map[string]any{"access_token": "x", "token_type": "Bearer", "id_token": idToken})
}

// SendBack redirects the browser to the sign-in's origin, with its state and a code or an error.
func SendBack(w http.ResponseWriter, r *http.Request, asked url.Values, name, value string) {
	back := url.Values{"state": {asked.Get("state")}, name: {value}}
	http.Redirect(w, r, asked.Get("redirect_uri")+"?"+back.Encode(), http.StatusFound)
}
