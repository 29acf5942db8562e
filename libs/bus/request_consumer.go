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

// consumerRequest is what the JetStream API takes to make a consumer. A member
// that is not named here does not reach the server.
type consumerRequest struct {
	Stream string                   `json:"stream_name"`
	Config jetstream.ConsumerConfig `json:"config"`
	Action string                   `json:"action,omitempty"`
}

const (
	// maxConsumerRequest is more than any consumer's configuration has, in bytes.
	maxConsumerRequest = 64 << 10
	// maxConsumerRequests are answered at a time by one replica.
	maxConsumerRequests = 16
	// consumerReplyType is what the server calls a reply of that kind.
	consumerReplyType = "io.nats.jetstream.api.v1.consumer_create_response"
)

// consumerRefusal is a reply of the JetStream API that refuses.
type consumerRefusal struct {
	Type  string             `json:"type"`
	Error jetstream.APIError `json:"error"`
}

// ServeConsumers makes consumers of events for subscribers until stop is called.
// They speak the JetStream API, and get what it answers; but pull consumers
// alone are made. A push consumer has the server send to any subject of its
// account, so that it would carry out what the subscriber itself may not ask.
func ServeConsumers(c *Conn) (stop func(), err error) {
	slots := make(chan struct{}, maxConsumerRequests)
	sub, err := c.nc.QueueSubscribe(contract.SubjectConsumers, contract.QueueGroup, func(msg *nats.Msg) {
		select {
		case slots <- struct{}{}:
		default:
			c.refuseConsumer(msg, errors.New("too many requests at a time"))
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
		c.log.Warn("a subscriber's consumer was not made", "error", err)
	}
}

// pullConsumer checks a request and writes it anew, so that the server reads
// nothing that was not looked at.
func pullConsumer(data []byte) ([]byte, error) {
	var r consumerRequest
	if len(data) > maxConsumerRequest {
		return nil, fmt.Errorf("the request has more than %d bytes", maxConsumerRequest)
	}
	if err := json.Unmarshal(data, &r); err != nil {
		return nil, fmt.Errorf("the request is not valid: %w", err)
	}
	if r.Config.DeliverSubject != "" || r.Config.DeliverGroup != "" {
		return nil, errors.New("push consumers are not available here: make a pull consumer, without deliver_subject")
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
		c.log.Warn("a refusal was not sent", "error", err)
	}
}
