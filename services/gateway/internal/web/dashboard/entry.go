package dashboard

import (
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/fault"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/oidc"
	"github.com/docmill/docmill/services/gateway/internal/web/httpserver"
)

// Paths that others lead to.
const (
	homePath    = "/documents"
	signInPath  = "/sign-in"
	signOutPath = "/sign-out"
	confirmPath = "/confirm"
	oidcPath    = "/sign-in/oidc"
)

func (d *Dashboard) entryRoutes(t *table) {
	t.get("/", func(c *fiber.Ctx, _ *visit) error { return redirect(c, homePath) })
	t.open(fiber.MethodGet, signInPath, d.signInPage)
	t.open(fiber.MethodPost, signInPath, d.signIn)
	t.post(signOutPath, d.signOut)
	t.open(fiber.MethodGet, contract.WelcomePath, d.welcomePage)
	t.open(fiber.MethodPost, contract.WelcomePath, d.welcome)
	t.open(fiber.MethodPost, contract.WelcomePath+"/password", d.acceptLink)
	t.get(confirmPath, d.confirmPage)
	t.post(confirmPath, d.confirm)
	if d.deps.OIDC != nil {
		t.open(fiber.MethodGet, oidcPath, d.startOIDC)
		t.open(fiber.MethodGet, oidc.CallbackPath, d.finishOIDC)
	}
}

// signInForm is the data of the page on which people sign in.
type signInForm struct {
	Email, Next, Error string
}

func (d *Dashboard) signInPage(c *fiber.Ctx, r *httpserver.Request) error {
	next := localPath(c.Query("next"))
	if v, err := d.visit(c, r, true); err == nil && v != nil {
		return redirect(c, next)
	}
	return d.showSignIn(c, http.StatusOK, signInForm{Next: next})
}

func (d *Dashboard) showSignIn(c *fiber.Ctx, status int, f signInForm) error {
	return d.render(c.Context(), status, "sign-in", page{
		Title: d.tr(c, "Sign in"), Notice: notices(d.language(c.Context()))[c.Query("done")], Data: f,
		Address: signInPath + "?next=" + url.QueryEscape(f.Next),
	})
}

// wrongPassword is said of whatever cannot be right, in the words of the auth
// service.
const wrongPassword = "E-mail address or password is wrong."

// errOpenNetwork refuses to take a password over a line that others may read.
func errOpenNetwork() error {
	return fault.New(contract.CodeInvalidRequest,
		"This page was opened over plain HTTP, where a password can be read on the way. Open it over https, or as "+
			"http://localhost on the machine itself.")
}

func (d *Dashboard) signIn(c *fiber.Ctx, r *httpserver.Request) error {
	if openNetwork(c) {
		return errOpenNetwork()
	}
	form, err := readForm(c, r)
	if err != nil {
		return err
	}
	secret, session, err := d.newSession(c, r)
	if err != nil {
		return err
	}
	f := signInForm{Email: form.Get("email"), Next: localPath(form.Get("next"))}
	request := contract.SignInRequest{Email: f.Email, Password: contract.Password(form.Get("password")),
		NewSession: session}
	if request.Validate() != nil {
		f.Error = wrongPassword
		return d.showSignIn(c, http.StatusForbidden, f)
	}
	_, err = bus.Call[contract.Session](r.Context, d.deps.Bus, contract.RPCAuthSessionSignIn, request)
	if sentence, status, ok := said(err, contract.CodeAuthInvalid, contract.CodeRateLimited,
		contract.CodeInvalidState); ok {
		f.Error = sentence
		setRetryAfter(c, err)
		return d.showSignIn(c, status, f)
	}
	if err != nil {
		return err
	}
	d.endOld(c, r)
	keepSession(c, secret)
	return redirect(c, f.Next)
}

// setRetryAfter passes on when another try makes sense.
func setRetryAfter(c *fiber.Ctx, err error) {
	var f *fault.Error
	if errors.As(err, &f) && f.RetryAfter > 0 {
		c.Set(fiber.HeaderRetryAfter, strconv.FormatInt(int64((f.RetryAfter+time.Second-1)/time.Second), 10))
	}
}

// endOld ends the session that the browser came with, which another takes the
// place of. It may have ended already; if it cannot be ended now, it ends when
// nobody uses it.
func (d *Dashboard) endOld(c *fiber.Ctx, r *httpserver.Request) {
	old := sessionSecret(c)
	if old == "" {
		return
	}
	by := contract.BySession{SessionHash: contract.HashSecret(old)}
	_, err := bus.Call[contract.Empty](r.Context, d.deps.Bus, contract.RPCAuthSessionEnd,
		contract.EndSessionRequest{BySession: by})
	if err != nil {
		d.deps.Log.Debug("earlier session not ended", "request", r.ID, "error", err)
	}
}

func (d *Dashboard) signOut(c *fiber.Ctx, v *visit) error {
	_, err := bus.Call[contract.Empty](v.Context, d.deps.Bus, contract.RPCAuthSessionEnd,
		contract.EndSessionRequest{BySession: v.by()})
	if err != nil && !fault.Is(err, contract.CodeAuthInvalid) {
		return err // the session lives: the answer must not say otherwise
	}
	dropSession(c)
	return redirect(c, signInPath+"?done=signed-out")
}
