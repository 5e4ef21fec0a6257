package graph

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/savedview"
	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/graph/model"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/desk/identity"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/policy"
)

// viewedList is a list of which views are saved.
type viewedList struct {
	root        policy.Root
	field, kind string // the connection and the type of its rows
}

var viewedLists = map[domain.ViewList]viewedList{
	domain.ViewComplaints:       {policy.RootComplaints, "complaints", "Complaint"},
	domain.ViewTasks:            {policy.RootTasks, "tasks", "Task"},
	domain.ViewPayments:         {policy.RootPayments, "payments", "Payment"},
	domain.ViewBroadcasts:       {policy.RootBroadcasts, "broadcasts", "Broadcast"},
	domain.ViewUsers:            {policy.RootUsers, "users", "User"},
	domain.ViewZones:            {policy.RootZones, "zones", "Zone"},
	domain.ViewGroups:           {policy.RootGroups, "groups", "Group"},
	domain.ViewCategories:       {policy.RootCategories, "categories", "Category"},
	domain.ViewServiceProviders: {policy.RootServiceProviders, "serviceProviders", "ServiceProvider"},
	domain.ViewAuditEntries:     {policy.RootAuditEntries, "auditEntries", "AuditEntry"},
	domain.ViewNotifications:    {policy.RootNotifications, "notifications", "Notification"},
}

// viewQuery is the filter and the order of a view.
type viewQuery struct {
	filter map[string]any
	order  []any
}

// parseViewQuery reads the filter and the order of a view, as they were given or stored.
func parseViewQuery(filter, order json.RawMessage) (q viewQuery, err error) {
	read := func(field string, raw json.RawMessage) (v any, err error) {
		if len(raw) == 0 {
			return nil, nil
		}
		d := json.NewDecoder(bytes.NewReader(raw))
		d.UseNumber()
		if err := d.Decode(&v); err != nil {
			return nil, fault.Invalid(fault.Input(field, "invalid", "must be JSON"))
		}
		return v, nil
	}
	v, err := read("filter", filter)
	if err != nil {
		return q, err
	}
	switch v := v.(type) {
	case nil:
		q.filter = map[string]any{}
	case map[string]any:
		q.filter = v
	default:
		return q, fault.Invalid(fault.Input("filter", "invalid", "must be an object"))
	}
	if v, err = read("orderBy", order); err != nil {
		return q, err
	}
	switch v := v.(type) {
	case nil:
		q.order = []any{}
	case []any:
		q.order = v
	case map[string]any: // as lists take a single one
		q.order = []any{v}
	default:
		return q, fault.Invalid(fault.Input("orderBy", "invalid", "must be a list"))
	}
	return q, nil
}

// texts returns the filter and the order as they are stored.
func (q viewQuery) texts() (filter, order string, err error) {
	f, err := json.Marshal(q.filter)
	if err != nil {
		return "", "", err
	}
	o, err := json.Marshal(q.order)
	return string(f), string(o), err
}

// tryView reads a row of the list with the filter and the order of a view as the viewer, and if it is shared as
// an account of that role that sees no rows of its own. Single values in them become lists where lists are expected.
// It returns what the list would refuse, by the field of the view.
func (r *Resolver) tryView(ctx context.Context, of domain.ViewList, q viewQuery, share *domain.Role) error {
	list := viewedLists[of]
	if err := may(ctx, list.root); err != nil {
		return err
	}
	if err := r.tryViewAs(ctx, list, q); err != nil {
		return err
	}
	if share == nil || *share == domain.RoleAdmin || *share == domain.RoleSuperAdmin { // the viewer is one
		return nil
	}
	audience := auth.With(ctx, &auth.Viewer{ID: domain.NewID(domain.KindUser), ProviderID: domain.NewID(domain.KindServiceProvider), Role: *share})
	if may(audience, list.root) != nil {
		return fault.Invalid(fault.Input("sharedWith", "not_allowed", "is a role that may not see this list: %s", *share))
	}
	err := r.tryViewAs(audience, list, q)
	if f, ok := fault.As(err); ok && f.Code == fault.PermissionDenied {
		for i, field := range f.Fields {
			f.Fields[i] = fault.Input(field.Field, field.Code, "must not be used in a view that is shared with the role %s, which does not see it", *share)
		}
		return fault.Invalid(f.Fields...)
	}
	return err
}

func (r *Resolver) tryViewAs(ctx context.Context, list viewedList, q viewQuery) error {
	query := fmt.Sprintf("query($where: %[2]sWhereInput, $orderBy: [%[2]sOrder!], $first: Int) { %[1]s(where: $where, orderBy: $orderBy, "+
		"first: $first) { edges { cursor } } }",
		list.field, list.kind)
	err := viewFault("filter", r.reader.Check(ctx, query, map[string]any{"where": q.filter}))
	if f, ok := fault.As(err); ok && f.Code == fault.PermissionDenied {
		return deniedField("filter" + list.denied(ctx, q.filter))
	}
	if err != nil || len(q.order) == 0 {
		return err
	}
	err = viewFault("orderBy", r.reader.Check(ctx, query, map[string]any{"where": q.filter, "orderBy": q.order}))
	if f, ok := fault.As(err); ok && f.Code == fault.PermissionDenied {
		return deniedField("orderBy")
	}
	return err
}

// deniedField returns the fault of a field of a view that its viewer may not use.
func deniedField(name string) error {
	f := fault.Denied()
	f.Fields = []fault.Field{fault.Input(name, "not_allowed", "must not be used by this role, which does not see it")}
	return f
}

// viewFault names the fields of a list's fault as those of a view: its argument where is the filter.
func viewFault(argument string, err error) error {
	f, ok := fault.As(err)
	if !ok || f.Code != fault.Validation {
		return err
	}
	fields := make([]fault.Field, len(f.Fields))
	for i, bad := range f.Fields {
		path := strings.Split(bad.Field, ".")
		if slices.Contains([]string{"where", "orderBy", "variable", ""}, path[0]) {
			path = path[1:]
		}
		bad.Field = strings.Join(append([]string{argument}, path...), ".")
		bad.Message = strings.ReplaceAll(bad.Message, "variable.where", "filter")
		bad.Message = strings.ReplaceAll(bad.Message, "variable.orderBy", "orderBy")
		fields[i] = bad
	}
	return fault.Invalid(fields...)
}

// denied returns the path to the first condition of a filter that the viewer may not use, with a dot before
// each step; "" if none is found.
func (l viewedList) denied(ctx context.Context, filter map[string]any) string {
	for _, name := range slices.Sorted(maps.Keys(filter)) {
		value := filter[name]
		err := graphql.UnmarshalNamedInputFromContext(ctx, l.kind+"WhereInput", map[string]any{name: value}, new(any))
		if f, ok := fault.As(err); !ok || f.Code != fault.PermissionDenied {
			continue
		}
		switch inner := value.(type) {
		case map[string]any:
			if name == "not" {
				return "." + name + l.denied(ctx, inner)
			}
		case []any:
			for i, one := range inner {
				conditions, _ := one.(map[string]any)
				if name != "and" && name != "or" {
					break
				}
				if path := l.denied(ctx, conditions); path != "" {
					return fmt.Sprintf(".%s.%d%s", name, i, path)
				}
			}
		}
		return "." + name
	}
	return ""
}

// createSavedView tries a view and saves it.
func (r *Resolver) createSavedView(ctx context.Context, input model.CreateSavedViewInput) (*ent.SavedView, error) {
	v, err := auth.Require(ctx)
	if err != nil {
		return nil, err
	}
	if input.SharedWith != nil && !v.Admin() {
		return nil, fault.Denied()
	}
	q, err := parseViewQuery(input.Filter, input.OrderBy)
	if err != nil {
		return nil, err
	}
	filter, order, err := q.texts()
	if err != nil {
		return nil, err
	}
	in := identity.ViewInput{Name: &input.Name, Filter: &filter, SortKeys: &order, Columns: slices.Concat([]string{}, input.Columns), Share: input.SharedWith}
	if err := in.Check(); err != nil {
		return nil, err
	}
	if err := r.tryView(ctx, input.List, q, input.SharedWith); err != nil {
		return nil, err
	}
	if filter, order, err = q.texts(); err != nil { // with the lists that it was tried with
		return nil, err
	}
	return r.identity.CreateSavedView(ctx, input.List, in)
}

// updateSavedView tries a view as it is to be and changes it.
func (r *Resolver) updateSavedView(ctx context.Context, input model.UpdateSavedViewInput) (*ent.SavedView, error) {
	v, err := auth.Require(ctx)
	if err != nil {
		return nil, err
	}
	in := identity.ViewInput{Name: input.Name, Columns: input.Columns, Share: input.SharedWith, Unshare: input.Unshare != nil && *input.Unshare}
	t := tx.Target{ID: input.ID, Expected: input.ExpectedVersion}
	if input.Filter == nil && input.OrderBy == nil && input.SharedWith == nil {
		return r.identity.UpdateSavedView(ctx, t, in)
	}
	if input.SharedWith != nil && !v.Admin() {
		return nil, fault.Denied()
	}
	was, err := r.identity.SavedView(ctx, input.ID)
	if err != nil {
		return nil, err
	}
	if t.Expected == nil { // what was tried is what is saved
		t.Expected = &was.Version
	}
	raw := func(given json.RawMessage, stored string) json.RawMessage {
		if given != nil {
			return given
		}
		return json.RawMessage(stored)
	}
	q, err := parseViewQuery(raw(input.Filter, was.Filter), raw(input.OrderBy, was.SortKeys))
	if err != nil {
		return nil, err
	}
	filter, order, err := q.texts()
	if err != nil {
		return nil, err
	}
	in.Filter, in.SortKeys = &filter, &order
	if err := in.Check(was.Name); err != nil {
		return nil, err
	}
	share := in.Share
	if share == nil && !in.Unshare {
		share = was.SharedWith
	}
	if err := r.tryView(ctx, was.List, q, share); err != nil {
		return nil, err
	}
	if filter, order, err = q.texts(); err != nil { // with the lists that it was tried with
		return nil, err
	}
	return r.identity.UpdateSavedView(ctx, t, in)
}

// savedViews returns the views of a list that the viewer may see.
func (r *Resolver) savedViews(ctx context.Context, list *domain.ViewList, deleted bool) ([]*model.SavedView, error) {
	q := r.client.SavedView.Query().Limit(domain.MaxViewsShown)
	if list != nil {
		q.Where(savedview.ListEQ(*list))
	}
	if deleted {
		q.Where(savedview.DeletedAtNotNil()).Order(ent.Desc(savedview.FieldDeletedAt, savedview.FieldID))
	} else {
		q.Where(savedview.DeletedAtIsNil()).Order(ent.Asc(savedview.FieldName, savedview.FieldID))
	}
	rows, err := q.All(ctx)
	if err != nil {
		return nil, err
	}
	views := make([]*model.SavedView, len(rows))
	owners := make([]uuid.UUID, len(rows))
	for i, row := range rows {
		views[i], owners[i] = toSavedView(ctx, row), row.OwnerID
	}
	if !selectsField(ctx, "owner") || !policy.SeesInternal(auth.From(ctx)) || len(views) == 0 {
		return views, nil
	}
	people, err := r.client.User.Query().Where(user.IDIn(owners...)).CollectFields(withChildField(ctx, "owner"))
	if err != nil {
		return nil, err
	}
	found, err := people.All(ctx)
	if err != nil {
		return nil, err
	}
	known := byID(found, func(u *ent.User) uuid.UUID { return u.ID })
	for _, v := range views {
		v.Owner = known[v.OwnerID]
	}
	return views, nil
}

// viewOwner returns who saved a view, to administrators.
func (r *Resolver) viewOwner(ctx context.Context, v *model.SavedView) (*ent.User, error) {
	if !policy.SeesInternal(auth.From(ctx)) || v.Owner != nil {
		return v.Owner, nil
	}
	u, err := r.client.User.Get(ctx, v.OwnerID)
	if ent.IsNotFound(err) {
		return nil, nil
	}
	return u, err
}

func toSavedView(ctx context.Context, row *ent.SavedView) *model.SavedView {
	return &model.SavedView{
		ID: row.ID, List: row.List, Name: row.Name, Filter: json.RawMessage(row.Filter), OrderBy: json.RawMessage(row.SortKeys),
		Columns: row.Columns, SharedWith: row.SharedWith, Own: row.OwnerID == auth.From(ctx).ID, OwnerID: row.OwnerID,
		Version: row.Version, CreatedAt: row.CreatedAt, UpdatedAt: row.UpdatedAt, DeletedAt: row.DeletedAt,
	}
}
