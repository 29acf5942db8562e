package bus

import (
	"fmt"
	"strconv"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/micro"

	"github.com/docmill/docmill/libs/contract"
)

// Attached is a reply with bytes that follow its JSON: as a member of it they would be
// encoded in base64, and that read three times over.
type Attached interface {
	Message
	// Attachment is what follows; nil for nothing.
	Attachment() []byte
}

// attachable is implemented by the pointer to such a reply.
type attachable interface{ Attach(attachment []byte) }

// attachmentHeader says how many bytes at the end of a reply are its attachment.
const attachmentHeader = "Docmill-Attachment"

// attach appends the body's attachment to its encoded reply, and returns the header that
// tells of it.
func attach(body Message, data []byte) ([]byte, []micro.RespondOpt, error) {
	a, ok := body.(Attached)
	if !ok {
		return data, nil, nil
	}
	attachment := a.Attachment()
	if len(attachment) == 0 {
		return data, nil, nil
	}
	if n := len(data) + len(attachment); n > contract.MaxPayload-headerRoom {
		return nil, nil, fmt.Errorf("message %T has %d bytes, at most %d fit", body, n, contract.MaxPayload-headerRoom)
	}
	header := micro.Headers{attachmentHeader: {strconv.Itoa(len(attachment))}}
	return append(data, attachment...), []micro.RespondOpt{micro.WithHeaders(header)}, nil
}

// detach cuts a reply into its JSON and its attachment.
func detach(msg *nats.Msg) (data, attachment []byte, err error) {
	length := msg.Header.Get(attachmentHeader)
	if length == "" {
		return msg.Data, nil, nil
	}
	n, err := strconv.Atoi(length)
	if err != nil || n <= 0 || n > len(msg.Data) {
		return nil, nil, fmt.Errorf("an attachment of %q bytes in %d", length, len(msg.Data))
	}
	at := len(msg.Data) - n
	return msg.Data[:at], msg.Data[at:], nil
}
