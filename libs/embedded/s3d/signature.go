package s3d

import (
	"context"
	"crypto/subtle"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	v4 "github.com/aws/aws-sdk-go-v2/aws/signer/v4"
)

// Names and values of Signature Version 4 (Amazon S3 API Reference, "Authenticating Requests").
const (
	signatureDate     = "20060102T150405Z"
	unsignedPayload   = "UNSIGNED-PAYLOAD"
	headerDate        = "X-Amz-Date"
	headerPayload     = "X-Amz-Content-Sha256"
	paramSignature    = "X-Amz-Signature"
	paramExpires      = "X-Amz-Expires"
	maxSkew           = 15 * time.Minute
	maxExpires        = 7 * 24 * time.Hour
	authorizationHost = "host"
)

// signatures verifies the signatures of the only account's requests.
type signatures struct {
	signer      *v4.Signer
	credentials aws.Credentials
}

func newSignatures(accessKey, secretKey string) signatures {
	return signatures{
		signer: v4.NewSigner(func(o *v4.SignerOptions) {
			o.DisableURIPathEscaping = true // S3 escapes a path once
		}),
		credentials: aws.Credentials{AccessKeyID: accessKey, SecretAccessKey: secretKey},
	}
}

// presigned reports whether the request has a currently valid signature in its URL.
func (s signatures) presigned(ctx context.Context, r *http.Request, now time.Time) bool {
	query := r.URL.Query()
	signature := query.Get(paramSignature)
	date, err := time.Parse(signatureDate, query.Get(headerDate))
	seconds, err2 := strconv.Atoi(query.Get(paramExpires))
	lifetime := time.Duration(seconds) * time.Second
	if err != nil || err2 != nil || lifetime < 0 || lifetime > maxExpires ||
		now.Before(date.Add(-maxSkew)) || now.After(date.Add(lifetime)) {
		return false
	}
	for _, name := range []string{
		"X-Amz-Algorithm", "X-Amz-Credential", headerDate, "X-Amz-SignedHeaders", paramSignature,
	} {
		query.Del(name) // the signer puts its own in their place
	}
	address := *r.URL
	address.RawQuery = query.Encode()
	again := &http.Request{Method: r.Method, URL: &address, Host: r.URL.Host, Header: http.Header{}}
	signed, _, err := s.signer.PresignHTTP(ctx, s.credentials, again, unsignedPayload, "s3", Region, date)
	if err != nil {
		return false
	}
	_, want, _ := strings.Cut(signed, "&"+paramSignature+"=")
	return equal(signature, want)
}

// authorized reports whether the request has a currently valid signature in its headers.
func (s signatures) authorized(ctx context.Context, r *http.Request, now time.Time) bool {
	date, err := time.Parse(signatureDate, r.Header.Get(headerDate))
	if err != nil || now.Sub(date).Abs() > maxSkew {
		return false
	}
	authorization := r.Header.Get("Authorization")
	_, after, _ := strings.Cut(authorization, "SignedHeaders=")
	names, _, _ := strings.Cut(after, ",")
	address := *r.URL
	// The copy has no Content-Length header, because not all clients sign it.
	again := &http.Request{Method: r.Method, URL: &address, Host: r.URL.Host, Header: http.Header{}}
	for name := range strings.SplitSeq(names, ";") {
		if name != authorizationHost {
			again.Header[http.CanonicalHeaderKey(name)] = slices.Clone(r.Header.Values(name)) // the signer writes
		}
	}
	err = s.signer.SignHTTP(ctx, s.credentials, again, r.Header.Get(headerPayload), "s3", Region, date)
	return err == nil && equal(authorization, again.Header.Get("Authorization"))
}

func equal(a, b string) bool {
	return a != "" && subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1
}
