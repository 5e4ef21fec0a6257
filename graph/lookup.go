package graph

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/broadcast"
	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/ent/contact"
	"github.com/redress/redress/ent/predicate"
	"github.com/redress/redress/ent/serviceprovider"
	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/ent/worktask"
	"github.com/redress/redress/graph/model"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/policy"
	"github.com/redress/redress/internal/search"
)

// callerMatch returns the condition that finds the contacts of callers.
func callerMatch(text string) (predicate.Contact, error) {
	if err := search.Check(text); err != nil {
		return nil, renamed(err, "text")
	}
	compared := search.Fold(text)
	if digits, is := search.Telephone(text); is || !strings.ContainsFunc(text, unicode.IsLetter) {
		compared = digits
	}
	if utf8.RuneCountInString(compared) < model.MinCallerText {
		return nil, fault.Invalid(fault.Input("text", "too_short", "must have at least 3 characters, of a telephone number digits besides leading zeros"))
	}
	return search.Contacts(text), nil
}

// renamed returns a validation fault of another input.
func renamed(err error, field string) error {
	if f, ok := fault.As(err); ok {
		for i := range f.Fields {
			f.Fields[i].Field = field
		}
	}
	return err
}

// caller is a person to whom one or more contacts belong.
type caller struct {
	model.Caller
	exact      bool
	user       *uuid.UUID
	complaints []uuid.UUID // of a person without an account
}

// callerLookup returns who may be calling: by one statement their contacts, by another which complaints
// of theirs are open, by others the rows that are selected. It is recorded in the audit.
func (r *Resolver) callerLookup(ctx context.Context, text string, limit int) ([]*model.Caller, error) {
	if bad := fault.Between("limit", limit, 1, model.MaxFound); bad != nil {
		return nil, fault.Invalid(bad...)
	}
	match, err := callerMatch(text)
	if err != nil {
		return nil, err
	}
	rows, err := r.client.Contact.Query().Where(match).
		WithUser(func(q *ent.UserQuery) { q.Select(user.FieldID, user.FieldName) }).
		Order(ent.Desc(contact.FieldID)).Limit(model.MaxContacts).All(ctx)
	if err != nil {
		return nil, err
	}
	callers := callersOf(rows, text)
	callers = callers[:min(len(callers), limit)]
	if err := r.desk.NoteCallerLookup(ctx, text, contactsOf(callers, rows)); err != nil {
		return nil, err
	}
	return r.selectedCallers(ctx, callers)
}

// contactsOf returns which of some contacts belong to callers.
func contactsOf(callers []*caller, rows []*ent.Contact) (ids []uuid.UUID) {
	for _, row := range rows {
		if slices.ContainsFunc(callers, func(c *caller) bool { return c.has(row) }) {
			ids = append(ids, row.ID)
		}
	}
	return ids
}

// selectedCallers returns callers with what the current field selects of their complaints and accounts, by a statement for
// each.
func (r *Resolver) selectedCallers(ctx context.Context, callers []*caller) ([]*model.Caller, error) {
	for _, c := range []struct {
		number, list string
		statuses     []domain.ComplaintStatus
	}{
		{"openCount", "openComplaints", domain.OpenComplaintStatuses},
		{"complaintCount", "complaints", domain.ComplaintStatuses},
	} {
		if len(callers) == 0 || !selectsField(ctx, c.number) && !selectsField(ctx, c.list) {
			continue
		}
		if err := r.callerComplaints(ctx, callers, c.list, c.statuses); err != nil {
			return nil, err
		}
	}
	if selectsField(ctx, "user") {
		if err := r.callerAccounts(ctx, callers); err != nil {
			return nil, err
		}
	}
	out := make([]*model.Caller, len(callers))
	for i, c := range callers {
		out[i] = &c.Caller
	}
	return out, nil
}

// callersOf takes the contacts of the same person together. Those that are just what was asked for
// come first, then accounts, then the newest.
func callersOf(rows []*ent.Contact, text string) []*caller {
	whole := search.Fold(text)
	digits, number := search.Telephone(text)
	byKey := map[string]*caller{}
	var all []*caller
	for _, row := range rows {
		key := callerKey(row)
		c := byKey[key]
		if c == nil {
			c = &caller{
				user:   row.UserID,
				Caller: model.Caller{Name: row.Name, Email: row.Email, Phone: row.Phone, OpenComplaints: []*ent.Complaint{}, Complaints: []*ent.Complaint{}},
			}
			if row.Edges.User != nil {
				c.Name = row.Edges.User.Name
			}
			byKey[key], all = c, append(all, c)
		}
		c.Name, c.Email, c.Phone = cmp.Or(c.Name, row.Name), cmp.Or(c.Email, row.Email), cmp.Or(c.Phone, row.Phone)
		c.exact = c.exact || search.Fold(c.Name) == whole || search.Fold(row.Email) == whole ||
			number && strings.TrimLeft(search.Digits(row.Phone), "0") == digits
		if row.ComplaintID != nil {
			c.complaints = append(c.complaints, *row.ComplaintID)
		}
	}
	slices.SortStableFunc(all, func(a, b *caller) int { return cmp.Compare(a.rank(), b.rank()) })
	return all
}

func (c *caller) rank() (n int) {
	if !c.exact {
		n += 2
	}
	if c.user == nil {
		n++
	}
	return n
}

// has reports whether a contact is one of the caller's.
func (c *caller) has(row *ent.Contact) bool {
	if row.UserID != nil {
		return c.user != nil && *c.user == *row.UserID
	}
	return row.ComplaintID != nil && slices.Contains(c.complaints, *row.ComplaintID)
}

// callerKey returns what the contacts of a person have in common.
func callerKey(row *ent.Contact) string {
	switch {
	case row.UserID != nil:
		return row.UserID.String()
	case row.Email != "":
		return strings.ToLower(row.Email)
	case search.Digits(row.Phone) != "":
		return search.Digits(row.Phone)
	default:
		return row.ID.String()
	}
}

// callerComplaints fills in the complaints of callers that have one of some statuses: those that the field list names.
func (r *Resolver) callerComplaints(ctx context.Context, callers []*caller, list string, statuses []domain.ComplaintStatus) error {
	var accounts, those []uuid.UUID
	for _, c := range callers {
		if c.user != nil {
			accounts = append(accounts, *c.user)
		}
		those = append(those, c.complaints...)
	}
	var rows []struct {
		ID          uuid.UUID
		SubmittedBy *uuid.UUID `sql:"submitted_by"`
		Place, N    int
	}
	err := r.client.Complaint.Query().
		Where(complaint.StatusIn(statuses...), complaint.Or(complaint.SubmittedByIDIn(accounts...), complaint.IDIn(those...))).
		Aggregate(func(s *sql.Selector) string {
			copied := *s
			each, by := &copied, s.C(complaint.FieldSubmittedByID)
			each.Select(s.C(complaint.FieldID)).AppendSelectAs(by, "submitted_by").
				AppendSelectAs("ROW_NUMBER() OVER (PARTITION BY "+by+" ORDER BY "+s.C(complaint.FieldID)+" DESC)", "place").
				AppendSelectAs("COUNT(*) OVER (PARTITION BY "+by+")", "n")
			*s = *sql.Dialect(s.Dialect()).Select("*").From(each.As("theirs"))
			s.Where(sql.Or(sql.IsNull(each.C("submitted_by")), sql.LTE(each.C("place"), model.MaxCallerOpen))).OrderBy(sql.Desc(each.C(complaint.FieldID)))
			return "*"
		}).Scan(ctx, &rows)
	if err != nil {
		return err
	}
	of := func(c *caller) (*int, *[]*ent.Complaint) {
		if list == "complaints" {
			return &c.ComplaintCount, &c.Complaints
		}
		return &c.OpenCount, &c.OpenComplaints
	}
	listed := map[uuid.UUID]*caller{}
	var ids []uuid.UUID
	for _, c := range callers {
		n, _ := of(c)
		for _, row := range rows {
			switch {
			case row.SubmittedBy != nil && c.user != nil && *row.SubmittedBy == *c.user:
				*n = row.N
			case slices.Contains(c.complaints, row.ID):
				*n++
			default:
				continue
			}
			if len(c.complaints) > 0 && *n > model.MaxCallerOpen {
				continue
			}
			listed[row.ID], ids = c, append(ids, row.ID)
		}
	}
	if len(ids) == 0 || !selectsField(ctx, list) {
		return nil
	}
	q, err := r.client.Complaint.Query().Where(complaint.IDIn(ids...)).Order(ent.Desc(complaint.FieldID)).CollectFields(withChildField(ctx, list))
	if err != nil {
		return err
	}
	found, err := q.All(ctx)
	for _, row := range found {
		if c := listed[row.ID]; c != nil {
			_, rows := of(c)
			*rows = append(*rows, row)
		}
	}
	return err
}

// callerAccounts fills in the accounts of callers.
func (r *Resolver) callerAccounts(ctx context.Context, callers []*caller) error {
	var ids []uuid.UUID
	for _, c := range callers {
		if c.user != nil {
			ids = append(ids, *c.user)
		}
	}
	found, err := r.accounts(withChildField(ctx, "user"), ids)
	for _, c := range callers {
		if c.user != nil {
			c.User = found[*c.user]
		}
	}
	return err
}

// find returns the newest rows of each kind that hold a text and that the viewer may see, by one
// statement for each kind that is selected.
func (r *Resolver) find(ctx context.Context, text string, limit int) (*model.Found, error) {
	if bad := fault.Between("limit", limit, 1, model.MaxFound); bad != nil {
		return nil, fault.Invalid(bad...)
	}
	if err := search.Check(text); err != nil {
		return nil, renamed(err, "text")
	}
	if search.Fold(text) == "" {
		return nil, fault.Invalid(fault.Input("text", "required", "must not be empty"))
	}
	out := &model.Found{
		Complaints: []*ent.Complaint{}, Users: []*ent.User{}, Callers: []*model.Caller{},
		ServiceProviders: []*ent.ServiceProvider{}, Broadcasts: []*ent.Broadcast{}, Tasks: []*ent.WorkTask{},
	}
	for _, kind := range []struct {
		field string
		root  policy.Root
		read  func(context.Context, string, int, *model.Found) error
	}{
		{"complaints", policy.RootComplaints, r.findComplaints},
		{"users", policy.RootUsers, r.findUsers},
		{"callers", policy.RootCallerLookup, r.findCallers},
		{"serviceProviders", policy.RootServiceProviders, r.findProviders},
		{"broadcasts", policy.RootBroadcasts, r.findBroadcasts},
		{"tasks", policy.RootTasks, r.findTasks},
	} {
		if !selectsField(ctx, kind.field) || policy.May(auth.From(ctx), kind.root) != nil {
			continue
		}
		if err := kind.read(withChildField(ctx, kind.field), text, limit, out); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (r *Resolver) findComplaints(ctx context.Context, text string, limit int, into *model.Found) error {
	match, err := r.texts.Complaints(ctx, text)
	if err != nil {
		return err
	}
	into.Complaints, err = newest(ctx, r.client.Complaint.Query().Where(match), complaint.FieldID, limit)
	return err
}

func (r *Resolver) findUsers(ctx context.Context, text string, limit int, into *model.Found) error {
	var where ent.UserWhereInput
	if err := searchUsers(&where, &text); err != nil {
		return err
	}
	q, err := where.Filter(r.client.User.Query())
	if err != nil {
		return err
	}
	into.Users, err = newest(ctx, q, user.FieldID, limit)
	return err
}

// findCallers finds people without an account by what callerLookup finds them by, and as it is recorded. Shorter texts find nobody.
func (r *Resolver) findCallers(ctx context.Context, text string, limit int, into *model.Found) error {
	match, err := callerMatch(text)
	if err != nil {
		return nil //nolint:nilerr // the other kinds are searched for such a text
	}
	rows, err := r.client.Contact.Query().Where(match, contact.ComplaintIDNotNil()).Order(ent.Desc(contact.FieldID)).Limit(model.MaxContacts).All(ctx)
	if err != nil {
		return err
	}
	callers := callersOf(rows, text)
	callers = callers[:min(len(callers), limit)]
	if err := r.desk.NoteContactsFound(ctx, text, contactsOf(callers, rows)); err != nil {
		return err
	}
	into.Callers, err = r.selectedCallers(ctx, callers)
	return err
}

func (r *Resolver) findProviders(ctx context.Context, text string, limit int, into *model.Found) (err error) {
	into.ServiceProviders, err = newest(ctx, r.client.ServiceProvider.Query().Where(search.Providers(text)), serviceprovider.FieldID, limit)
	return err
}

func (r *Resolver) findBroadcasts(ctx context.Context, text string, limit int, into *model.Found) error {
	match, err := r.texts.Broadcasts(text)
	if err != nil {
		return err
	}
	into.Broadcasts, err = newest(ctx, r.client.Broadcast.Query().Where(match), broadcast.FieldID, limit)
	return err
}

// findTasks finds tasks for those who see them, but not the complaints.
func (r *Resolver) findTasks(ctx context.Context, text string, limit int, into *model.Found) error {
	if policy.May(auth.From(ctx), policy.RootComplaints) == nil {
		return nil
	}
	match, err := r.texts.TasksAlone(ctx, text)
	if err != nil {
		return err
	}
	into.Tasks, err = newest(ctx, r.client.WorkTask.Query().Where(match), worktask.FieldID, limit)
	return err
}

// newest returns the newest rows of a query, with what the current field selects of them. Ids grow with
// time.
func newest[Q pageable[Q, T, P, O], T any, P, O ~func(*sql.Selector)](ctx context.Context, q Q, id string, limit int) ([]T, error) {
	q, err := q.Order(func(s *sql.Selector) { s.OrderBy(sql.Desc(s.C(id))) }).Limit(limit).CollectFields(ctx)
	if err != nil {
		return nil, err
	}
	return q.All(ctx)
}
