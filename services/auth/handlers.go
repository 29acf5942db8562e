package auth

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"time"
	"unicode"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/pgstore"
	"github.com/docmill/docmill/services/auth/internal/lastused"
	"github.com/docmill/docmill/services/auth/internal/passwords"
	"github.com/docmill/docmill/services/auth/internal/store"
)

// handlers handle the requests under docmill.rpc.auth.
type handlers struct {
	store     *store.Store
	bus       *bus.Conn
	log       *slog.Logger
	peppers   peppers
	second    peppers // of the secret that is accepted, too
	passwords *passwords.Hasher
	used      *lastused.Recorder
}

// checkName rejects unprintable characters, including NUL, which Postgres cannot store.
func checkName(name string) error {
	if strings.ContainsFunc(name, unicode.IsControl) {
		return apierror.New(contract.CodeInvalidRequest, "The name contains control characters.")
	}
	return nil
}

func (h *handlers) verify(ctx context.Context, r contract.VerifyRequest) (contract.VerifyReply, error) {
	mac, err := hashMAC(h.peppers.keys, r.KeyHash)
	if err != nil {
		return contract.VerifyReply{}, err
	}
	p, at, err := h.store.Principal(ctx, mac)
	if p == nil && err == nil && h.second.keys != nil {
		p, at, err = h.underSecond(ctx, r.KeyHash, mac)
	}
	if p != nil {
		h.used.Mark(p.KeyID, at)
	}
	return contract.VerifyReply{Principal: p}, pgstore.Fault(err)
}

// underSecond moves a key stored under the second secret to the first. After all are used, the second is not needed.
func (h *handlers) underSecond(
	ctx context.Context, keyHash string, mac []byte,
) (p *contract.Principal, at time.Time, err error) {
	second, err := hashMAC(h.second.keys, keyHash)
	if err != nil {
		return nil, at, err
	}
	p, at, err = h.store.Principal(ctx, second)
	if p == nil || err != nil {
		return nil, at, err
	}
	if err := h.store.MoveKey(ctx, second, mac); err != nil {
		h.log.Warn("key not stored under the first secret, it is at its next use", "key", p.KeyID, "error", err)
	}
	return p, at, nil
}

func (h *handlers) createKey(ctx context.Context, r contract.CreateKeyRequest) (contract.Key, error) {
	return h.storeKey(ctx, r.AccountID, r.KeyHash, store.NewKey{
		Name: r.Name, LastFour: r.LastFour, ExpiresInDays: r.ExpiresInDays, CreatedBy: r.CreatedBy,
	})
}

func (h *handlers) storeKey(ctx context.Context, accountID, hash string, n store.NewKey) (key contract.Key, err error) {
	if err := checkName(n.Name); err != nil {
		return contract.Key{}, err
	}
	if n.MAC, err = hashMAC(h.peppers.keys, hash); err != nil {
		return contract.Key{}, err
	}
	key, err = h.store.CreateKey(ctx, accountID, n)
	return key, pgstore.Fault(err)
}

func (h *handlers) listKeys(ctx context.Context, r contract.ListKeysRequest) (contract.ListKeysReply, error) {
	keys, err := h.store.Keys(ctx, r.AccountID)
	return contract.ListKeysReply{Keys: keys}, pgstore.Fault(err)
}

func (h *handlers) revokeKey(ctx context.Context, r contract.RevokeKeyRequest) (contract.RevokeKeyReply, error) {
	return h.revoke(ctx, store.Revocation{KeyID: r.KeyID, AccountID: r.AccountID, Descendants: r.Descendants,
		Actor: store.Operator})
}

// revoke revokes keys and notifies caches of principals.
func (h *handlers) revoke(ctx context.Context, r store.Revocation) (contract.RevokeKeyReply, error) {
	keys, err := h.store.RevokeKey(ctx, r)
	if err != nil {
		return contract.RevokeKeyReply{}, pgstore.Fault(err)
	}
	for _, key := range keys {
		h.signal(ctx, contract.SignalKeyRevoked, contract.KeyRevoked{KeyID: key.ID, AccountID: key.AccountID})
	}
	return contract.RevokeKeyReply{Key: keys[0], Descendants: keys[1:]}, nil
}

func (h *handlers) createAccount(ctx context.Context, r contract.CreateAccountRequest) (contract.Account, error) {
	if err := checkName(r.Name); err != nil {
		return contract.Account{}, err
	}
	account, err := h.store.CreateAccount(ctx, r)
	return account, pgstore.Fault(err)
}

// register creates a Free account with its first key for anyone, limited by time and address.
func (h *handlers) register(ctx context.Context, r contract.RegisterRequest) (contract.RegisterReply, error) {
	if err := checkName(r.Name); err != nil {
		return contract.RegisterReply{}, err
	}
	key, err := hashMAC(h.peppers.keys, r.KeyHash)
	if err != nil {
		return contract.RegisterReply{}, err
	}
	address, err := addressMAC(h.peppers.addresses, r.Address)
	if err != nil {
		return contract.RegisterReply{}, err
	}
	made, err := h.store.Register(ctx, address, contract.CreateAccountRequest{Name: r.Name, Plan: contract.PlanFree},
		store.NewKey{MAC: key, Name: r.Name, LastFour: r.LastFour, ExpiresInDays: r.ExpiresInDays})
	return made, pgstore.Fault(err)
}

func (h *handlers) setPlan(ctx context.Context, r contract.SetPlanRequest) (contract.Account, error) {
	account, err := h.store.SetPlan(ctx, r.AccountID, r.Plan)
	return h.changed(ctx, account, err)
}

func (h *handlers) setRetention(ctx context.Context, r contract.SetRetentionRequest) (contract.Account, error) {
	account, err := h.store.SetRetention(ctx, r.AccountID, r.Days)
	return h.changed(ctx, account, err)
}

func (h *handlers) suspend(ctx context.Context, r contract.SuspendRequest) (contract.Account, error) {
	account, err := h.store.SetSuspended(ctx, r.AccountID, r.Suspended)
	return h.changed(ctx, account, err)
}

// changed responds to a change of an account, and publishes a signal after success.
func (h *handlers) changed(ctx context.Context, account contract.Account, err error) (contract.Account, error) {
	if err != nil {
		return contract.Account{}, pgstore.Fault(err)
	}
	h.signal(ctx, contract.SignalAccountChanged, contract.AccountChanged{AccountID: account.ID})
	return account, nil
}

func (h *handlers) listAccounts(
	ctx context.Context, r contract.ListAccountsRequest,
) (contract.ListAccountsReply, error) {
	accounts, err := h.store.Accounts(ctx, r)
	return contract.ListAccountsReply{Accounts: accounts}, pgstore.Fault(err)
}

func (h *handlers) plans(ctx context.Context, r contract.PlansRequest) (contract.PlansReply, error) {
	plans, err := h.store.Plans(ctx, r.AccountIDs)
	return contract.PlansReply{Plans: plans}, pgstore.Fault(err)
}

// signal notifies principal caches of a committed change. It only logs failures, because entries expire in seconds.
func (h *handlers) signal(ctx context.Context, subject string, m bus.Message) {
	if err := h.bus.Publish(ctx, subject, m); err != nil {
		h.log.Warn("signal not sent", "subject", subject, "error", err)
	}
}

func (h *handlers) listUsers(ctx context.Context, r contract.ListUsersRequest) (contract.ListUsersReply, error) {
	users, err := h.store.Users(ctx, r.AccountID)
	return contract.ListUsersReply{Users: users}, pgstore.Fault(err)
}

func (h *handlers) inviteUser(ctx context.Context, r contract.InviteUserRequest) (contract.InviteUserReply, error) {
	return h.invite(ctx, r.AccountID, r.Invitation, store.Operator)
}

func (h *handlers) invite(
	ctx context.Context, accountID string, i contract.Invitation, actor string,
) (contract.InviteUserReply, error) {
	email, err := contract.ParseEmail(i.Email)
	if err != nil {
		return contract.InviteUserReply{}, apierror.Wrap(err, contract.CodeInvalidRequest,
			"This is not a valid e-mail address.")
	}
	mac, err := hashMAC(h.peppers.secrets, i.LinkHash)
	if err != nil {
		return contract.InviteUserReply{}, err
	}
	reply, err := h.store.Invite(ctx, accountID, store.NewUser{Email: email, Role: i.Role}, mac, actor)
	return reply, pgstore.Fault(err)
}

func (h *handlers) linkUser(ctx context.Context, r contract.UserLinkRequest) (contract.InviteUserReply, error) {
	return h.makeLink(ctx, r, store.Only{}, store.Operator)
}

func (h *handlers) makeLink(
	ctx context.Context, r contract.UserLinkRequest, only store.Only, actor string,
) (contract.InviteUserReply, error) {
	mac, err := hashMAC(h.peppers.secrets, r.LinkHash)
	if err != nil {
		return contract.InviteUserReply{}, err
	}
	reply, err := h.store.MakeLink(ctx, r.UserID, mac, only, actor)
	return reply, pgstore.Fault(err)
}

func (h *handlers) removeUser(ctx context.Context, r contract.RemoveUserRequest) (contract.User, error) {
	u, err := h.store.RemoveUser(ctx, r.UserID, store.Only{}, store.Operator)
	return u, pgstore.Fault(err)
}

func (h *handlers) setRole(ctx context.Context, r contract.SetRoleRequest) (contract.User, error) {
	u, err := h.store.SetRole(ctx, r.UserID, r.Role, store.Only{}, store.Operator)
	return u, pgstore.Fault(err)
}

func (h *handlers) listAudit(ctx context.Context, r contract.ListAuditRequest) (contract.ListAuditReply, error) {
	entries, err := h.store.Audit(ctx, r.AccountID, r.AuditPage)
	return contract.ListAuditReply{Entries: entries}, pgstore.Fault(err)
}

func (h *handlers) recordAudit(ctx context.Context, r contract.RecordAuditRequest) (contract.Empty, error) {
	return contract.Empty{}, pgstore.Fault(h.store.AddAuditReports(ctx, r.Reports))
}

func (h *handlers) serve(s *bus.Server) error {
	return errors.Join(
		bus.Handle(s, contract.RPCAuthVerify, h.verify),
		bus.Handle(s, contract.RPCAuthRegister, h.register),
		bus.Handle(s, contract.RPCAuthAccountPlans, h.plans),
		bus.Handle(s, contract.RPCAuthAuditRecord, h.recordAudit),
		h.serveOperators(s), h.serveSignIn(s), h.serveSessions(s),
	)
}

func (h *handlers) serveOperators(s *bus.Server) error {
	return errors.Join(
		bus.Handle(s, contract.RPCAuthKeyCreate, h.createKey),
		bus.Handle(s, contract.RPCAuthKeyList, h.listKeys),
		bus.Handle(s, contract.RPCAuthKeyRevoke, h.revokeKey),
		bus.Handle(s, contract.RPCAuthAccountCreate, h.createAccount),
		bus.Handle(s, contract.RPCAuthAccountSetPlan, h.setPlan),
		bus.Handle(s, contract.RPCAuthAccountSetRetention, h.setRetention),
		bus.Handle(s, contract.RPCAuthAccountSuspend, h.suspend),
		bus.Handle(s, contract.RPCAuthAccountList, h.listAccounts),
		bus.Handle(s, contract.RPCAuthUserList, h.listUsers),
		bus.Handle(s, contract.RPCAuthUserInvite, h.inviteUser),
		bus.Handle(s, contract.RPCAuthUserLink, h.linkUser),
		bus.Handle(s, contract.RPCAuthUserRemove, h.removeUser),
		bus.Handle(s, contract.RPCAuthUserSetRole, h.setRole),
		bus.Handle(s, contract.RPCAuthAuditList, h.listAudit),
	)
}

func (h *handlers) serveSignIn(s *bus.Server) error {
	return errors.Join(
		bus.Handle(s, contract.RPCAuthSessionSignIn, h.signIn),
		bus.Handle(s, contract.RPCAuthSessionSignInOIDC, h.signInOIDC),
		bus.Handle(s, contract.RPCAuthSessionLink, h.link),
		bus.Handle(s, contract.RPCAuthSessionAcceptLink, h.acceptLink),
		bus.Handle(s, contract.RPCAuthSessionVerify, h.verifySession),
		bus.Handle(s, contract.RPCAuthSessionConfirm, h.confirmSession),
		bus.Handle(s, contract.RPCAuthSessionConfirmOIDC, h.confirmOIDC),
		bus.Handle(s, contract.RPCAuthSessionConnectOIDC, h.connectOIDC),
		bus.Handle(s, contract.RPCAuthSessionChangePassword, h.changePassword),
		bus.Handle(s, contract.RPCAuthSessionEnd, h.endSession),
		bus.Handle(s, contract.RPCAuthSessionEndAll, h.endSessions),
		bus.Handle(s, contract.RPCAuthSessionList, h.listSessions),
	)
}

func (h *handlers) serveSessions(s *bus.Server) error {
	return errors.Join(
		bus.Handle(s, contract.RPCAuthSessionKeyList, h.sessionKeys),
		bus.Handle(s, contract.RPCAuthSessionKeyCreate, h.sessionCreateKey),
		bus.Handle(s, contract.RPCAuthSessionKeyRevoke, h.sessionRevokeKey),
		bus.Handle(s, contract.RPCAuthSessionUserList, h.sessionUsers),
		bus.Handle(s, contract.RPCAuthSessionUserInvite, h.sessionInviteUser),
		bus.Handle(s, contract.RPCAuthSessionUserLink, h.sessionLinkUser),
		bus.Handle(s, contract.RPCAuthSessionUserRemove, h.sessionRemoveUser),
		bus.Handle(s, contract.RPCAuthSessionUserSetRole, h.sessionSetRole),
		bus.Handle(s, contract.RPCAuthSessionAuditList, h.sessionAudit),
		bus.Handle(s, contract.RPCAuthSessionRename, h.sessionRename),
	)
}
