package site

import "github.com/docmill/docmill/services/gateway/internal/web/dashboard/languages"

// Notices are the messages that a redirect may ask for by name (?done=…), so that
// no text of a URL appears on a page.
func Notices(l *languages.Language) map[string]string {
	return map[string]string{
		"document-reviewed": l.Tr("Document marked as reviewed."),
		"document-reopened": l.Tr("Document reopened for review."),
		"value-confirmed":   l.Tr("Value confirmed."),
		"value-unconfirmed": l.Tr("Confirmation removed."),
		"value-reverted":    l.Tr("Extracted value restored."),
		"rules-set":         l.Tr("Rules saved. They apply to documents that are not reviewed yet."),
		"layout-on":         l.Tr("Layout switched on. It applies to new documents."),
		"layout-off":        l.Tr("Layout switched off. It no longer applies to new documents."),
		"layout-forgotten":  l.Tr("Layout forgotten, with everything it learned."),
		"signed-out":        l.Tr("You are signed out."),
		"key-revoked":       l.Tr("Key revoked. Requests with it are now refused."),
		"language-set":      l.Tr("Language saved."),
		"password-changed":  l.Tr("Password changed. Your other sessions were signed out."),
		"connected":         l.Tr("Single sign-on connected. You can now sign in with it."),
		"session-ended":     l.Tr("Session ended."),
		"sessions-ended":    l.Tr("All other sessions ended."),
		"user-removed": l.Tr("User removed. Their keys stay valid; revoke those that " +
			"you do not need."),
		"webhook-tested":       l.Tr("Test sent. Reload the page to see the response."),
		"webhook-enabled":      l.Tr("Webhook enabled."),
		"webhook-replayed":     l.Tr("Delivery sent again. Reload the page to see the response."),
		"webhook-replayed-all": l.Tr("Failed deliveries are being sent again."),
		"webhook-none-failed":  l.Tr("No failed deliveries since then."),
		"webhook-deleted":      l.Tr("Webhook deleted."),
		"role-changed":         l.Tr("Role changed."),
		"document-deleted":     l.Tr("Document deleted, with its file and results."),
		"table-saved":          l.Tr("Table saved. The extracted values stay in the history."),
		"filter-renamed":       l.Tr("Filter renamed."),
		"filter-deleted":       l.Tr("Filter deleted."),
		"columns-set":          l.Tr("Columns saved."),
		"account-renamed":      l.Tr("Account renamed."),
	}
}
