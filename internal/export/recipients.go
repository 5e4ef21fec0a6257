package export

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/broadcast"
	"github.com/redress/redress/ent/contact"
	"github.com/redress/redress/ent/notification"
	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/policy"
)

const (
	batch     = 1_000            // rows that are read at once
	readTime  = 10 * time.Second // what reading them may take
	writeTime = 30 * time.Second // what their reader may take
)

// RecipientsPath is where a broadcast's recipients are exported.
const RecipientsPath = "/export/broadcasts/{id}/recipients.csv"

// Recipients exports whom a broadcast went to and what became of it: a row for each recipient
// and channel, by age. For administrators. The parameter state (failed, pending, …) leaves
// out the others.
type Recipients struct {
	Client *ent.Client
	Fail   func(http.ResponseWriter, *http.Request, error)
}

// ServeHTTP implements http.Handler.
func (e Recipients) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	id, state, err := e.asked(r)
	if err != nil {
		e.Fail(w, r, err)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "text/csv; charset=utf-8")
	h.Set("Content-Disposition", `attachment; filename="recipients-`+id.String()+`.csv"`)
	h.Set("Cache-Control", "no-store")
	if r.Method == http.MethodHead {
		return
	}
	switch begun, err := e.write(w, r, id, state); {
	case err == nil:
	case begun:
		panic(http.ErrAbortHandler) // so that nobody takes the part for the whole
	default:
		h.Del("Content-Disposition")
		e.Fail(w, r, err)
	}
}

// asked reads what is wanted, and refuses what is not there or not the viewer's.
func (e Recipients) asked(r *http.Request) (id uuid.UUID, state *domain.NotificationState, err error) {
	v, err := auth.Require(r.Context())
	if err != nil {
		return id, nil, err
	}
	if err := policy.May(v, policy.RootBroadcasts); err != nil {
		return id, nil, err
	}
	if id, err = domain.ParseID(chi.URLParam(r, "id")); err != nil {
		return id, nil, fault.Invalid(fault.Field{Field: "id", Code: "invalid", Message: "must be a UUID"})
	}
	if text := r.URL.Query().Get("state"); text != "" {
		s := domain.NotificationState(strings.ToUpper(text))
		if text != strings.ToLower(text) || !slices.Contains(s.Values(), string(s)) {
			return id, nil, fault.Invalid(fault.Field{Field: "state", Code: "invalid", Message: "must be pending, sent, failed, skipped or cancelled"})
		}
		state = &s
	}
	there, err := e.Client.Broadcast.Query().Where(broadcast.ID(id)).Exist(r.Context())
	if err == nil && !there {
		err = fault.Missing("broadcast")
	}
	return id, state, err
}

// write answers whether some of it is on its way.
func (e Recipients) write(w http.ResponseWriter, r *http.Request, id uuid.UUID, state *domain.NotificationState) (begun bool, err error) {
	out := newSheet(w)
	err = out.row("recipient_id", "name", "email", "channel", "state", "attempts", "last_error", "sent_at", "delivered_at", "read_at")
	if err != nil {
		return false, err
	}
	control := http.NewResponseController(w)
	read := func(last uuid.UUID) ([]*ent.Notification, error) {
		ctx, cancel := context.WithTimeout(r.Context(), readTime)
		defer cancel()
		// The socket's deadline is on the machine's clock; not every writer under test is one.
		_ = control.SetWriteDeadline(time.Now().Add(readTime + writeTime)) //nolint:forbidigo // see above
		q := e.Client.Notification.Query().Where(notification.BroadcastID(id), notification.IDGT(last))
		if state != nil {
			q.Where(notification.StateEQ(*state))
		}
		return q.Order(ent.Asc(notification.FieldID)).Limit(batch).
			WithRecipient(func(q *ent.UserQuery) {
				q.Select(user.FieldID, user.FieldName).
					WithContact(func(q *ent.ContactQuery) { q.Select(contact.FieldUserID, contact.FieldEmail) })
			}).All(ctx)
	}
	last := uuid.Nil
	for {
		rows, err := read(last)
		if err != nil {
			return begun, err
		}
		for _, n := range rows {
			if err := out.row(cells(n)...); err != nil {
				return begun, err
			}
			last = n.ID
		}
		begun = true
		if out.Flush(); out.Error() != nil || len(rows) < batch {
			return begun, out.Error()
		}
	}
}

func cells(n *ent.Notification) []string {
	var name, email string
	if u := n.Edges.Recipient; u != nil {
		name = u.Name
		if u.Edges.Contact != nil {
			email = u.Edges.Contact.Email
		}
	}
	return []string{
		n.RecipientID.String(), name, email, lower(n.Channel), lower(n.State),
		strconv.Itoa(n.Attempts), n.LastError, stamp(n.SentAt), stamp(n.DeliveredAt), stamp(n.ReadAt),
	}
}

func lower[S ~string](s S) string { return strings.ToLower(string(s)) }

func stamp(t *time.Time) string {
	if t == nil {
		return ""
	}
	return t.UTC().Format("2006-01-02T15:04:05.000Z")
}
