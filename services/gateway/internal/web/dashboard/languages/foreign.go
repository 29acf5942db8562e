package languages

import "slices"

// Foreign lists sentences that are not written by the dashboard but shown on its
// pages: refusals of other parts, failures of documents and what checks found. Whoever says them says
// them in English; what stands in the place of a verb is whatever they put there.
func Foreign() []string { return slices.Concat(saidOfPeople(), saidOfRequests(), saidOfDocuments()) }

// saidOfPeople are refusals of the auth service.
func saidOfPeople() []string {
	return []string{
		"E-mail address or password is wrong.",
		"%s Try again in %d seconds.",
		"Too many tries came from your network address.",
		"Too many tries to sign in failed.",
		"The password holds control characters.",
		"The password is too short: use at least %d characters, a few words for example.",
		"The password is too long: use at most %d characters.",
		"This link has been used, has expired or never was. Ask for a new one.",
		"This account is suspended. Ask whoever runs the service.",
		"Your session has ended. Sign in again.",
		"This session has ended already.",
		"Only an owner of the account may do this.",
		"Confirm first that it is you.",
		"This is no e-mail address.",
		"This e-mail address belongs to a user of this account already.",
		"This is the account's last owner. Make somebody else an owner first.",
		"The account has %d API keys already. Revoke some first.",
		"The account has %d users already. Remove some first.",
		"Nobody here has your e-mail address. Ask an owner of your account to invite you.",
		"You have no password here. Sign in again the way you did.",
	}
}

// saidOfRequests are refusals of the notifier and of the gateway's other parts.
func saidOfRequests() []string {
	return []string{
		"The webhook is disabled. Enable it first.",
		"The delivery has not ended; it is tried again by itself.",
		"Webhooks need the plan Pro or Enterprise.",
		"The service cannot handle the request at the moment. Try again later.",
		"Something went wrong on our side. Try again; if it stays, tell us the request id.",
		"There is nothing at this path.",
		"There is no document here with this address. It may have been deleted.",
		"There is no batch here with this address. It may have been deleted.",
		"There is no layout here with this address. It may have been deleted.",
		"There is no key here with this address. It may have been deleted.",
		"There is no person here with this address. It may have been deleted.",
		"There is no session here with this address. It may have been deleted.",
		"There is no webhook here with this address. It may have been deleted.",
		"There is no document with this id.",
		"There is no batch with this id.",
		"There is no layout with this id.",
		"Only a completed document can be corrected.",
		"The document's file has been erased.",
		"The %s plan allows %d documents a month and they are used up. The count starts again at %s; a larger plan " +
			"applies at once.",
		"The file is larger than the plan %s allows: at most %d MB (%d bytes).",
		"You have %d filters. Delete one first.",
		"You have another filter of this name.",
		"There is no such filter any more.",
		"Give the filter a name of 1 to %d characters.",
		"There is no such field to show.",
		"Choose at most %d fields.",
		"Too many exports are under way. Try again when one has ended.",
		"Too many pages of your account are being read. Try again in a moment.",
		"The request's body arrived too slowly or stopped arriving.",
		"The form has more than %d files.",
		"The request is larger than %d files of the largest size that the plan allows.",
	}
}

// saidOfDocuments are why a value was refused (the sentence begins with the
// field's name), what a check found, and why a document failed.
func saidOfDocuments() []string {
	return []string{
		"must be an amount such as %s",
		"must be a number such as 2.5",
		"must be a day of the calendar such as 2026-10-01 or 1 October 2026",
		"must be a time of day such as 18:05 or 18:05:59",
		"must be a currency of ISO 4217 such as EUR",
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
		"The file is in no format that can be read. Send one of: %s.",
		"The rows of %.80q could not be read.",
		"The row %d of %.80q has no value. Leave it out.",
		"A list may have at most %d values.",
		"A value holds characters that cannot be kept.",
		"The record has changed since it was read. Read it again, and send what is still to be said.",
		"may have at most %d characters and no control characters",
		"must have 1 to %d characters, not all of them blank and none a control character; null says that the " +
			"document has none",
		"is in %s, and the document's amounts are in %s",
		"can be read as %s or as %s; write it as one of these",
	}
}
