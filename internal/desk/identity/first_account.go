package identity

import (
	"context"

	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
)

// NeedsFirstAccount reports whether there is no account yet.
func (r *Room) NeedsFirstAccount(ctx context.Context) (bool, error) {
	some, err := r.Client.User.Query().Exist(auth.System(ctx, "check whether there is an account"))
	return !some, err
}

// CheckFirstAccount returns all that is wrong with what CreateFirstAccount is to make an account of, before there is a database.
func CheckFirstAccount(in AccountInput, organization string) error {
	in.Role = domain.RoleSuperAdmin
	_, err := checkWithPassword(in, auth.Owner{Organization: organization, NoDemo: true})
	return err
}

// CreateFirstAccount creates a super administrator, whose password must be changed before it signs in, unless there
// is an account, and reports whether it did. The operator may, at the start of the service.
func (r *Room) CreateFirstAccount(ctx context.Context, in AccountInput) (created bool, err error) {
	in.Role = domain.RoleSuperAdmin
	checked, err := r.check(in, "")
	if err != nil {
		return false, err
	}
	hash, err := r.passwords.Hash(ctx, in.Password)
	if err != nil {
		return false, err
	}
	sys := auth.System(ctx, "first start: there is no account yet")
	created, err = tx.In(sys, r.Runner, func(t *tx.Tx) (bool, error) {
		some, err := t.User.Query().Exist(sys)
		if err != nil || some {
			return false, err
		}
		_, err = Insert(sys, t, NewAccount{Checked: checked, password: password{hash: hash, generated: true}})
		return true, err
	})
	if fault.Is(err, fault.Conflict) { // another instance did, at the same time
		return false, nil
	}
	return created && err == nil, err
}

// FirstAccount makes the first account of a setup, and signs it in.
type FirstAccount struct {
	room    *Room
	input   AccountInput
	account NewAccount
	agent   string
	in      signedIn
}

// operationSetup names the setup in reports of refusals.
const operationSetup = "setUpService"

// FirstAccount returns what a setup makes the first account with.
func (r *Room) FirstAccount(in AccountInput, agent string) *FirstAccount {
	in.Role = domain.RoleSuperAdmin
	return &FirstAccount{room: r, input: in, agent: agent}
}

// Refuse reports that the link was refused.
func (f *FirstAccount) Refuse(ctx context.Context) {
	f.room.reportRefusal(ctx, Refusal{Operation: operationSetup, Code: fault.PermissionDenied})
}

// Check returns all that is wrong with the input.
func (f *FirstAccount) Check(organization string) (err error) {
	f.account.Checked, err = f.room.check(f.input, organization)
	return err
}

// Hash hashes the password.
func (f *FirstAccount) Hash(ctx context.Context) (err error) {
	f.account.password.hash, err = f.room.passwords.Hash(ctx, f.input.Password)
	return err
}

// Open makes the account and opens a session, whose context it returns.
func (f *FirstAccount) Open(ctx context.Context, t *tx.Tx) (context.Context, error) {
	sys := auth.System(ctx, "first start: there is no account yet")
	id, err := Insert(sys, t, f.account)
	if err != nil {
		return nil, err
	}
	row, err := t.User.Get(sys, id)
	if err != nil {
		return nil, err
	}
	tokens, opened, err := f.room.issueTokens(sys, t, row, f.agent)
	if err != nil {
		return nil, err
	}
	f.in = signedIn{tokens: tokens, session: opened.ID} // of this attempt
	return asSignedIn(ctx, row, opened), nil
}

// Tokens returns those of the session, once the setup is done.
func (f *FirstAccount) Tokens() (*Tokens, error) { return f.room.signAccess(f.in) }
