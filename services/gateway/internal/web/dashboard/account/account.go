// Package account has the pages of the account: sign-in, the user's own settings,
// users, API keys and the audit.
package account

import (
	"context"
	"embed"
	"html/template"
	"net/http"
	"strings"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/access/keycheck"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/languages"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/oidc"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/site"
)

// accountData is the data of the page of the user's own settings.
type accountData struct {
	User        contract.User
	Sessions    []sessionRow
	MinPassword int // characters
	Error       string

	Owner     bool
	MaxName   int    // characters of the account's name
	Name      string // of the account, as typed
	NameError string
	Language  string // code of the chosen language; "" for the browser's
}

type sessionRow struct {
	contract.Session
	Browser string
	Way     string // of signing in
}

func (p *Pages) accountPage(c *fiber.Ctx, session *site.Session) error {
	return p.showAccount(c, session, http.StatusOK, "")
}

func (p *Pages) renameAccount(c *fiber.Ctx, session *site.Session) error {
	if !session.IsOwner() {
		return site.Redirect(c, accountPath)
	}
	form, err := site.ReadForm(c, session.Request)
	if err != nil {
		return err
	}
	request := contract.SessionRenameRequest{BySession: session.By(), Name: strings.TrimSpace(form.Get("name"))}
	data := accountData{Name: request.Name}
	if request.Validate() != nil {
		data.NameError = session.Tr("Give the account a name of 1 to %d characters.", contract.MaxKeyName)
		return p.fillAccount(c, session, http.StatusBadRequest, data)
	}
	_, err = bus.Call[contract.Account](session.Context, p.site.Bus, contract.RPCAuthSessionRename, request)
	if message, status, ok := site.Refusal(err, contract.CodeInvalidRequest, contract.CodeInvalidState); ok {
		data.NameError = message
		return p.fillAccount(c, session, status, data)
	}
	if err != nil {
		return err
	}
	return site.Redirect(c, accountPath+"?done=account-renamed")
}

func (p *Pages) showAccount(c *fiber.Ctx, session *site.Session, status int, problem string) error {
	return p.fillAccount(c, session, status, accountData{Error: problem, Name: session.Session.Account.Name})
}

func (p *Pages) fillAccount(c *fiber.Ctx, session *site.Session, status int, data accountData) error {
	reply, err := bus.Call[contract.ListSessionsReply](session.Context, p.site.Bus, contract.RPCAuthSessionList,
		session.By())
	if err != nil {
		return err
	}
	data.User, data.MinPassword = session.User, contract.MinPassword
	data.Owner, data.MaxName = session.IsOwner(), contract.MaxKeyName
	data.Language = site.ChosenLanguage(c.Context())
	for _, s := range reply.Sessions {
		data.Sessions = append(data.Sessions, sessionRow{
			Session: s, Browser: BrowserName(session.Language, s.Agent), Way: signInMethod(session.Language, s.Method),
		})
	}
	return p.site.Show(c, session, status, "account", site.Page{Title: session.Tr("Your account"), Section: "account",
		Data: data})
}

func signInMethod(l *languages.Language, m contract.SignInMethod) string {
	switch m {
	case contract.SignInOIDC:
		return l.Tr("by single sign-on")
	case contract.SignInLink:
		return l.Tr("by one-time link")
	}
	return l.Tr("by password")
}

// BrowserName describes a browser by its User-Agent header, for display only.
func BrowserName(l *languages.Language, agent string) string {
	name := l.Tr("Unknown browser")
	for _, known := range []struct{ mark, name string }{
		{"Edg/", "Edge"}, {"OPR/", "Opera"}, {"Firefox/", "Firefox"}, {"Chrome/", "Chrome"}, {"Safari/", "Safari"},
	} {
		if strings.Contains(agent, known.mark) {
			name = known.name
			break
		}
	}
	for _, known := range []struct{ mark, name string }{
		{"Android", "Android"}, {"iPhone", "iPhone"}, {"iPad", "iPad"}, {"Windows", "Windows"}, {"Mac OS X", "macOS"},
		{"Linux", "Linux"},
	} {
		if strings.Contains(agent, known.mark) {
			return l.Tr("%s on %s", name, known.name)
		}
	}
	return name
}

func (p *Pages) changePassword(c *fiber.Ctx, session *site.Session) error {
	if !session.User.HasPassword && !session.Confirmed {
		return site.AskConfirmation(c, accountPath)
	}
	form, err := site.ReadForm(c, session.Request)
	if err != nil {
		return err
	}
	secret, newSession, err := p.site.NewSession(c, session.Request)
	if err != nil {
		return err
	}
	request := contract.ChangePasswordRequest{
		BySession: session.By(), NewSession: newSession,
		OldPassword: contract.Password(form.Get("old")), NewPassword: contract.Password(form.Get("password")),
	}
	if request.Validate() != nil || session.User.HasPassword && request.OldPassword == "" {
		return p.showAccount(c, session, http.StatusBadRequest, session.Tr("Enter your current password and a new one."))
	}
	_, err = bus.Call[contract.Session](session.Context, p.site.Bus, contract.RPCAuthSessionChangePassword, request)
	if message, status, ok := site.Refusal(err, contract.CodeInvalidRequest, contract.CodeAuthInvalid,
		contract.CodeRateLimited,
		contract.CodeInvalidState); ok {
		site.SetRetryAfter(c, err)
		return p.showAccount(c, session, status, message)
	}
	if err != nil {
		return err
	}
	site.KeepSession(c, secret)
	return site.Redirect(c, accountPath+"?done=password-changed")
}

func (p *Pages) endOtherSessions(c *fiber.Ctx, session *site.Session) error {
	_, err := bus.Call[contract.EndSessionsReply](session.Context, p.site.Bus, contract.RPCAuthSessionEndAll,
		contract.EndSessionsRequest{BySession: session.By()})
	if err != nil {
		return err
	}
	return site.Redirect(c, accountPath+"?done=sessions-ended")
}

func (p *Pages) endSession(c *fiber.Ctx, session *site.Session) error {
	id, err := site.IDParam(c, contract.PrefixSession, "session")
	if err != nil {
		return err
	}
	_, err = bus.Call[contract.Empty](session.Context, p.site.Bus, contract.RPCAuthSessionEnd,
		contract.EndSessionRequest{BySession: session.By(), SessionID: id})
	if err != nil {
		return err
	}
	return site.Redirect(c, accountPath+"?done=session-ended")
}

//go:embed templates
var templateFiles embed.FS

const (
	accountPath  = "/account"
	signOutPath  = "/sign-out"
	oidcPath     = site.SignInPath + "/oidc"
	usersPath    = "/users"
	activityPath = "/activity"
	keysPath     = "/keys"
)

// Documents is what the audit needs of the documents service.
type Documents interface {
	// Choose returns the first documents that the filter selects, newest first, at
	// most limit.
	Choose(ctx context.Context, accountID string, f model.Filter, limit int) ([]model.Chosen, error)
}

// Deps are what the pages need.
type Deps struct {
	Documents Documents
	Verifier  *keycheck.Verifier
	OIDC      *oidc.Provider // nil if there is no single sign-on
}

// Pages are the pages of the account.
type Pages struct {
	site *site.Site
	deps Deps
}

// New adds the templates of the pages to the site.
func New(s *site.Site, deps Deps) (*Pages, error) {
	return &Pages{s, deps}, s.AddPages(templateFiles, func(*languages.Language) template.FuncMap {
		return template.FuncMap{"sso": func() string { return deps.OIDC.Label() }}
	})
}

// AddRoutes adds the routes of the pages.
func (p *Pages) AddRoutes(t *site.Routes) {
	p.addSignInRoutes(t)

	t.Get(accountPath, p.accountPage)
	t.Post(accountPath+"/password", p.changePassword)
	t.Post(accountPath+"/name", p.renameAccount)
	t.Post(accountPath+"/sessions", p.endOtherSessions)
	t.Post(accountPath+"/sessions/:id/end", p.endSession)

	t.Get(usersPath, p.usersPage)
	t.Post(usersPath, p.inviteUser)
	t.Post(usersPath+"/:id/link", p.makeLink)
	t.Post(usersPath+"/:id/role", p.setRole)
	t.Get(usersPath+"/:id/remove", p.removeUserPage)
	t.Post(usersPath+"/:id/remove", p.removeUser)
	t.Get(activityPath, p.activityPage)

	t.Get(keysPath, p.keysPage)
	t.Post(keysPath, p.createKey)
	t.Get(keysPath+"/new", p.newKeyPage)
	t.Post(keysPath+"/hour", p.createTemporaryKey)
	t.Get(keysPath+"/:id/revoke", p.revokePage)
	t.Post(keysPath+"/:id/revoke", p.revokeKey)
}

func (p *Pages) addSignInRoutes(t *site.Routes) {
	t.Get("/", func(c *fiber.Ctx, _ *site.Session) error { return site.Redirect(c, site.DocumentsPath) })
	t.Open(fiber.MethodGet, site.SignInPath, p.signInPage)
	t.Open(fiber.MethodPost, site.SignInPath, p.signIn)
	t.Post(signOutPath, p.signOut)
	t.Open(fiber.MethodGet, contract.InvitePath, p.linkPage)
	t.Open(fiber.MethodPost, contract.InvitePath, p.openLink)
	t.Open(fiber.MethodPost, contract.InvitePath+"/password", p.acceptLink)
	t.Get(site.ConfirmPath, p.confirmPage)
	t.Post(site.ConfirmPath, p.confirm)
	if p.deps.OIDC != nil {
		t.Open(fiber.MethodGet, oidcPath, p.startOIDC)
		t.Open(fiber.MethodGet, oidc.CallbackPath, p.finishOIDC)
	}
}
