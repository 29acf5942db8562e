package contract

// NATS users. Each service has its own, with least rights; Operator is for the
// command line and the migrate step, Subscriber reads events and nothing else.
const (
	UserGateway    = "gateway"
	UserAuth       = "auth"
	UserExtractor  = "extractor"
	UserQuota      = "quota"
	UserNotifier   = "notifier"
	UserOperator   = "operator"
	UserSubscriber = "subscriber"
)

// Permissions of a NATS user: the subjects it may publish to and subscribe to.
type Permissions struct {
	Publish, Subscribe []string
	// Respond lets the user answer requests it received, on whatever inbox
	// they came from.
	Respond bool
}

// InboxPrefix keeps replies of one user out of every other user's reach.
func InboxPrefix(user string) string { return "_INBOX_" + user }

// Users maps every NATS user to its rights.
func Users() map[string]Permissions {
	return map[string]Permissions{
		UserGateway: {
			Publish: append([]string{
				SubjectCommands, "docmill.event.extraction.>", "docmill.event.batch.>",
				"docmill.wake.>", SubjectSignals, SubjectDeadLetters,
				// Not accounts' plans, retention and suspension: these are an
				// operator's.
				RPCAuthVerify, RPCAuthKeyCreate, RPCAuthRegister, SubjectAuthSession, RPCAuthAuditRecord,
				"docmill.rpc.quota.>", "docmill.rpc.notifier.>", "docmill.rpc.page.>",
				"$JS.API.STREAM.INFO." + StreamEvents, "$JS.API.STREAM.PURGE." + StreamEvents,
				"$JS.API.STREAM.INFO." + StreamCommands, "$JS.API.STREAM.PURGE." + StreamCommands,
			}, consume(StreamResults, DurableResults)...),
			Subscribe: serve(UserGateway, "docmill.rpc.work.>", "docmill.wake.gateway.>", SubjectSignals),
			Respond:   true,
		},
		UserAuth: {
			Publish:   []string{"docmill.signal.key.>", "docmill.signal.account.>"},
			Subscribe: serve(UserAuth, "docmill.rpc.auth.>"),
			Respond:   true,
		},
		UserExtractor: {
			Publish: append([]string{
				SubjectResults, SubjectDeadLetters, "docmill.rpc.work.>", SignalExtractionStarted,
			}, consumeLanes()...),
			Subscribe: serve(UserExtractor, "docmill.rpc.page.>"),
			Respond:   true,
		},
		UserQuota: {
			Publish:   []string{"docmill.event.quota.>", "$JS.API.STREAM.INFO." + StreamEvents},
			Subscribe: serve(UserQuota, "docmill.rpc.quota.>", SubjectWakeQuota),
			Respond:   true,
		},
		UserNotifier: {
			Publish: append([]string{"docmill.signal.subscription.>", DeadLetterSubject(StreamEvents), RPCAuthAccountPlans},
				consume(StreamEvents, DurableWebhooks)...),
			Subscribe: serve(UserNotifier, "docmill.rpc.notifier.>", SignalAccountChanged),
			Respond:   true,
		},
		UserOperator: {
			Publish:   []string{"docmill.>", "$JS.API.>", "$JS.ACK.>", "$SRV.>"},
			Subscribe: []string{InboxPrefix(UserOperator) + ".>", "docmill.>"},
		},
		UserSubscriber: {
			Publish: []string{
				"$JS.API.INFO", "$JS.API.STREAM.NAMES", "$JS.API.STREAM.INFO." + StreamEvents,
				"$JS.API.CONSUMER.*." + StreamEvents + ".>", "$JS.API.CONSUMER.DURABLE.CREATE." + StreamEvents + ".>",
				"$JS.API.CONSUMER.MSG.NEXT." + StreamEvents + ".>", "$JS.ACK." + StreamEvents + ".>",
			},
			// Services never use the default inbox prefix, so a plain client's
			// inboxes hold nothing but its own replies.
			Subscribe: []string{SubjectEvents, "_INBOX.>", InboxPrefix(UserSubscriber) + ".>"},
		},
	}
}

// serve is what a service that answers requests subscribes to: its inbox, the
// discovery subjects of NATS micro (ADR-32) and its own subjects.
func serve(user string, subjects ...string) []string {
	return append([]string{InboxPrefix(user) + ".>", "$SRV.>"}, subjects...)
}

// consume is what pulling from one durable consumer publishes.
func consume(stream, durable string) []string {
	return []string{
		"$JS.API.CONSUMER.INFO." + stream + "." + durable,
		"$JS.API.CONSUMER.MSG.NEXT." + stream + "." + durable,
		"$JS.ACK." + stream + "." + durable + ".>",
	}
}

func consumeLanes() []string {
	var subjects []string
	for _, l := range Lanes() {
		subjects = append(subjects, consume(StreamCommands, DurableLane(l))...)
	}
	return subjects
}
