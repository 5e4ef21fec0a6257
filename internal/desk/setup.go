package desk

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
)

// SetupLifetime is how long the link of a first start may be used.
const SetupLifetime = 30 * time.Minute

// operationSetup names the setup in reports of refusals.
const operationSetup = "setUpService"

// SetupInput is what the service asks at its first start.
type SetupInput struct {
	Token                 string // from SetupToken
	Name, Email, Password string // of the first super administrator
	Organization          string
	Language, TimeZone    string
}

// SetupToken returns the secret of the link with which the first account is created. It is valid for
// SetupLifetime, for all instances with the same key, and until there is an account.
func (d *Desk) SetupToken() string {
	return d.setupToken(d.now().Add(SetupLifetime).Unix())
}

func (d *Desk) setupToken(expires int64) string {
	var token [8 + sha256.Size]byte
	binary.BigEndian.PutUint64(token[:8], uint64(expires))
	mac := hmac.New(sha256.New, d.passwordKey)
	_, _ = mac.Write([]byte("redress setup 1\x00")) // a hash never fails
	_, _ = mac.Write(token[:8])
	mac.Sum(token[:8])
	return base64.RawURLEncoding.EncodeToString(token[:])
}

// checkSetupToken returns permission_denied unless the token is one of ours and still valid.
func (d *Desk) checkSetupToken(token string) error {
	raw, err := base64.RawURLEncoding.DecodeString(token)
	valid := err == nil && len(raw) == 8+sha256.Size
	var expires int64
	if valid {
		expires = int64(binary.BigEndian.Uint64(raw[:8]))
		valid = hmac.Equal([]byte(token), []byte(d.setupToken(expires))) && d.now().Unix() < expires
	}
	if !valid {
		return fault.New(fault.PermissionDenied, "The link is wrong or has expired. Start the service again: it prints a new one.")
	}
	return nil
}

// SetUp creates the first account, a super administrator, stores the organization's settings and
// signs in. Whoever has the link of a service without accounts may; permission_denied for an expired
// link, conflict once there is an account.
func (d *Desk) SetUp(ctx context.Context, in SetupInput, agent string) (*Tokens, error) {
	if err := d.checkSetupToken(in.Token); err != nil {
		d.reportRefusal(ctx, Refusal{Operation: operationSetup, Code: fault.PermissionDenied})
		return nil, err
	}
	account := AccountInput{Name: in.Name, Email: in.Email, Password: in.Password, Role: domain.RoleSuperAdmin}
	settings := SettingsInput{Name: &in.Organization, TimeZone: &in.TimeZone, Languages: languagesFrom(in.Language)}
	key, err := d.checkSetup(&account, &settings)
	if err != nil {
		return nil, err
	}
	hash, err := d.passwords.Hash(ctx, in.Password)
	if err != nil {
		return nil, err
	}
	sys := auth.System(ctx, "first start: there is no account yet")
	var tokens *Tokens
	var sid uuid.UUID
	err = d.tx(sys, func(tx *txn) error {
		// The settings are read before the accounts: whoever sets up at the same time and is first has
		// stored the next version, and the accounts were looked at too early to see that.
		is, err := newestSettings(sys, tx.SettingsChange.Query())
		if err != nil {
			return err
		}
		some, err := tx.User.Query().Exist(sys)
		if err != nil {
			return err
		}
		if some {
			return setUpAlready(nil)
		}
		id, err := tx.createAccount(sys, account, newSecret{key: key, hash: hash}, "user.create")
		if err != nil {
			return err
		}
		row, err := tx.User.Get(sys, id)
		if err != nil {
			return err
		}
		var opened *ent.Session
		if tokens, opened, err = tx.issueTokens(sys, row, agent); err != nil {
			return err
		}
		sid = opened.ID
		return tx.storeFirstSettings(asSignedIn(ctx, row, opened), is, settings)
	})
	if err != nil {
		return nil, err
	}
	if err := d.RefreshSettings(ctx); err != nil {
		return nil, err
	}
	return d.signAccess(tokens, sid)
}

// NeedsFirstAccount reports whether there is no account yet.
func (d *Desk) NeedsFirstAccount(ctx context.Context) (bool, error) {
	some, err := d.client.User.Query().Exist(auth.System(ctx, "check whether there is an account"))
	return !some, err
}

// CreateFirstAccount creates a super administrator, whose password must be changed before it signs in, unless there
// is an account, and reports whether it did. The operator may, at the start of the service.
func (d *Desk) CreateFirstAccount(ctx context.Context, in AccountInput) (created bool, err error) {
	in.Role = domain.RoleSuperAdmin
	key, err := d.checkAccount(&in, "")
	if err != nil {
		return false, err
	}
	hash, err := d.passwords.Hash(ctx, in.Password)
	if err != nil {
		return false, err
	}
	sys := auth.System(ctx, "first start: there is no account yet")
	err = d.tx(sys, func(tx *txn) error {
		created = false // by this try
		some, err := tx.User.Query().Exist(sys)
		if err != nil || some {
			return err
		}
		created = true
		_, err = tx.createAccount(sys, in, newSecret{key: key, hash: hash, generated: true}, "user.create")
		return err
	})
	if fault.Is(err, fault.Conflict) { // another instance did, at the same time
		return false, nil
	}
	return created && err == nil, err
}

// storeFirstSettings stores the settings of the setup as the version after is. Of two setups at once
// the second one finds that version stored, and fails.
func (tx *txn) storeFirstSettings(ctx context.Context, is *versionedSettings, in SettingsInput) error {
	if is == nil {
		is = &versionedSettings{}
	}
	before, after := values{}, values{}
	in.apply(&is.storedSettings, before, after)
	is.version++
	if err := tx.storeSettings(ctx, auth.From(ctx), is, before, after); err != nil {
		if fault.Is(err, fault.Conflict) {
			return setUpAlready(err)
		}
		return err
	}
	return tx.audit(ctx, auditRecord{action: "settings.update", subjectType: "Settings", before: before, after: after})
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

// checkSetup tidies both inputs and returns the folded address, or all that is wrong with them.
func (d *Desk) checkSetup(account *AccountInput, settings *SettingsInput) (key string, err error) {
	var errs, ofSettings fieldErrors
	key, err = d.checkAccount(account, *settings.Name)
	errs.merge(err)
	ofSettings.merge(settings.check())
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
		errs.add("organization", "required", "is required")
	}
	return key, errs.fault()
}

func setUpAlready(cause error) error {
	return fault.Wrap(cause, fault.Conflict, "The service is set up already. Sign in.")
}
