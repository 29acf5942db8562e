package account

import (
	"errors"
	"net/http"
	"net/url"
	"time"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/oidc"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/site"
	"github.com/docmill/docmill/services/gateway/internal/web/httpserver"
)

// Names of the cookie of a running sign-in at the provider, as those of the session cookie.
const (
	flowCookie      = "__Host-docmill-oidc"
	localFlowCookie = "docmill-oidc"
)

// oidcRetryAfter is the Retry-After while the provider is unavailable.
const oidcRetryAfter = 10 * time.Second

// startOIDC redirects to the provider. It is a link because the security policy restricts forms to this site.
func (p *Pages) startOIDC(c *fiber.Ctx, r *httpserver.Request) error {
	aim := oidc.Aim{Purpose: oidc.SignIn, Next: site.LocalPath(c.Query("next")), Fresh: c.Query("fresh") != ""}
	connect := c.Query("connect") != ""
	if connect || aim.Fresh {
		session, err := p.site.FindSession(c, r, false)
		switch {
		case err != nil:
			return err
		case session == nil && connect:
			return site.AskSignIn(c)
		case connect && !session.Confirmed:
			return site.AskConfirmation(c, accountPath)
		case connect:
			aim = oidc.Aim{Purpose: oidc.Connect, Session: session.By().SessionHash, Next: accountPath + "?done=connected",
				Fresh: true}
		case session != nil:
			aim.Purpose, aim.Session = oidc.Confirm, session.By().SessionHash
		}
	}
	address, kept, err := p.deps.OIDC.Start(r.Context, aim)
	if err != nil {
		return apierror.Unavailable(err, oidcRetryAfter)
	}
	site.SetCookie(c, flowCookie, localFlowCookie, kept)
	return site.Redirect(c, address)
}

// finishOIDC is the target of the provider's redirect.
func (p *Pages) finishOIDC(c *fiber.Ctx, r *httpserver.Request) error {
	flow, err := p.deps.OIDC.Kept(site.Cookie(c, flowCookie, localFlowCookie))
	if err != nil {
		return p.showSignInError(c, r, err, p.site.Tr(c,
			"This sign-in was not started in this browser, took too long, or was "+
				"started twice. Try again."), "/")
	}
	site.SetCookie(c, flowCookie, localFlowCookie, "")
	next := site.LocalPath(flow.Aim.Next)
	query, err := url.ParseQuery(string(c.Request().URI().QueryString()))
	if err != nil {
		return p.showSignInError(c, r, err, p.site.Tr(c, "The provider's answer could not be read. Try again."), next)
	}
	who, err := p.deps.OIDC.Finish(r.Context, flow, query)
	if errors.Is(err, oidc.ErrRefused) {
		p.site.Log.Info("OpenID provider refused the sign-in", "request", r.ID, "error", err)
		return p.showSignInError(c, r, err, p.site.Tr(c, "The provider did not sign you in."), next)
	}
	if err != nil {
		p.site.Log.Warn("OpenID Connect sign-in failed", "request", r.ID, "error", err)
		return p.showSignInError(c, r, err, p.site.Tr(c, "The sign-in could not be completed. Try again."), next)
	}
	return p.openSession(c, r, flow.Aim, who, next)
}

func (p *Pages) openSession(
	c *fiber.Ctx, r *httpserver.Request, aim oidc.Aim, who oidc.Identity, next string,
) error {
	secret, newSession, err := p.site.NewSession(c, r)
	if err != nil {
		return err
	}
	by := contract.BySession{SessionHash: aim.Session}
	if aim.Purpose != oidc.SignIn && contract.HashSecret(site.SessionSecret(c)) != aim.Session {
		return p.showSignInError(c, r, nil, p.site.Tr(c, "Your session changed meanwhile. Try again."), next)
	}
	identity := contract.ProviderIdentity{Issuer: who.Issuer, Subject: who.Subject, Email: who.Email,
		EmailVerified: who.EmailVerified}
	subject, request := contract.RPCAuthSessionSignInOIDC, bus.Message(
		contract.OIDCSignInRequest{ProviderIdentity: identity, Fresh: who.Fresh, NewSession: newSession})
	switch aim.Purpose {
	case oidc.Confirm:
		subject, request = contract.RPCAuthSessionConfirmOIDC, contract.ConfirmOIDCRequest{BySession: by,
			ProviderIdentity: identity, NewSession: newSession}
	case oidc.Connect:
		subject, request = contract.RPCAuthSessionConnectOIDC, contract.ConnectOIDCRequest{BySession: by,
			ProviderIdentity: identity, NewSession: newSession}
	}
	_, err = bus.Call[contract.Session](r.Context, p.site.Bus, subject, request)
	if message, _, ok := site.Refusal(err, contract.CodeInvalidState, contract.CodeRateLimited,
		contract.CodeAuthInvalid); ok {
		return p.showSignInError(c, r, err, message, next)
	}
	if err != nil {
		return err
	}
	if aim.Purpose == oidc.SignIn {
		p.endPrevious(c, r)
	}
	site.KeepSession(c, secret)
	return site.Redirect(c, next)
}

func (p *Pages) showSignInError(c *fiber.Ctx, r *httpserver.Request, err error, message, next string) error {
	p.site.Log.Debug("OpenID Connect sign-in refused", "request", r.ID, "error", err)
	return p.showSignIn(c, http.StatusForbidden, signInForm{Next: next, Error: message})
}
