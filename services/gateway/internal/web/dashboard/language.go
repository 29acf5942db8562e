package dashboard

import (
	"errors"
	"time"

	"github.com/gofiber/fiber/v2"
	"github.com/valyala/fasthttp"

	"github.com/docmill/docmill/libs/fault"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/languages"
	"github.com/docmill/docmill/services/gateway/internal/web/httpserver"
)

const languagePath = "/language"

// Names of the cookie that keeps the language that a person has chosen, as those
// of the session's. It is no secret and outlives sessions: the page on which
// people sign in speaks it, too.
const (
	languageCookie      = "__Host-docmill-language"
	localLanguageCookie = "docmill-language"
	// languageLife is the longest that browsers keep a cookie (RFC 6265bis, 5.5).
	languageLife = 400 * 24 * time.Hour
)

func (d *Dashboard) languageRoutes(t *table) {
	t.open(fiber.MethodPost, languagePath, d.setLanguage)
}

// setLanguage keeps the language that a person chooses, signed in or not; "" is
// the browser's.
func (d *Dashboard) setLanguage(c *fiber.Ctx, r *httpserver.Request) error {
	form, err := readForm(c, r)
	if err != nil {
		return err
	}
	code := form.Get("language")
	if _, known := d.languages.Find(code); !known {
		code = ""
	}
	cookie := newCookie(c, languageCookie, localLanguageCookie, code)
	if code != "" {
		cookie.MaxAge = int(languageLife / time.Second)
	}
	c.Cookie(cookie)
	return redirect(c, localPath(form.Get("next")))
}

// chosenLanguage is what the cookie says; "" for nothing.
func chosenLanguage(rctx *fasthttp.RequestCtx) string {
	code := rctx.Request.Header.Cookie(languageCookie)
	if len(code) == 0 && localHost(string(rctx.Host())) {
		code = rctx.Request.Header.Cookie(localLanguageCookie)
	}
	return string(code)
}

// language is the one that a request is answered in: the person's own, else the
// browser's, else English.
func (d *Dashboard) language(rctx *fasthttp.RequestCtx) *languages.Language {
	return d.languages.Choose(chosenLanguage(rctx), string(rctx.Request.Header.Peek(fiber.HeaderAcceptLanguage)))
}

// tr returns a text in the language of a request.
func (d *Dashboard) tr(c *fiber.Ctx, text string) string {
	return d.language(c.Context()).Tr(text)
}

// tr returns a text in the language that the person reads.
func (v *visit) tr(text string, values ...any) string { return v.Language.Tr(text, values...) }

// translated has a refusal say its sentence in a language; the log keeps the
// original.
func translated(err error, l *languages.Language) error {
	var f *fault.Error
	if !errors.As(err, &f) || l.Said(f.Public) == f.Public {
		return err
	}
	other := fault.Wrap(err, f.Code, "%s", l.Said(f.Public))
	other.RetryAfter = f.RetryAfter
	return other
}
