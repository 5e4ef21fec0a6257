package graph

import (
	"context"
	"slices"
	"strings"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/broadcast"
	"github.com/redress/redress/ent/category"
	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/ent/entgql"
	"github.com/redress/redress/ent/payment"
	"github.com/redress/redress/ent/predicate"
	"github.com/redress/redress/ent/worktask"
	"github.com/redress/redress/ent/zone"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/stats"
)

// Selections are what buckets of statistics return and filters take back.

// filterSelection limits a filter to the complaints of a bucket.
func filterSelection(ctx context.Context, where *ent.ComplaintWhereInput, in *stats.ComplaintSelectionInput) error {
	if in == nil {
		return nil
	}
	all, err := selected(ctx, in.ComplaintValues)
	if err != nil {
		return err
	}
	if len(in.Except) > stats.MaxTop {
		return fault.Invalid(fault.Input("selection.except", "too_many", "must not have more than %d", stats.MaxTop))
	}
	for _, other := range in.Except {
		if len(other.Except) > 0 {
			return fault.Invalid(fault.Input("selection.except", "invalid", "must not have an except of its own"))
		}
		one, err := selected(ctx, other.ComplaintValues)
		if err != nil {
			return err
		}
		all = append(all, entgql.NotTrue(one...))
	}
	where.AddPredicates(append(all, entgql.AnyRow)...)
	return nil
}

// selected returns the conditions for the values of a bucket.
func selected(ctx context.Context, v stats.ComplaintValues) ([]predicate.Complaint, error) {
	if v.ForAdmins() {
		if err := stats.CheckSolverAccess(ctx); err != nil {
			return nil, err
		}
	}
	all, err := v.InTime()
	if f, ok := fault.As(err); ok { // which names them as those of localTime
		fields := slices.Clone(f.Fields)
		for i := range fields {
			fields[i].Field = strings.Replace(fields[i].Field, "localTime.", "selection.", 1)
		}
		return nil, fault.Invalid(fields...)
	}
	if err != nil {
		return nil, err
	}
	all = append(all, equals[predicate.Complaint](complaint.FieldStatus, v.Status)...)
	all = append(all, equals[predicate.Complaint](complaint.FieldPriority, v.Priority)...)
	all = append(all, equals[predicate.Complaint](complaint.FieldSource, v.Source)...)
	all = append(all, equals[predicate.Complaint](complaint.FieldRating, v.Stars)...)
	all = append(all, equals[predicate.Complaint](complaint.FieldCategoryID, v.CategoryID)...)
	all = append(all, equals[predicate.Complaint](complaint.FieldZoneID, v.ZoneID)...)
	all = append(all, equals[predicate.Complaint](complaint.FieldSolverID, v.SolverID)...)
	all = append(all, equals[predicate.Complaint](complaint.FieldProviderID, v.ProviderID)...)
	all = append(all, equals[predicate.Complaint](complaint.FieldReasonCode, v.ReasonCode)...)
	if v.CategoryWithin != nil {
		all = append(all, below(category.Table, complaint.FieldCategoryID, *v.CategoryWithin))
	}
	if v.ZoneWithin != nil {
		all = append(all, below(zone.Table, complaint.FieldZoneID, *v.ZoneWithin))
	}
	if v.Reopened != nil {
		all = append(all, either(*v.Reopened, complaint.ReopenedCountGT(0), complaint.ReopenedCount(0)))
	}
	if v.GroupID != nil {
		all = append(all, stats.SolverInGroup(*v.GroupID))
	}
	for _, by := range v.None {
		all = append(all, stats.WithoutValue(by))
	}
	return all, nil
}

// equals returns the condition that a column has a value, none if there is none.
func equals[P ~func(*sql.Selector), T any](column string, value *T) []P {
	if value == nil {
		return nil
	}
	return []P{P(sql.FieldEQ(column, *value))}
}

// filterTaskSelection limits a filter to the tasks of a bucket.
func filterTaskSelection(where *ent.TaskWhereInput, in *stats.TaskSelectionInput) {
	if in == nil {
		return
	}
	where.AddPredicates(entgql.AnyRow)
	if in.From != nil {
		where.AddPredicates(worktask.CreatedAtGTE(*in.From))
	}
	if in.To != nil {
		where.AddPredicates(worktask.CreatedAtLT(*in.To))
	}
	where.AddPredicates(equals[predicate.WorkTask](worktask.FieldSolverID, in.SolverID)...)
	where.AddPredicates(equals[predicate.WorkTask](worktask.FieldProviderID, in.ProviderID)...)
	where.AddPredicates(equals[predicate.WorkTask](worktask.FieldStatus, in.Status)...)
	for _, by := range in.None {
		column := map[domain.TaskDimension]string{
			domain.TasksByProvider: worktask.FieldProviderID, domain.TasksBySolver: worktask.FieldSolverID, domain.TasksByStatus: worktask.FieldStatus,
		}[by]
		where.AddPredicates(predicate.WorkTask(sql.FieldIsNull(column)))
	}
}

// filterPaymentSelection limits a filter to the payments of a bucket.
func filterPaymentSelection(where *ent.PaymentWhereInput, in *stats.PaymentSelectionInput) {
	if in == nil {
		return
	}
	where.AddPredicates(entgql.AnyRow)
	if in.From != nil {
		where.AddPredicates(payment.PaymentDateGTE(*in.From))
	}
	if in.To != nil {
		where.AddPredicates(payment.PaymentDateLTE(*in.To))
	}
	where.AddPredicates(equals[predicate.Payment](payment.FieldCurrency, in.Currency)...)
	where.AddPredicates(equals[predicate.Payment, uuid.UUID](payment.FieldProviderID, in.ProviderID)...)
	where.AddPredicates(equals[predicate.Payment](payment.FieldPaymentMethod, in.Method)...)
}

// filterBroadcastSelection limits a filter to the broadcasts of a bucket.
func filterBroadcastSelection(where *ent.BroadcastWhereInput, in *stats.BroadcastSelectionInput) {
	if in == nil {
		return
	}
	where.AddPredicates(entgql.AnyRow)
	if in.From != nil {
		where.AddPredicates(broadcast.CreatedAtGTE(*in.From))
	}
	if in.To != nil {
		where.AddPredicates(broadcast.CreatedAtLT(*in.To))
	}
	where.AddPredicates(equals[predicate.Broadcast](broadcast.FieldStatus, in.Status)...)
	where.AddPredicates(equals[predicate.Broadcast](broadcast.FieldTargetType, in.TargetType)...)
}
