package auth

import (
	"context"
	"strings"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/fault"
	"github.com/docmill/docmill/libs/pgstore"
	"github.com/docmill/docmill/services/auth/internal/passwords"
	"github.com/docmill/docmill/services/auth/internal/store"
)

// entry is the session that a request wants opened.
func (h *handlers) entry(s contract.NewSession, method contract.SignInMethod) (store.Entry, error) {
	secret, err := hashMAC(h.peppers.secrets, s.NewSessionHash)
	return store.Entry{SecretMAC: secret, Agent: s.Agent, Method: method}, err
}

// tried is the form in which tries for an e-mail address, whether or not anybody
// has it, are counted.
func (h *handlers) tried(email string, address []byte) store.Tried {
	return store.Tried{
		EmailMAC: mac(h.peppers.emails, []byte(email)),
		PlaceMAC: mac(h.peppers.emails, append([]byte(email+"\x00"), address...)),
	}
}

// checkedPassword is a password that was found right.
type checkedPassword struct {
	credentials store.Credentials
	proof       store.Proof
	newHash     string // of the same password, when the stored one is outdated
}

// check admits a try by network and e-mail address, and checks the password. A
// wrong one, an unknown address and a user without a password are refused alike
// and after the same work.
func (h *handlers) check(ctx context.Context, email string, p contract.Password, address string) (c checkedPassword, err error) {
	if c.proof.AddressMAC, err = addressMAC(h.peppers.addresses, address); err != nil {
		return c, err
	}
	if err := h.store.AdmitAddress(ctx, c.proof.AddressMAC); err != nil {
		return c, err
	}
	leave, err := h.passwords.Enter(ctx)
	if err != nil {
		return c, err
	}
	defer leave()
	email = strings.ToLower(strings.TrimSpace(email))
	tried := h.tried(email, c.proof.AddressMAC)
	c.proof.PlaceMAC = tried.PlaceMAC
	if c.proof.Counted, err = h.store.AdmitTry(ctx, tried); err != nil {
		return c, err
	}
	if c.credentials, err = h.store.Credentials(ctx, email); err != nil {
		return c, err
	}
	right, outdated, err := h.passwords.Check(c.credentials.PasswordHash, p)
	if err != nil {
		return c, err
	}
	if !right {
		return c, store.WrongPassword()
	}
	if outdated {
		c.newHash = h.passwords.Hash(p)
	}
	return c, nil
}

func (h *handlers) signIn(ctx context.Context, r contract.SignInRequest) (contract.Session, error) {
	e, err := h.entry(r.NewSession, contract.SignInPassword)
	if err != nil {
		return contract.Session{}, err
	}
	c, err := h.check(ctx, r.Email, r.Password, r.Address)
	if err != nil {
		return contract.Session{}, pgstore.Fault(err)
	}
	e.Proof = c.proof
	s, err := h.store.SignIn(ctx, c.credentials, c.newHash, e)
	return s, pgstore.Fault(err)
}

func (h *handlers) signInOIDC(ctx context.Context, r contract.OIDCSignInRequest) (contract.Session, error) {
	e, err := h.entry(r.NewSession, contract.SignInOIDC)
	if err != nil {
		return contract.Session{}, err
	}
	i := store.Identity{Issuer: r.Issuer, Subject: r.Subject}
	if email, err := contract.ParseEmail(r.Email); err == nil && r.EmailVerified {
		i.Email = email
		_, domain, _ := strings.Cut(email, "@")
		if account, joins := h.domains[domain]; joins {
			i.JoinAccount = &account
		}
	}
	s, err := h.store.SignInOIDC(ctx, i, e)
	return s, pgstore.Fault(err)
}

func (h *handlers) confirmSession(ctx context.Context, r contract.ConfirmSessionRequest) (contract.Session, error) {
	s, err := h.session(ctx, r.BySession, anyone)
	if err != nil {
		return contract.Session{}, err
	}
	if !s.User.HasPassword {
		return contract.Session{}, fault.New(contract.CodeInvalidState, "You have no password here. Sign in again the way you did.")
	}
	e, err := h.entry(r.NewSession, s.Method)
	if err != nil {
		return contract.Session{}, err
	}
	c, err := h.check(ctx, s.User.Email, r.Password, r.Address)
	if err != nil {
		return contract.Session{}, pgstore.Fault(err)
	}
	e.Proof = c.proof
	renewed, err := h.store.Confirm(ctx, c.credentials, s.ID, e)
	return renewed, pgstore.Fault(err)
}

func (h *handlers) changePassword(ctx context.Context, r contract.ChangePasswordRequest) (contract.Session, error) {
	s, err := h.session(ctx, r.BySession, anyone)
	if err != nil {
		return contract.Session{}, err
	}
	e, err := h.entry(r.NewSession, s.Method)
	if err != nil {
		return contract.Session{}, err
	}
	if err := passwords.Accept(r.NewPassword, s.User.Email, s.Account.Name); err != nil {
		return contract.Session{}, err
	}
	var c checkedPassword
	switch {
	case s.User.HasPassword:
		c, err = h.check(ctx, s.User.Email, r.OldPassword, r.Address)
	case s.Confirmed:
		c.credentials = store.Credentials{UserID: s.User.ID}
	default:
		err = fault.New(contract.CodeInvalidState, "Confirm first that it is you.")
	}
	if err != nil {
		return contract.Session{}, pgstore.Fault(err)
	}
	hash, err := h.hash(ctx, r.NewPassword)
	if err != nil {
		return contract.Session{}, err
	}
	e.Proof = c.proof
	renewed, err := h.store.ChangePassword(ctx, c.credentials, hash, s.ID, e)
	return renewed, pgstore.Fault(err)
}

// hash hashes a password once there is room for it.
func (h *handlers) hash(ctx context.Context, p contract.Password) (string, error) {
	leave, err := h.passwords.Enter(ctx)
	if err != nil {
		return "", err
	}
	defer leave()
	return h.passwords.Hash(p), nil
}

func (h *handlers) link(ctx context.Context, r contract.LinkRequest) (contract.Link, error) {
	mac, err := hashMAC(h.peppers.secrets, r.LinkHash)
	if err != nil {
		return contract.Link{}, err
	}
	address, err := addressMAC(h.peppers.addresses, r.Address)
	if err != nil {
		return contract.Link{}, err
	}
	l, err := h.findLink(ctx, mac, address)
	return l, pgstore.Fault(err)
}

func (h *handlers) findLink(ctx context.Context, mac, address []byte) (contract.Link, error) {
	if err := h.store.AdmitAddress(ctx, address); err != nil {
		return contract.Link{}, err
	}
	return h.store.Link(ctx, mac)
}

func (h *handlers) acceptLink(ctx context.Context, r contract.AcceptLinkRequest) (contract.Session, error) {
	e, err := h.entry(r.NewSession, contract.SignInLink)
	if err != nil {
		return contract.Session{}, err
	}
	mac, err := hashMAC(h.peppers.secrets, r.LinkHash)
	if err != nil {
		return contract.Session{}, err
	}
	address, err := addressMAC(h.peppers.addresses, r.Address)
	if err != nil {
		return contract.Session{}, err
	}
	l, err := h.findLink(ctx, mac, address)
	if err != nil {
		return contract.Session{}, pgstore.Fault(err)
	}
	email, err := acceptable(l, r)
	if err != nil {
		return contract.Session{}, err
	}
	hash, err := h.hash(ctx, r.Password)
	if err != nil {
		return contract.Session{}, err
	}
	tried := h.tried(email, address)
	e.Proof = store.Proof{Counted: tried.EmailMAC, PlaceMAC: tried.PlaceMAC, AddressMAC: address}
	s, err := h.store.AcceptLink(ctx, store.Acceptance{LinkMAC: mac, Email: email, PasswordHash: hash, Entry: e})
	return s, pgstore.Fault(err)
}

// acceptable checks what a person makes of a link and gives the e-mail address
// that the user has then.
func acceptable(l contract.Link, r contract.AcceptLinkRequest) (email string, err error) {
	email = l.User.Email
	if email == "" {
		if email, err = contract.ParseEmail(r.Email); err != nil {
			return "", fault.Wrap(err, contract.CodeInvalidRequest, "This is no e-mail address.")
		}
	}
	return email, passwords.Accept(r.Password, email, l.AccountName)
}
