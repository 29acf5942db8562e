package auth

import (
	"context"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/pgstore"
	"github.com/docmill/docmill/services/auth/internal/store"
)

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

// makeLink gives a user a new one-time link.
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
