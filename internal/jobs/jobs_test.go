package jobs

import (
	"errors"
	"testing"
	"time"
)

// TestLog holds that a log counts runs and failures apart, and that a failure leaves the time of the
// last success.
func TestLog(t *testing.T) {
	l := NewLog()
	l.Expect("late", time.Hour)
	l.Expect("early", time.Minute)
	before := l.All()
	l.Begin("early")(nil)
	done := l.All()[0]
	l.Begin("early")(errors.New("the database is away"))
	failed := l.All()[0]
	switch {
	case len(before) != 2 || before[0].Name != "early" || before[1].Name != "late" || before[0].Succeeded.IsZero():
		t.Errorf("announced: %+v", before)
	case done.Runs != 1 || done.Failures != 0 || done.Every != time.Minute || done.Succeeded.Before(before[0].Succeeded):
		t.Errorf("after a success: %+v", done)
	case failed.Runs != 1 || failed.Failures != 1 || !failed.Succeeded.Equal(done.Succeeded):
		t.Errorf("after a failure: %+v", failed)
	}
	var none *Log
	none.Expect("a", time.Second)
	none.Begin("a")(nil)
	if none.All() != nil {
		t.Error("a nil log has jobs")
	}
}
