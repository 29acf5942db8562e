package dashboard

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/gofiber/fiber/v2"
	"github.com/valyala/fasthttp"

	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/fault"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/languages"
	"github.com/docmill/docmill/services/gateway/internal/web/httpserver"
)

// Names of the session's cookie. A browser takes the first over TLS alone, from
// this host alone (RFC 6265bis, 4.1.3.2); the second stands in for it where the
// browser is on the machine itself and there is no TLS.
const (
	sessionCookie      = "__Host-docmill"
	localSessionCookie = "docmill"
)

// visit is a request of a person who is signed in.
type visit struct {
	*httpserver.Request
	Session contract.Session
	// Language is the one that the person reads.
	Language *languages.Language

	hash string // of the session's secret
}

// by says who asks, to the auth service.
func (v *visit) by() contract.BySession { return contract.BySession{SessionHash: v.hash} }

// account is the id of the account that everything on the page belongs to.
func (v *visit) account() string { return v.Session.Account.ID }

// owner reports whether the person may do everything.
func (v *visit) owner() bool { return v.Session.User.Role == contract.RoleOwner }

// principal is the account in the form that the rest of the gateway asks for; no
// key stands behind it.
func (v *visit) principal() contract.Principal {
	a := v.Session.Account
	return contract.Principal{AccountID: a.ID, Plan: a.Plan, RetentionDays: a.RetentionDays}
}

// signedIn lets people in who have a session, and sends the others to sign in.
// A passive request leaves the session as idle as it is.
func (d *Dashboard) signedIn(h handler, passive bool) openHandler {
	return func(c *fiber.Ctx, r *httpserver.Request) error {
		v, err := d.visit(c, r, passive)
		if err != nil {
			return err
		}
		if v == nil {
			return d.turnAway(c)
		}
		return h(c, v)
	}
}

// visit finds the session; nil when there is none.
func (d *Dashboard) visit(c *fiber.Ctx, r *httpserver.Request, passive bool) (*visit, error) {
	secret := sessionSecret(c)
	if secret == "" {
		return nil, nil
	}
	v := &visit{Request: r, Language: d.language(c.Context()), hash: contract.HashSecret(secret)}
	reply, err := bus.Call[contract.VerifySessionReply](r.Context, d.deps.Bus, contract.RPCAuthSessionVerify,
		contract.VerifySessionRequest{BySession: v.by(), Passive: passive})
	if err != nil {
		return nil, fmt.Errorf("session: %w", err)
	}
	if reply.Session == nil {
		return nil, nil
	}
	v.Session = *reply.Session
	r.Account = v.account()
	return v, nil
}

// sessionSecret reads the cookie; "" when it is missing or not a secret of a session.
func sessionSecret(c *fiber.Ctx) string {
	secret := c.Cookies(sessionCookie)
	if secret == "" && localHost(string(c.Request().Host())) {
		secret = c.Cookies(localSessionCookie)
	}
	if !contract.IsSecret(secret) {
		return ""
	}
	return secret
}

// turnAway asks for a sign-in. A page is then opened again; what a form would
// have done is not done.
func (d *Dashboard) turnAway(c *fiber.Ctx) error {
	ended := fault.New(contract.CodeAuthInvalid, "Your session has ended. Sign in again.")
	if !strings.Contains(c.Get(fiber.HeaderAccept), fiber.MIMETextHTML) || c.Method() == fiber.MethodPost {
		return ended
	}
	return redirect(c, signInPath+"?next="+url.QueryEscape(string(c.Request().URI().RequestURI())))
}

// newSession makes the secret of a session to be, and what the auth service is
// told of it.
func (d *Dashboard) newSession(c *fiber.Ctx, r *httpserver.Request) (secret string, s contract.NewSession, err error) {
	if secret, err = contract.NewSecret(d.deps.Random); err != nil {
		return "", s, err
	}
	agent := strings.ToValidUTF8(strings.ReplaceAll(c.Get(fiber.HeaderUserAgent), "\x00", ""), "")
	if len(agent) > contract.MaxAgent {
		agent = strings.ToValidUTF8(agent[:contract.MaxAgent], "")
	}
	return secret, contract.NewSession{
		NewSessionHash: contract.HashSecret(secret), Agent: agent, Address: r.Client.String(),
	}, nil
}

// keepSession has the browser keep the session until it is closed; the auth
// service ends it sooner.
func keepSession(c *fiber.Ctx, secret string) {
	setCookie(c, sessionCookie, localSessionCookie, secret)
}

func dropSession(c *fiber.Ctx) { setCookie(c, sessionCookie, localSessionCookie, "") }

// setCookie sets a cookie for this host and all paths; an empty value removes
// it.
func setCookie(c *fiber.Ctx, name, localName, value string) {
	c.Cookie(newCookie(c, name, localName, value))
}

// newCookie makes a cookie as setCookie sets it.
func newCookie(c *fiber.Ctx, name, localName, value string) *fiber.Cookie {
	cookie := &fiber.Cookie{Name: name, Value: value, Path: "/", Secure: true, HTTPOnly: true,
		SameSite: fiber.CookieSameSiteLaxMode}
	if localHost(string(c.Request().Host())) && !strings.HasPrefix(c.Get(fiber.HeaderOrigin), "https://") {
		cookie.Name, cookie.Secure = localName, false
	}
	if value == "" {
		cookie.Expires = fasthttp.CookieExpireDelete
	}
	return cookie
}
