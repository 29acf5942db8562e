package contract

import (
	"fmt"
	"strings"
)

// Lane is one of the three queues of extraction work. They separate requests that a client waits for from
// batches, and text from slow recognition.
type Lane string

// The lanes.
const (
	LaneInteractive Lane = "interactive"
	LaneBatch       Lane = "batch"
	LaneSlow        Lane = "slow" // needs OCR
)

// Lanes lists all lanes, the most urgent first.
func Lanes() []Lane { return []Lane{LaneInteractive, LaneBatch, LaneSlow} }

// Streams.
const (
	StreamCommands    = "DOCMILL_COMMANDS"
	StreamResults     = "DOCMILL_RESULTS"
	StreamEvents      = "DOCMILL_EVENTS"
	StreamDeadLetters = "DOCMILL_DEAD_LETTERS"
)

// DurableResults is the consumer of all gateway replicas.
const DurableResults = "gateway-results"

// DurableWebhooks is the consumer of all notifiers. It exists only if webhooks are enabled.
const DurableWebhooks = "notifier-webhooks"

// DurableLane is the consumer of all extractors for one lane.
func DurableLane(l Lane) string { return "extract-" + string(l) }

// Subjects with wildcards, for subscriptions and permissions.
const (
	SubjectCommands    = "docmill.cmd.extract.>"
	SubjectResults     = "docmill.result.*"
	SubjectEvents      = "docmill.event.>"
	SubjectSignals     = "docmill.signal.>"
	SubjectDeadLetters = deadLetterPrefix + ">"
	// SubjectOldDeadLetters are dead letters of older releases, whose subjects have no document id.
	SubjectOldDeadLetters = "docmill.dead.*"
)

// CommandSubject is the subject of the command to extract one document. Each document has its own, so that
// the stream's limit of one message per subject makes repeated commands harmless.
func CommandSubject(l Lane, documentID string) string {
	return fmt.Sprintf("docmill.cmd.extract.%s.%s", l, documentID)
}

// LaneSubject matches the commands of one lane.
func LaneSubject(l Lane) string { return fmt.Sprintf("docmill.cmd.extract.%s.*", l) }

// ResultSubject is the subject of the result of one document.
func ResultSubject(documentID string) string { return "docmill.result." + documentID }

// EventSubject is the subject of an event. id is that of the document or batch, or the month ("2026-11") of a
// quota event.
func EventSubject(t EventType, accountID, id string) string {
	return fmt.Sprintf("docmill.event.%s.%s.%s", t, accountID, id)
}

// WakeSubject is the subject of the signal to a gateway replica that a document has ended.
func WakeSubject(replica string) string { return "docmill.wake.gateway." + replica }

// SubjectWakeQuota is the signal to the quota service that an event waits in its outbox.
const SubjectWakeQuota = "docmill.wake.quota"

const deadLetterPrefix = "docmill.dead."

// DeadLetterSubject is the subject of the dead letter of a message. It ends with the last token of the message's
// subject, which is the id of its document, so that an erasure finds it.
func DeadLetterSubject(stream, subject string) string {
	return deadLetterPrefix + stream + "." + subject[strings.LastIndexByte(subject, '.')+1:]
}

// DeadLettersAbout matches the dead letters about a document or batch.
func DeadLettersAbout(id string) string { return deadLetterPrefix + "*." + id }

// Signals between services and to operators, which are not public events.
const (
	SignalKeyRevoked        = "docmill.signal.key.revoked"
	SignalAccountChanged    = "docmill.signal.account.changed"
	SignalExtractionStarted = "docmill.signal.extraction.started"
	// SignalSubscriptionChanged reports every change of a webhook
	// subscription's state.
	SignalSubscriptionChanged = "docmill.signal.subscription.changed"
)

// Requests.
const (
	RPCAuthVerify         = "docmill.rpc.auth.verify"
	RPCAuthKeyCreate      = "docmill.rpc.auth.key.create"
	RPCAuthKeyList        = "docmill.rpc.auth.key.list"
	RPCAuthKeyRevoke      = "docmill.rpc.auth.key.revoke"
	RPCAuthAccountCreate  = "docmill.rpc.auth.account.create"
	RPCAuthAccountSetPlan = "docmill.rpc.auth.account.set_plan"
	RPCAuthAccountList    = "docmill.rpc.auth.account.list" // ListAccountsRequest → ListAccountsReply
	// RPCAuthAccountPlans returns the plans of accounts: PlansRequest → PlansReply.
	RPCAuthAccountPlans = "docmill.rpc.auth.account.plans"
	// RPCAuthAccountSetRetention sets how long an account's documents are kept.
	RPCAuthAccountSetRetention = "docmill.rpc.auth.account.set_retention"
	// RPCAuthAccountSuspend suspends an account, whose keys are refused, or resumes it.
	RPCAuthAccountSuspend = "docmill.rpc.auth.account.suspend"
	// RPCAuthRegister creates a Free account with its first key.
	RPCAuthRegister = "docmill.rpc.auth.register"

	// Operators' requests about users and the audit of an account.
	RPCAuthUserList    = "docmill.rpc.auth.user.list"     // ListUsersRequest → ListUsersReply
	RPCAuthUserInvite  = "docmill.rpc.auth.user.invite"   // InviteUserRequest → InviteUserReply
	RPCAuthUserLink    = "docmill.rpc.auth.user.link"     // UserLinkRequest → InviteUserReply
	RPCAuthUserRemove  = "docmill.rpc.auth.user.remove"   // RemoveUserRequest → User
	RPCAuthUserSetRole = "docmill.rpc.auth.user.set_role" // SetRoleRequest → User
	RPCAuthAuditList   = "docmill.rpc.auth.audit.list"    // ListAuditRequest → ListAuditReply

	// RPCAuthAuditRecord adds entries of the gateway to an account's audit: RecordAuditRequest → Empty.
	RPCAuthAuditRecord = "docmill.rpc.auth.audit.record"

	// SubjectAuthSession are all requests of the dashboard. Each is authorized by its session, password or
	// one-time link, never by an account that the gateway names.
	SubjectAuthSession = "docmill.rpc.auth.session.>"

	// Signing in and out.
	RPCAuthSessionSignIn         = "docmill.rpc.auth.session.sign_in"         // SignInRequest → Session
	RPCAuthSessionSignInOIDC     = "docmill.rpc.auth.session.sign_in_oidc"    // OIDCSignInRequest → Session
	RPCAuthSessionLink           = "docmill.rpc.auth.session.link"            // LinkRequest → Link
	RPCAuthSessionAcceptLink     = "docmill.rpc.auth.session.accept_link"     // AcceptLinkRequest → Session
	RPCAuthSessionVerify         = "docmill.rpc.auth.session.verify"          // VerifySessionRequest → VerifySessionReply
	RPCAuthSessionConfirm        = "docmill.rpc.auth.session.confirm"         // ConfirmSessionRequest → Session
	RPCAuthSessionConfirmOIDC    = "docmill.rpc.auth.session.confirm_oidc"    // ConfirmOIDCRequest → Session
	RPCAuthSessionConnectOIDC    = "docmill.rpc.auth.session.connect_oidc"    // ConnectOIDCRequest → Session
	RPCAuthSessionChangePassword = "docmill.rpc.auth.session.change_password" // ChangePasswordRequest → Session
	RPCAuthSessionEnd            = "docmill.rpc.auth.session.end"             // EndSessionRequest → Empty
	RPCAuthSessionEndAll         = "docmill.rpc.auth.session.end_all"         // EndSessionsRequest → EndSessionsReply
	RPCAuthSessionList           = "docmill.rpc.auth.session.list"            // BySession → ListSessionsReply

	// Keys, users and the audit of the account of a session.
	RPCAuthSessionKeyList     = "docmill.rpc.auth.session.key.list"      // BySession → ListKeysReply
	RPCAuthSessionKeyCreate   = "docmill.rpc.auth.session.key.create"    // SessionCreateKeyRequest → Key
	RPCAuthSessionKeyRevoke   = "docmill.rpc.auth.session.key.revoke"    // SessionRevokeKeyRequest → RevokeKeyReply
	RPCAuthSessionUserList    = "docmill.rpc.auth.session.user.list"     // BySession → ListUsersReply
	RPCAuthSessionUserInvite  = "docmill.rpc.auth.session.user.invite"   // SessionInviteRequest → InviteUserReply
	RPCAuthSessionUserLink    = "docmill.rpc.auth.session.user.link"     // SessionUserLinkRequest → InviteUserReply
	RPCAuthSessionUserRemove  = "docmill.rpc.auth.session.user.remove"   // SessionRemoveUserRequest → User
	RPCAuthSessionUserSetRole = "docmill.rpc.auth.session.user.set_role" // SessionSetRoleRequest → User
	RPCAuthSessionAuditList   = "docmill.rpc.auth.session.audit.list"    // SessionAuditRequest → ListAuditReply
	RPCAuthSessionRename      = "docmill.rpc.auth.session.rename"        // SessionRenameRequest → Account

	RPCQuotaAdmit   = "docmill.rpc.quota.admit"
	RPCQuotaUsage   = "docmill.rpc.quota.usage"
	RPCQuotaHistory = "docmill.rpc.quota.history" // QuotaHistoryRequest → QuotaHistoryReply

	RPCWorkClaim   = "docmill.rpc.work.claim"
	RPCWorkExtend  = "docmill.rpc.work.extend"
	RPCWorkRelease = "docmill.rpc.work.release"
	RPCWorkLayouts = "docmill.rpc.work.layouts" // LayoutsRequest → LayoutsReply

	RPCPageRender = "docmill.rpc.page.render"
	RPCPageWords  = "docmill.rpc.page.words" // PageWordsRequest → PageWordsReply
	// RPCPageTeach has this prefix because extractors may answer requests with it.
	RPCPageTeach = "docmill.rpc.page.teach" // TeachRequest → TeachReply

	RPCNotifierList   = "docmill.rpc.notifier.subscription.list"   // ListSubscriptionsRequest → ListSubscriptionsReply
	RPCNotifierDelete = "docmill.rpc.notifier.subscription.delete" // DeleteSubscriptionRequest → Empty
	RPCNotifierForget = "docmill.rpc.notifier.forget"              // ForgetEventsRequest → Empty

	RPCNotifierCreate    = "docmill.rpc.notifier.subscription.create" // CreateSubscriptionRequest → SubscriptionSecret
	RPCNotifierGet       = "docmill.rpc.notifier.subscription.get"    // SubscriptionRequest → Subscription
	RPCNotifierRotate    = "docmill.rpc.notifier.subscription.rotate" // SubscriptionRequest → SubscriptionSecret
	RPCNotifierEnable    = "docmill.rpc.notifier.subscription.enable" // SubscriptionRequest → Subscription
	RPCNotifierTest      = "docmill.rpc.notifier.subscription.test"   // SubscriptionRequest → Delivery
	RPCNotifierReplayAll = "docmill.rpc.notifier.subscription.replay" // ReplayRequest → ReplayReply
	RPCNotifierLog       = "docmill.rpc.notifier.delivery.list"       // ListDeliveriesRequest → ListDeliveriesReply
	RPCNotifierDelivery  = "docmill.rpc.notifier.delivery.get"        // DeliveryRequest → DeliveryDetail
	RPCNotifierReplay    = "docmill.rpc.notifier.delivery.replay"     // DeliveryRequest → Delivery
)
