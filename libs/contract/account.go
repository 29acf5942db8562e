package contract

// NATS accounts. The server does not check a reply subject against the rights of the client that names
// it; but a reply only reaches the account of the request. So programs that are not fully trusted have
// accounts without JetStream, and import what they may ask for, which keeps replies in their account.
// Acknowledgement subjects ($JS.ACK) are the exception: they cross accounts unchanged. Therefore the
// accounts from which extractors and subscribers pull have no consumers of other users.
const (
	// AccountServices has the trusted services and their streams.
	AccountServices = "SERVICES"
	// AccountAuth has the service auth and the user that manages accounts, and no stream. The services'
	// account imports only the requests that services may make, so that no reply subject and no push
	// consumer in it reaches the operators' requests.
	AccountAuth = "AUTH"
	// AccountWork has the stream of commands and no user.
	AccountWork = "WORK"
	// AccountEvents has the copy of the event stream that subscribers read, and no user.
	AccountEvents = "EVENTS"
	// AccountConsumers forwards requests of subscribers to the gateway: the server rejects a direct import
	// as a cycle.
	AccountConsumers = "CONSUMERS"
	// AccountExtractors and AccountSubscribers have no JetStream.
	AccountExtractors  = "EXTRACTORS"
	AccountSubscribers = "SUBSCRIBERS"
)

// NATSAccount is an account of a NATS server.
type NATSAccount struct {
	// JetStream limits its streams; nil for no JetStream.
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
	// Many lets one request have several replies, as a pull has.
	Many bool
	To   []string // accounts
}

// Import makes a subject of another account usable, as As if that is not empty.
type Import struct {
	From, Subject, As string
	Stream            bool
}

// Subjects by which the events account copies the stream of the services' account.
const (
	EventsFeedAPI     = "$JS.SERVICES.API"
	EventsFeedDeliver = "docmill.copy"
	// The server requests the consumer of a mirror on this subject.
	createEventsFeed = "$JS.API.CONSUMER.CREATE." + StreamEvents
)

// APIPrefix is the prefix of an account's JetStream API in the services' account.
func APIPrefix(account string) string {
	if account == AccountServices {
		return "$JS.API"
	}
	return "$JS." + account + ".API"
}

// SubjectConsumers is for requests to the gateway to create a subscriber's consumer. It ends with the
// subject of the JetStream API after "$JS.API.".
const SubjectConsumers = "docmill.rpc.consumer.>"

// ConsumerRequests are the subjects of the JetStream API, after "$JS.API.", that create a consumer of
// events.
func ConsumerRequests() []string {
	return []string{
		"CONSUMER.CREATE." + StreamEvents, "CONSUMER.CREATE." + StreamEvents + ".>",
		"CONSUMER.DURABLE.CREATE." + StreamEvents + ".*",
	}
}

// NATSAccounts returns all NATS accounts by name.
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

func authSignals() []string { return []string{"docmill.signal.key.>", "docmill.signal.account.>"} }

// servicesAuthRequests are the requests to auth that other services may make.
func servicesAuthRequests() []string {
	return []string{
		RPCAuthVerify, RPCAuthKeyCreate, RPCAuthRegister, SubjectAuthSession, RPCAuthAuditRecord, RPCAuthAccountPlans,
	}
}

// extractorDeadLetters is for malformed commands.
const extractorDeadLetters = "docmill.dead." + StreamCommands + ".*"

// accountInfo must be imported with any part of a JetStream API, or every request fails as "no JetStream".
const accountInfo = "$JS.API.INFO"

// readEvents are the publish subjects of a reader of the copied event stream, without consumer creation.
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

// maxSubscribersConsumers bounds the consumers of subscribers.
const maxSubscribersConsumers = 100

// spareBytes is added to the size of the streams: during an upgrade a stream may be in two accounts.
const spareBytes = 64 << 20

// storage is the limit of all streams of an account together.
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

// StorageBytes is the disk space of all streams.
func StorageBytes() (bytes int64) {
	for _, a := range NATSAccounts() {
		if a.JetStream != nil {
			bytes += a.JetStream.Bytes
		}
	}
	return bytes
}
