package graph

import (
	"context"
	"log/slog"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/redress/redress/internal/fault"
)

// streamRetry is how long a stream waits before it asks a database again that was away.
const streamRetry = time.Second

// handover is what a transport and the resolver of its subscription have in common. They
// take turns: the transport is ready, the resolver hands an event over, the transport writes
// it and says so. The library between the two knows nothing of it.
type handover struct {
	resume string // Last-Event-ID, "" when the client sent none

	ready   chan context.CancelFunc // ends the writing of an answer that takes too long
	verdict chan bool               // whether it was written

	// Set by the resolver before it hands an event over, or before it closes its channel.
	position int64
	limit    *time.Timer
	err      error
}

type handoverKey struct{}

// hand gives one event to the transport. It answers whether it was written, and whether the
// stream goes on.
func (d *handover) hand(ctx context.Context, position int64, push func()) (written, on bool) {
	select {
	case end := <-d.ready:
		d.position, d.limit = position, time.AfterFunc(maxTime, end)
	case <-ctx.Done():
		return false, false
	}
	push()
	select {
	case written = <-d.verdict:
		return written, true
	case <-ctx.Done():
		return false, false
	}
}

// pump runs a subscription and writes each of its answers, until it ends. From begun on
// nothing is missed: who is told so may act and will hear of it. It answers the errors with
// which the subscription ended, none when there is nothing to say to the client.
func pump(ctx context.Context, exec graphql.GraphExecutor, op *graphql.OperationContext, resume string, begun func(), write func(position int64, r *graphql.Response) error) gqlerror.List {
	d := &handover{resume: resume, ready: make(chan context.CancelFunc, 1), verdict: make(chan bool, 1)}
	ctx = context.WithValue(ctx, handoverKey{}, d)
	responses, ctx := exec.DispatchOperation(ctx, op)
	begun()
	rooted := ctx // under the root, so that errors name their whole path
	if roots := graphql.CollectFields(op, op.Operation.SelectionSet, []string{"Subscription"}); len(roots) == 1 {
		rooted = graphql.WithFieldContext(ctx, &graphql.FieldContext{Object: "Subscription", Field: roots[0]})
	}
	for {
		one, end := context.WithCancel(rooted)
		d.ready <- end
		r := responses(one)
		late := one.Err() != nil && ctx.Err() == nil
		end()
		if r != nil && d.limit != nil {
			d.limit.Stop()
		}
		switch {
		case ctx.Err() != nil:
			return ended(ctx)
		case r == nil && d.err != nil:
			return gqlerror.List{present(rooted, d.err)}
		case r == nil:
			return nil
		case r.Data == nil: // it never began
			return r.Errors
		case late:
			return gqlerror.List{present(rooted, context.DeadlineExceeded)}
		case unanswered(r.Errors): // the database went away in the middle of it
			d.verdict <- false
			continue
		}
		if write(d.position, r) != nil {
			return nil //nolint:nilerr // nobody is there to be told
		}
		d.verdict <- true
	}
}

// ended says why a stream was ended from outside.
func ended(ctx context.Context) gqlerror.List {
	if f, ok := fault.As(context.Cause(ctx)); ok {
		return gqlerror.List{present(ctx, f)}
	}
	return nil
}

func unanswered(errs gqlerror.List) bool {
	for _, e := range errs {
		if e.Extensions["code"] == "UNAVAILABLE" {
			return true
		}
	}
	return false
}

// unavailable reports whether what failed may succeed in a moment.
func unavailable(ctx context.Context, err error) bool {
	if !fault.Is(err, fault.Unavailable) {
		return false
	}
	slog.DebugContext(ctx, "a stream waits for the database", "error", err)
	return true
}

// pause waits a moment; it answers false when the stream has ended.
func pause(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
