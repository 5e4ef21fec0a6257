package graph

import (
	"github.com/redress/redress/graph/model"
	"github.com/redress/redress/internal/desk"
	"github.com/redress/redress/internal/notify"
)

// submission spells a submission's input as the desk takes it.
func submission(in model.SubmitComplaintInput) desk.Submission {
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

// actions spells what a viewer may do as the graph does.
func actions(all []desk.Available) []*model.AvailableAction {
	out := make([]*model.AvailableAction, len(all))
	for i, a := range all {
		out[i] = &model.AvailableAction{
			Action: a.Action, Enabled: a.Enabled, DisabledReason: a.Reason, RequiredInput: append([]string{}, a.Required...),
		}
	}
	return out
}

// settlement spells a payment's input as the desk takes it.
func settlement(in model.RecordPaymentInput) desk.Settlement {
	return desk.Settlement{
		Provider: in.ProviderID, AmountMinor: in.AmountMinor, Currency: in.Currency,
		Date: in.PaymentDate, Method: in.Method, Reference: in.Reference, Invoice: in.InvoiceNumber,
		From: in.PeriodFrom, To: in.PeriodTo, Tasks: in.TaskIds, Remarks: in.Remarks,
	}
}

// broadcastNotice spells what a broadcast says as the desk takes it.
func broadcastNotice(in model.ScheduleBroadcastInput) desk.Notice {
	return desk.Notice{
		Title: in.Title, Message: in.Message, Channels: in.Channels, Urgent: in.Urgent,
		Target: in.TargetType, Value: in.TargetValue,
	}
}

// editedNotice is broadcastNotice for a change.
func editedNotice(in model.EditBroadcastInput) desk.Notice {
	return desk.Notice{
		Title: in.Title, Message: in.Message, Channels: in.Channels, Urgent: in.Urgent,
		Target: in.TargetType, Value: in.TargetValue,
	}
}

// reachable spells whom each channel reaches as the graph does.
func reachable(all []notify.Reachable) []*model.ChannelAudience {
	out := make([]*model.ChannelAudience, len(all))
	for i, c := range all {
		out[i] = &model.ChannelAudience{Channel: c.Channel, Recipients: c.Recipients}
	}
	return out
}

// preferences spells what somebody wants to hear of as the graph does.
func preferences(p desk.Preferences) *model.NotificationPreferences {
	return &model.NotificationPreferences{EmailBroadcasts: p.Broadcasts, EmailOwn: p.Own}
}
