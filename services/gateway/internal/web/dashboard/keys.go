package dashboard

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/gofiber/fiber/v2"

	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/languages"
)

const keysPath = "/keys"

// oldAge is from when on a key is marked as due to be replaced.
const oldAge = 90 * 24 * time.Hour

func (d *Dashboard) keyRoutes(t *table) {
	t.get(keysPath, d.keysPage)
	t.post(keysPath, d.createKey)
	t.get(keysPath+"/new", d.newKeyPage)
	t.post(hourKeyPath, d.createHourKey)
	t.get(keysPath+"/:id/revoke", d.revokePage)
	t.post(keysPath+"/:id/revoke", d.revokeKey)
}

// keyRow is a key as the list shows it.
type keyRow struct {
	contract.Key
	State   string // of one that is not live: Expired, Revoked
	Live    bool
	Old     bool   // active for longer than oldAge
	Maker   string // who made it; "" when that is not known
	Revoker bool   // the person who looks may revoke it
}

type keysData struct {
	Live, Ended []keyRow
}

func (d *Dashboard) keys(v *visit) ([]contract.Key, error) {
	reply, err := bus.Call[contract.ListKeysReply](v.Context, d.deps.Bus, contract.RPCAuthSessionKeyList, v.by())
	return reply.Keys, err
}

func (d *Dashboard) keysPage(c *fiber.Ctx, v *visit) error {
	keys, err := d.keys(v)
	if err != nil {
		return err
	}
	var data keysData
	names := namesOf(keys)
	for _, k := range keys {
		if row := d.keyRow(v, names, k); row.Live {
			data.Live = append(data.Live, row)
		} else {
			data.Ended = append(data.Ended, row)
		}
	}
	return d.show(c, v, http.StatusOK, "keys", page{Title: v.tr("API keys"), Section: "keys", Data: data})
}

// namesOf returns the names of keys by their ids.
func namesOf(keys []contract.Key) map[string]string {
	names := make(map[string]string, len(keys))
	for _, k := range keys {
		names[k.ID] = k.Name
	}
	return names
}

func (d *Dashboard) keyRow(v *visit, names map[string]string, k contract.Key) keyRow {
	now := d.deps.Now()
	row := keyRow{Key: k, Maker: maker(v.Language, names, k)}
	switch {
	case k.RevokedAt != nil:
		row.State = v.tr("Revoked")
	case !k.Live(now):
		row.State = v.tr("Expired")
	default:
		row.Live = true
		row.Old = now.Sub(k.CreatedAt.Time) > oldAge
		row.Revoker = v.owner() || k.CreatedByUser != nil && *k.CreatedByUser == v.Session.User.Email
	}
	return row
}

// maker returns who made a key.
func maker(l *languages.Language, names map[string]string, k contract.Key) string {
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
	Days        int // of the chosen life; 0 is for ever
	Lives       []keyLife
	MaxName     int
}

type keyLife struct {
	Days int
	Text string
}

// keyLives are what the form offers; the API takes any number of days.
func keyLives(l *languages.Language) []keyLife {
	return []keyLife{
		{30, l.Things(30, "day")}, {90, l.Things(90, "day")}, {180, l.Things(180, "day")}, {365, l.Things(1, "year")},
		{0, l.Tr("No expiry")},
	}
}

const usualLife = 365

func (d *Dashboard) newKeyPage(c *fiber.Ctx, v *visit) error {
	if !v.Session.Confirmed {
		return askConfirmation(c, keysPath+"/new")
	}
	return d.showKeyForm(c, v, http.StatusOK, keyForm{Days: usualLife})
}

func (d *Dashboard) showKeyForm(c *fiber.Ctx, v *visit, status int, f keyForm) error {
	f.Lives, f.MaxName = keyLives(v.Language), contract.MaxKeyName
	return d.show(c, v, status, "key-new", page{Title: v.tr("New key"), Section: "keys", Data: f})
}

// newKey is the data of the one page that shows a key's value.
type newKey struct {
	contract.Key
	Value string
	Base  string // of the API's URLs
}

// createKey answers with the value itself, not with a redirect: it is nowhere to
// be found again.
func (d *Dashboard) createKey(c *fiber.Ctx, v *visit) error {
	if !v.Session.Confirmed {
		return askConfirmation(c, keysPath+"/new")
	}
	form, err := readForm(c, v.Request)
	if err != nil {
		return err
	}
	f := keyForm{Name: strings.TrimSpace(form.Get("name"))}
	if n := utf8.RuneCountInString(f.Name); n < 1 || n > contract.MaxKeyName ||
		strings.ContainsFunc(f.Name, unicode.IsControl) {
		f.Days, f.Error = usualLife, v.tr("Give the key a name of 1 to %d characters.", contract.MaxKeyName)
		return d.showKeyForm(c, v, http.StatusBadRequest, f)
	}
	if f.Days, err = strconv.Atoi(form.Get("days")); err != nil || f.Days < 0 || f.Days > contract.MaxKeyDays {
		f.Days, f.Error = usualLife, v.tr("Choose how long the key is to be valid.")
		return d.showKeyForm(c, v, http.StatusBadRequest, f)
	}
	value, err := contract.NewKey(d.deps.Random)
	if err != nil {
		return err
	}
	key, err := bus.Call[contract.Key](v.Context, d.deps.Bus, contract.RPCAuthSessionKeyCreate,
		contract.SessionCreateKeyRequest{
			BySession: v.by(), KeyHash: contract.HashKey(value), LastFour: contract.LastFour(value), Name: f.Name,
			ExpiresInDays: f.Days,
		})
	if sentence, status, ok := said(err, contract.CodeInvalidRequest, contract.CodeInvalidState,
		contract.CodeLimitReached); ok {
		f.Error = sentence
		return d.showKeyForm(c, v, status, f)
	}
	if err != nil {
		return err
	}
	return d.show(c, v, http.StatusOK, "key-made", page{
		Title: v.tr("Your new key"), Section: "keys", Data: newKey{Key: key, Value: value, Base: baseURL(c)},
	})
}

// revocation is the data of the page that asks whether a key is to end.
type revocation struct {
	keyRow
	Descendants []contract.Key // live keys that end with it, if the person wants
}

func (d *Dashboard) revokePage(c *fiber.Ctx, v *visit) error {
	id, err := idParam(c, contract.PrefixKey, "key")
	if err != nil {
		return err
	}
	keys, err := d.keys(v)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(keys, func(k contract.Key) bool { return k.ID == id })
	if i < 0 {
		return notFound("key")
	}
	row := d.keyRow(v, namesOf(keys), keys[i])
	if !row.Revoker {
		return redirect(c, keysPath)
	}
	return d.show(c, v, http.StatusOK, "key-revoke", page{
		Title: v.tr("Revoke a key"), Section: "keys",
		Data: revocation{keyRow: row, Descendants: contract.Descendants(keys, id, d.deps.Now())},
	})
}

func (d *Dashboard) revokeKey(c *fiber.Ctx, v *visit) error {
	id, err := idParam(c, contract.PrefixKey, "key")
	if err != nil {
		return err
	}
	form, err := readForm(c, v.Request)
	if err != nil {
		return err
	}
	revoked, err := bus.Call[contract.RevokeKeyReply](v.Context, d.deps.Bus, contract.RPCAuthSessionKeyRevoke,
		contract.SessionRevokeKeyRequest{
			BySession: v.by(), KeyID: id, Descendants: form.Get("descendants") != "",
		})
	if err != nil {
		return err
	}
	for _, key := range append(revoked.Descendants, revoked.Key) {
		d.deps.Verifier.Forget(key.ID) // the page says that they are refused from now on
	}
	return redirect(c, keysPath+"?done=key-revoked")
}
