package languages

import "slices"

// ServiceMessages are the English messages of other services that pages show: errors,
// failures of documents and details of checks. Placeholders match any text.
func ServiceMessages() []string {
	return slices.Concat(authMessages(), requestMessages(), documentMessages())
}

func authMessages() []string {
	return []string{
		"E-mail address or password is wrong.",
		"%s Try again in %d seconds.",
		"Too many attempts from your network address.",
		"Too many failed sign-in attempts.",
		"The password contains control characters.",
		"The password is too short: use at least %d characters, a few words for example.",
		"The password is too long: use at most %d characters.",
		"This link is invalid or expired. Ask for a new one.",
		"This account is suspended. Contact your administrator.",
		"Your session has ended. Sign in again.",
		"This session has ended already.",
		"Only an owner of the account may do this.",
		"Confirm your identity first.",
		"This is not a valid e-mail address.",
		"A user of this account already has this e-mail address.",
		"This is the account's last owner. Make another user an owner first.",
		"The account already has %d API keys. Revoke some first.",
		"The account already has %d users. Remove some first.",
		"No user has your e-mail address. Ask an owner of your account to invite you.",
		"You have no password. Sign in again the same way.",
	}
}

// requestMessages are errors of the notifier and of other parts of the gateway.
func requestMessages() []string {
	return []string{
		"The webhook is disabled. Enable it first.",
		"The delivery has not finished; it is retried automatically.",
		"Webhooks require the Pro or Enterprise plan.",
		"The service cannot handle the request at the moment. Try again later.",
		"Something went wrong on our side. Try again; if it happens again, report the request id.",
		"This path does not exist.",
		"This document does not exist. It may have been deleted.",
		"This batch does not exist. It may have been deleted.",
		"This layout does not exist. It may have been deleted.",
		"This key does not exist. It may have been deleted.",
		"This user does not exist. It may have been deleted.",
		"This session does not exist. It may have been deleted.",
		"This webhook does not exist. It may have been deleted.",
		"No document has this id.",
		"No batch has this id.",
		"No layout has this id.",
		"Only a completed document can be corrected.",
		"The document's file has been erased.",
		"The %s plan allows %d documents a month, and all are used. The count resets " +
			"at %s; a larger plan applies immediately.",
		"The file exceeds the limit of the %s plan: %d MB (%d bytes).",
		"You already have %d filters. Delete one first.",
		"You already have a filter with this name.",
		"This filter no longer exists.",
		"Give the filter a name of 1 to %d characters.",
		"This document type does not exist. It may have been deleted.",
		"A document type with this name exists already.",
		"The account has %d document types. Delete one first.",
		"The document type has %d versions. Save another one.",
		"The title must have at most %d characters in one line.",
		"The name %s is not allowed. A name has 2 to 63 lower-case letters, digits and underscores, begins with a " +
			"letter, and is none of the built-in types: %s.",
		"The schema is refused: it %s.",
		"The schema is refused at %s: %s.",
		"Unknown field.",
		"Choose at most %d fields.",
		"Too many exports are running. Try again when one has finished.",
		"Too many pages of your account are being read. Try again in a moment.",
		"The request's body arrived too slowly or stopped arriving.",
		"The form has more than %d files.",
		"The request exceeds %d files of the plan's maximum size.",
	}
}

// documentMessages are errors of values (after the field's name), details of checks, and failures of documents.
func documentMessages() []string {
	return []string{
		"must be an amount such as %s",
		"must be a number such as 2.5",
		"must be a date, e.g. 2026-10-01 or 1 October 2026",
		"must be a time of day such as 18:05 or 18:05:59",
		"must be an ISO 4217 currency code such as EUR",
		"must be a whole number such as 3",
		"The file is empty.",
		"Search for at most %d characters.",
		"Search for at most %d words.",
		"Choose at most %d documents at a time.",
		"quantity × unit price = amount in %d lines",
		"check digits of %s are right",
		"check digits of %s are wrong",
		"%s is an account that this vendor had before",
		"%s is not an account that this vendor had before",
		"the embedded e-invoice cannot be read",
		"the page shows %s of the XML",
		"The document is protected by a password. Send it without one.",
		"The document is damaged and cannot be read.",
		"The document shows no text that could be read.",
		"The document has more than %d pages.",
		"The document is too complex to be processed.",
		"The document could not be read because of an error on our side.",
		"The document could not be processed because of an error on our side. It was not counted.",
		"The document took too long to process. Split it into smaller files and try again.",
		"The file format is not supported. Send one of: %s.",
		"The rows of %.80q could not be read.",
		"Row %d of %.80q is empty. Omit it.",
		"A list may have at most %d values.",
		"A value contains characters that cannot be stored.",
		"The record has changed since you read it. Read it again and send the changes that still apply.",
		"may have at most %d characters and no control characters",
		"must have 1 to %d characters, not only blanks, and no control characters; " +
			"null means that the document has none",
		"is in %s, and the document's amounts are in %s",
		"is ambiguous: %s or %s; write one of these",
	}
}
