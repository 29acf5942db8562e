package auth

import (
	"errors"

	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
)

// serve registers every handler.
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
