package dashboard

import (
	"errors"
	"net/http"
	"net/url"
	"time"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/fault"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/oidc"
	"github.com/docmill/docmill/services/gateway/internal/web/httpserver"
)

// Names of the cookie that keeps a sign-in under way at the provider, as those
// of the session's.
const (
	flowCookie      = "__Host-docmill-oidc"
	localFlowCookie = "docmill-oidc"
)

// oidcRetry is what a browser is told while the provider is away.
const oidcRetry = 10 * time.Second

// startOIDC sends the browser to the provider. A form could not: the policy lets
// forms end here alone.
func (d *Dashboard) startOIDC(c *fiber.Ctx, r *httpserver.Request) error {
	aim := oidc.Aim{Purpose: oidc.SignIn, Next: localPath(c.Query("next")), Fresh: c.Query("fresh") != ""}
	connect := c.Query("connect") != ""
	if connect || aim.Fresh {
		v, err := d.visit(c, r, false)
		switch {
		case err != nil:
			return err
		case v == nil && connect:
			return d.turnAway(c)
		case connect && !v.Session.Confirmed:
			return askConfirmation(c, accountPath)
		case connect:
			aim = oidc.Aim{Purpose: oidc.Connect, Session: v.hash, Next: accountPath + "?done=connected", Fresh: true}
		case v != nil:
			aim.Purpose, aim.Session = oidc.Confirm, v.hash
		}
	}
	address, kept, err := d.deps.OIDC.Start(r.Context, aim)
	if err != nil {
		return fault.Unavailable(err, oidcRetry)
	}
	setCookie(c, flowCookie, localFlowCookie, kept)
	return redirect(c, address)
}

func keptFlow(c *fiber.Ctx) string {
	kept := c.Cookies(flowCookie)
	if kept == "" && localHost(string(c.Request().Host())) {
		kept = c.Cookies(localFlowCookie)
	}
	return kept
}

// finishOIDC takes the browser back from the provider.
func (d *Dashboard) finishOIDC(c *fiber.Ctx, r *httpserver.Request) error {
	flow, err := d.deps.OIDC.Kept(keptFlow(c))
	if err != nil {
		return d.notSignedIn(c, r, err, d.tr(c, "This sign-in was not started in this browser, took too long, or was "+
			"started twice. Try again."), "/")
	}
	setCookie(c, flowCookie, localFlowCookie, "")
	next := localPath(flow.Aim.Next)
	query, err := url.ParseQuery(string(c.Request().URI().QueryString()))
	if err != nil {
		return d.notSignedIn(c, r, err, d.tr(c, "The provider's answer could not be read. Try again."), next)
	}
	who, err := d.deps.OIDC.Finish(r.Context, flow, query)
	if errors.Is(err, oidc.ErrRefused) {
		d.deps.Log.Info("the OpenID provider refused", "request", r.ID, "error", err)
		return d.notSignedIn(c, r, err, d.tr(c, "The provider did not sign you in."), next)
	}
	if err != nil {
		d.deps.Log.Warn("sign-in by OpenID Connect failed", "request", r.ID, "error", err)
		return d.notSignedIn(c, r, err, d.tr(c, "The sign-in could not be completed. Try again."), next)
	}
	return d.enterByOIDC(c, r, flow.Aim, who, next)
}

func (d *Dashboard) enterByOIDC(
	c *fiber.Ctx, r *httpserver.Request, aim oidc.Aim, who oidc.Identity, next string,
) error {
	secret, session, err := d.newSession(c, r)
	if err != nil {
		return err
	}
	by := contract.BySession{SessionHash: aim.Session}
	if aim.Purpose != oidc.SignIn && contract.HashSecret(sessionSecret(c)) != aim.Session {
		return d.notSignedIn(c, r, nil, d.tr(c, "You were signed out meanwhile, or signed in anew. Try again."), next)
	}
	identity := contract.ProviderIdentity{Issuer: who.Issuer, Subject: who.Subject, Email: who.Email,
		EmailVerified: who.EmailVerified}
	subject, request := contract.RPCAuthSessionSignInOIDC, bus.Message(
		contract.OIDCSignInRequest{ProviderIdentity: identity, Fresh: who.Fresh, NewSession: session})
	switch aim.Purpose {
	case oidc.Confirm:
		subject, request = contract.RPCAuthSessionConfirmOIDC, contract.ConfirmOIDCRequest{BySession: by,
			ProviderIdentity: identity, NewSession: session}
	case oidc.Connect:
		subject, request = contract.RPCAuthSessionConnectOIDC, contract.ConnectOIDCRequest{BySession: by,
			ProviderIdentity: identity, NewSession: session}
	}
	_, err = bus.Call[contract.Session](r.Context, d.deps.Bus, subject, request)
	if sentence, _, ok := said(err, contract.CodeInvalidState, contract.CodeRateLimited, contract.CodeAuthInvalid); ok {
		return d.notSignedIn(c, r, err, sentence, next)
	}
	if err != nil {
		return err
	}
	if aim.Purpose == oidc.SignIn {
		d.endOld(c, r)
	}
	keepSession(c, secret)
	return redirect(c, next)
}

// notSignedIn shows the sign-in page with what went wrong.
func (d *Dashboard) notSignedIn(c *fiber.Ctx, r *httpserver.Request, err error, sentence, next string) error {
	d.deps.Log.Debug("not signed in by OpenID Connect", "request", r.ID, "error", err)
	return d.showSignIn(c, http.StatusForbidden, signInForm{Next: next, Error: sentence})
}
