// Package identity keeps who may come in and how: accounts, passwords, sessions, limits of sign-ins, and what people
// choose for themselves.
package identity

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/desk/notifications"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/jobs"
)

// Config is what the room works with. All of it is required but for what it calls.
type Config struct {
	Runner    *tx.Runner
	Passwords *auth.Passwords
	Signer    *auth.Signer
	Settings  domain.OperatorSettings
	Tasks     Tasks

	// Notifications notifies people of what happens to their accounts.
	Notifications *notifications.Room

	// Organization returns the name of the organization, which no password may be.
	Organization func() string

	// PasswordKey is the secret from which passwords are derived that must be told again.
	PasswordKey []byte

	// CodeKey is the secret that keeps the codes for links.
	CodeKey []byte

	// OnRefusal is called when an attempt to sign in, or to refresh, is refused. It must not wait.
	OnRefusal func(Refusal)
}

// Tasks sends the live tasks of a solver who works no more back to the queue, and returns how many. The
// transaction has locked the account.
type Tasks interface {
	ReleaseDisabled(ctx context.Context, t *tx.Tx, solver uuid.UUID) (int, error)
	ReleaseDemoted(ctx context.Context, t *tx.Tx, solver uuid.UUID) (int, error)
}

// Room keeps the accounts and their sessions. It implements auth.Sessions and auth.LiveSessions.
type Room struct {
	*tx.Runner
	passwords    *auth.Passwords
	signer       *auth.Signer
	settings     domain.OperatorSettings
	tasks        Tasks
	organization func() string
	onRefusal    func(Refusal)

	notifications *notifications.Room

	passwordKey []byte
	codeKey     []byte
	refusals    *refusalAudit
	lines       *refusalLines
	turns       *turns // of passwords that are looked at
	uses        *sessionUses
}

// New returns the room. It refuses settings under which no token could be used.
func New(cfg Config) (*Room, error) {
	if s := cfg.Settings; s.AccessLifetime < time.Second || s.RefreshLifetime < s.AccessLifetime {
		return nil, errors.New("an access token must live for a second or more, and a refresh token no shorter than that")
	}
	if s := cfg.Settings; min(s.SessionLifetime, s.AdminSessionLifetime, s.AdminIdle) < s.AccessLifetime {
		return nil, errors.New("a session must live, and be idle, no shorter than an access token")
	}
	if cfg.OnRefusal == nil {
		cfg.OnRefusal = func(Refusal) {}
	}
	refusals, err := newRefusalAudit()
	if err != nil {
		return nil, err
	}
	lines, err := newRefusalLines()
	if err != nil {
		return nil, err
	}
	inTurn, err := newTurns()
	if err != nil {
		return nil, err
	}
	return &Room{
		Runner:       cfg.Runner,
		passwords:    cfg.Passwords,
		signer:       cfg.Signer,
		settings:     cfg.Settings,
		tasks:        cfg.Tasks,
		organization: cfg.Organization,
		onRefusal:    cfg.OnRefusal,

		notifications: cfg.Notifications,

		passwordKey: cfg.PasswordKey,
		codeKey:     cfg.CodeKey,
		refusals:    refusals,
		lines:       lines,
		uses:        &sessionUses{at: map[uuid.UUID]sessionUse{}},
		turns:       inTurn,
	}, nil
}

// Jobs returns the work that the room does by itself.
func (r *Room) Jobs() []jobs.Job {
	return []jobs.Job{
		{Name: "purge_tokens", Every: time.Hour, Done: "old refresh tokens purged", Do: r.purgeTokens},
		{Name: "write_session_uses", Every: useInterval, Do: r.writeSessionUses},
		{Name: "audit_sign_ins", Every: signInSpan / 4, Do: r.auditSignIns},
		{Name: "end_idle_sessions", Every: time.Hour, Done: "idle sessions of administrators ended", Do: r.endIdleSessions},
		{Name: "purge_login_attempts", Every: 10 * time.Minute, Do: r.purgeLoginAttempts},
		{Name: "purge_sign_in_addresses", Every: time.Hour, Do: r.purgeSignInAddresses},
	}
}
