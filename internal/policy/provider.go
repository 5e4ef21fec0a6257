package policy

import (
	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/payment"
	"github.com/redress/redress/ent/paymentday"
	"github.com/redress/redress/ent/paymentsum"
	"github.com/redress/redress/ent/paymenttask"
	"github.com/redress/redress/ent/serviceprovider"
	"github.com/redress/redress/internal/domain"
)

// ServiceProviderRows: a provider account sees its own company.
func ServiceProviderRows(s Subject, q *ent.ServiceProviderQuery) {
	switch {
	case s.Admin():
	case s.Role == domain.RoleProvider:
		q.Where(serviceprovider.ID(s.ProviderID))
	default:
		q.Where(none)
	}
}

// PaymentRows: a provider account sees its own company's ledger.
func PaymentRows(s Subject, q *ent.PaymentQuery) {
	switch {
	case s.Admin():
	case s.Role == domain.RoleProvider:
		q.Where(payment.ProviderID(s.ProviderID))
	default:
		q.Where(none)
	}
}

// PaymentDayRows: as the payments that it adds up.
func PaymentDayRows(s Subject, q *ent.PaymentDayQuery) {
	switch {
	case s.Admin():
	case s.Role == domain.RoleProvider:
		q.Where(paymentday.ProviderID(s.ProviderID))
	default:
		q.Where(none)
	}
}

// PaymentSumRows: as the payments that it adds up.
func PaymentSumRows(s Subject, q *ent.PaymentSumQuery) {
	switch {
	case s.Admin():
	case s.Role == domain.RoleProvider:
		q.Where(paymentsum.ProviderID(s.ProviderID))
	default:
		q.Where(none)
	}
}

// PaymentTaskRows: as the payment.
func PaymentTaskRows(s Subject, q *ent.PaymentTaskQuery) {
	switch {
	case s.Admin():
	case s.Role == domain.RoleProvider:
		q.Where(paymenttask.HasPaymentWith(payment.ProviderID(s.ProviderID)))
	default:
		q.Where(none)
	}
}
