package site

import "github.com/docmill/docmill/services/gateway/internal/web/dashboard/languages"

// Notices are the messages that a redirect may ask for by name (?done=…), so that
// no text of a URL appears on a page.
func Notices(l *languages.Language) map[string]string {
	return map[string]string{
		"document-reviewed": l.Tr("The document is marked as reviewed."),
		"document-reopened": l.Tr("The document is to be reviewed again."),
		"value-confirmed":   l.Tr("The value is confirmed."),
		"value-unconfirmed": l.Tr("The value is not confirmed any more."),
		"value-reverted":    l.Tr("What was found stands there again."),
		"rules-set":         l.Tr("The rules are saved. They hold for the documents that nobody has reviewed."),
		"layout-on":         l.Tr("The layout is switched on: documents that come from now on are read with it."),
		"layout-off":        l.Tr("The layout is switched off: documents that come from now on are read without it."),
		"layout-forgotten":  l.Tr("The layout is forgotten, with everything that documents taught it."),
		"signed-out":        l.Tr("You are signed out."),
		"key-revoked":       l.Tr("The key is revoked. Requests with it are refused from now on."),
		"language-set":      l.Tr("The language is set."),
		"password-changed":  l.Tr("Your password is changed. Your other sessions are ended."),
		"connected":         l.Tr("Single sign-on is connected: you may sign in with it from now on."),
		"session-ended":     l.Tr("The session is ended."),
		"sessions-ended":    l.Tr("All your other sessions are ended."),
		"user-removed": l.Tr("The person is removed. The keys that they made stay valid; revoke those that you do " +
			"not want."),
		"webhook-tested":       l.Tr("A test is on its way. Reload the page to see the receiver's answer."),
		"webhook-enabled":      l.Tr("The webhook is enabled."),
		"webhook-replayed":     l.Tr("The delivery is on its way again. Reload the page to see the receiver's answer."),
		"webhook-replayed-all": l.Tr("What has failed since then is on its way again."),
		"webhook-none-failed":  l.Tr("Nothing has failed since then."),
		"webhook-deleted":      l.Tr("The webhook is deleted."),
		"role-changed":         l.Tr("The role is changed."),
		"document-deleted":     l.Tr("The document is deleted, with its file and everything that was read from it."),
		"table-saved":          l.Tr("The table is saved. What was found stays in the history."),
		"filter-renamed":       l.Tr("The filter has its new name."),
		"filter-deleted":       l.Tr("The filter is deleted."),
		"columns-set":          l.Tr("The columns are saved."),
		"account-renamed":      l.Tr("The name of the account is changed."),
	}
}
