package ledger

import (
	"crypto/hmac"
	"encoding/binary"
	"encoding/json"
	"strconv"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/auditentry"
	"github.com/redress/redress/ent/payment"
)

// row is a row of a chain, as it is hashed: the same when it is written and when it is read
// back from either database.
type row struct {
	id      uuid.UUID
	seq     int64
	hash    []byte // as stored
	columns []column

	payments []uuid.UUID // that an audit entry is about
}

// column is a name and a value. One without a value is left out, so that a column that comes
// later, and may be absent, leaves the hashes of older rows alone.
type column struct{ name, value string }

// matches reports whether the row was written at a position of a chain, after the row with a hash.
func (r row) matches(k *key, chain string, seq int64, before []byte) bool {
	return hmac.Equal(r.hash, r.sum(k, chain, seq, before))
}

// sum returns the hash of the row at a position of a chain.
func (r row) sum(k *key, chain string, seq int64, before []byte) []byte {
	buf := appendText(make([]byte, 0, 1024), "row")
	buf = appendText(buf, chain)
	buf = binary.BigEndian.AppendUint64(buf, uint64(seq))
	buf = appendText(buf, string(before))
	for _, c := range r.columns {
		buf = appendText(appendText(buf, c.name), c.value)
	}
	return k.sum(buf)
}

// origin returns what is used as the hash before the first row of a chain.
func (k *key) origin(chain string) []byte { return k.mac("origin", chain) }

func paymentRow(p *ent.Payment) row {
	r := row{id: p.ID, seq: p.Seq, hash: p.Hash}
	r.add(payment.FieldID, p.ID.String())
	r.add(payment.FieldProviderID, p.ProviderID.String())
	r.add(payment.FieldType, string(p.Type))
	r.add(payment.FieldAmountMinor, strconv.FormatInt(p.AmountMinor, 10))
	r.add(payment.FieldCurrency, p.Currency)
	r.add(payment.FieldPaymentDate, p.PaymentDate)
	r.add(payment.FieldPaymentMethod, string(p.PaymentMethod))
	r.add(payment.FieldPaymentReference, p.PaymentReference)
	r.add(payment.FieldInvoiceNumber, p.InvoiceNumber)
	r.addText(payment.FieldPeriodFrom, p.PeriodFrom)
	r.addText(payment.FieldPeriodTo, p.PeriodTo)
	r.add(payment.FieldRemarks, p.Remarks)
	r.addID(payment.FieldRecordedByID, p.RecordedByID)
	r.addID(payment.FieldReversesID, p.ReversesID)
	r.addTime(payment.FieldCreatedAt, p.CreatedAt)
	return r
}

func auditRow(e *ent.AuditEntry) (row, error) {
	r := row{id: e.ID, seq: e.Seq, hash: e.Hash}
	r.add(auditentry.FieldID, e.ID.String())
	r.addID(auditentry.FieldActorID, e.ActorID)
	r.add(auditentry.FieldAgent, string(e.Agent))
	r.add(auditentry.FieldAction, e.Action)
	r.add(auditentry.FieldSubjectType, e.SubjectType)
	r.addID(auditentry.FieldSubjectID, e.SubjectID)
	r.add(auditentry.FieldAddress, e.Address)
	if err := r.addJSON(auditentry.FieldBefore, e.Before); err != nil {
		return row{}, err
	}
	if err := r.addJSON(auditentry.FieldAfter, e.After); err != nil {
		return row{}, err
	}
	r.addTime(auditentry.FieldCreatedAt, e.CreatedAt)
	return r, nil
}

// The audit entries that are about payments.
const (
	PaymentRecorded = "payment.record"  // whose subject is the settlement
	PaymentReversed = "payment.reverse" // whose subject is the settlement, and whose after names the reversal
	ReversalID      = "reversal_id"
)

// paymentsOf returns the payments that must be there because an entry is. They are committed together.
func paymentsOf(e *ent.AuditEntry) []uuid.UUID {
	if e.SubjectID == nil {
		return nil
	}
	switch e.Action {
	case PaymentRecorded:
		return []uuid.UUID{*e.SubjectID}
	case PaymentReversed:
		var after map[string]any
		_ = json.Unmarshal(e.After, &after) // the hash shows whether it is what the service wrote
		text, _ := after[ReversalID].(string)
		if reversal, err := uuid.Parse(text); err == nil {
			return []uuid.UUID{*e.SubjectID, reversal}
		}
		return []uuid.UUID{*e.SubjectID}
	}
	return nil
}

func (r *row) add(name, value string) { r.columns = append(r.columns, column{name, value}) }

func (r *row) addText(name string, value *string) {
	if value != nil {
		r.add(name, *value)
	}
}

func (r *row) addID(name string, value *uuid.UUID) {
	if value != nil {
		r.add(name, value.String())
	}
}

func (r *row) addTime(name string, at time.Time) { r.add(name, at.UTC().Format(time.RFC3339Nano)) }

func (r *row) addJSON(name string, value json.RawMessage) error {
	if len(value) == 0 {
		return nil
	}
	text, err := canonical(value)
	if err != nil {
		return err
	}
	r.add(name, text)
	return nil
}
