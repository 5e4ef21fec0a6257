package graph

import (
	"context"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/ent/worktask"
	"github.com/redress/redress/graph/gqlhttp"
	"github.com/redress/redress/graph/model"
	"github.com/redress/redress/internal/delivery"
	"github.com/redress/redress/internal/desk"
	"github.com/redress/redress/internal/desk/broadcasts"
	"github.com/redress/redress/internal/desk/identity"
	"github.com/redress/redress/internal/desk/notifications"
	"github.com/redress/redress/internal/desk/payments"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/i18n"
	"github.com/redress/redress/internal/ledger"
)

// toSubmission converts the input of submitComplaint.
func toSubmission(in model.SubmitComplaintInput) desk.Submission {
	return desk.Submission{
		Title: in.Title, Description: in.Description, Category: in.CategoryID, Zone: in.ZoneID,
		Address: in.Address, Latitude: in.Latitude, Longitude: in.Longitude,
		Source: in.Source, Reporter: in.ReporterID, Contact: toCaller(in.Contact), Priority: in.Priority,
	}
}

// complaintUploads returns the path to POST the files of a complaint to.
func complaintUploads(id uuid.UUID) string { return "/api/complaints/" + id.String() + "/media/" }

// toCaller converts the contact details of a reporter without an account, nil for none.
func toCaller(in *model.CallerInput) *desk.Caller {
	if in == nil {
		return nil
	}
	return &desk.Caller{Name: in.Name, Email: in.Email, Phone: in.Phone}
}

// toLedgerCheck converts the result of a ledger check.
func toLedgerCheck(found *ledger.Result) *model.LedgerCheck {
	out := &model.LedgerCheck{RowsChecked: int(found.Rows), Complete: found.Complete}
	if found.After != "" {
		out.After = &found.After
	}
	if f := found.Fault; f != nil {
		out.Fault = &model.LedgerFault{
			Chain: f.Chain, Seq: int(f.Seq), Type: f.Type, ID: f.ID, Problem: f.Problem, Message: f.Message,
		}
	}
	return out
}

// toSettlement converts the input of recordPayment.
func toSettlement(in model.RecordPaymentInput) payments.Settlement {
	return payments.Settlement{
		Provider: in.ProviderID, AmountMinor: in.AmountMinor, Currency: in.Currency,
		Date: in.PaymentDate, Method: in.Method, Reference: in.Reference, Invoice: in.InvoiceNumber,
		From: in.PeriodFrom, To: in.PeriodTo, Tasks: in.TaskIds, Remarks: in.Remarks,
	}
}

// toTargets converts the items of a bulk mutation.
func toTargets(items []*model.ComplaintItem) []tx.Target {
	out := make([]tx.Target, len(items))
	for i, item := range items {
		out[i] = tx.Target{ID: item.ID, Expected: item.ExpectedVersion}
	}
	return out
}

// toTaskTargets converts the items of a bulk mutation of tasks.
func toTaskTargets(items []*model.TaskItem) []tx.Target {
	out := make([]tx.Target, len(items))
	for i, item := range items {
		out[i] = tx.Target{ID: item.ID, Expected: item.ExpectedVersion}
	}
	return out
}

// resultsTime is how long reading the rows of a bulk mutation may take, whatever is left of the
// request's time.
const resultsTime = 2 * time.Second

// bulkResults converts the results of a bulk mutation: each row after the mutation, or the error
// that the mutation of a single row would return.
func (r *Resolver) bulkResults(ctx context.Context, all []desk.Result) ([]*model.ComplaintResult, error) {
	rows, err := changedRows(ctx, all, func(done []uuid.UUID) *ent.ComplaintQuery {
		return r.client.Complaint.Query().Where(complaint.IDIn(done...))
	}, "complaint")
	now := byID(rows, func(c *ent.Complaint) uuid.UUID { return c.ID })
	out := make([]*model.ComplaintResult, len(all))
	for i, one := range all {
		out[i] = &model.ComplaintResult{ID: one.ID, Complaint: now[one.ID], Error: rowError(ctx, one.Err)}
	}
	return out, err
}

// bulkTaskResults is bulkResults for tasks.
func (r *Resolver) bulkTaskResults(ctx context.Context, all []desk.Result) ([]*model.TaskResult, error) {
	rows, err := changedRows(ctx, all, func(done []uuid.UUID) *ent.WorkTaskQuery {
		return r.client.WorkTask.Query().Where(worktask.IDIn(done...))
	}, "task")
	now := byID(rows, func(t *ent.WorkTask) uuid.UUID { return t.ID })
	out := make([]*model.TaskResult, len(all))
	for i, one := range all {
		out[i] = &model.TaskResult{ID: one.ID, Task: now[one.ID], Error: rowError(ctx, one.Err)}
	}
	return out, err
}

// changedRows reads the rows that a bulk mutation has changed, even when the request has timed out,
// because they were changed.
func changedRows[Q interface {
	CollectFields(ctx context.Context, satisfies ...string) (Q, error)
	All(ctx context.Context) ([]T, error)
}, T any](ctx context.Context, all []desk.Result, query func([]uuid.UUID) Q, field string) ([]T, error) {
	var done []uuid.UUID
	for _, one := range all {
		if one.Err == nil {
			done = append(done, one.ID)
		}
	}
	if len(done) == 0 {
		return nil, nil
	}
	limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), resultsTime)
	defer cancel()
	q, err := query(done).CollectFields(withChildField(withChildField(limited, "results"), field))
	if err != nil {
		return nil, err
	}
	return q.All(limited)
}

// rowError converts the error of one row of a bulk mutation, nil if there is none.
func rowError(ctx context.Context, err error) *model.RowError {
	if err == nil {
		return nil
	}
	f := gqlhttp.FaultOf(ctx, err)
	refused := &model.RowError{Code: strings.ToUpper(string(f.Code)), Message: f.In(i18n.From(ctx)), Fields: []*model.FieldError{}}
	for _, field := range f.FieldsIn(i18n.From(ctx)) {
		refused.Fields = append(refused.Fields, &model.FieldError{Field: field.Field, Code: field.Code, Message: field.Message})
	}
	return refused
}

// orNil returns a pointer to a text, nil for the empty one, such as a password that can't be shown.
func orNil(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// toBroadcastContent converts the input of scheduleBroadcast.
func toBroadcastContent(in model.ScheduleBroadcastInput) broadcasts.Input {
	return broadcasts.Input{
		Title: in.Title, Message: in.Message, Channels: in.Channels, Urgent: in.Urgent,
		Target: in.TargetType, Value: in.TargetValue,
	}
}

// toEditedContent converts the input of editBroadcast.
func toEditedContent(in model.EditBroadcastInput) broadcasts.Input {
	return broadcasts.Input{
		Title: in.Title, Message: in.Message, Channels: in.Channels, Urgent: in.Urgent,
		Target: in.TargetType, Value: in.TargetValue,
	}
}

// toChannelAudiences converts the number of people that each channel reaches.
func toChannelAudiences(all []delivery.Reachable) []*model.ChannelAudience {
	out := make([]*model.ChannelAudience, len(all))
	for i, c := range all {
		out[i] = &model.ChannelAudience{Channel: c.Channel, Recipients: c.Recipients}
	}
	return out
}

// toPreferences converts notification preferences.
func toPreferences(ctx context.Context, p identity.NotificationPreferences) *model.NotificationPreferences {
	return &model.NotificationPreferences{EmailBroadcasts: p.Broadcasts, EmailOwn: p.Own, Events: toNotificationSettings(ctx, p.Events)}
}

// toNotificationSettings converts how events are told, called as the viewer reads.
func toNotificationSettings(ctx context.Context, settings []notifications.Setting) []*model.NotificationSetting {
	all := make([]*model.NotificationSetting, len(settings))
	for i, s := range settings {
		all[i] = &model.NotificationSetting{
			Event: model.NotificationEventType(s.Kind), Area: model.NotificationArea(s.Area), Label: s.Label.In(i18n.From(ctx)),
		}
		for _, c := range s.Channels {
			all[i].Channels = append(all[i].Channels, &model.NotificationChannelSetting{Channel: c.Channel, On: c.On, Default: c.Default, Chosen: c.Chosen})
		}
	}
	return all
}

// fromChoices converts switches that are set.
func fromChoices(in []*model.NotificationChoiceInput) []domain.NotificationChoice {
	all := make([]domain.NotificationChoice, len(in))
	for i, c := range in {
		all[i] = domain.NotificationChoice{Event: string(c.Event), Channel: c.Channel, On: c.On}
	}
	return all
}

// toAuthPayload converts the tokens of a sign-in.
func toAuthPayload(t *identity.Tokens, err error) (*model.AuthPayload, error) {
	if err != nil {
		return nil, err
	}
	return &model.AuthPayload{
		AccessToken: t.Access, RefreshToken: t.Refresh, TokenType: "Bearer", ExpiresIn: int(t.ExpiresIn.Seconds()),
	}, nil
}

// toHeldMail converts what is held since a restore.
func toHeldMail(is *notifications.HeldMail) *model.HeldMail {
	m := &model.HeldMail{Since: is.Since, Count: is.Count}
	if is.Decision != "" {
		m.Decision = &is.Decision
	}
	return m
}
