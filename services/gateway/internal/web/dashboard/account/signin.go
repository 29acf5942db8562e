package account

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/site"
	"github.com/docmill/docmill/services/gateway/internal/web/httpserver"
)

// signInForm is the data of the sign-in page.
type signInForm struct {
	Email, Next, Error string
}

func (p *Pages) signInPage(c *fiber.Ctx, r *httpserver.Request) error {
	next := site.LocalPath(c.Query("next"))
	if v, err := p.site.FindSession(c, r, true); err == nil && v != nil {
		return site.Redirect(c, next)
	}
	return p.showSignIn(c, http.StatusOK, signInForm{Next: next})
}

func (p *Pages) showSignIn(c *fiber.Ctx, status int, f signInForm) error {
	return p.site.Render(c.Context(), status, "sign-in", site.Page{
		Title: p.site.Tr(c, "Sign in"), Notice: site.Notices(p.site.Language(c.Context()))[c.Query("done")], Data: f,
		Address: site.SignInPath + "?next=" + url.QueryEscape(f.Next),
	})
}

// wrongPassword is the message of the auth service for wrong credentials.
const wrongPassword = "E-mail address or password is wrong."

// errPlainHTTP refuses to accept a password over plain HTTP.
func errPlainHTTP() error {
	return apierror.New(contract.CodeInvalidRequest,
		"This page was opened over plain HTTP, which does not protect passwords. Open it over "+
			"https, or at http://localhost on the server itself.")
}

func (p *Pages) signIn(c *fiber.Ctx, r *httpserver.Request) error {
	if site.IsPlainHTTP(c) {
		return errPlainHTTP()
	}
	form, err := site.ReadForm(c, r)
	if err != nil {
		return err
	}
	secret, newSession, err := p.site.NewSession(c, r)
	if err != nil {
		return err
	}
	f := signInForm{Email: form.Get("email"), Next: site.LocalPath(form.Get("next"))}
	request := contract.SignInRequest{Email: f.Email, Password: contract.Password(form.Get("password")),
		NewSession: newSession}
	if request.Validate() != nil {
		f.Error = wrongPassword
		return p.showSignIn(c, http.StatusForbidden, f)
	}
	_, err = bus.Call[contract.Session](r.Context, p.site.Bus, contract.RPCAuthSessionSignIn, request)
	if message, status, ok := site.Refusal(err, contract.CodeAuthInvalid, contract.CodeRateLimited,
		contract.CodeInvalidState); ok {
		f.Error = message
		site.SetRetryAfter(c, err)
		return p.showSignIn(c, status, f)
	}
	if err != nil {
		return err
	}
	p.endPrevious(c, r)
	site.KeepSession(c, secret)
	return site.Redirect(c, f.Next)
}

// endPrevious ends the browser's previous session; if that fails, it ends by its timeout.
func (p *Pages) endPrevious(c *fiber.Ctx, r *httpserver.Request) {
	old := site.SessionSecret(c)
	if old == "" {
		return
	}
	by := contract.BySession{SessionHash: contract.HashSecret(old)}
	_, err := bus.Call[contract.Empty](r.Context, p.site.Bus, contract.RPCAuthSessionEnd,
		contract.EndSessionRequest{BySession: by})
	if err != nil {
		p.site.Log.Debug("could not end the previous session", "request", r.ID, "error", err)
	}
}

func (p *Pages) signOut(c *fiber.Ctx, session *site.Session) error {
	_, err := bus.Call[contract.Empty](session.Context, p.site.Bus, contract.RPCAuthSessionEnd,
		contract.EndSessionRequest{BySession: session.By()})
	if err != nil && !apierror.Is(err, contract.CodeAuthInvalid) {
		return err // the session has not ended
	}
	site.KeepSession(c, "")
	return site.Redirect(c, site.SignInPath+"?done=signed-out")
}

// confirmForm is the data of the page that asks for the password again.
type confirmForm struct {
	Next, Error string
	Email       string
	HasPassword bool
}

func (p *Pages) confirmPage(c *fiber.Ctx, session *site.Session) error {
	next := site.LocalPath(c.Query("next"))
	if session.Confirmed {
		return site.Redirect(c, next)
	}
	return p.showConfirm(c, session, http.StatusOK, confirmForm{Next: next})
}

func (p *Pages) showConfirm(c *fiber.Ctx, session *site.Session, status int, f confirmForm) error {
	f.Email, f.HasPassword = session.User.Email, session.User.HasPassword
	return p.site.Show(c, session, status, "confirm", site.Page{Title: session.Tr("Confirm your identity"), Data: f})
}

// confirm replaces the session's secret if the password is right.
func (p *Pages) confirm(c *fiber.Ctx, session *site.Session) error {
	form, err := site.ReadForm(c, session.Request)
	if err != nil {
		return err
	}
	secret, newSession, err := p.site.NewSession(c, session.Request)
	if err != nil {
		return err
	}
	f := confirmForm{Next: site.LocalPath(form.Get("next"))}
	request := contract.ConfirmSessionRequest{BySession: session.By(), Password: contract.Password(form.Get("password")),
		NewSession: newSession}
	if request.Validate() != nil {
		f.Error = session.Tr("Enter your password.")
		return p.showConfirm(c, session, http.StatusBadRequest, f)
	}
	_, err = bus.Call[contract.Session](session.Context, p.site.Bus, contract.RPCAuthSessionConfirm, request)
	if message, status, ok := site.Refusal(err, contract.CodeAuthInvalid, contract.CodeRateLimited,
		contract.CodeInvalidState); ok {
		f.Error = message
		site.SetRetryAfter(c, err)
		return p.showConfirm(c, session, status, f)
	}
	if err != nil {
		return err
	}
	site.KeepSession(c, secret)
	return site.Redirect(c, f.Next)
}

// linkForm is the data of the pages that accept a one-time link: first the link, then the password.
type linkForm struct {
	Secret string
	Email  string // as typed; only if the link's user has none
	Error  string

	Link        *contract.Link // nil on the first page
	MinPassword int            // characters
}

// linkPage is the target of one-time links. Their secret is in the fragment; without script, users paste the link.
func (p *Pages) linkPage(c *fiber.Ctx, _ *httpserver.Request) error {
	return p.showLinkForm(c, http.StatusOK, linkForm{})
}

func (p *Pages) showLinkForm(c *fiber.Ctx, status int, f linkForm) error {
	title, address := p.site.Tr(c, "Open your link"), contract.InvitePath
	f.MinPassword = contract.MinPassword
	if f.Link != nil {
		address = "" // only this page has the secret
	}
	switch {
	case f.Link != nil && f.Link.User.Invited:
		title = p.site.Tr(c, "Welcome to docmill")
	case f.Link != nil:
		title = p.site.Tr(c, "Set a new password")
	}
	return p.site.Render(c.Context(), status, "welcome", site.Page{Title: title, Data: f, Address: address})
}

// linkSecret returns the secret of a link; the text may also be the secret alone.
func linkSecret(text string) string {
	text = strings.TrimSpace(text)
	if _, fragment, found := strings.Cut(text, "#"); found {
		text = fragment
	}
	if !contract.IsSecret(text) {
		return ""
	}
	return text
}

const invalidLink = "This is not a complete one-time link. Copy the whole link."

// openLink checks a link and asks for the password.
func (p *Pages) openLink(c *fiber.Ctx, r *httpserver.Request) error {
	if site.IsPlainHTTP(c) {
		return errPlainHTTP()
	}
	form, err := site.ReadForm(c, r)
	if err != nil {
		return err
	}
	f := linkForm{Secret: linkSecret(form.Get("link"))}
	if f.Secret == "" {
		return p.showLinkForm(c, http.StatusBadRequest, linkForm{Error: p.site.Tr(c, invalidLink)})
	}
	return p.askPassword(c, r, http.StatusOK, f)
}

// askPassword shows the second page, or why the link is invalid.
func (p *Pages) askPassword(c *fiber.Ctx, r *httpserver.Request, status int, f linkForm) error {
	link, err := bus.Call[contract.Link](r.Context, p.site.Bus, contract.RPCAuthSessionLink,
		contract.LinkRequest{LinkHash: contract.HashSecret(f.Secret), Address: r.Client.String()})
	if message, status, ok := site.Refusal(err, contract.CodeNotFound, contract.CodeRateLimited); ok {
		site.SetRetryAfter(c, err)
		return p.showLinkForm(c, status, linkForm{Error: message})
	}
	if err != nil {
		return err
	}
	f.Link = &link
	return p.showLinkForm(c, status, f)
}

func (p *Pages) acceptLink(c *fiber.Ctx, r *httpserver.Request) error {
	if site.IsPlainHTTP(c) {
		return errPlainHTTP()
	}
	form, err := site.ReadForm(c, r)
	if err != nil {
		return err
	}
	f := linkForm{Secret: linkSecret(form.Get("link")), Email: strings.TrimSpace(form.Get("email"))}
	if f.Secret == "" {
		return p.showLinkForm(c, http.StatusBadRequest, linkForm{Error: p.site.Tr(c, invalidLink)})
	}
	secret, newSession, err := p.site.NewSession(c, r)
	if err != nil {
		return err
	}
	request := contract.AcceptLinkRequest{
		LinkHash: contract.HashSecret(f.Secret), Email: f.Email,
		Password: contract.Password(form.Get("password")), NewSession: newSession,
	}
	if err := request.Validate(); err != nil {
		f.Error = p.site.Tr(c, "Enter an e-mail address and a password.")
		return p.askPassword(c, r, http.StatusBadRequest, f)
	}
	_, err = bus.Call[contract.Session](r.Context, p.site.Bus, contract.RPCAuthSessionAcceptLink, request)
	if err != nil {
		return p.showLinkError(c, r, f, err)
	}
	p.endPrevious(c, r)
	site.KeepSession(c, secret)
	return site.Redirect(c, "/")
}

func (p *Pages) showLinkError(c *fiber.Ctx, r *httpserver.Request, f linkForm, err error) error {
	if message, status, ok := site.Refusal(err, contract.CodeInvalidRequest, contract.CodeInvalidState); ok {
		f.Error = message
		return p.askPassword(c, r, status, f)
	}
	if message, status, ok := site.Refusal(err, contract.CodeNotFound, contract.CodeRateLimited); ok {
		site.SetRetryAfter(c, err)
		return p.showLinkForm(c, status, linkForm{Error: message})
	}
	return err
}
