package dashboard

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/fault"
	"github.com/docmill/docmill/services/gateway/internal/dashboard/oidc"
	"github.com/docmill/docmill/services/gateway/internal/httpapi"
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
func (d *Dashboard) startOIDC(c *fiber.Ctx, r *httpapi.SiteRequest) error {
	address, flow, err := d.deps.OIDC.Start(r.Context, localPath(c.Query("next")), c.Query("fresh") != "")
	if err != nil {
		return fault.Unavailable(err, oidcRetry)
	}
	kept, err := json.Marshal(flow)
	if err != nil {
		return fmt.Errorf("keep the sign-in: %w", err)
	}
	setCookie(c, flowCookie, localFlowCookie, base64.RawURLEncoding.EncodeToString(kept))
	return redirect(c, address)
}

func keptFlow(c *fiber.Ctx) (f oidc.Flow, err error) {
	text := c.Cookies(flowCookie)
	if text == "" && localHost(string(c.Request().Host())) {
		text = c.Cookies(localFlowCookie)
	}
	kept, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		return f, err
	}
	return f, json.Unmarshal(kept, &f)
}

// finishOIDC takes the browser back from the provider.
func (d *Dashboard) finishOIDC(c *fiber.Ctx, r *httpapi.SiteRequest) error {
	flow, err := keptFlow(c)
	if err != nil {
		return d.notSignedIn(c, r, err, "This sign-in was not started in this browser, or was started twice. Try again.", "/")
	}
	setCookie(c, flowCookie, localFlowCookie, "")
	next := localPath(flow.Next)
	query, err := url.ParseQuery(string(c.Request().URI().QueryString()))
	if err != nil {
		return d.notSignedIn(c, r, err, "The provider's answer could not be read. Try again.", next)
	}
	who, err := d.deps.OIDC.Finish(r.Context, flow, query)
	if errors.Is(err, oidc.ErrRefused) {
		return d.notSignedIn(c, r, err, "The provider did not sign you in.", next)
	}
	if err != nil {
		d.deps.Log.Warn("sign-in by OpenID Connect failed", "request", r.ID, "error", err)
		return d.notSignedIn(c, r, err, "The sign-in could not be completed. Try again.", next)
	}
	return d.enterByOIDC(c, r, who, next)
}

func (d *Dashboard) enterByOIDC(c *fiber.Ctx, r *httpapi.SiteRequest, who oidc.Identity, next string) error {
	secret, session, err := d.newSession(c, r)
	if err != nil {
		return err
	}
	_, err = bus.Call[contract.Session](r.Context, d.deps.Bus, contract.RPCAuthSessionSignInOIDC, contract.OIDCSignInRequest{
		ProviderIdentity: contract.ProviderIdentity{Issuer: who.Issuer, Subject: who.Subject, Email: who.Email, EmailVerified: who.EmailVerified}, NewSession: session,
	})
	if sentence, _, ok := said(err, contract.CodeInvalidState, contract.CodeRateLimited); ok {
		return d.notSignedIn(c, r, err, sentence, next)
	}
	if fault.Is(err, contract.CodeAuthInvalid) {
		return d.notSignedIn(c, r, err, "Nobody here has your e-mail address. Ask an owner of your account to invite you.", next)
	}
	if err != nil {
		return err
	}
	d.endOld(c, r)
	keepSession(c, secret)
	return redirect(c, next)
}

// notSignedIn shows the sign-in page with what went wrong.
func (d *Dashboard) notSignedIn(c *fiber.Ctx, r *httpapi.SiteRequest, err error, sentence, next string) error {
	d.deps.Log.Debug("not signed in by OpenID Connect", "request", r.ID, "error", err)
	return d.showSignIn(c, http.StatusForbidden, signInForm{Next: next, Error: sentence})
}
