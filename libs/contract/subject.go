package contract

import "fmt"

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

// DurableLane is the consumer that all extractors share for one lane.
func DurableLane(l Lane) string { return "extract-" + string(l) }

// Subjects with wildcards, for subscriptions and permissions.
const (
	SubjectCommands    = "docmill.cmd.extract.>"
	SubjectResults     = "docmill.result.*"
	SubjectEvents      = "docmill.event.>"
	SubjectSignals     = "docmill.signal.>"
	SubjectDeadLetters = "docmill.dead.>"
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

// WakeSubject is where the gateway replica that holds a waiting request is told
// that a document has ended.
func WakeSubject(replica string) string { return "docmill.wake.gateway." + replica }

// SubjectWakeQuota tells the quota service that a signal waits to be relayed.
const SubjectWakeQuota = "docmill.wake.quota"

// DeadLetterSubject is where a message that cannot be used is kept.
func DeadLetterSubject(stream string) string { return "docmill.dead." + stream }

// Signals: what services tell each other and operators, outside the public
// event types.
const (
	SignalKeyRevoked        = "docmill.signal.key.revoked"
	SignalAccountChanged    = "docmill.signal.account.changed"
	SignalExtractionStarted = "docmill.signal.extraction.started"
)

// Requests.
const (
	RPCAuthVerify         = "docmill.rpc.auth.verify"
	RPCAuthKeyCreate      = "docmill.rpc.auth.key.create"
	RPCAuthKeyList        = "docmill.rpc.auth.key.list"
	RPCAuthKeyRevoke      = "docmill.rpc.auth.key.revoke"
	RPCAuthAccountCreate  = "docmill.rpc.auth.account.create"
	RPCAuthAccountSetPlan = "docmill.rpc.auth.account.set_plan"
	RPCAuthAccountList    = "docmill.rpc.auth.account.list"
	// RPCAuthAccountSetRetention sets how long an account's documents are kept.
	RPCAuthAccountSetRetention = "docmill.rpc.auth.account.set_retention"
	// RPCAuthAccountSuspend refuses all keys of an account, or takes them again.
	RPCAuthAccountSuspend = "docmill.rpc.auth.account.suspend"
	// RPCAuthRegister makes a Free account with its first key, in one step.
	RPCAuthRegister = "docmill.rpc.auth.register"

	RPCQuotaAdmit = "docmill.rpc.quota.admit"
	RPCQuotaUsage = "docmill.rpc.quota.usage"

	RPCWorkClaim   = "docmill.rpc.work.claim"
	RPCWorkExtend  = "docmill.rpc.work.extend"
	RPCWorkRelease = "docmill.rpc.work.release"

	RPCPageRender = "docmill.rpc.page.render"

	RPCNotifierList   = "docmill.rpc.notifier.subscription.list"
	RPCNotifierDelete = "docmill.rpc.notifier.subscription.delete"
)
