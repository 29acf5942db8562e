// Package account has the pages of the account: sign-in, the user's own settings,
// users, API keys and the audit.
package account

import (
	"context"
	"embed"
	"html/template"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/access/keycheck"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/languages"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/oidc"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/site"
)

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
