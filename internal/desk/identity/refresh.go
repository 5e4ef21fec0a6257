package identity

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/refreshtoken"
	"github.com/redress/redress/ent/session"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/budget"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/store/dbtx"
)

// Refresh exchanges a refresh token for a fresh pair. Whoever holds the token may.
//
// A token that was just exchanged and is shown again within 60 seconds, its successor
// unused, gets a fresh pair, and the successor dies. Shown later, or when its successor was
// used, or when it died itself, it was stolen from one of the two who hold it, and its
// session ends. Refusals: invalid_token for what is no token of ours, token_expired for one
// that ran out unused, session_revoked for a session that has ended or ends herewith, that lasted
// too long or was idle for too long, and for a disabled account.
func (r *Room) Refresh(ctx context.Context, refreshToken string) (_ *Tokens, err error) {
	var (
		sid    uuid.UUID // of the session, when there is one
		stolen bool      // which the audit knows already
	)
	defer func() {
		if f, ok := fault.As(err); ok && isRefreshRefusal(f.Code) {
			r.noteRefusedRefresh(ctx, sid, f, stolen)
		}
	}()
	sys := auth.System(ctx, "refresh: the token is the proof")
	shown, err := r.shownToken(ctx, refreshToken)
	if err != nil {
		return nil, err
	}
	sid = shown.SessionID
	tokens, err := tx.In(ctx, r.Runner, func(t *tx.Tx) (*Tokens, error) {
		// Whoever refreshes within a session waits here for the one before.
		family, err := t.Session.Query().Where(session.ID(shown.SessionID), dbtx.ForUpdate).WithUser().Only(sys)
		if err != nil {
			return nil, err
		}
		if family.RevokedAt != nil || family.Edges.User.State != domain.AccountActive {
			return nil, auth.SessionRevoked()
		}
		role := family.Edges.User.Role
		over := r.sessionOver(role, family.ID, family.CreatedAt, family.LastUsedAt, family.ByCommand, t.Now)
		token, err := t.RefreshToken.Get(sys, shown.ID) // as it is now, after the wait
		if err != nil {
			return nil, unknownToken(err)
		}
		switch stolen, err := inTwoHands(sys, t, token); {
		case err != nil:
			return nil, err
		case stolen: // which is committed
			return nil, endStolenSession(ctx, t, family)
		}
		if token.UsedAt == nil && !t.Now.Before(token.ExpiresAt) {
			return nil, auth.TokenExpired()
		}
		if over {
			return nil, auth.SessionRevoked()
		}
		expires := t.Now.Add(r.settings.RefreshLifetime)
		if end := family.CreatedAt.Add(r.settings.SessionOf(role)); end.Before(expires) {
			expires = end
		}
		link, err := rotate(sys, t, token, expires.Truncate(time.Millisecond))
		return &Tokens{Refresh: link, ExpiresIn: r.settings.AccessLifetime, Account: family.Edges.User.Unwrap()}, err
	})
	if err != nil {
		return nil, err
	}
	stolen = tokens == nil
	if stolen {
		return nil, auth.SessionRevoked()
	}
	tokens.Access, err = r.signer.Sign(tokens.Account.ID, shown.SessionID, tokens.ExpiresIn)
	return tokens, err
}

// shownToken returns a refresh token that somebody shows. What that costs is drawn from a budget of its
// session; without one, from that of the network address.
func (r *Room) shownToken(ctx context.Context, refreshToken string) (*ent.RefreshToken, error) {
	hash, invalid := auth.HashRefreshToken(refreshToken)
	if invalid == nil {
		shown, err := r.Client.RefreshToken.Query().Where(refreshtoken.Hash(hash)).Only(auth.System(ctx, "find a session by its token"))
		switch {
		case err == nil:
			return shown, budget.DrawSignIn(ctx, "session "+shown.SessionID.String())
		case !ent.IsNotFound(err):
			return nil, err
		}
		invalid = unknownToken(err)
	}
	if err := budget.DrawSignIn(ctx, strangers(ctx)); err != nil {
		return nil, err
	}
	return nil, invalid
}

// SignOut ends the session of a refresh token, whichever of the session's it is. Whoever holds it may;
// one that has ended already is no error, and what is no token of ours is invalid_token.
func (r *Room) SignOut(ctx context.Context, refreshToken string) error {
	shown, err := r.shownToken(ctx, refreshToken)
	if err != nil {
		return err
	}
	sys := auth.System(ctx, "sign out: the token is the proof")
	return r.Do(ctx, func(t *tx.Tx) error {
		family, err := t.Session.Query().Where(session.ID(shown.SessionID), dbtx.ForUpdate).WithUser().Only(sys)
		if err != nil || family.RevokedAt != nil {
			return err
		}
		return signOut(asSignedIn(ctx, family.Edges.User, family), t, family)
	})
}

func isRefreshRefusal(code fault.Code) bool {
	return code == fault.InvalidToken || code == fault.TokenExpired || code == fault.SessionRevoked
}

func unknownToken(err error) error {
	if ent.IsNotFound(err) {
		return auth.InvalidToken(errors.New("no such refresh token"))
	}
	return err
}

// inTwoHands reports whether two hold this token. Its successor within the grace is the last
// one that was given out for it: each repetition kills the one before.
func inTwoHands(ctx context.Context, t *tx.Tx, token *ent.RefreshToken) (bool, error) {
	switch {
	case token.DeadAt != nil:
		return true, nil
	case token.UsedAt == nil:
		return false, nil
	case token.SuccessorID == nil || t.Now.Sub(*token.UsedAt) > domain.RefreshGrace:
		return true, nil
	}
	successor, err := t.RefreshToken.Get(ctx, *token.SuccessorID)
	if err != nil {
		return false, err
	}
	return successor.UsedAt != nil, nil
}

// rotate puts a fresh link at the end of the chain, in place of a successor that did not
// arrive, and lets the session live as long as it. There is no audit entry: the chain itself
// remembers every rotation.
func rotate(ctx context.Context, t *tx.Tx, token *ent.RefreshToken, expires time.Time) (string, error) {
	if token.SuccessorID != nil {
		if err := t.RefreshToken.UpdateOneID(*token.SuccessorID).SetDeadAt(t.Now).Exec(ctx); err != nil {
			return "", err
		}
	}
	fresh, err := createRefreshToken(ctx, t, token.SessionID, expires)
	if err != nil {
		return "", err
	}
	used := t.RefreshToken.UpdateOneID(token.ID).SetSuccessorID(fresh.id)
	if token.UsedAt == nil { // the grace runs from the first time
		used.SetUsedAt(t.Now)
	}
	if err := used.Exec(ctx); err != nil {
		return "", err
	}
	err = t.Session.UpdateOneID(token.SessionID).SetLastUsedAt(t.Now).SetExpiresAt(expires).Exec(ctx)
	return fresh.token, err
}

// newRefreshToken is a refresh token that was just made; only its hash is stored.
type newRefreshToken struct {
	id    uuid.UUID
	token string
}

func createRefreshToken(ctx context.Context, t *tx.Tx, sid uuid.UUID, expires time.Time) (newRefreshToken, error) {
	token, hash := auth.NewRefreshToken()
	row, err := t.RefreshToken.Create().
		SetSessionID(sid).SetHash(hash).SetCreatedAt(t.Now).SetExpiresAt(expires).Save(ctx)
	if err != nil {
		return newRefreshToken{}, err
	}
	return newRefreshToken{row.ID, token}, nil
}

// endStolenSession ends a session of which a refresh token is in two hands. Whose hands is not
// known, so nobody is named as the doer.
func endStolenSession(ctx context.Context, t *tx.Tx, family *ent.Session) error {
	sys := auth.System(ctx, "end a stolen session")
	if err := t.Session.UpdateOneID(family.ID).SetRevokedAt(t.Now).Exec(sys); err != nil {
		return err
	}
	return t.Audit(sys, tx.Record{
		Action: "session.reuse", SubjectType: "Session", Subject: family.ID,
		After: tx.Values{"user_id": family.UserID},
	})
}

// purgeTokens deletes what was exchanged in sessions that are over: the chain is kept so that a
// stolen link is recognized, and there is nothing left to steal. The last link of each stays and
// goes on answering that it has expired.
func (r *Room) purgeTokens(ctx context.Context) (int, error) {
	sys := auth.System(ctx, "purge refresh tokens")
	return tx.Purge(
		func(limit int) ([]uuid.UUID, error) {
			return r.Client.RefreshToken.Query().
				Where(
					refreshtoken.ExpiresAtLT(r.Now()),
					refreshtoken.Or(refreshtoken.UsedAtNotNil(), refreshtoken.DeadAtNotNil()),
					refreshtoken.HasSessionWith(session.ExpiresAtLT(r.Now())),
				).
				Order(ent.Asc(refreshtoken.FieldExpiresAt)).Limit(limit).IDs(sys)
		},
		func(old []uuid.UUID) (int, error) {
			return r.Client.RefreshToken.Delete().Where(refreshtoken.IDIn(old...)).Exec(sys)
		},
	)
}
