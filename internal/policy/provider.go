package policy

import (
	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/payment"
	"github.com/redress/redress/ent/paymentday"
	"github.com/redress/redress/ent/paymenttask"
	"github.com/redress/redress/ent/serviceprovider"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/domain"
)

// ServiceProviderRows: a provider account sees its own company.
func ServiceProviderRows(v *auth.Viewer, q *ent.ServiceProviderQuery) {
	switch {
	case v.Admin():
	case v.Role == domain.RoleProvider:
		q.Where(serviceprovider.ID(v.ProviderID))
	default:
		q.Where(none)
	}
}

// PaymentRows: a provider account sees its own company's ledger.
func PaymentRows(v *auth.Viewer, q *ent.PaymentQuery) {
	switch {
	case v.Admin():
	case v.Role == domain.RoleProvider:
		q.Where(payment.ProviderID(v.ProviderID))
	default:
		q.Where(none)
	}
}

// PaymentDayRows: as the payments that it adds up.
func PaymentDayRows(v *auth.Viewer, q *ent.PaymentDayQuery) {
	switch {
	case v.Admin():
	case v.Role == domain.RoleProvider:
		q.Where(paymentday.ProviderID(v.ProviderID))
	default:
		q.Where(none)
	}
}

// PaymentTaskRows: as the payment.
func PaymentTaskRows(v *auth.Viewer, q *ent.PaymentTaskQuery) {
	switch {
	case v.Admin():
	case v.Role == domain.RoleProvider:
		q.Where(paymenttask.HasPaymentWith(payment.ProviderID(v.ProviderID)))
	default:
		q.Where(none)
	}
}
