package gqlhttp

import (
	"context"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/redress/redress/internal/fault"
)

// delivery is the rendezvous of a transport and the resolver of its subscription: the transport
// is ready, the resolver delivers an event, the transport writes it and reports whether that
// succeeded. The executor between the two knows nothing of it.
type delivery struct {
	resume string // Last-Event-ID, "" when the client sent none

	ready   chan context.CancelFunc // cancels the execution of an answer that takes too long
	outcome chan bool               // whether the answer was written

	// Set by the resolver before it delivers an event, or before it closes its channel.
	position int64
	limit    *time.Timer
	endWork  func() // the response was built
	err      error
}

type deliveryKey struct{}

// deliver gives one event to the transport. It reports whether the event was written, and
// whether the stream is still open.
func (d *delivery) deliver(ctx context.Context, s *Streams, position int64, push func()) (written, open bool) {
	var end context.CancelFunc
	select {
	case end = <-d.ready:
	case <-ctx.Done():
		return false, false
	}
	endWork, err := s.begin(ctx)
	if err != nil {
		return false, false
	}
	defer endWork()
	d.position, d.limit, d.endWork = position, time.AfterFunc(MaxTime, end), endWork
	push()
	select {
	case written = <-d.outcome:
		return written, true
	case <-ctx.Done():
		return false, false
	}
}

// serve runs a subscription and writes each of its responses until it ends. It calls begun once
// no later event can be missed. It returns the errors with which the subscription ended, none
// when there is nothing to say to the client.
func serve(ctx context.Context, exec graphql.GraphExecutor, op *graphql.OperationContext, resume string, begun func(),
	write func(position int64, r *graphql.Response) error,
) gqlerror.List {
	d := &delivery{resume: resume, ready: make(chan context.CancelFunc, 1), outcome: make(chan bool, 1)}
	ctx = context.WithValue(ctx, deliveryKey{}, d)
	responses, ctx := exec.DispatchOperation(ctx, op)
	begun()
	rooted := ctx // below the root, so that errors have their whole path
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
			d.endWork() // before the response is written, which takes as long as the client likes
		}
		switch {
		case ctx.Err() != nil:
			return endErrors(ctx)
		case r == nil && d.err != nil:
			return gqlerror.List{present(rooted, d.err)}
		case r == nil:
			return nil
		case r.Data == nil: // it never began
			return r.Errors
		case late:
			return gqlerror.List{present(rooted, context.DeadlineExceeded)}
		case hasUnavailable(r.Errors): // the database went away during the execution
			d.outcome <- false
			continue
		}
		if write(d.position, r) != nil {
			return nil //nolint:nilerr // the client is gone
		}
		d.outcome <- true
	}
}

// endErrors returns what to say of a stream that was ended from outside.
func endErrors(ctx context.Context) gqlerror.List {
	if f, ok := fault.As(context.Cause(ctx)); ok {
		return gqlerror.List{present(ctx, f)}
	}
	return nil
}

func hasUnavailable(errs gqlerror.List) bool {
	for _, e := range errs {
		if e.Extensions["code"] == "UNAVAILABLE" {
			return true
		}
	}
	return false
}
