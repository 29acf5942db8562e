package account

import (
	"net/http"
	"net/url"

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

// endPrevious ends the browser's previous session, which a new one replaces. If that
// fails, the session ends by its timeout.
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
