package contract

import "errors"

// LinkRequest asks what a one-time link is for, so that the page can say so; the
// answer is a Link. CodeNotFound: unknown, used or expired, told alike;
// CodeRateLimited with RetryAfter: too many tries from this network address.
type LinkRequest struct {
	LinkHash string `json:"linkHash"` // HashSecret of the link's secret
	Address  string `json:"address"`  // IP address of the client
}

// Validate checks hash and address.
func (r LinkRequest) Validate() error {
	return errors.Join(validHash("linkHash", r.LinkHash), validAddress(r.Address))
}

// Link is what a one-time link lets its holder do: set the user's password.
type Link struct {
	// User's Email is empty when the person must say it (the first owner);
	// Invited distinguishes a welcome from a new password.
	User        User   `json:"user"`
	AccountName string `json:"accountName"`
	ExpiresAt   Time   `json:"expiresAt"`
}

// Validate checks the user.
func (l Link) Validate() error { return l.User.Validate() }

// AcceptLinkRequest uses a one-time link up: it sets the user's password and, if
// the user has none yet, the e-mail address, ends every session of the user and
// opens a new, confirmed one, which is the answer. It fails as LinkRequest does;
// CodeInvalidRequest: the password is too short, too long or too easy to guess,
// or the address is none, taken, or of a domain that belongs to another account,
// and the sentence says which; CodeInvalidState:
// the account is suspended. A link that was refused stays usable.
type AcceptLinkRequest struct {
	LinkHash string   `json:"linkHash"`        // HashSecret of the link's secret
	Email    string   `json:"email,omitempty"` // only where Link.User has none
	Password Password `json:"password"`
	NewSession
}

// Validate checks form and lengths.
func (r AcceptLinkRequest) Validate() error {
	var email error
	if r.Email != "" {
		email = boundedText("email", r.Email, maxEmail)
	}
	return errors.Join(validHash("linkHash", r.LinkHash), email, r.Password.valid("password"), r.NewSession.valid())
}
