package account

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/languages"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/site"
	"github.com/docmill/docmill/services/gateway/internal/web/httpserver"
)

// maxKeyAge is the age from which the list suggests to replace a key.
const maxKeyAge = 90 * 24 * time.Hour

type keyRow struct {
	contract.Key
	State     string // Expired or Revoked; only if not Live
	Live      bool
	Old       bool   // active for longer than maxKeyAge
	Maker     string // who created it; "" if not known
	CanRevoke bool   // the user may revoke it
}

type keysData struct {
	Live, Ended []keyRow
}

func (p *Pages) keysPage(c *fiber.Ctx, session *site.Session) error {
	keys, err := p.site.Keys(session)
	if err != nil {
		return err
	}
	var data keysData
	names := keyNames(keys)
	for _, k := range keys {
		if row := p.keyRow(session, names, k); row.Live {
			data.Live = append(data.Live, row)
		} else {
			data.Ended = append(data.Ended, row)
		}
	}
	return p.site.Show(c, session, http.StatusOK, "keys", site.Page{Title: session.Tr("API keys"), Section: "keys",
		Data: data})
}

func keyNames(keys []contract.Key) map[string]string {
	names := make(map[string]string, len(keys))
	for _, k := range keys {
		names[k.ID] = k.Name
	}
	return names
}

func (p *Pages) keyRow(session *site.Session, names map[string]string, k contract.Key) keyRow {
	now := p.site.Now()
	row := keyRow{Key: k, Maker: makerName(session.Language, names, k)}
	switch {
	case k.RevokedAt != nil:
		row.State = session.Tr("Revoked")
	case !k.Live(now):
		row.State = session.Tr("Expired")
	default:
		row.Live = true
		row.Old = now.Sub(k.CreatedAt.Time) > maxKeyAge
		row.CanRevoke = session.IsOwner() || k.CreatedByUser != nil && *k.CreatedByUser == session.User.Email
	}
	return row
}

func makerName(l *languages.Language, names map[string]string, k contract.Key) string {
	if k.CreatedByUser != nil {
		return *k.CreatedByUser
	}
	if k.CreatedBy == nil {
		return ""
	}
	name, known := names[*k.CreatedBy]
	if !known {
		return l.Tr("another key")
	}
	return l.Tr("key “%s”", name)
}

// keyForm is the data of the form for a new key.
type keyForm struct {
	Name, Error string
	Days        int // of validity; 0 for no expiry
	Lives       []keyLife
	MaxName     int
}

type keyLife struct {
	Days int
	Text string
}

// keyLives are the choices of the form; the API accepts any number of days.
func keyLives(l *languages.Language) []keyLife {
	return []keyLife{
		{30, l.Things(30, "day")}, {90, l.Things(90, "day")}, {180, l.Things(180, "day")}, {365, l.Things(1, "year")},
		{0, l.Tr("No expiry")},
	}
}

const defaultKeyDays = 365

func (p *Pages) newKeyPage(c *fiber.Ctx, session *site.Session) error {
	if !session.Confirmed {
		return site.AskConfirmation(c, keysPath+"/new")
	}
	return p.showKeyForm(c, session, http.StatusOK, keyForm{Days: defaultKeyDays})
}

func (p *Pages) showKeyForm(c *fiber.Ctx, session *site.Session, status int, f keyForm) error {
	f.Lives, f.MaxName = keyLives(session.Language), contract.MaxKeyName
	return p.site.Show(c, session, status, "key-new", site.Page{Title: session.Tr("New key"), Section: "keys", Data: f})
}

// newKey is the data of the only page that shows a key's value.
type newKey struct {
	contract.Key
	Value string
	Base  string // base URL of the API
}

// createKey answers with the key itself instead of a redirect, because the value is not stored.
func (p *Pages) createKey(c *fiber.Ctx, session *site.Session) error {
	if !session.Confirmed {
		return site.AskConfirmation(c, keysPath+"/new")
	}
	form, err := site.ReadForm(c, session.Request)
	if err != nil {
		return err
	}
	f := keyForm{Name: strings.TrimSpace(form.Get("name"))}
	if n := utf8.RuneCountInString(f.Name); n < 1 || n > contract.MaxKeyName ||
		strings.ContainsFunc(f.Name, unicode.IsControl) {
		f.Days, f.Error = defaultKeyDays, session.Tr("Give the key a name of 1 to %d characters.", contract.MaxKeyName)
		return p.showKeyForm(c, session, http.StatusBadRequest, f)
	}
	if f.Days, err = strconv.Atoi(form.Get("days")); err != nil || f.Days < 0 || f.Days > contract.MaxKeyDays {
		f.Days, f.Error = defaultKeyDays, session.Tr("Choose how long the key is valid.")
		return p.showKeyForm(c, session, http.StatusBadRequest, f)
	}
	value, err := contract.NewKey(p.site.Random)
	if err != nil {
		return err
	}
	key, err := bus.Call[contract.Key](session.Context, p.site.Bus, contract.RPCAuthSessionKeyCreate,
		contract.SessionCreateKeyRequest{
			BySession: session.By(), KeyHash: contract.HashKey(value), LastFour: contract.LastFour(value), Name: f.Name,
			ExpiresInDays: f.Days,
		})
	if message, status, ok := site.Refusal(err, contract.CodeInvalidRequest, contract.CodeInvalidState,
		contract.CodeLimitReached); ok {
		f.Error = message
		return p.showKeyForm(c, session, status, f)
	}
	if err != nil {
		return err
	}
	return p.site.Show(c, session, http.StatusOK, "key-made", site.Page{
		Title: session.Tr("Your new key"), Section: "keys", Data: newKey{Key: key, Value: value, Base: site.BaseURL(c)},
	})
}

// revocation is the data of the page that confirms a revocation.
type revocation struct {
	keyRow
	Descendants []contract.Key // live keys that may be revoked with it
}

func (p *Pages) revokePage(c *fiber.Ctx, session *site.Session) error {
	id, err := site.IDParam(c, contract.PrefixKey, "key")
	if err != nil {
		return err
	}
	keys, err := p.site.Keys(session)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(keys, func(k contract.Key) bool { return k.ID == id })
	if i < 0 {
		return site.NotFound("key")
	}
	row := p.keyRow(session, keyNames(keys), keys[i])
	if !row.CanRevoke {
		return site.Redirect(c, keysPath)
	}
	return p.site.Show(c, session, http.StatusOK, "key-revoke", site.Page{
		Title: session.Tr("Revoke a key"), Section: "keys",
		Data: revocation{keyRow: row, Descendants: contract.Descendants(keys, id, p.site.Now())},
	})
}

func (p *Pages) revokeKey(c *fiber.Ctx, session *site.Session) error {
	id, err := site.IDParam(c, contract.PrefixKey, "key")
	if err != nil {
		return err
	}
	form, err := site.ReadForm(c, session.Request)
	if err != nil {
		return err
	}
	revoked, err := bus.Call[contract.RevokeKeyReply](session.Context, p.site.Bus, contract.RPCAuthSessionKeyRevoke,
		contract.SessionRevokeKeyRequest{
			BySession: session.By(), KeyID: id, Descendants: form.Get("descendants") != "",
		})
	if err != nil {
		return err
	}
	for _, key := range append(revoked.Descendants, revoked.Key) {
		p.deps.Verifier.Forget(key.ID) // revoked keys have to fail at once
	}
	return site.Redirect(c, keysPath+"?done=key-revoked")
}

const (
	// temporaryKeyName is the name in the list of keys and in the audit.
	temporaryKeyName    = "API reference, one hour"
	temporaryKeyMinutes = 60
)

// temporaryKey is the answer to the script of the API reference. Nothing stores the value.
type temporaryKey struct {
	ID        string         `json:"id"`
	Name      string         `json:"name"`
	Key       string         `json:"key"`
	ExpiresAt *contract.Time `json:"expiresAt"`
}

// confirmationRequired is the answer if the user has to confirm the password first.
type confirmationRequired struct {
	Error   string        `json:"error"`
	Code    contract.Code `json:"code"`
	Confirm string        `json:"confirm"` // path of the page that asks for the password
}

// createTemporaryKey creates a key for an hour. It needs a recently confirmed session and a request from this site.
func (p *Pages) createTemporaryKey(c *fiber.Ctx, session *site.Session) error {
	if !session.Confirmed {
		return requireConfirmation(c, session)
	}
	value, err := contract.NewKey(p.site.Random)
	if err != nil {
		return err
	}
	key, err := bus.Call[contract.Key](session.Context, p.site.Bus, contract.RPCAuthSessionKeyCreate,
		contract.SessionCreateKeyRequest{
			BySession: session.By(), KeyHash: contract.HashKey(value), LastFour: contract.LastFour(value),
			Name:          temporaryKeyName,
			ExpiresInDays: 1, ExpiresInMinutes: temporaryKeyMinutes,
		})
	if apierror.Is(err, contract.CodeInvalidState) { // the confirmation expired meanwhile
		return requireConfirmation(c, session)
	}
	if err != nil {
		return err
	}
	httpserver.WriteJSON(c.Context(), http.StatusCreated,
		temporaryKey{ID: key.ID, Name: key.Name, Key: value, ExpiresAt: key.ExpiresAt})
	return nil
}

func requireConfirmation(c *fiber.Ctx, session *site.Session) error {
	httpserver.WriteJSON(c.Context(), httpserver.StatusOf(contract.CodeInvalidState), confirmationRequired{
		Error:   session.Tr("Please enter your password again."),
		Code:    contract.CodeInvalidState,
		Confirm: site.ConfirmPath + "?next=" + url.QueryEscape(site.ReferencePath+"#authorize"),
	})
	return nil
}
