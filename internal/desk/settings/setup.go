package settings

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"slices"
	"strings"
	"time"

	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/fault"
)

// SetupLifetime is how long the link of a first start may be used.
const SetupLifetime = 30 * time.Minute

// SetupInput is what the service asks at its first start.
type SetupInput struct {
	Token              string // from SetupToken
	Organization       string
	Language, TimeZone string
}

// SetupToken returns the secret of the link with which the first account is created. It is valid for
// SetupLifetime, for all instances with the same key, and until there is an account.
func (r *Room) SetupToken() string {
	return r.setupToken(r.Now().Add(SetupLifetime).Unix())
}

func (r *Room) setupToken(expires int64) string {
	var token [8 + sha256.Size]byte
	binary.BigEndian.PutUint64(token[:8], uint64(expires))
	mac := hmac.New(sha256.New, r.key)
	_, _ = mac.Write([]byte("redress setup 1\x00")) // a hash never fails
	_, _ = mac.Write(token[:8])
	mac.Sum(token[:8])
	return base64.RawURLEncoding.EncodeToString(token[:])
}

// checkSetupToken returns permission_denied unless the token is one of ours and still valid.
func (r *Room) checkSetupToken(token string) error {
	raw, err := base64.RawURLEncoding.DecodeString(token)
	valid := err == nil && len(raw) == 8+sha256.Size
	var expires int64
	if valid {
		expires = int64(binary.BigEndian.Uint64(raw[:8]))
		valid = hmac.Equal([]byte(token), []byte(r.setupToken(expires))) && r.Now().Unix() < expires
	}
	if !valid {
		return fault.New(fault.PermissionDenied, "The link is wrong or has expired. Start the service again: it prints a new one.")
	}
	return nil
}

// FirstAccount makes the first account of a setup, a super administrator.
type FirstAccount interface {
	// Refuse reports that the link was refused.
	Refuse(ctx context.Context)
	// Check returns all that is wrong with the account of an organization.
	Check(organization string) error
	// Hash prepares the password.
	Hash(ctx context.Context) error
	// Open makes the account in a transaction, signs it in, and returns the context of whoever did.
	Open(ctx context.Context, t *tx.Tx) (context.Context, error)
}

// SetUp lets the first account be made and signed in, and stores the organization's settings. Whoever has the link
// of a service without accounts may; permission_denied for an expired link, conflict once there is an account.
func (r *Room) SetUp(ctx context.Context, in SetupInput, first FirstAccount) error {
	if err := r.checkSetupToken(in.Token); err != nil {
		first.Refuse(ctx)
		return err
	}
	settings := Input{Name: &in.Organization, TimeZone: &in.TimeZone, Languages: languagesFrom(in.Language)}
	if err := checkSetup(first, &settings); err != nil {
		return err
	}
	if err := first.Hash(ctx); err != nil {
		return err
	}
	sys := auth.System(ctx, "first start: there is no account yet")
	err := r.Do(sys, func(t *tx.Tx) error {
		// The settings are read before the accounts: whoever sets up at the same time and is first has
		// stored the next version, and the accounts were looked at too early to see that.
		is, err := newestSettings(sys, t.SettingsChange.Query())
		if err != nil {
			return err
		}
		some, err := t.User.Query().Exist(sys)
		if err != nil {
			return err
		}
		if some {
			return setUpAlready(nil)
		}
		signedIn, err := first.Open(ctx, t)
		if err != nil {
			return err
		}
		return storeFirstSettings(signedIn, t, is, settings)
	})
	if err != nil {
		return err
	}
	return r.RefreshSettings(ctx)
}

// storeFirstSettings stores the settings of the setup as the version after is. Of two setups at once
// the second one finds that version stored, and fails.
func storeFirstSettings(ctx context.Context, t *tx.Tx, is *versionedSettings, in Input) error {
	if is == nil {
		is = &versionedSettings{}
	}
	before, after := tx.Values{}, tx.Values{}
	in.apply(&is.storedSettings, before, after)
	is.version++
	if err := storeSettings(ctx, t, auth.From(ctx), is, before, after); err != nil {
		if fault.Is(err, fault.Conflict) {
			return setUpAlready(err)
		}
		return err
	}
	return t.Audit(ctx, tx.Record{Action: "settings.update", SubjectType: "Settings", Before: before, After: after})
}

// languagesFrom returns the languages that a service offers whose first one is given.
func languagesFrom(first string) []string {
	languages := []string{first}
	for _, l := range []string{defaultLanguage, "de"} {
		if !slices.Contains(languages, l) {
			languages = append(languages, l)
		}
	}
	return languages
}

// checkSetup tidies both inputs and returns all that is wrong with them.
func checkSetup(first FirstAccount, settings *Input) error {
	var errs, ofSettings tx.FieldErrors
	errs.Merge(first.Check(*settings.Name))
	ofSettings.Merge(settings.check(storedSettings{}))
	for _, f := range ofSettings {
		switch {
		case f.Field == "name":
			f.Field = "organization"
		case strings.HasPrefix(f.Field, "languages"):
			f.Field = "language"
		}
		errs = append(errs, f)
	}
	if *settings.Name == "" {
		errs.Add("organization", "required", "is required")
	}
	return errs.Fault()
}

func setUpAlready(cause error) error {
	return fault.Wrap(cause, fault.Conflict, "The service is set up already. Sign in.")
}
