package site

import (
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/gofiber/fiber/v2"
	"github.com/valyala/fasthttp"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/languages"
	"github.com/docmill/docmill/services/gateway/internal/web/httpserver"
)

// Names of the session cookie: over TLS from this host only (RFC 6265bis, 4.1.3.2), and on this machine without TLS.
const (
	sessionCookie      = "__Host-docmill"
	localSessionCookie = "docmill"
)

// Session is a request of a signed-in user.
type Session struct {
	*httpserver.Request
	contract.Session

	Language *languages.Language

	hash string // of the session's secret
}

// By identifies the session to other services.
func (s *Session) By() contract.BySession { return contract.BySession{SessionHash: s.hash} }

// AccountID is the id of the account whose data the pages show.
func (s *Session) AccountID() string { return s.Session.Account.ID }

// IsOwner reports whether the user may administer the account.
func (s *Session) IsOwner() bool { return s.User.Role == contract.RoleOwner }

// Principal is the account as the rest of the gateway needs it; it has no key.
func (s *Session) Principal() contract.Principal {
	a := s.Session.Account
	return contract.Principal{AccountID: a.ID, Plan: a.Plan, RetentionDays: a.RetentionDays}
}

// Tr returns a text in the user's language.
func (s *Session) Tr(text string, values ...any) string { return s.Language.Tr(text, values...) }

// requireSession calls h for signed-in users; others must sign in. Passive requests do not prolong the session.
func (s *Site) requireSession(h Handler, passive bool) httpserver.Handler {
	return func(c *fiber.Ctx, r *httpserver.Request) error {
		session, err := s.FindSession(c, r, passive)
		if err != nil {
			return err
		}
		if session == nil {
			return AskSignIn(c)
		}
		return h(c, session)
	}
}

// FindSession returns the session of a request, or nil if there is none.
func (s *Site) FindSession(c *fiber.Ctx, r *httpserver.Request, passive bool) (*Session, error) {
	secret := SessionSecret(c)
	if secret == "" {
		return nil, nil
	}
	session := &Session{Request: r, Language: s.Language(c.Context()), hash: contract.HashSecret(secret)}
	reply, err := bus.Call[contract.VerifySessionReply](r.Context, s.Bus, contract.RPCAuthSessionVerify,
		contract.VerifySessionRequest{BySession: session.By(), Passive: passive})
	if err != nil {
		return nil, fmt.Errorf("verify session: %w", err)
	}
	if reply.Session == nil {
		return nil, nil
	}
	session.Session = *reply.Session
	r.Account = session.AccountID()
	return session, nil
}

// SessionSecret reads the session cookie. It returns "" if the cookie is missing or
// malformed.
func SessionSecret(c *fiber.Ctx) string {
	secret := Cookie(c, sessionCookie, localSessionCookie)
	if !contract.IsSecret(secret) {
		return ""
	}
	return secret
}

// AskSignIn redirects a page to the sign-in page, which leads back to it. Forms and
// scripts get an error: what they would have done is not done.
func AskSignIn(c *fiber.Ctx) error {
	if !strings.Contains(c.Get(fiber.HeaderAccept), fiber.MIMETextHTML) || c.Method() == fiber.MethodPost {
		return apierror.New(contract.CodeAuthInvalid, "Your session has ended. Sign in again.")
	}
	return Redirect(c, SignInPath+"?next="+url.QueryEscape(string(c.Request().URI().RequestURI())))
}

// AskConfirmation redirects to the page that asks for the password again, which
// leads on to next.
func AskConfirmation(c *fiber.Ctx, next string) error {
	return Redirect(c, ConfirmPath+"?next="+url.QueryEscape(next))
}

// NewSession makes a secret for the browser, and the request for the auth service
// that opens a session with it.
func (s *Site) NewSession(c *fiber.Ctx, r *httpserver.Request) (secret string, _ contract.NewSession, err error) {
	if secret, err = contract.NewSecret(s.Random); err != nil {
		return "", contract.NewSession{}, err
	}
	agent := strings.ToValidUTF8(strings.ReplaceAll(c.Get(fiber.HeaderUserAgent), "\x00", ""), "")
	if len(agent) > contract.MaxAgent {
		agent = strings.ToValidUTF8(agent[:contract.MaxAgent], "")
	}
	return secret, contract.NewSession{
		NewSessionHash: contract.HashSecret(secret), Agent: agent, Address: r.Client.String(),
	}, nil
}

// KeepSession stores the secret in the browser until it is closed; "" removes it.
func KeepSession(c *fiber.Ctx, secret string) {
	SetCookie(c, sessionCookie, localSessionCookie, secret)
}

// Cookie reads the cookie that SetCookie sets.
func Cookie(c *fiber.Ctx, name, localName string) string {
	value := c.Cookies(name)
	if value == "" && IsLocalHost(string(c.Request().Host())) {
		value = c.Cookies(localName)
	}
	return value
}

// SetCookie sets a cookie for this host and all paths; an empty value removes it.
// On a local host without TLS the cookie has the local name.
func SetCookie(c *fiber.Ctx, name, localName, value string) {
	c.Cookie(newCookie(c, name, localName, value))
}

func newCookie(c *fiber.Ctx, name, localName, value string) *fiber.Cookie {
	cookie := &fiber.Cookie{Name: name, Value: value, Path: "/", Secure: true, HTTPOnly: true,
		SameSite: fiber.CookieSameSiteLaxMode}
	if IsLocalHost(string(c.Request().Host())) && !strings.HasPrefix(c.Get(fiber.HeaderOrigin), "https://") {
		cookie.Name, cookie.Secure = localName, false
	}
	if value == "" {
		cookie.Expires = fasthttp.CookieExpireDelete
	}
	return cookie
}

// SetRetryAfter sets the header Retry-After if the error says when to try again.
func SetRetryAfter(c *fiber.Ctx, err error) {
	var f *apierror.Error
	if errors.As(err, &f) && f.RetryAfter > 0 {
		c.Set(fiber.HeaderRetryAfter, strconv.FormatInt(int64((f.RetryAfter+time.Second-1)/time.Second), 10))
	}
}

// Notices are the messages that a redirect may ask for by name (?done=…), so that
// no text of a URL appears on a page.
func Notices(l *languages.Language) map[string]string {
	return map[string]string{
		"document-reviewed": l.Tr("Document marked as reviewed."),
		"document-reopened": l.Tr("Document reopened for review."),
		"value-confirmed":   l.Tr("Value confirmed."),
		"value-unconfirmed": l.Tr("Confirmation removed."),
		"value-reverted":    l.Tr("Extracted value restored."),
		"rules-set":         l.Tr("Rules saved. They apply to documents that are not reviewed yet."),
		"layout-on":         l.Tr("Layout switched on. It applies to new documents."),
		"layout-off":        l.Tr("Layout switched off. It no longer applies to new documents."),
		"layout-forgotten":  l.Tr("Layout forgotten, with everything it learned."),
		"type-created":      l.Tr("Document type saved. Try it on a document below."),
		"type-changed":      l.Tr("Document type saved. It applies to new documents."),
		"type-deleted":      l.Tr("Document type deleted."),
		"signed-out":        l.Tr("You are signed out."),
		"key-revoked":       l.Tr("Key revoked. Requests with it are now refused."),
		"language-set":      l.Tr("Language saved."),
		"password-changed":  l.Tr("Password changed. Your other sessions were signed out."),
		"connected":         l.Tr("Single sign-on connected. You can now sign in with it."),
		"session-ended":     l.Tr("Session ended."),
		"sessions-ended":    l.Tr("All other sessions ended."),
		"user-removed": l.Tr("User removed. Their keys stay valid; revoke those that " +
			"you do not need."),
		"webhook-tested":       l.Tr("Test sent. Reload the page to see the response."),
		"webhook-enabled":      l.Tr("Webhook enabled."),
		"webhook-replayed":     l.Tr("Delivery sent again. Reload the page to see the response."),
		"webhook-replayed-all": l.Tr("Failed deliveries are being sent again."),
		"webhook-none-failed":  l.Tr("No failed deliveries since then."),
		"webhook-deleted":      l.Tr("Webhook deleted."),
		"role-changed":         l.Tr("Role changed."),
		"document-deleted":     l.Tr("Document deleted, with its file and results."),
		"table-saved":          l.Tr("Table saved. The extracted values stay in the history."),
		"filter-renamed":       l.Tr("Filter renamed."),
		"filter-deleted":       l.Tr("Filter deleted."),
		"columns-set":          l.Tr("Columns saved."),
		"account-renamed":      l.Tr("Account renamed."),
	}
}
