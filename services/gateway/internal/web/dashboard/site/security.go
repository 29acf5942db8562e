package site

import (
	"io"
	"mime"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"unicode/utf8"

	"github.com/gofiber/fiber/v2"
	"github.com/valyala/fasthttp"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/web/httpserver"
)

// policy is the Content-Security-Policy: nothing from other sites, nothing inline.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
	"form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// setHeaders sets the security headers; local means no TLS. The server sets Cache-Control: pages are not stored.
func setHeaders(h *fasthttp.ResponseHeader, local bool) {
	h.Set(fiber.HeaderContentSecurityPolicy, policy)
	h.Set(fiber.HeaderXContentTypeOptions, "nosniff")
	h.Set(fiber.HeaderReferrerPolicy, "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set(fiber.HeaderPermissionsPolicy, "camera=(), geolocation=(), microphone=(), payment=(), usb=()")
	if !local {
		h.Set(fiber.HeaderStrictTransportSecurity, "max-age=31536000")
	}
}

// originOf copies the headers about the requesting site into a standard request, for http.CrossOriginProtection.
func originOf(c *fiber.Ctx) *http.Request {
	r := &http.Request{Method: c.Method(), Host: string(c.Request().Host()), URL: &url.URL{Path: c.Path()},
		Header: http.Header{}}
	for _, name := range []string{"Sec-Fetch-Site", fiber.HeaderOrigin} {
		if value := c.Get(name); value != "" {
			r.Header.Set(name, value)
		}
	}
	return r
}

// IsLocalHost reports whether a Host header names the machine that the browser runs
// on.
func IsLocalHost(host string) bool {
	name := host
	if h, _, err := net.SplitHostPort(host); err == nil {
		name = h
	}
	name = strings.ToLower(strings.Trim(name, "[]"))
	if name == "localhost" || strings.HasSuffix(name, ".localhost") {
		return true
	}
	addr, err := netip.ParseAddr(name)
	return err == nil && addr.IsLoopback()
}

// IsPlainHTTP reports whether a form was sent from a page that came over plain HTTP
// from another machine: browsers then keep no session, and others on the network
// could read a password. Browsers name the scheme in the Origin of every POST.
func IsPlainHTTP(c *fiber.Ctx) bool {
	u, err := url.Parse(c.Get(fiber.HeaderOrigin))
	return err == nil && u.Scheme == "http" && !IsLocalHost(u.Host)
}

// BaseURL is the base URL of the request as the browser sees it. Browsers name it in
// the Origin of every POST.
func BaseURL(c *fiber.Ctx) string {
	if u, err := url.Parse(c.Get(fiber.HeaderOrigin)); err == nil && u.Host != "" &&
		(u.Scheme == "http" || u.Scheme == "https") {
		return u.Scheme + "://" + u.Host
	}
	host := string(c.Request().Host())
	if IsLocalHost(host) {
		return "http://" + host
	}
	return "https://" + host
}

// maxFormBytes bounds a form without files.
const maxFormBytes = 64 << 10

// ReadForm reads a form without files of at most 64 KiB.
func ReadForm(c *fiber.Ctx, r *httpserver.Request) (url.Values, error) {
	return ReadFormUpTo(maxFormBytes, c, r)
}

// ReadFormUpTo reads a form without files of at most limit bytes.
func ReadFormUpTo(limit int64, c *fiber.Ctx, r *httpserver.Request) (url.Values, error) {
	mediaType, _, _ := mime.ParseMediaType(c.Get(fiber.HeaderContentType))
	if mediaType != fiber.MIMEApplicationForm {
		return nil, apierror.New(contract.CodeUnsupportedMediaType, "Send the form as %s.", fiber.MIMEApplicationForm)
	}
	if r.Body == nil {
		return url.Values{}, nil
	}
	data, err := io.ReadAll(io.LimitReader(r.Body, limit+1))
	if err != nil {
		return nil, err
	}
	if int64(len(data)) > limit {
		return nil, apierror.New(contract.CodeFileTooLarge, "The form is too large.")
	}
	values, err := url.ParseQuery(string(data))
	if err != nil {
		return nil, apierror.Wrap(err, contract.CodeInvalidRequest, "The form could not be read.")
	}
	for _, all := range values {
		for _, value := range all {
			if !utf8.ValidString(value) {
				return nil, apierror.New(contract.CodeInvalidRequest, "The form is not in UTF-8.")
			}
		}
	}
	return values, nil
}
