package graph

import (
	"context"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/ent/user"
	"github.com/redress/redress/ent/zone"
	"github.com/redress/redress/graph/model"
	"github.com/redress/redress/internal/admission"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/stats"
)

// workload returns a numbered page of solvers and their work: by one statement their number, by another
// their work, by a third their accounts.
func (r *Resolver) workload(ctx context.Context, where *ent.UserWhereInput, in stats.Workload, page, limit *int) (*model.WorkloadPage, error) {
	p, err := pageOf(page, limit)
	if err != nil {
		return nil, err
	}
	q, err := where.Filter(r.client.User.Query().Where(user.RoleEQ(domain.RoleSolver)))
	if err != nil {
		return nil, err
	}
	return admission.Do(ctx, r.statistics, "", func(ctx context.Context) (*model.WorkloadPage, error) { // its accounts are of what is selected
		return r.workloadOf(ctx, q, in, p)
	})
}

// workloadOf returns the page of some solvers.
func (r *Resolver) workloadOf(ctx context.Context, q *ent.UserQuery, in stats.Workload, p *model.Pagination) (*model.WorkloadPage, error) {
	total, err := q.Clone().Count(ctx)
	if err != nil {
		return nil, err
	}
	out := &model.WorkloadPage{Solvers: []*stats.SolverWorkload{}, Pagination: p}
	locate(p, total)
	if out.Solvers, err = in.Of(ctx, q, r.desk.Now(), (p.Page-1)*p.Limit, p.Limit); err != nil {
		return nil, err
	}
	ids := make([]uuid.UUID, len(out.Solvers))
	for i, s := range out.Solvers {
		ids[i] = s.ID
	}
	accounts, err := r.accounts(withChildField(withChildField(ctx, "solvers"), "solver"), ids)
	for _, s := range out.Solvers {
		s.Solver = accounts[s.ID]
	}
	return out, err
}

// assignableSolvers returns active solvers who could be assigned to a complaint, the best first: by one
// statement the complaint's zone, by another the solvers, by a third their accounts.
func (r *Resolver) assignableSolvers(ctx context.Context, id uuid.UUID, text *string, limit int) ([]*stats.AssignableSolver, error) {
	if bad := fault.Between("limit", limit, 1, stats.MaxAssignable); bad != nil {
		return nil, fault.Invalid(bad...)
	}
	var where ent.UserWhereInput
	if err := searchUsers(&where, text); err != nil {
		return nil, err
	}
	q, err := where.Filter(r.client.User.Query().Where(user.RoleEQ(domain.RoleSolver), user.StateEQ(domain.AccountActive)))
	if err != nil {
		return nil, err
	}
	c, err := r.client.Complaint.Query().Where(complaint.ID(id)).Select(complaint.FieldID, complaint.FieldZoneID).
		WithZone(func(q *ent.ZoneQuery) { q.Select(zone.FieldID, zone.FieldPath) }).Only(ctx)
	if c, err = orNotFound("complaint", c, err); err != nil {
		return nil, err
	}
	in := stats.Assignable{Complaint: id}
	if c.Edges.Zone != nil {
		in.Zones = append(in.Zones, c.Edges.Zone.ID)
		for _, above := range strings.FieldsFunc(c.Edges.Zone.Path, func(r rune) bool { return r == '/' }) {
			if id, err := uuid.Parse(above); err == nil && !slices.Contains(in.Zones, id) {
				in.Zones = append(in.Zones, id)
			}
		}
	}
	out, err := in.Of(ctx, q, r.desk.Now(), limit)
	if err != nil {
		return nil, err
	}
	ids := make([]uuid.UUID, len(out))
	for i, s := range out {
		ids[i] = s.ID
	}
	accounts, err := r.accounts(withChildField(ctx, "solver"), ids)
	for _, s := range out {
		s.Solver = accounts[s.ID]
	}
	return out, err
}

// accounts returns accounts by their ids, with what the current field selects of them.
func (r *Resolver) accounts(ctx context.Context, ids []uuid.UUID) (map[uuid.UUID]*ent.User, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	q, err := r.client.User.Query().Where(user.IDIn(ids...)).CollectFields(ctx)
	if err != nil {
		return nil, err
	}
	rows, err := q.All(ctx)
	return byID(rows, func(u *ent.User) uuid.UUID { return u.ID }), err
}
