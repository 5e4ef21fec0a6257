package graph

import (
	"context"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/complaint"
	"github.com/redress/redress/graph/gqlhttp"
	"github.com/redress/redress/graph/model"
	"github.com/redress/redress/internal/delivery"
	"github.com/redress/redress/internal/desk"
	"github.com/redress/redress/internal/ledger"
)

// toSubmission converts the input of submitComplaint.
func toSubmission(in model.SubmitComplaintInput) desk.Submission {
	s := desk.Submission{
		Title: in.Title, Description: in.Description, Category: in.CategoryID, Zone: in.ZoneID,
		Address: in.Address, Latitude: in.Latitude, Longitude: in.Longitude,
		Source: in.Source, Reporter: in.ReporterID, Priority: in.Priority,
	}
	if in.Contact != nil {
		s.Contact = &desk.Caller{Name: in.Contact.Name, Email: in.Contact.Email, Phone: in.Contact.Phone}
	}
	return s
}

// toActions converts the available actions of an object.
func toActions(all []desk.Available) []*model.AvailableAction {
	out := make([]*model.AvailableAction, len(all))
	for i, a := range all {
		out[i] = &model.AvailableAction{
			Action: a.Action, Enabled: a.Enabled, DisabledReason: a.Reason, RequiredInput: append([]string{}, a.Required...),
		}
	}
	return out
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
func toSettlement(in model.RecordPaymentInput) desk.Settlement {
	return desk.Settlement{
		Provider: in.ProviderID, AmountMinor: in.AmountMinor, Currency: in.Currency,
		Date: in.PaymentDate, Method: in.Method, Reference: in.Reference, Invoice: in.InvoiceNumber,
		From: in.PeriodFrom, To: in.PeriodTo, Tasks: in.TaskIds, Remarks: in.Remarks,
	}
}

// toTargets converts the items of a bulk mutation.
func toTargets(items []*model.ComplaintItem) []desk.Target {
	out := make([]desk.Target, len(items))
	for i, item := range items {
		out[i] = desk.Target{ID: item.ID, Expected: item.ExpectedVersion}
	}
	return out
}

// resultsTime is how long reading the rows of a bulk mutation may take, whatever is left of the
// request's time.
const resultsTime = 2 * time.Second

// bulkResults converts the results of a bulk mutation: each row after the mutation, or the error
// that the mutation of a single row would return. It reads the rows even when the request has timed
// out, because they were changed.
func (r *Resolver) bulkResults(ctx context.Context, all []desk.Result) ([]*model.ComplaintResult, error) {
	var done []uuid.UUID
	for _, one := range all {
		if one.Err == nil {
			done = append(done, one.ID)
		}
	}
	var rows []*ent.Complaint
	if len(done) > 0 {
		limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), resultsTime)
		defer cancel()
		q, err := r.client.Complaint.Query().Where(complaint.IDIn(done...)).
			CollectFields(withChildField(withChildField(limited, "results"), "complaint"))
		if err != nil {
			return nil, err
		}
		if rows, err = q.All(limited); err != nil {
			return nil, err
		}
	}
	now := byID(rows, func(c *ent.Complaint) uuid.UUID { return c.ID })
	out := make([]*model.ComplaintResult, len(all))
	for i, one := range all {
		out[i] = &model.ComplaintResult{ID: one.ID, Complaint: now[one.ID]}
		if one.Err == nil {
			continue
		}
		f := gqlhttp.FaultOf(ctx, one.Err)
		refused := &model.RowError{Code: strings.ToUpper(string(f.Code)), Message: f.Message, Fields: []*model.FieldError{}}
		for _, field := range f.Fields {
			refused.Fields = append(refused.Fields, &model.FieldError{Field: field.Field, Code: field.Code, Message: field.Message})
		}
		out[i].Error = refused
	}
	return out, nil
}

// orNil returns a pointer to a text, nil for the empty one, such as a password that can't be shown.
func orNil(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// toBroadcastContent converts the input of scheduleBroadcast.
func toBroadcastContent(in model.ScheduleBroadcastInput) desk.BroadcastInput {
	return desk.BroadcastInput{
		Title: in.Title, Message: in.Message, Channels: in.Channels, Urgent: in.Urgent,
		Target: in.TargetType, Value: in.TargetValue,
	}
}

// toEditedContent converts the input of editBroadcast.
func toEditedContent(in model.EditBroadcastInput) desk.BroadcastInput {
	return desk.BroadcastInput{
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
func toPreferences(p desk.Preferences) *model.NotificationPreferences {
	return &model.NotificationPreferences{EmailBroadcasts: p.Broadcasts, EmailOwn: p.Own}
}

// toAuthPayload converts the tokens of a sign-in.
func toAuthPayload(t *desk.Tokens, err error) (*model.AuthPayload, error) {
	if err != nil {
		return nil, err
	}
	return &model.AuthPayload{
		AccessToken: t.Access, RefreshToken: t.Refresh, TokenType: "Bearer", ExpiresIn: int(t.ExpiresIn.Seconds()),
	}, nil
}
