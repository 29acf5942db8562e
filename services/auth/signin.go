package auth

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/pgstore"
	"github.com/docmill/docmill/services/auth/internal/passwords"
	"github.com/docmill/docmill/services/auth/internal/store"
)

func (h *handlers) entry(s contract.NewSession, method contract.SignInMethod) (store.Entry, error) {
	secret, err := hashMAC(h.peppers.secrets, s.NewSessionHash)
	return store.Entry{SecretMAC: secret, Agent: s.Agent, Method: method}, err
}

// renewal checks a session to be renewed, and returns it with the new one's values.
func (h *handlers) renewal(
	ctx context.Context, by contract.BySession, n need, next contract.NewSession,
) (contract.Session, store.Entry, error) {
	s, err := h.session(ctx, by, n)
	if err != nil {
		return contract.Session{}, store.Entry{}, err
	}
	e, err := h.entry(next, s.Method)
	return s, e, err
}

// tried returns the counted subject of a user, or of an unknown e-mail address if userID is empty.
func (h *handlers) tried(email, userID string, address []byte) store.Tried {
	who := email
	if userID != "" {
		who += "\x00" + userID
	}
	return store.Tried{
		UserMAC:  mac(h.peppers.emails, []byte(who)),
		PlaceMAC: mac(h.peppers.emails, append([]byte(who+"\x00"), address...)),
	}
}

type checkedPassword struct {
	credentials store.Credentials
	proof       store.Proof
	newHash     string // of the same password, when the stored one is outdated
}

// check admits an attempt by network and e-mail address, and checks the password of the users with the
// address, or of the user only. A wrong password, an unknown address and a user without a password fail
// with the same error after the same work.
func (h *handlers) check(
	ctx context.Context, email, only string, p contract.Password, address string,
) (c checkedPassword, err error) {
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
	users, err := h.store.Credentials(ctx, email, only)
	if err != nil {
		return c, err
	}
	tried := []store.Tried{h.tried(email, "", c.proof.AddressMAC)}
	for i, u := range users {
		tried = append(tried[:i], h.tried(email, u.UserID, c.proof.AddressMAC))
	}
	counted, err := h.store.AdmitTry(ctx, tried)
	if err != nil {
		return c, err
	}
	found, outdated, err := h.compare(users, counted, p)
	if err != nil {
		return c, err
	}
	c.credentials, c.proof.Counted, c.proof.PlaceMAC = users[found], counted[found], tried[found].PlaceMAC
	c.proof.Others = slices.DeleteFunc(slices.Delete(counted, found, found+1), func(mac []byte) bool { return mac == nil })
	if outdated && len(users) == 1 {
		c.newHash, err = h.passwords.Hash(p, "")
	}
	return c, err
}

// compare returns the first of the users, whose attempt counts, with that password.
func (h *handlers) compare(
	users []store.Credentials, counted [][]byte, p contract.Password,
) (found int, outdated bool, err error) {
	stored := make([]string, len(users))
	for i, u := range users {
		stored[i] = u.PasswordHash
	}
	right, outdated, err := h.passwords.Check(stored, p)
	if err != nil {
		return 0, false, err
	}
	for i := range users {
		if right[i] && counted[i] != nil {
			return i, outdated, nil
		}
	}
	return 0, false, store.WrongPassword()
}

func (h *handlers) signIn(ctx context.Context, r contract.SignInRequest) (contract.Session, error) {
	e, err := h.entry(r.NewSession, contract.SignInPassword)
	if err != nil {
		return contract.Session{}, err
	}
	c, err := h.check(ctx, r.Email, "", r.Password, r.Address)
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
	e.Unconfirmed = !r.Fresh
	s, err := h.store.SignInOIDC(ctx, identity(r.ProviderIdentity), e)
	return s, pgstore.Fault(err)
}

// identity returns the provider's identity, with the address only if the provider has verified it.
func identity(p contract.ProviderIdentity) store.Identity {
	i := store.Identity{Issuer: p.Issuer, Subject: p.Subject}
	if email, err := contract.ParseEmail(p.Email); err == nil && p.EmailVerified {
		i.Email = email
	}
	return i
}

func (h *handlers) confirmOIDC(ctx context.Context, r contract.ConfirmOIDCRequest) (contract.Session, error) {
	s, e, err := h.renewal(ctx, r.BySession, anyone, r.NewSession)
	if err != nil {
		return contract.Session{}, err
	}
	renewed, err := h.store.ConfirmOIDC(ctx, s, identity(r.ProviderIdentity), e)
	return renewed, pgstore.Fault(err)
}

func (h *handlers) connectOIDC(ctx context.Context, r contract.ConnectOIDCRequest) (contract.Session, error) {
	s, e, err := h.renewal(ctx, r.BySession, confirmed, r.NewSession)
	if err != nil {
		return contract.Session{}, err
	}
	renewed, err := h.store.ConnectOIDC(ctx, s, identity(r.ProviderIdentity), e)
	return renewed, pgstore.Fault(err)
}

func (h *handlers) confirmSession(ctx context.Context, r contract.ConfirmSessionRequest) (contract.Session, error) {
	s, err := h.session(ctx, r.BySession, anyone)
	if err != nil {
		return contract.Session{}, err
	}
	if !s.User.HasPassword {
		return contract.Session{}, apierror.New(contract.CodeInvalidState,
			"You have no password. Sign in again the same way.")
	}
	e, err := h.entry(r.NewSession, s.Method)
	if err != nil {
		return contract.Session{}, err
	}
	c, err := h.check(ctx, s.User.Email, s.User.ID, r.Password, r.Address)
	if err != nil {
		return contract.Session{}, pgstore.Fault(err)
	}
	e.Proof = c.proof
	renewed, err := h.store.Confirm(ctx, c.credentials, s.ID, e)
	return renewed, pgstore.Fault(err)
}

func (h *handlers) changePassword(ctx context.Context, r contract.ChangePasswordRequest) (contract.Session, error) {
	s, e, err := h.renewal(ctx, r.BySession, anyone, r.NewSession)
	if err != nil {
		return contract.Session{}, err
	}
	if err := passwords.Accept(r.NewPassword, s.User.Email, s.Account.Name); err != nil {
		return contract.Session{}, err
	}
	var c checkedPassword
	switch {
	case s.User.HasPassword:
		c, err = h.check(ctx, s.User.Email, s.User.ID, r.OldPassword, r.Address)
	case s.Confirmed:
		c.credentials = store.Credentials{UserID: s.User.ID}
	default:
		err = apierror.New(contract.CodeInvalidState, "Confirm your identity first.")
	}
	if err != nil {
		return contract.Session{}, pgstore.Fault(err)
	}
	e.Proof = c.proof
	return h.setPassword(ctx, s.User.ID, s.User.Email, r.NewPassword, func(hash string) (contract.Session, error) {
		return h.store.ChangePassword(ctx, c.credentials, s.User.Email, hash, s.ID, e)
	})
}

// hashTries bounds repeated hashing while other users of the address set passwords.
const hashTries = 3

// setPassword hashes a new password when memory is available, and calls set to store it.
func (h *handlers) setPassword(
	ctx context.Context, userID, email string, p contract.Password, set func(hash string) (contract.Session, error),
) (s contract.Session, err error) {
	for range hashTries {
		var hash string
		if hash, err = h.hash(ctx, userID, email, p); err != nil {
			break
		}
		if s, err = set(hash); !errors.Is(err, store.ErrUnlike) {
			break
		}
	}
	return s, pgstore.Fault(err)
}

func (h *handlers) hash(ctx context.Context, userID, email string, p contract.Password) (string, error) {
	leave, err := h.passwords.Enter(ctx)
	if err != nil {
		return "", err
	}
	defer leave()
	like, err := h.store.HashLike(ctx, userID, email)
	if err != nil {
		return "", err
	}
	return h.passwords.Hash(p, like)
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
	tried := h.tried(email, l.User.ID, address)
	e.Proof = store.Proof{Counted: tried.UserMAC, PlaceMAC: tried.PlaceMAC, AddressMAC: address}
	return h.setPassword(ctx, l.User.ID, email, r.Password, func(hash string) (contract.Session, error) {
		return h.store.AcceptLink(ctx, store.Acceptance{LinkMAC: mac, Email: email, PasswordHash: hash, Entry: e})
	})
}

// acceptable checks the input for a link and returns the user's resulting e-mail address.
func acceptable(l contract.Link, r contract.AcceptLinkRequest) (email string, err error) {
	email = l.User.Email
	if email == "" {
		if email, err = contract.ParseEmail(r.Email); err != nil {
			return "", apierror.Wrap(err, contract.CodeInvalidRequest, "This is not a valid e-mail address.")
		}
	}
	return email, passwords.Accept(r.Password, email, l.AccountName)
}
