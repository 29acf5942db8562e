package contract

import (
	"fmt"
	"strings"
)

// Lane is one of the three queues of extraction work. They keep a person who
// waits apart from a batch of thousands, and text apart from slow recognition.
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

// DurableResults is the consumer that all gateway replicas share.
const DurableResults = "gateway-results"

// DurableWebhooks is the consumer of events that all notifiers share. It exists
// only where webhooks are enabled.
const DurableWebhooks = "notifier-webhooks"

// DurableLane is the consumer that all extractors share for one lane.
func DurableLane(l Lane) string { return "extract-" + string(l) }

// Subjects with wildcards, for subscriptions and permissions.
const (
	SubjectCommands    = "docmill.cmd.extract.>"
	SubjectResults     = "docmill.result.*"
	SubjectEvents      = "docmill.event.>"
	SubjectSignals     = "docmill.signal.>"
	SubjectDeadLetters = deadLetterPrefix + ">"
	// SubjectOldDeadLetters are those of a time when the subject did not say what
	// a message was about.
	SubjectOldDeadLetters = "docmill.dead.*"
)

// CommandSubject is where the command to extract one document is published.
// One subject for each document, so that the stream's limit of one message per
// subject makes re-issuing harmless.
func CommandSubject(l Lane, documentID string) string {
	return fmt.Sprintf("docmill.cmd.extract.%s.%s", l, documentID)
}

// LaneSubject matches the commands of one lane.
func LaneSubject(l Lane) string { return fmt.Sprintf("docmill.cmd.extract.%s.*", l) }

// ResultSubject is where the result for one document is published.
func ResultSubject(documentID string) string { return "docmill.result." + documentID }

// EventSubject is where an event is published; id is that of the document or
// batch, or the month ("2026-11") for quota events.
func EventSubject(t EventType, accountID, id string) string {
	return fmt.Sprintf("docmill.event.%s.%s.%s", t, accountID, id)
}

// WakeSubject is where gateway replicas that may hold a waiting request are told
// that a document has ended.
func WakeSubject(replica string) string { return "docmill.wake.gateway." + replica }

// SubjectWakeQuota tells the quota service that a signal waits to be relayed.
const SubjectWakeQuota = "docmill.wake.quota"

const deadLetterPrefix = "docmill.dead."

// DeadLetterSubject is where a message of a stream that cannot be used is kept.
// It ends with what the message is about, the last token of its subject, so that
// an erasure finds it.
func DeadLetterSubject(stream, subject string) string {
	return deadLetterPrefix + stream + "." + subject[strings.LastIndexByte(subject, '.')+1:]
}

// DeadLettersAbout matches the dead letters about a document or batch.
func DeadLettersAbout(id string) string { return deadLetterPrefix + "*." + id }

// Signals: what services tell each other and operators, outside the public
// event types.
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
	// RPCAuthAccountPlans reports which plans accounts have: PlansRequest →
	// PlansReply.
	RPCAuthAccountPlans = "docmill.rpc.auth.account.plans"
	// RPCAuthAccountSetRetention sets how long an account's documents are kept.
	RPCAuthAccountSetRetention = "docmill.rpc.auth.account.set_retention"
	// RPCAuthAccountSuspend refuses all keys of an account, or takes them again.
	RPCAuthAccountSuspend = "docmill.rpc.auth.account.suspend"
	// RPCAuthRegister makes a Free account with its first key, in one step.
	RPCAuthRegister = "docmill.rpc.auth.register"

	// Of operators: the users of an account and what was done in it.
	RPCAuthUserList    = "docmill.rpc.auth.user.list"     // ListUsersRequest → ListUsersReply
	RPCAuthUserInvite  = "docmill.rpc.auth.user.invite"   // InviteUserRequest → InviteUserReply
	RPCAuthUserLink    = "docmill.rpc.auth.user.link"     // UserLinkRequest → InviteUserReply
	RPCAuthUserRemove  = "docmill.rpc.auth.user.remove"   // RemoveUserRequest → User
	RPCAuthUserSetRole = "docmill.rpc.auth.user.set_role" // SetRoleRequest → User
	RPCAuthAuditList   = "docmill.rpc.auth.audit.list"    // ListAuditRequest → ListAuditReply

	// RPCAuthAuditRecord has what the gateway did for somebody written down in the
	// account's audit: RecordDeedsRequest → Empty.
	RPCAuthAuditRecord = "docmill.rpc.auth.audit.record"

	// SubjectAuthSession is everything that the dashboard asks: each request is
	// decided by the session, password or one-time link that it proves, never by
	// an account that the gateway names.
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

	// What a signed-in person looks after.
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
	// RPCPageTeach stands with what extractors do on request, whose rights it needs.
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
