package stats

import (
	"context"
	"time"

	"entgo.io/ent/dialect"
	"entgo.io/ent/dialect/sql"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/broadcast"
	"github.com/redress/redress/ent/broadcastchannel"
	"github.com/redress/redress/ent/notification"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/store/hint"
)

// DeliveryFailures is a request for the errors of notifications of broadcasts that failed.
type DeliveryFailures struct {
	Channel  *domain.Channel
	From, To *time.Time // when the broadcasts were created
	Top      int
}

// DeliveryFailure is an error, and how often it was the last one.
type DeliveryFailure struct {
	Error      string
	Channel    domain.Channel
	Count      int
	Broadcasts int
	LatestAt   time.Time
}

// failing selects the broadcasts whose notifications are read, by the counters of their channels. The broadcast's
// own count people, and who has it in the application has not failed, whatever became of the e-mail.
func (in DeliveryFailures) failing(d *sql.DialectBuilder) *sql.Selector {
	c := d.Table(broadcastchannel.Table).As("failing")
	s := d.Select(c.C(broadcastchannel.FieldBroadcastID)).From(c).Where(sql.GT(c.C(broadcastchannel.FieldFailed), 0))
	if in.Channel != nil {
		s.Where(sql.EQ(c.C(broadcastchannel.FieldChannel), *in.Channel))
	}
	if in.From == nil && in.To == nil {
		return s
	}
	b := d.Table(broadcast.Table).As("created")
	s.Join(b).On(b.C(broadcast.FieldID), c.C(broadcastchannel.FieldBroadcastID))
	if in.From != nil {
		s.Where(sql.GTE(b.C(broadcast.FieldCreatedAt), *toMilliseconds(in.From)))
	}
	if in.To != nil {
		s.Where(sql.LT(b.C(broadcast.FieldCreatedAt), *toMilliseconds(in.To)))
	}
	return s
}

// Of returns the errors, the most frequent first, by one statement. It reads the notifications that failed, by
// their broadcasts: those without any are never looked at.
func (in DeliveryFailures) Of(ctx context.Context, client *ent.Client) ([]*DeliveryFailure, error) {
	if bad := fault.Between("top", in.Top, 1, MaxTop); bad != nil {
		return nil, fault.Invalid(bad...)
	}
	q := client.Notification.Query().Where(notification.StateEQ(domain.NotificationFailed), notification.BroadcastIDNotNil())
	if in.Channel != nil {
		q.Where(notification.ChannelEQ(*in.Channel))
	}
	var rows []struct {
		LastError  string `sql:"last_error"`
		Channel    domain.Channel
		Rows       int
		Broadcasts int
		Latest     int64
	}
	err := q.Aggregate(func(s *sql.Selector) string {
		d := sql.Dialect(s.Dialect())
		failing := in.failing(d)
		s.Where(sql.In(s.C(notification.FieldBroadcastID), failing))
		s.Select(s.C(notification.FieldLastError), s.C(notification.FieldChannel))
		s.AppendSelectAs("COUNT(*)", "rows")
		s.AppendSelectAs("COUNT(DISTINCT "+s.C(notification.FieldBroadcastID)+")", "broadcasts")
		s.AppendSelectAs(epochSeconds(s.Dialect(), "MAX("+s.C(notification.FieldCreatedAt)+")"), "latest")
		s.GroupBy(s.C(notification.FieldLastError), s.C(notification.FieldChannel))
		s.OrderBy(sql.Desc("rows"), s.C(notification.FieldChannel))
		s.OrderExpr(sql.ExprFunc(func(b *sql.Builder) {
			b.WriteString(s.C(notification.FieldLastError))
			if s.Dialect() == dialect.Postgres {
				b.WriteString(` COLLATE "C"`)
			}
		}))
		s.Limit(in.Top)
		copied := *s
		*s = *d.Select("*").From(copied.As("failures"))
		return "*"
	}).Scan(hint.Unprepared(ctx), &rows)
	if err != nil {
		return nil, err
	}
	out := make([]*DeliveryFailure, len(rows))
	for i, r := range rows {
		hint.Aggregated(ctx, int64(r.Rows))
		out[i] = &DeliveryFailure{Error: r.LastError, Channel: r.Channel, Count: r.Rows, Broadcasts: r.Broadcasts, LatestAt: time.Unix(r.Latest, 0).UTC()}
	}
	return out, nil
}
