package contract

import "slices"

// NATS users. Each service has its own. The command line and the migrate step manage streams as
// UserOperator, and accounts, keys and people as UserAdmin. UserSubscriber only reads events.
const (
	UserGateway    = "gateway"
	UserAuth       = "auth"
	UserExtractor  = "extractor"
	UserQuota      = "quota"
	UserNotifier   = "notifier"
	UserOperator   = "operator"
	UserAdmin      = "admin"
	UserSubscriber = "subscriber"
)

// Permissions of a NATS user: the subjects it may publish to and subscribe to.
type Permissions struct {
	// Account that the user belongs to.
	Account string
	// PasswordOf names the user whose password this one shares; it is empty if the user has one itself.
	PasswordOf string
	// Publish and Subscribe list subjects. If a subscription is allowed in a queue group only, the group
	// follows after a space.
	Publish, Subscribe []string
	// Respond lets the user answer each request that it received, on the reply subject that the
	// sender chose. A user that may publish on a subject that it subscribes to can thereby publish
	// on every subject of its account.
	Respond bool
}

// InboxPrefix is the inbox prefix of a user, so that no user can read the replies to another.
func InboxPrefix(user string) string { return "_INBOX_" + user }

// Users maps every NATS user to its rights.
func Users() map[string]Permissions {
	return map[string]Permissions{
		UserGateway: {
			Account: AccountServices,
			Publish: append([]string{
				SubjectCommands, "docmill.event.extraction.>", "docmill.event.batch.>",
				"docmill.wake.>", SubjectSignals, SubjectDeadLetters,
				RPCAuthVerify, RPCAuthKeyCreate, RPCAuthRegister, SubjectAuthSession, RPCAuthAuditRecord,
				"docmill.rpc.quota.>", "docmill.rpc.notifier.>", "docmill.rpc.page.>",
			}, append(keepStreams(), consume(StreamResults, DurableResults)...)...),
			Subscribe: serve(UserGateway, "docmill.rpc.work.>", SubjectConsumers, "docmill.wake.gateway.>", SubjectSignals),
			Respond:   true,
		},
		UserAuth: {
			Account:   AccountAuth,
			Publish:   authSignals(),
			Subscribe: serve(UserAuth, "docmill.rpc.auth.>"),
			Respond:   true,
		},
		UserExtractor: {
			Account: AccountExtractors,
			Publish: append([]string{
				SubjectResults, extractorDeadLetters, "docmill.rpc.work.>", SignalExtractionStarted,
			}, consumeLanes()...),
			// In the queue group only, so that an extractor does not receive requests to others.
			Subscribe: serve(UserExtractor, "docmill.rpc.page.> "+QueueGroup),
			Respond:   true,
		},
		UserQuota: {
			Account:   AccountServices,
			Publish:   []string{"docmill.event.quota.>", "$JS.API.STREAM.INFO." + StreamEvents},
			Subscribe: serve(UserQuota, "docmill.rpc.quota.>", SubjectWakeQuota),
			Respond:   true,
		},
		UserNotifier: {
			Account: AccountServices,
			Publish: append([]string{"docmill.signal.subscription.>", "docmill.dead." + StreamEvents + ".*",
				RPCAuthAccountPlans},
				consume(StreamEvents, DurableWebhooks)...),
			Subscribe: serve(UserNotifier, "docmill.rpc.notifier.>", SignalAccountChanged),
			Respond:   true,
		},
		UserOperator: {
			Account:   AccountServices,
			Publish:   []string{"docmill.>", "$JS.>", "$SRV.>"},
			Subscribe: []string{InboxPrefix(UserOperator) + ".>", "docmill.>"},
		},
		UserAdmin: {
			Account:    AccountAuth,
			PasswordOf: UserOperator,
			Publish:    []string{"docmill.rpc.auth.>"},
			Subscribe:  []string{InboxPrefix(UserAdmin) + ".>"},
		},
		UserSubscriber: {
			Account: AccountSubscribers,
			Publish: append(readEvents(), createConsumers()...),
			// Services never use the default inbox prefix, so only replies to the subscriber arrive there.
			Subscribe: []string{SubjectEvents, "_INBOX.>", InboxPrefix(UserSubscriber) + ".>"},
		},
	}
}

// SharePasswords adds to passwords, which maps users to their passwords, those of the users that
// share another's. It adds none of a user whose password is missing.
func SharePasswords(passwords map[string]string) {
	for user, rights := range Users() {
		if password, ok := passwords[rights.PasswordOf]; ok {
			passwords[user] = password
		}
	}
}

// QueueGroup is the queue group of NATS micro, in which replicas of a service share requests.
const QueueGroup = "q"

func createConsumers() (subjects []string) {
	for _, request := range ConsumerRequests() {
		subjects = append(subjects, "$JS.API."+request)
	}
	return subjects
}

// keepStreams are the subjects to restore streams and consumers, and to purge erased messages.
func keepStreams() (subjects []string) {
	for _, spec := range Streams() {
		api := APIPrefix(spec.Account)
		for _, verb := range []string{".STREAM.INFO.", ".STREAM.CREATE.", ".STREAM.PURGE."} {
			subjects = append(subjects, api+verb+spec.Name)
		}
		for _, verb := range []string{".CONSUMER.INFO.", ".CONSUMER.CREATE."} {
			subjects = append(subjects, api+verb+spec.Name+".>")
		}
	}
	subjects = append(subjects, "$JS.API.STREAM.MSG.GET."+StreamEvents)
	// To replace a copy of a lost stream.
	subjects = append(subjects, APIPrefix(AccountEvents)+".STREAM.DELETE."+StreamEvents)
	// For subscribers, whose requests the gateway checks.
	for _, request := range ConsumerRequests() {
		if own := APIPrefix(AccountEvents) + "." + request; !slices.Contains(subjects, own) {
			subjects = append(subjects, own)
		}
	}
	return subjects
}

// serve are the subjects that a service subscribes to, with the discovery subjects of NATS micro (ADR-32).
func serve(user string, subjects ...string) []string {
	return append([]string{InboxPrefix(user) + ".>", "$SRV.>"}, subjects...)
}

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
