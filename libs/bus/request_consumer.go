package bus

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/docmill/docmill/libs/contract"
)

// consumerRequest is a JetStream API request to create a consumer. Only the listed members are sent.
type consumerRequest struct {
	Stream string                   `json:"stream_name"`
	Config jetstream.ConsumerConfig `json:"config"`
	Action string                   `json:"action,omitempty"`
}

const (
	// maxConsumerRequestBytes is more than any consumer's configuration needs.
	maxConsumerRequestBytes = 64 << 10
	// maxConsumerRequests bounds the requests that one replica answers at a time.
	maxConsumerRequests = 16
	// consumerReplyType is the server's type of the reply.
	consumerReplyType = "io.nats.jetstream.api.v1.consumer_create_response"
)

// consumerRefusal is an error reply of the JetStream API.
type consumerRefusal struct {
	Type  string             `json:"type"`
	Error jetstream.APIError `json:"error"`
}

// ServeConsumers creates consumers of events for subscribers until stop is called. It answers requests of the
// JetStream API, but creates pull consumers only: with a push consumer, a subscriber could make the server
// publish on any subject of the account.
func ServeConsumers(c *Conn) (stop func(), err error) {
	slots := make(chan struct{}, maxConsumerRequests)
	sub, err := c.nc.QueueSubscribe(contract.SubjectConsumers, contract.QueueGroup, func(msg *nats.Msg) {
		select {
		case slots <- struct{}{}:
		default:
			c.refuseConsumer(msg, errors.New("too many concurrent requests"))
			return
		}
		go func() {
			defer func() { <-slots }()
			c.makeConsumer(msg)
		}()
	})
	if err == nil {
		err = c.nc.FlushTimeout(requestTimeout)
	}
	if err != nil {
		return nil, fmt.Errorf("subscribe %s: %w", contract.SubjectConsumers, err)
	}
	return func() { _ = sub.Unsubscribe() }, nil
}

func (c *Conn) makeConsumer(msg *nats.Msg) {
	request, err := pullConsumer(msg.Data)
	if err != nil {
		c.refuseConsumer(msg, err)
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), requestTimeout)
	defer cancel()
	asked := strings.TrimPrefix(msg.Subject, strings.TrimSuffix(contract.SubjectConsumers, ">"))
	answer, err := c.nc.RequestWithContext(ctx, contract.APIPrefix(contract.AccountEvents)+"."+asked, request)
	if err == nil {
		err = msg.Respond(answer.Data)
	}
	if err != nil {
		c.log.Warn("consumer of a subscriber not created", "error", err)
	}
}

// pullConsumer checks a request and encodes it again, so that the server gets only members that were checked.
func pullConsumer(data []byte) ([]byte, error) {
	var r consumerRequest
	if len(data) > maxConsumerRequestBytes {
		return nil, fmt.Errorf("the request has more than %d bytes", maxConsumerRequestBytes)
	}
	if err := json.Unmarshal(data, &r); err != nil {
		return nil, fmt.Errorf("the request is not valid: %w", err)
	}
	if r.Config.DeliverSubject != "" || r.Config.DeliverGroup != "" {
		return nil, errors.New("push consumers are not supported: create a pull consumer, without deliver_subject")
	}
	return json.Marshal(r)
}

func (c *Conn) refuseConsumer(msg *nats.Msg, reason error) {
	body, err := json.Marshal(consumerRefusal{Type: consumerReplyType, Error: jetstream.APIError{
		Code: 400, ErrorCode: jetstream.JSErrCodeBadRequest, Description: reason.Error(),
	}})
	if err == nil {
		err = msg.Respond(body)
	}
	if err != nil {
		c.log.Warn("refusal not sent", "error", err)
	}
}
