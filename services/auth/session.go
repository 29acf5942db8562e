package auth

import (
	"context"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/pgstore"
	"github.com/docmill/docmill/services/auth/internal/store"
)

func (h *handlers) verifySession(
	ctx context.Context, r contract.VerifySessionRequest,
) (contract.VerifySessionReply, error) {
	mac, err := hashMAC(h.peppers.secrets, r.SessionHash)
	if err != nil {
		return contract.VerifySessionReply{}, err
	}
	s, err := h.store.Session(ctx, mac, r.Passive)
	return contract.VerifySessionReply{Session: s}, pgstore.Fault(err)
}

// need is the right that a request needs besides a session.
type need int

const (
	anyone    need = iota
	confirmed      // who they are was proved a short time ago
	owner
	confirmedOwner
)

// session returns the session of a request and checks its rights.
func (h *handlers) session(ctx context.Context, by contract.BySession, n need) (contract.Session, error) {
	reply, err := h.verifySession(ctx, contract.VerifySessionRequest{BySession: by})
	switch s := reply.Session; {
	case err != nil:
		return contract.Session{}, err
	case s == nil:
		return contract.Session{}, store.NoSession()
	case (n == owner || n == confirmedOwner) && s.User.Role != contract.RoleOwner:
		return contract.Session{}, apierror.New(contract.CodeInvalidState, "Only an owner of the account may do this.")
	case (n == confirmed || n == confirmedOwner) && !s.Confirmed:
		return contract.Session{}, apierror.New(contract.CodeInvalidState, "Confirm your identity first.")
	default:
		return *s, nil
	}
}

func (h *handlers) endSession(ctx context.Context, r contract.EndSessionRequest) (contract.Empty, error) {
	s, err := h.session(ctx, r.BySession, anyone)
	if err != nil {
		return contract.Empty{}, err
	}
	id := r.SessionID
	if id == "" {
		id = s.ID
	}
	return contract.Empty{}, pgstore.Fault(h.store.EndSession(ctx, s.User.ID, id))
}

func (h *handlers) endSessions(ctx context.Context, r contract.EndSessionsRequest) (contract.EndSessionsReply, error) {
	s, err := h.session(ctx, r.BySession, anyone)
	if err != nil {
		return contract.EndSessionsReply{}, err
	}
	n, err := h.store.EndSessions(ctx, s, r.This)
	return contract.EndSessionsReply{Ended: n}, pgstore.Fault(err)
}

func (h *handlers) listSessions(ctx context.Context, r contract.BySession) (contract.ListSessionsReply, error) {
	s, err := h.session(ctx, r, anyone)
	if err != nil {
		return contract.ListSessionsReply{}, err
	}
	sessions, err := h.store.Sessions(ctx, s)
	return contract.ListSessionsReply{Sessions: sessions}, pgstore.Fault(err)
}

func (h *handlers) sessionKeys(ctx context.Context, r contract.BySession) (contract.ListKeysReply, error) {
	s, err := h.session(ctx, r, anyone)
	if err != nil {
		return contract.ListKeysReply{}, err
	}
	return h.listKeys(ctx, contract.ListKeysRequest{AccountID: s.Account.ID})
}

func (h *handlers) sessionCreateKey(ctx context.Context, r contract.SessionCreateKeyRequest) (contract.Key, error) {
	s, err := h.session(ctx, r.BySession, confirmed)
	if err != nil {
		return contract.Key{}, err
	}
	return h.storeKey(ctx, s.Account.ID, r.KeyHash, store.NewKey{
		Name: r.Name, LastFour: r.LastFour, ExpiresInDays: r.ExpiresInDays, ExpiresInMinutes: r.ExpiresInMinutes,
		ByUser: &s.User,
	})
}

func (h *handlers) sessionRevokeKey(
	ctx context.Context, r contract.SessionRevokeKeyRequest,
) (contract.RevokeKeyReply, error) {
	s, err := h.session(ctx, r.BySession, anyone)
	if err != nil {
		return contract.RevokeKeyReply{}, err
	}
	revocation := store.Revocation{KeyID: r.KeyID, AccountID: s.Account.ID, Descendants: r.Descendants,
		Actor: s.User.Email}
	if s.User.Role != contract.RoleOwner {
		revocation.MadeBy = s.User.ID
	}
	return h.revoke(ctx, revocation)
}

func (h *handlers) sessionUsers(ctx context.Context, r contract.BySession) (contract.ListUsersReply, error) {
	s, err := h.session(ctx, r, anyone)
	if err != nil {
		return contract.ListUsersReply{}, err
	}
	return h.listUsers(ctx, contract.ListUsersRequest{AccountID: s.Account.ID})
}

func (h *handlers) sessionInviteUser(
	ctx context.Context, r contract.SessionInviteRequest,
) (contract.InviteUserReply, error) {
	s, err := h.session(ctx, r.BySession, confirmedOwner)
	if err != nil {
		return contract.InviteUserReply{}, err
	}
	return h.invite(ctx, s.Account.ID, r.Invitation, s.User.Email)
}

func (h *handlers) sessionLinkUser(
	ctx context.Context, r contract.SessionUserLinkRequest,
) (contract.InviteUserReply, error) {
	s, err := h.session(ctx, r.BySession, confirmedOwner)
	if err != nil {
		return contract.InviteUserReply{}, err
	}
	return h.makeLink(ctx, r.UserLinkRequest, store.Only{AccountID: s.Account.ID}, s.User.Email)
}

func (h *handlers) sessionRemoveUser(ctx context.Context, r contract.SessionRemoveUserRequest) (contract.User, error) {
	s, err := h.session(ctx, r.BySession, confirmedOwner)
	if err != nil {
		return contract.User{}, err
	}
	u, err := h.store.RemoveUser(ctx, r.UserID, store.Only{AccountID: s.Account.ID}, s.User.Email)
	return u, pgstore.Fault(err)
}

func (h *handlers) sessionSetRole(ctx context.Context, r contract.SessionSetRoleRequest) (contract.User, error) {
	s, err := h.session(ctx, r.BySession, confirmedOwner)
	if err != nil {
		return contract.User{}, err
	}
	u, err := h.store.SetRole(ctx, r.UserID, r.Role, store.Only{AccountID: s.Account.ID}, s.User.Email)
	return u, pgstore.Fault(err)
}

func (h *handlers) sessionAudit(ctx context.Context, r contract.SessionAuditRequest) (contract.ListAuditReply, error) {
	s, err := h.session(ctx, r.BySession, owner)
	if err != nil {
		return contract.ListAuditReply{}, err
	}
	return h.listAudit(ctx, contract.ListAuditRequest{AccountID: s.Account.ID, AuditPage: r.AuditPage})
}

func (h *handlers) sessionRename(ctx context.Context, r contract.SessionRenameRequest) (contract.Account, error) {
	s, err := h.session(ctx, r.BySession, owner)
	if err != nil {
		return contract.Account{}, err
	}
	if err := checkName(r.Name); err != nil {
		return contract.Account{}, err
	}
	account, err := h.store.Rename(ctx, s.Account.ID, r.Name, s.User.Email)
	return h.changed(ctx, account, err)
}
