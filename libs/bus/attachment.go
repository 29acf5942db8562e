package bus

import (
	"fmt"
	"strconv"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/micro"

	"github.com/docmill/docmill/libs/contract"
)

// Attached is a reply with bytes that follow its JSON: as a member they would have to be encoded in base64.
type Attached interface {
	Message
	// Attachment returns the bytes; nil for none.
	Attachment() []byte
}

// attachable is implemented by pointers to Attached replies.
type attachable interface{ Attach(attachment []byte) }

// attachmentHeader is the number of bytes at the end of a reply that are its attachment.
const attachmentHeader = "Docmill-Attachment"

// attach appends the body's attachment to its encoded reply and returns the header with its size.
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

// detach splits a reply into its JSON and its attachment.
func detach(msg *nats.Msg) (data, attachment []byte, err error) {
	length := msg.Header.Get(attachmentHeader)
	if length == "" {
		return msg.Data, nil, nil
	}
	n, err := strconv.Atoi(length)
	if err != nil || n <= 0 || n > len(msg.Data) {
		return nil, nil, fmt.Errorf("attachment of %q bytes in a reply of %d", length, len(msg.Data))
	}
	at := len(msg.Data) - n
	return msg.Data[:at], msg.Data[at:], nil
}
