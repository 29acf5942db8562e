package site

import (
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/gofiber/fiber/v2"
	"github.com/valyala/fasthttp"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/languages"
	"github.com/docmill/docmill/services/gateway/internal/web/httpserver"
)

const languagePath = "/language"

// Names of the cookie with the language, as those of the session cookie. It outlives sessions, for the sign-in page.
const (
	languageCookie      = "__Host-docmill-language"
	localLanguageCookie = "docmill-language"
	// languageLife is the longest life of a cookie (RFC 6265bis, 5.5).
	languageLife = 400 * 24 * time.Hour
)

// setLanguage stores the language that a user chooses, signed in or not; "" is the browser's.
func (s *Site) setLanguage(c *fiber.Ctx, r *httpserver.Request) error {
	form, err := ReadForm(c, r)
	if err != nil {
		return err
	}
	code := form.Get("language")
	if _, known := s.languages.Find(code); !known {
		code = ""
	}
	cookie := newCookie(c, languageCookie, localLanguageCookie, code)
	if code != "" {
		cookie.MaxAge = int(languageLife / time.Second)
	}
	c.Cookie(cookie)
	return Redirect(c, LocalPath(form.Get("next")))
}

// ChosenLanguage is the code in the language cookie, or "".
func ChosenLanguage(rctx *fasthttp.RequestCtx) string {
	code := rctx.Request.Header.Cookie(languageCookie)
	if len(code) == 0 && IsLocalHost(string(rctx.Host())) {
		code = rctx.Request.Header.Cookie(localLanguageCookie)
	}
	return string(code)
}

// Language is the language of the answer: the chosen one, else the browser's, else
// English.
func (s *Site) Language(rctx *fasthttp.RequestCtx) *languages.Language {
	return s.languages.Choose(ChosenLanguage(rctx), string(rctx.Request.Header.Peek(fiber.HeaderAcceptLanguage)))
}

// Tr returns a text in the language of a request.
func (s *Site) Tr(c *fiber.Ctx, text string) string {
	return s.Language(c.Context()).Tr(text)
}

// Translate returns an error with its public message translated; its log entry
// stays in English.
func Translate(err error, l *languages.Language) error {
	var f *apierror.Error
	if !errors.As(err, &f) || l.TrMessage(f.Public) == f.Public {
		return err
	}
	other := apierror.Wrap(err, f.Code, "%s", l.TrMessage(f.Public))
	other.RetryAfter = f.RetryAfter
	return other
}

// Users returns the users of the account.
func (s *Site) Users(session *Session) ([]contract.User, error) {
	reply, err := bus.Call[contract.ListUsersReply](session.Context, s.Bus, contract.RPCAuthSessionUserList,
		session.By())
	return reply.Users, err
}

// Keys returns the API keys of the account.
func (s *Site) Keys(session *Session) ([]contract.Key, error) {
	reply, err := bus.Call[contract.ListKeysReply](session.Context, s.Bus, contract.RPCAuthSessionKeyList, session.By())
	return reply.Keys, err
}

// NamesOf returns the names of users and keys by id. The id "" has no name.
func (s *Site) NamesOf(session *Session, ids []string) (map[string]string, error) {
	names := map[string]string{}
	if !slices.ContainsFunc(ids, func(id string) bool { return id != "" }) {
		return names, nil
	}
	users, err := s.Users(session)
	if err != nil {
		return nil, err
	}
	var keys []contract.Key
	if slices.ContainsFunc(ids, func(id string) bool { return strings.HasPrefix(id, contract.PrefixKey) }) {
		if keys, err = s.Keys(session); err != nil {
			return nil, err
		}
	}
	for _, id := range ids {
		if id != "" {
			names[id] = NameOf(session.Language, id, users, keys)
		}
	}
	return names, nil
}

// NameOf returns a user's e-mail address or a key's name.
func NameOf(l *languages.Language, id string, users []contract.User, keys []contract.Key) string {
	if i := slices.IndexFunc(keys, func(k contract.Key) bool { return k.ID == id }); i >= 0 {
		return l.Tr("key “%s”", keys[i].Name)
	}
	if i := slices.IndexFunc(users, func(u contract.User) bool { return u.ID == id }); i >= 0 {
		return users[i].Email
	}
	if strings.HasPrefix(id, contract.PrefixKey) {
		return l.Tr("API key …%s", id[max(0, len(id)-4):])
	}
	return l.Tr("a former member")
}
