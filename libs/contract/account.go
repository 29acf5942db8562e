package contract

// NATS accounts. A reply subject that a client names is no publication that the
// server checks against the client's rights: it only ever reaches the account
// that the request is handled in. So programs that are not fully trusted have
// accounts without JetStream, and what they may ask for is imported, which keeps
// replies in their own account. Acknowledgement subjects ($JS.ACK) are the one
// exception, they pass as they are; therefore no account that extractors or
// subscribers pull from holds consumers of anybody else.
const (
	// AccountServices holds the trusted services and their streams.
	AccountServices = "SERVICES"
	// AccountAuth holds the service auth and the user that manages accounts, and no stream. The
	// services' account imports only what the services may ask, so no reply subject and no push
	// consumer there reaches the operators' requests.
	AccountAuth = "AUTH"
	// AccountWork holds the stream of commands alone, and no user.
	AccountWork = "WORK"
	// AccountEvents holds the copy of the event stream that subscribers read,
	// and no user.
	AccountEvents = "EVENTS"
	// AccountConsumers passes on what subscribers ask the gateway for, and holds
	// nothing: the server takes a direct import for a cycle.
	AccountConsumers = "CONSUMERS"
	// AccountExtractors and AccountSubscribers have no JetStream.
	AccountExtractors  = "EXTRACTORS"
	AccountSubscribers = "SUBSCRIBERS"
)

// NATSAccount is an account of a NATS server: what it shares with others, and what its JetStream
// may hold.
type NATSAccount struct {
	// JetStream limits what its streams hold; nil for none at all.
	JetStream *Storage
	Exports   []Export
	Imports   []Import
}

// Storage limits an account's JetStream.
type Storage struct {
	Bytes int64 // on disk
	// Streams and Consumers count; 0 is any number.
	Streams, Consumers int
}

// Export lets other accounts import a subject.
type Export struct {
	Subject string
	// Stream exports messages; otherwise a service, which answers requests.
	Stream bool
	// Many lets one request have many replies, as a pull has.
	Many bool
	To   []string // accounts
}

// Import makes a subject of another account usable, under the name As where that
// is not empty.
type Import struct {
	From, Subject, As string
	Stream            bool
}

// Where the events account asks the services' account for the
// stream that it copies.
const (
	EventsFeedAPI     = "$JS.SERVICES.API"
	EventsFeedDeliver = "docmill.copy"
	// The server creates the consumer of a mirror on this subject.
	createEventsFeed = "$JS.API.CONSUMER.CREATE." + StreamEvents
)

// APIPrefix is where the services' account reaches an account's JetStream API.
func APIPrefix(account string) string {
	if account == AccountServices {
		return "$JS.API"
	}
	return "$JS." + account + ".API"
}

// SubjectConsumers is where the gateway is asked to make a subscriber's
// consumer. What follows is the JetStream API's own subject behind "$JS.API.".
const SubjectConsumers = "docmill.rpc.consumer.>"

// ConsumerRequests are the JetStream API's subjects, behind "$JS.API.", that
// make a consumer of events.
func ConsumerRequests() []string {
	return []string{
		"CONSUMER.CREATE." + StreamEvents, "CONSUMER.CREATE." + StreamEvents + ".>",
		"CONSUMER.DURABLE.CREATE." + StreamEvents + ".*",
	}
}

// NATSAccounts maps every NATS account to what it holds and shares.
func NATSAccounts() map[string]NATSAccount {
	accounts := map[string]NATSAccount{
		AccountServices: {
			JetStream: storage(AccountServices),
			Exports: append(append(
				service(AccountExtractors, SubjectResults, extractorDeadLetters, "docmill.rpc.work.>", SignalExtractionStarted),
				service(AccountAuth, authSignals()...)...),
				Export{Subject: SubjectEvents, Stream: true, To: []string{AccountSubscribers}},
				Export{Subject: SubjectConsumers, To: []string{AccountConsumers}},
				Export{Subject: createEventsFeed, To: []string{AccountEvents}},
				Export{Subject: "$JS.FC." + StreamEvents + ".>", To: []string{AccountEvents}},
				Export{Subject: EventsFeedDeliver + ".>", Stream: true, To: []string{AccountEvents}},
			),
			Imports: append(imports(AccountAuth, servicesAuthRequests()...),
				Import{From: AccountExtractors, Subject: "docmill.rpc.page.>"},
				Import{From: AccountWork, Subject: SubjectCommands},
				Import{From: AccountWork, Subject: "$JS.API.>", As: APIPrefix(AccountWork) + ".>"},
				Import{From: AccountEvents, Subject: "$JS.API.>", As: APIPrefix(AccountEvents) + ".>"},
			),
		},
		AccountAuth: {
			Exports: service(AccountServices, servicesAuthRequests()...),
			Imports: imports(AccountServices, authSignals()...),
		},
		AccountWork: {
			JetStream: storage(AccountWork),
			Exports: append(service(AccountServices, SubjectCommands, "$JS.API.>"),
				many(AccountExtractors, append(consumeLanes(), accountInfo))...),
		},
		AccountEvents: {
			JetStream: storage(AccountEvents),
			Exports:   append(service(AccountServices, "$JS.API.>"), many(AccountSubscribers, readEvents())...),
			Imports: []Import{
				{From: AccountServices, Subject: createEventsFeed, As: EventsFeedAPI + ".CONSUMER.CREATE." + StreamEvents},
				{From: AccountServices, Subject: "$JS.FC." + StreamEvents + ".>"},
				{From: AccountServices, Subject: EventsFeedDeliver + ".>", Stream: true},
			},
		},
		AccountExtractors: {
			Exports: service(AccountServices, "docmill.rpc.page.>"),
			Imports: append(imports(AccountServices, SubjectResults, extractorDeadLetters, "docmill.rpc.work.>",
				SignalExtractionStarted),
				imports(AccountWork, append(consumeLanes(), accountInfo)...)...),
		},
		AccountSubscribers: {
			Imports: append(imports(AccountEvents, readEvents()...),
				Import{From: AccountServices, Subject: SubjectEvents, Stream: true}),
		},
	}
	var passed, asked []Import
	for _, request := range ConsumerRequests() {
		const subject = "docmill.rpc.consumer."
		passed = append(passed, Import{From: AccountServices, Subject: subject + request})
		asked = append(asked, Import{From: AccountConsumers, Subject: subject + request, As: "$JS.API." + request})
	}
	between, subscribers := NATSAccount{Imports: passed}, accounts[AccountSubscribers]
	between.Exports = service(AccountSubscribers, SubjectConsumers)
	subscribers.Imports = append(subscribers.Imports, asked...)
	accounts[AccountConsumers], accounts[AccountSubscribers] = between, subscribers
	return accounts
}

// authSignals are the subjects that auth publishes.
func authSignals() []string { return []string{"docmill.signal.key.>", "docmill.signal.account.>"} }

// servicesAuthRequests are the requests to auth that other services may make.
func servicesAuthRequests() []string {
	return []string{
		RPCAuthVerify, RPCAuthKeyCreate, RPCAuthRegister, SubjectAuthSession, RPCAuthAuditRecord, RPCAuthAccountPlans,
	}
}

// extractorDeadLetters is where extractors keep commands that cannot be used.
const extractorDeadLetters = "docmill.dead." + StreamCommands + ".*"

// accountInfo has to be imported wherever more of a JetStream API is: without,
// the server answers each request itself, that the account has no JetStream.
const accountInfo = "$JS.API.INFO"

// readEvents is what reading the copy of the event stream publishes, apart from
// making a consumer.
func readEvents() []string {
	return []string{
		accountInfo, "$JS.API.STREAM.NAMES", "$JS.API.STREAM.INFO." + StreamEvents,
		"$JS.API.CONSUMER.NAMES." + StreamEvents, "$JS.API.CONSUMER.LIST." + StreamEvents,
		"$JS.API.CONSUMER.INFO." + StreamEvents + ".*", "$JS.API.CONSUMER.DELETE." + StreamEvents + ".*",
		"$JS.API.CONSUMER.MSG.NEXT." + StreamEvents + ".*", "$JS.ACK." + StreamEvents + ".>",
	}
}

func service(to string, subjects ...string) (exports []Export) {
	for _, s := range subjects {
		exports = append(exports, Export{Subject: s, To: []string{to}})
	}
	return exports
}

func many(to string, subjects []string) (exports []Export) {
	for _, s := range subjects {
		exports = append(exports, Export{Subject: s, Many: true, To: []string{to}})
	}
	return exports
}

func imports(from string, subjects ...string) (imports []Import) {
	for _, s := range subjects {
		imports = append(imports, Import{From: from, Subject: s})
	}
	return imports
}

// maxSubscribersConsumers bounds the consumers that subscribers may make.
const maxSubscribersConsumers = 100

// spareBytes are left beside what streams may hold: an upgrade has a stream in
// two accounts for a moment.
const spareBytes = 64 << 20

// storage is what an account's streams may hold together.
func storage(account string) *Storage {
	s := &Storage{Bytes: spareBytes}
	for _, spec := range StreamsWithWebhooks() {
		if spec.Account == account {
			s.Bytes += spec.MaxBytes
		}
	}
	if account == AccountEvents {
		s.Streams, s.Consumers = 1, maxSubscribersConsumers
	}
	return s
}

// StorageBytes is what all streams may hold on disk.
func StorageBytes() (bytes int64) {
	for _, a := range NATSAccounts() {
		if a.JetStream != nil {
			bytes += a.JetStream.Bytes
		}
	}
	return bytes
}
