package graph

import (
	"context"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/auditentry"
	"github.com/redress/redress/ent/broadcast"
	"github.com/redress/redress/ent/category"
	"github.com/redress/redress/ent/comment"
	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/ent/complaintrevision"
	"github.com/redress/redress/ent/contact"
	"github.com/redress/redress/ent/group"
	"github.com/redress/redress/ent/lateevidence"
	"github.com/redress/redress/ent/media"
	"github.com/redress/redress/ent/notification"
	"github.com/redress/redress/ent/payment"
	"github.com/redress/redress/ent/serviceprovider"
	"github.com/redress/redress/ent/session"
	"github.com/redress/redress/ent/statuslog"
	"github.com/redress/redress/ent/taskupdate"
	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/ent/worktask"
	"github.com/redress/redress/ent/zone"
	"github.com/redress/redress/internal/domain"
)

// tableByKind maps the kind of an id to its table. Kinds that the schema does not expose have none.
var tableByKind = map[domain.Kind]string{
	domain.KindUser: user.Table, domain.KindContact: contact.Table, domain.KindSession: session.Table,
	domain.KindComplaint: complaint.Table, domain.KindComment: comment.Table, domain.KindStatusLog: statuslog.Table,
	domain.KindTask: worktask.Table, domain.KindTaskUpdate: taskupdate.Table, domain.KindMedia: media.Table,
	domain.KindServiceProvider: serviceprovider.Table, domain.KindPayment: payment.Table,
	domain.KindBroadcast: broadcast.Table, domain.KindNotification: notification.Table, domain.KindZone: zone.Table,
	domain.KindComplaintRevision: complaintrevision.Table,
	domain.KindGroup:             group.Table, domain.KindCategory: category.Table, domain.KindAuditEntry: auditentry.Table,
	domain.KindLateEvidence: lateevidence.Table,
}

func tableOf(_ context.Context, id uuid.UUID) (string, error) {
	return tableByKind[domain.KindOf(id)], nil
}

// nodeOrNil returns nil for a node that is missing, not visible, or of an unknown kind.
func nodeOrNil(n ent.Noder, err error) (ent.Noder, error) {
	if ent.IsNotFound(err) {
		return nil, nil
	}
	return n, err
}

// nodes loads several nodes with one statement for each kind. A missing node is nil without an
// error, while ent's own Noders reports each of them.
func (r *Resolver) nodes(ctx context.Context, ids []uuid.UUID) ([]ent.Noder, error) {
	var known []uuid.UUID
	positions := make([]int, 0, len(ids))
	for i, id := range ids {
		if tableByKind[domain.KindOf(id)] != "" {
			known, positions = append(known, id), append(positions, i)
		}
	}
	quiet := graphql.WithResponseContext(ctx, graphql.DefaultErrorPresenter, graphql.DefaultRecover)
	out := make([]ent.Noder, len(ids))
	found, err := r.client.Noders(quiet, known, ent.WithNodeType(tableOf))
	if err != nil && !ent.IsNotFound(err) {
		return nil, err
	}
	for i, n := range found {
		out[positions[i]] = n
	}
	return out, nil
}
