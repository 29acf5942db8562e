package dashboard

import (
	"net/http"
	"strings"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/languages"
)

const accountPath = "/account"

func (d *Dashboard) accountRoutes(t *table) {
	t.get(accountPath, d.accountPage)
	t.post(accountPath+"/password", d.changePassword)
	t.post(accountPath+"/name", d.renameAccount)
	t.post(accountPath+"/sessions", d.endOthers)
	t.post(accountPath+"/sessions/:id/end", d.endSession)
}

// accountData is the data of the page about the person who looks.
type accountData struct {
	User     contract.User
	Sessions []sessionRow
	Least    int // characters of a password
	Error    string

	Owner     bool
	MaxName   int    // characters of the account's name
	Name      string // of the account, as typed
	NameError string
	// Language is the code of the one that the person has chosen; "" for the
	// browser's.
	Language string
}

type sessionRow struct {
	contract.Session
	Browser string
	Way     string // in which it was opened
}

func (d *Dashboard) accountPage(c *fiber.Ctx, v *visit) error {
	return d.showAccount(c, v, http.StatusOK, "")
}

// renameAccount gives the account another name, for its owners.
func (d *Dashboard) renameAccount(c *fiber.Ctx, v *visit) error {
	if !v.owner() {
		return redirect(c, accountPath)
	}
	form, err := readForm(c, v.Request)
	if err != nil {
		return err
	}
	request := contract.SessionRenameRequest{BySession: v.by(), Name: strings.TrimSpace(form.Get("name"))}
	data := accountData{Name: request.Name}
	if request.Validate() != nil {
		data.NameError = v.tr("Give the account a name of 1 to %d characters.", contract.MaxKeyName)
		return d.fillAccount(c, v, http.StatusBadRequest, data)
	}
	_, err = bus.Call[contract.Account](v.Context, d.deps.Bus, contract.RPCAuthSessionRename, request)
	if sentence, status, ok := said(err, contract.CodeInvalidRequest, contract.CodeInvalidState); ok {
		data.NameError = sentence
		return d.fillAccount(c, v, status, data)
	}
	if err != nil {
		return err
	}
	return redirect(c, accountPath+"?done=account-renamed")
}

func (d *Dashboard) showAccount(c *fiber.Ctx, v *visit, status int, problem string) error {
	return d.fillAccount(c, v, status, accountData{Error: problem, Name: v.Session.Account.Name})
}

func (d *Dashboard) fillAccount(c *fiber.Ctx, v *visit, status int, data accountData) error {
	reply, err := bus.Call[contract.ListSessionsReply](v.Context, d.deps.Bus, contract.RPCAuthSessionList, v.by())
	if err != nil {
		return err
	}
	data.User, data.Least = v.Session.User, contract.MinPassword
	data.Owner, data.MaxName = v.owner(), contract.MaxKeyName
	data.Language = chosenLanguage(c.Context())
	for _, s := range reply.Sessions {
		data.Sessions = append(data.Sessions, sessionRow{
			Session: s, Browser: browserName(v.Language, s.Agent), Way: wayIn(v.Language, s.Method),
		})
	}
	return d.show(c, v, status, "account", page{Title: v.tr("Your account"), Section: "account", Data: data})
}

func wayIn(l *languages.Language, m contract.SignInMethod) string {
	switch m {
	case contract.SignInOIDC:
		return l.Tr("by single sign-on")
	case contract.SignInLink:
		return l.Tr("by one-time link")
	}
	return l.Tr("by password")
}

// browserName makes of a User-Agent header what a person knows: the header is
// the browser's word, and nothing depends on it.
func browserName(l *languages.Language, agent string) string {
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

// changePassword ends every other session of the person.
func (d *Dashboard) changePassword(c *fiber.Ctx, v *visit) error {
	if !v.Session.User.HasPassword && !v.Session.Confirmed {
		return askConfirmation(c, accountPath)
	}
	form, err := readForm(c, v.Request)
	if err != nil {
		return err
	}
	secret, session, err := d.newSession(c, v.Request)
	if err != nil {
		return err
	}
	request := contract.ChangePasswordRequest{
		BySession: v.by(), NewSession: session,
		OldPassword: contract.Password(form.Get("old")), NewPassword: contract.Password(form.Get("password")),
	}
	if request.Validate() != nil || v.Session.User.HasPassword && request.OldPassword == "" {
		return d.showAccount(c, v, http.StatusBadRequest, v.tr("Type your present password and a new one."))
	}
	_, err = bus.Call[contract.Session](v.Context, d.deps.Bus, contract.RPCAuthSessionChangePassword, request)
	if sentence, status, ok := said(err, contract.CodeInvalidRequest, contract.CodeAuthInvalid, contract.CodeRateLimited,
		contract.CodeInvalidState); ok {
		setRetryAfter(c, err)
		return d.showAccount(c, v, status, sentence)
	}
	if err != nil {
		return err
	}
	keepSession(c, secret)
	return redirect(c, accountPath+"?done=password-changed")
}

func (d *Dashboard) endOthers(c *fiber.Ctx, v *visit) error {
	_, err := bus.Call[contract.EndSessionsReply](v.Context, d.deps.Bus, contract.RPCAuthSessionEndAll,
		contract.EndSessionsRequest{BySession: v.by()})
	if err != nil {
		return err
	}
	return redirect(c, accountPath+"?done=sessions-ended")
}

func (d *Dashboard) endSession(c *fiber.Ctx, v *visit) error {
	id, err := idParam(c, contract.PrefixSession, "session")
	if err != nil {
		return err
	}
	_, err = bus.Call[contract.Empty](v.Context, d.deps.Bus, contract.RPCAuthSessionEnd,
		contract.EndSessionRequest{BySession: v.by(), SessionID: id})
	if err != nil {
		return err
	}
	return redirect(c, accountPath+"?done=session-ended")
}
