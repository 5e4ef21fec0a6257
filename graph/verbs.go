package graph

import (
	"github.com/redress/redress/graph/model"
	"github.com/redress/redress/internal/desk"
	"github.com/redress/redress/internal/ledger"
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

// ledgerCheck spells what a check of the ledger found as the graph does.
func ledgerCheck(found *ledger.Result) *model.LedgerCheck {
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

// settlement spells a payment's input as the desk takes it.
func settlement(in model.RecordPaymentInput) desk.Settlement {
	return desk.Settlement{
		Provider: in.ProviderID, AmountMinor: in.AmountMinor, Currency: in.Currency,
		Date: in.PaymentDate, Method: in.Method, Reference: in.Reference, Invoice: in.InvoiceNumber,
		From: in.PeriodFrom, To: in.PeriodTo, Tasks: in.TaskIds, Remarks: in.Remarks,
	}
}
