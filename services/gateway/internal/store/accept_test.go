package store_test

import (
	"testing"
	"time"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/gatewaytest"
	"github.com/docmill/docmill/services/gateway/internal/store"
)

// A document accepted into an empty lane is released at once; later ones of any account wait for their
// turn.
func TestAcceptAndRelease(t *testing.T) {
	t.Parallel()
	s, _ := gatewaytest.Store(t, gatewaytest.Database(t))
	at := func(lane contract.Lane) (id string, released bool) {
		a := gatewaytest.Acceptance(gatewaytest.Account())
		a.Document.Lane = lane
		c, err := s.Accept(t.Context(), a, store.Terms{Release: time.Hour})
		if err != nil || !c.Granted {
			t.Fatalf("%+v, %v", c, err)
		}
		return a.Document.ID, c.Released
	}
	first, alone := at(contract.LaneInteractive)
	second, behind := at(contract.LaneInteractive)
	if _, slow := at(contract.LaneSlow); !alone || behind || !slow {
		t.Errorf("released: alone %v, behind another %v, in another lane %v", alone, behind, slow)
	}
	if n := mustNext(t, s, contract.LaneInteractive); n.DocumentID != first || !n.Released {
		t.Errorf("claimed %+v, want %s with its command", n, first)
	}
	if got := released(t, s, store.Window{PerLane: 32, Share: 32, InFlight: 64, Redispatch: time.Hour}); len(got) != 1 ||
		got[0] != second {
		t.Errorf("released %+v, want %s alone", got, second)
	}
	mustNext(t, s, contract.LaneInteractive)
	if _, again := at(contract.LaneInteractive); !again {
		t.Error("the lane is empty again, and the next one waits")
	}
}

// A command that was never published is due like any other.
func TestRedispatchReleased(t *testing.T) {
	t.Parallel()
	s, _ := gatewaytest.Store(t, gatewaytest.Database(t))
	a := gatewaytest.Acceptance(gatewaytest.Account())
	c, err := s.Accept(t.Context(), a, store.Terms{Release: time.Nanosecond, Traceparent: "parent"})
	if err != nil || !c.Released {
		t.Fatalf("%+v, %v", c, err)
	}
	due, err := s.Unclaimed(t.Context(), time.Hour)
	want := store.Command{DocumentID: a.Document.ID, Lane: a.Document.Lane, Traceparent: "parent"}
	if err != nil || len(due) != 1 || due[0] != want {
		t.Errorf("due are %+v (%v), want %+v", due, err, want)
	}
}
