package demo

import (
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/domain"
)

// Password opens every demo account.
const Password = auth.DemoPassword

// Account is one that a visitor may sign in to with Password.
type Account struct {
	Email string
	Role  domain.Role
	Name  string
}

// Accounts lists the demo accounts in ascending order of rights.
func Accounts() []Account {
	var all []Account
	for _, p := range profiles() {
		if p.signsIn {
			all = append(all, Account{Email: p.email, Role: p.role, Name: p.name})
		}
	}
	return all
}

// person is the key of an account in the tables of this package.
type person string

// The accounts. The first seven are the demo accounts, which can sign in.
const (
	amara   person = "amara"   // user@
	tomas   person = "tomas"   // user2@
	wiremu  person = "wiremu"  // solver@
	ingrid  person = "ingrid"  // solver2@
	priya   person = "priya"   // provider@
	lucia   person = "lucia"   // admin@
	kenji   person = "kenji"   // superadmin@
	fatima  person = "fatima"  // reports from the harbor
	oleks   person = "oleks"   // reports from the river
	meiling person = "meiling" // reports from the hill
	noor    person = "noor"    // moved away, disabled
	thandi  person = "thandi"  // solver of the first provider
	joaquim person = "joaquim" // solver of the second provider
	rasmus  person = "rasmus"  // administrator who left, disabled
	nobody  person = ""        // a caller without an account, or the service itself
)

// profile describes an account.
type profile struct {
	key          person
	name         string
	email, phone string
	role         domain.Role
	zone         string
	provider     string
	joined       int // days ago
	left         int // days ago it was disabled; 0 for an active account
	signsIn      bool
}

func profiles() []profile {
	const (
		user, solver, provider = domain.RoleUser, domain.RoleSolver, domain.RoleProvider
		admin, super           = domain.RoleAdmin, domain.RoleSuperAdmin
	)
	return []profile{
		{amara, "Amara Okafor", "user@example.com", "+39 0182 555 0141", user, "Fish Quay", "", 60, 0, true},
		{tomas, "Tomáš Dvořák", "user2@example.com", "+420 601 555 019", user, "Clockmakers' Hill", "", 60, 0, true},
		{wiremu, "Wiremu Parata", "solver@example.com", "+39 0182 555 0110", solver, "Harborside", brightwater, 60, 0, true},
		{ingrid, "Ingrid Solheim", "solver2@example.com", "", solver, "Old Town", kestrel, 60, 0, true},
		{priya, "Priya Raghunathan", "provider@example.com", "+91 20 5550 0177", provider, "Riverbank", brightwater, 60, 0, true},
		{lucia, "Lucía Fernández Ibarra", "admin@example.com", "+39 0182 555 0100", admin, "Old Town", "", 62, 0, true},
		{kenji, "Kenji Watanabe (渡辺 健二)", "superadmin@example.com", "", super, "Old Town", "", 62, 0, true},
		{fatima, "Fatima Al-Zahra Haddad", "fatima.haddad@example.net", "+39 0182 555 0163", user, "Customs Row", "", 58, 0, false},
		{oleks, "Олександр Коваленко", "o.kovalenko@example.net", "", user, "Mill Race", "", 57, 0, false},
		{meiling, "Chen Mei-Ling", "meiling@example.org", "+886 2 5550 0188", user, "Observatory Park", "", 55, 0, false},
		{noor, "Noor van Dijk", "noor@example.org", "", user, "Willow Flats", "", 59, 6, false},
		{thandi, "Thandiwe Dlamini", "t.dlamini@brightwater.example", "+27 11 555 0122", solver, "Riverbank", brightwater, 59, 0, false},
		{joaquim, "Joaquim Teixeira", "joaquim@kestrel.example", "+351 21 555 0199", solver, "Hightop", kestrel, 59, 0, false},
		{rasmus, "Rasmus Lindqvist", "rasmus.lindqvist@example.org", "", admin, "Hightop", "", 61, 9, false},
	}
}
