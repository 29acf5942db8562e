package dashboard

import (
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"

	"github.com/gofiber/fiber/v2"
	"github.com/valyala/fasthttp"
)

// policy is the Content-Security-Policy of every answer: nothing from elsewhere
// and nothing inline.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
	"form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// setHeaders sets what every answer has; pages are not stored (the server
// says so). local is true where there is no TLS to insist on.
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

// originOf returns the headers of a request that name the site that caused it, in
// the form of the standard library, whose rules decide.
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

// localHost reports whether a Host header names the machine that the browser runs
// on, which no network lies in between.
func localHost(host string) bool {
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

// openNetwork reports whether the page that a form was sent from came over plain
// HTTP from another machine: browsers then keep no session, and a password could
// be read on the way. Browsers name the scheme in the Origin of every POST.
func openNetwork(c *fiber.Ctx) bool {
	u, err := url.Parse(c.Get(fiber.HeaderOrigin))
	return err == nil && u.Scheme == "http" && !localHost(u.Host)
}

// baseURL is the address under which the browser found this page, for links that
// people pass on. Browsers name it in the Origin of every POST.
func baseURL(c *fiber.Ctx) string {
	if u, err := url.Parse(c.Get(fiber.HeaderOrigin)); err == nil && u.Host != "" &&
		(u.Scheme == "http" || u.Scheme == "https") {
		return u.Scheme + "://" + u.Host
	}
	host := string(c.Request().Host())
	if localHost(host) {
		return "http://" + host
	}
	return "https://" + host
}
