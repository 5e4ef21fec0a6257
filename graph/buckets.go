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
	if err := tooManyExcepts(in.Except, func(other *stats.ComplaintSelectionInput) int { return len(other.Except) }); err != nil {
		return err
	}
	for _, other := range in.Except {
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
	all = append(all, equals[predicate.Complaint](complaint.FieldHandlerID, v.HandlerID)...)
	all = append(all, equals[predicate.Complaint](complaint.FieldSubmittedByID, v.ReporterID)...)
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
	if v.Address != nil {
		all = append(all, stats.AtAddress(*v.Address))
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

// tooManyExcepts returns a fault when a selection has too many others, or these have others themselves.
func tooManyExcepts[T any](except []T, of func(T) int) error {
	if len(except) > stats.MaxTop {
		return fault.Invalid(fault.Input("selection.except", "too_many", "must not have more than %d", stats.MaxTop))
	}
	for _, other := range except {
		if of(other) > 0 {
			return fault.Invalid(fault.Input("selection.except", "invalid", "must not have an except of its own"))
		}
	}
	return nil
}

// filterTaskSelection limits a filter to the tasks of a bucket.
func filterTaskSelection(ctx context.Context, where *ent.TaskWhereInput, in *stats.TaskSelectionInput) error {
	if in == nil {
		return nil
	}
	if err := tooManyExcepts(in.Except, func(other *stats.TaskSelectionInput) int { return len(other.Except) }); err != nil {
		return err
	}
	all, err := selectedTasks(ctx, in.TaskValues)
	if err != nil {
		return err
	}
	for _, other := range in.Except {
		one, err := selectedTasks(ctx, other.TaskValues)
		if err != nil {
			return err
		}
		all = append(all, entgql.NotTrue(one...))
	}
	where.AddPredicates(append(all, entgql.AnyRow)...)
	return nil
}

func selectedTasks(ctx context.Context, v stats.TaskValues) (all []predicate.WorkTask, err error) {
	if v.OfComplaint() {
		if err := seesComplaints(ctx); err != nil {
			return nil, err
		}
	}
	at := v.Column()
	if at != worktask.FieldCreatedAt {
		all = append(all, predicate.WorkTask(sql.FieldNotNull(at)))
	}
	if v.From != nil {
		all = append(all, predicate.WorkTask(sql.FieldGTE(at, *v.From)))
	}
	if v.To != nil {
		all = append(all, predicate.WorkTask(sql.FieldLT(at, *v.To)))
	}
	all = append(all, equals[predicate.WorkTask](worktask.FieldSolverID, v.SolverID)...)
	all = append(all, equals[predicate.WorkTask](worktask.FieldProviderID, v.ProviderID)...)
	all = append(all, equals[predicate.WorkTask](worktask.FieldStatus, v.Status)...)
	all = append(all, equals[predicate.WorkTask](worktask.FieldEndReason, v.EndReason)...)
	if v.ZoneID != nil {
		all = append(all, worktask.HasComplaintWith(complaint.ZoneID(*v.ZoneID)))
	}
	if v.CategoryID != nil {
		all = append(all, worktask.HasComplaintWith(complaint.CategoryID(*v.CategoryID)))
	}
	for _, by := range v.None {
		switch by {
		case domain.TasksByZone:
			all = append(all, worktask.HasComplaintWith(complaint.ZoneIDIsNil()))
		case domain.TasksByCategory:
			all = append(all, worktask.HasComplaintWith(complaint.CategoryIDIsNil()))
		case domain.TasksByReason:
			all = append(all, worktask.EndReason(""))
		default:
			column := map[domain.TaskDimension]string{
				domain.TasksByProvider: worktask.FieldProviderID, domain.TasksBySolver: worktask.FieldSolverID, domain.TasksByStatus: worktask.FieldStatus,
			}[by]
			all = append(all, predicate.WorkTask(sql.FieldIsNull(column)))
		}
	}
	return all, nil
}

// filterPaymentSelection limits a filter to the payments of a bucket.
func filterPaymentSelection(ctx context.Context, where *ent.PaymentWhereInput, in *stats.PaymentSelectionInput) error {
	if in == nil {
		return nil
	}
	if err := tooManyExcepts(in.Except, func(other *stats.PaymentSelectionInput) int { return len(other.Except) }); err != nil {
		return err
	}
	all, err := selectedPayments(ctx, in.PaymentValues)
	if err != nil {
		return err
	}
	for _, other := range in.Except {
		one, err := selectedPayments(ctx, other.PaymentValues)
		if err != nil {
			return err
		}
		all = append(all, entgql.NotTrue(one...))
	}
	where.AddPredicates(append(all, entgql.AnyRow)...)
	return nil
}

func selectedPayments(ctx context.Context, v stats.PaymentValues) (all []predicate.Payment, err error) {
	if v.OfComplaint() {
		if err := seesComplaints(ctx); err != nil {
			return nil, err
		}
	}
	all = paidBetween(v.From, v.To)
	all = append(all, equals[predicate.Payment](payment.FieldCurrency, v.Currency)...)
	all = append(all, equals[predicate.Payment, uuid.UUID](payment.FieldProviderID, v.ProviderID)...)
	all = append(all, equals[predicate.Payment](payment.FieldPaymentMethod, v.Method)...)
	if v.CategoryID != nil {
		all = append(all, stats.PaidForCategory(*v.CategoryID))
	}
	if v.SeveralCategories != nil {
		all = append(all, either(*v.SeveralCategories, stats.PaidForSeveralCategories(), entgql.NotTrue(stats.PaidForSeveralCategories())))
	}
	for _, by := range v.None {
		if by == domain.PaymentsByCategory {
			all = append(all, entgql.NotTrue(stats.PaidForAnyCategory()))
		} else { // which all payments have
			all = append(all, entgql.NoRow)
		}
	}
	return all, nil
}

// filterBroadcastSelection limits a filter to the broadcasts of a bucket.
func filterBroadcastSelection(where *ent.BroadcastWhereInput, in *stats.BroadcastSelectionInput) error {
	if in == nil {
		return nil
	}
	if err := tooManyExcepts(in.Except, func(other *stats.BroadcastSelectionInput) int { return len(other.Except) }); err != nil {
		return err
	}
	all := selectedBroadcasts(in.BroadcastValues)
	for _, other := range in.Except {
		all = append(all, entgql.NotTrue(selectedBroadcasts(other.BroadcastValues)...))
	}
	where.AddPredicates(append(all, entgql.AnyRow)...)
	return nil
}

func selectedBroadcasts(v stats.BroadcastValues) (all []predicate.Broadcast) {
	if v.From != nil {
		all = append(all, broadcast.CreatedAtGTE(*v.From))
	}
	if v.To != nil {
		all = append(all, broadcast.CreatedAtLT(*v.To))
	}
	all = append(all, equals[predicate.Broadcast](broadcast.FieldStatus, v.Status)...)
	return append(all, equals[predicate.Broadcast](broadcast.FieldTargetType, v.TargetType)...)
}
