// Package settings keeps what super administrators decide for the organization, and sets the service up.
package settings

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/settingschange"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/i18n"
	"github.com/redress/redress/internal/jobs"
)

// Room keeps the settings of the organization.
type Room struct {
	*tx.Runner
	operator domain.OperatorSettings
	version  string
	key      []byte
	cache    settingsCache
}

// New returns the room of the settings over those of an operator. The version is the service's, as it is shown; with the key
// links of the setup are made.
func New(r *tx.Runner, operator domain.OperatorSettings, version string, key []byte) *Room {
	return &Room{Runner: r, operator: operator, version: version, key: key}
}

// Jobs returns the work that is done by itself.
func (r *Room) Jobs() []jobs.Job {
	return []jobs.Job{{Name: "read_settings", Every: settingsInterval, Do: r.watchSettings}}
}

// settingsInterval is how often an instance asks whether another one has changed the settings.
const settingsInterval = time.Second

const (
	maxSettingDays = 3650
	maxSettingURL  = 500 // characters
	day            = 24 * time.Hour
)

// DefaultOrganization is the name of whoever runs the service until another one is stored.
const DefaultOrganization = "Redress"

// What else stands until something else is stored.
const (
	defaultLanguage = "en"
	defaultTimeZone = "UTC"
	defaultColor    = "#0f766e"
)

// defaultWorkingDays are Monday to Friday.
var defaultWorkingDays = domain.Weekdays[:5]

// storedSettings are the settings that were stored. What is nil or empty has its default.
type storedSettings struct {
	CloseAfterDays   *int                `json:"closeAfterDays,omitempty"`
	ReopenWithinDays *int                `json:"reopenWithinDays,omitempty"`
	Name             string              `json:"name,omitempty"`
	Address          string              `json:"address,omitempty"`
	LogoURL          string              `json:"logoUrl,omitempty"`
	Color            string              `json:"color,omitempty"`
	Email            string              `json:"email,omitempty"`
	Phone            string              `json:"phone,omitempty"`
	ReplyTo          string              `json:"replyTo,omitempty"`
	Languages        []string            `json:"languages,omitempty"`
	TimeZone         string              `json:"timeZone,omitempty"`
	WorkingDays      []domain.Weekday    `json:"workingDays,omitempty"`
	MapTiles         string              `json:"mapTiles,omitempty"`
	NameStaff        bool                `json:"nameStaff,omitempty"`
	GuestReports     bool                `json:"guestReports,omitempty"`
	ReasonCodes      []domain.ReasonCode `json:"reasonCodes,omitempty"`

	NotificationDefaults map[domain.Role]domain.NotificationSwitches `json:"notificationDefaults,omitempty"`
	MailTexts            domain.MailTexts                            `json:"mailTexts,omitempty"`
}

// workingDays returns those that were stored, else the default.
func (s storedSettings) workingDays() []domain.Weekday {
	if len(s.WorkingDays) == 0 {
		return defaultWorkingDays
	}
	return s.WorkingDays
}

type versionedSettings struct {
	storedSettings
	version int
}

// settingsCache holds the settings as this instance knows them, which are replaced as a whole.
type settingsCache struct {
	current  atomic.Pointer[versionedSettings]
	accounts atomic.Bool // whether there is an account: none is ever deleted
}

func (c *settingsCache) load() *versionedSettings {
	if s := c.current.Load(); s != nil {
		return s
	}
	return &versionedSettings{}
}

// store keeps settings that are newer than those that are known.
func (c *settingsCache) store(s *versionedSettings) {
	for {
		known := c.current.Load()
		if known != nil && known.version >= s.version || c.current.CompareAndSwap(known, s) {
			return
		}
	}
}

// RefreshSettings reads the settings if another instance has changed them.
func (r *Room) RefreshSettings(ctx context.Context) error {
	newest, err := newestSettings(ctx, r.Client.SettingsChange.Query().Where(settingschange.VersionGT(r.cache.load().version)))
	if err == nil && newest != nil {
		r.cache.store(newest)
	}
	return err
}

// watchSettings is RefreshSettings as a job. That the database is away is told by the other jobs,
// which run less often.
func (r *Room) watchSettings(ctx context.Context) (int, error) {
	if err := r.RefreshSettings(ctx); err != nil && ctx.Err() == nil {
		slog.DebugContext(ctx, "the settings could not be read", "error", err)
	}
	return 0, nil
}

// newestSettings returns the settings after the newest of some changes, nil if there is none.
func newestSettings(ctx context.Context, changes *ent.SettingsChangeQuery) (*versionedSettings, error) {
	row, err := changes.Order(ent.Desc(settingschange.FieldVersion)).First(auth.System(ctx, "the settings are the same for everybody"))
	if ent.IsNotFound(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	s := &versionedSettings{version: row.Version}
	if err := json.Unmarshal(row.Settings, &s.storedSettings); err != nil {
		return nil, fmt.Errorf("settings of version %d: %w", row.Version, err)
	}
	return s, nil
}

// Rules returns the operator's settings, with what super administrators stored instead.
func (r *Room) Rules() domain.OperatorSettings {
	s, stored := r.operator, r.cache.load()
	if stored.CloseAfterDays != nil {
		s.CloseAfter = time.Duration(*stored.CloseAfterDays) * day
	}
	if stored.ReopenWithinDays != nil {
		s.ReopenWithin = time.Duration(*stored.ReopenWithinDays) * day
	}
	return s
}

// current returns all settings as they are, defaults included.
func (r *Room) current() domain.ServiceSettings {
	stored, rules := r.cache.load(), r.Rules()
	s := domain.ServiceSettings{
		Version:          stored.version,
		CloseAfterDays:   int(rules.CloseAfter / day),
		ReopenWithinDays: int(rules.ReopenWithin / day),
		Organization: domain.Organization{
			Name: cmp.Or(stored.Name, DefaultOrganization), Address: stored.Address, LogoURL: stored.LogoURL, Color: cmp.Or(stored.Color, defaultColor),
			Email: stored.Email, Phone: stored.Phone, ReplyTo: stored.ReplyTo,
		},
		Languages:    slices.Clone(stored.Languages),
		TimeZone:     cmp.Or(stored.TimeZone, defaultTimeZone),
		WorkingDays:  slices.Clone(stored.workingDays()),
		MapTiles:     stored.MapTiles,
		NameStaff:    stored.NameStaff,
		GuestReports: stored.GuestReports,
	}
	if len(s.Languages) == 0 {
		s.Languages = []string{defaultLanguage}
	}
	return s
}

// Language returns the language of the organization: the first of its languages that the service speaks. What
// has many readers is written in it, and what somebody gets who never chose one.
func (r *Room) Language() i18n.Language {
	for _, tag := range r.cache.load().Languages {
		if l, ok := i18n.Match(tag); ok {
			return l
		}
	}
	return i18n.English
}

// TimeZone returns that of the organization, by whose calendar payments are dated.
func (r *Room) TimeZone() *time.Location {
	zone, err := time.LoadLocation(r.current().TimeZone)
	if err != nil { // one that was stored when it was still known
		return time.UTC
	}
	return zone
}

// WorksOn reports whether the organization works on a day of the week.
func (r *Room) WorksOn(day domain.Weekday) bool { return slices.Contains(r.current().WorkingDays, day) }

// Organization returns who runs the service.
func (r *Room) Organization() domain.Organization { return r.current().Organization }

// NamesStaff reports whether e-mails to reporters name the administrator who wrote to them.
func (r *Room) NamesStaff() bool { return r.current().NameStaff }

// TakesGuestReports reports whether people report complaints without an account: where a super administrator has allowed it, and the service
// knows under which address they reach it, since they get a link.
func (r *Room) TakesGuestReports() bool {
	return r.cache.load().GuestReports && r.operator.LinkPage != ""
}

// Info is what everybody may know of the service.
type Info struct {
	domain.ServiceSettings
	Registration    bool
	Mail, MailLinks bool // whether it sends e-mail, and whether that has links
	LinkPage        string
	GuestPage       string // "" if it takes no reports without an account
	FirstStart      bool   // there is no account yet
	Version         string
}

// Info returns what everybody may know of the service, without a token too. It asks the database
// only until there is an account.
func (r *Room) Info(ctx context.Context) (Info, error) {
	if !r.cache.accounts.Load() {
		some, err := r.Client.User.Query().Exist(auth.System(ctx, "say whether there is an account yet"))
		if err != nil {
			return Info{}, err
		}
		if some {
			r.cache.accounts.Store(true)
		}
	}
	info := Info{
		ServiceSettings: r.current(), Registration: r.operator.Registration, Mail: r.operator.Mail, MailLinks: r.operator.MailLinks(), LinkPage: r.operator.LinkPage,
		FirstStart: !r.cache.accounts.Load(), Version: r.version,
	}
	if r.TakesGuestReports() {
		info.GuestPage = r.operator.GuestPage
	}
	return info, nil
}

// ServiceSettings returns the settings. Super administrators.
func (r *Room) ServiceSettings(ctx context.Context) (domain.ServiceSettings, error) {
	if err := tx.RequireSuperAdmin(ctx); err != nil {
		return domain.ServiceSettings{}, err
	}
	if err := r.RefreshSettings(ctx); err != nil { // whoever changes them reads them first
		return domain.ServiceSettings{}, err
	}
	return r.current(), nil
}

// ImageOrigins returns the origins from which the desk in the browser shows images that are not the
// service's own: map tiles and the logo. A host with a placeholder or another sign that means
// something in a Content-Security-Policy is left out.
func (r *Room) ImageOrigins() []string {
	s := r.current()
	var origins []string
	for _, address := range []string{s.MapTiles, s.Organization.LogoURL} {
		u, err := url.Parse(address)
		if err != nil || u.Scheme != "https" || u.Host == "" || strings.Trim(u.Host, hostSigns) != "" {
			continue
		}
		if origin := u.Scheme + "://" + u.Host; !slices.Contains(origins, origin) {
			origins = append(origins, origin)
		}
	}
	return origins
}

// hostSigns are the signs of a host and its port.
const hostSigns = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-:[]"

// SettingsChanges returns the last changes of the settings with who made them, the newest first,
// before a version unless that is nil. Super administrators.
func (r *Room) SettingsChanges(ctx context.Context, before *int) ([]*ent.SettingsChange, error) {
	if err := tx.RequireSuperAdmin(ctx); err != nil {
		return nil, err
	}
	q := r.Client.SettingsChange.Query().WithActor().Order(ent.Desc(settingschange.FieldVersion)).Limit(domain.MaxSettingsShown)
	if before != nil {
		q.Where(settingschange.VersionLT(*before))
	}
	return q.All(auth.System(ctx, "super administrators read the history of the settings"))
}

// UpdateSettings changes the settings, for other instances with their next look. Super administrators.
func (r *Room) UpdateSettings(ctx context.Context, expected *int, in Input) (domain.ServiceSettings, error) {
	if err := tx.RequireSuperAdmin(ctx); err != nil {
		return domain.ServiceSettings{}, err
	}
	err := r.changeSettings(ctx, expected, "settings.update", "Settings", func(s *storedSettings) (before, after tx.Values, err error) {
		if err := in.check(*s); err != nil {
			return nil, nil, err
		}
		before, after = tx.Values{}, tx.Values{}
		in.apply(s, before, after)
		return before, after, nil
	})
	if err != nil {
		return domain.ServiceSettings{}, err
	}
	return r.current(), nil
}

// changeSettings lets change alter the newest settings and stores them as the next version with
// the audit entry. Nothing is stored when after is empty.
func (r *Room) changeSettings(
	ctx context.Context, expected *int, action, subjectType string, change func(s *storedSettings) (before, after tx.Values, err error),
) error {
	v, err := auth.Require(ctx)
	if err != nil {
		return err
	}
	is, err := tx.In(ctx, r.Runner, func(t *tx.Tx) (*versionedSettings, error) {
		if err := t.RecheckRole(ctx); err != nil {
			return nil, err
		}
		is, err := newestSettings(ctx, t.SettingsChange.Query())
		if err != nil {
			return nil, err
		}
		if is == nil {
			is = &versionedSettings{}
		}
		if err := (tx.Target{Expected: expected}).CheckVersion(is.version); err != nil {
			return nil, err
		}
		before, after, err := change(&is.storedSettings)
		if err != nil || len(after) == 0 {
			return is, err
		}
		is.version++
		if err := storeSettings(ctx, t, v, is, before, after); err != nil {
			return nil, err
		}
		return is, t.Audit(ctx, tx.Record{Action: action, SubjectType: subjectType, Before: before, After: after})
	})
	if err == nil {
		r.cache.store(is)
	}
	return err
}

func storeSettings(ctx context.Context, t *tx.Tx, v *auth.Viewer, is *versionedSettings, before, after tx.Values) error {
	var encoded [3]json.RawMessage
	for i, part := range []any{before, after, is.storedSettings} {
		var err error
		if encoded[i], err = json.Marshal(part); err != nil {
			return err
		}
	}
	err := t.SettingsChange.Create().SetVersion(is.version).SetActorID(v.ID).SetCreatedAt(t.Now).
		SetBefore(encoded[0]).SetAfter(encoded[1]).SetSettings(encoded[2]).
		Exec(auth.System(ctx, "store changed settings"))
	if ent.IsConstraintError(err) { // of two at once one is first
		return tx.VersionConflict(is.version)
	}
	return err
}
