package desk

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/redress/redress/ent"
	"github.com/redress/redress/ent/settingschange"
	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/i18n"
)

// settingsInterval is how often an instance asks whether another one has changed the settings.
const settingsInterval = time.Second

const (
	maxSettingDays = 3650
	maxSettingURL  = 500 // characters
	dayLength      = 24 * time.Hour
)

// What stands until something else is stored.
const (
	defaultOrganization = "Redress"
	defaultLanguage     = "en"
	defaultTimeZone     = "UTC"
)

// storedSettings are the settings that were stored. What is nil or empty has its default.
type storedSettings struct {
	CloseAfterDays   *int                `json:"closeAfterDays,omitempty"`
	ReopenWithinDays *int                `json:"reopenWithinDays,omitempty"`
	Name             string              `json:"name,omitempty"`
	Address          string              `json:"address,omitempty"`
	LogoURL          string              `json:"logoUrl,omitempty"`
	Languages        []string            `json:"languages,omitempty"`
	TimeZone         string              `json:"timeZone,omitempty"`
	MapTiles         string              `json:"mapTiles,omitempty"`
	ReasonCodes      []domain.ReasonCode `json:"reasonCodes,omitempty"`
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
func (d *Desk) RefreshSettings(ctx context.Context) error {
	newest, err := newestSettings(ctx, d.client.SettingsChange.Query().Where(settingschange.VersionGT(d.cache.load().version)))
	if err == nil && newest != nil {
		d.cache.store(newest)
	}
	return err
}

// watchSettings is RefreshSettings as a job. That the database is away is told by the other jobs,
// which run less often.
func (d *Desk) watchSettings(ctx context.Context) (int, error) {
	if err := d.RefreshSettings(ctx); err != nil && ctx.Err() == nil {
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

// rules returns the operator's settings, with what super administrators stored instead.
func (d *Desk) rules() Settings {
	s, stored := d.settings, d.cache.load()
	if stored.CloseAfterDays != nil {
		s.CloseAfter = time.Duration(*stored.CloseAfterDays) * dayLength
	}
	if stored.ReopenWithinDays != nil {
		s.ReopenWithin = time.Duration(*stored.ReopenWithinDays) * dayLength
	}
	return s
}

// current returns all settings as they are, defaults included.
func (d *Desk) current() domain.ServiceSettings {
	stored, rules := d.cache.load(), d.rules()
	s := domain.ServiceSettings{
		Version:          stored.version,
		CloseAfterDays:   int(rules.CloseAfter / dayLength),
		ReopenWithinDays: int(rules.ReopenWithin / dayLength),
		Organization:     domain.Organization{Name: cmp.Or(stored.Name, defaultOrganization), Address: stored.Address, LogoURL: stored.LogoURL},
		Languages:        slices.Clone(stored.Languages),
		TimeZone:         cmp.Or(stored.TimeZone, defaultTimeZone),
		MapTiles:         stored.MapTiles,
	}
	if len(s.Languages) == 0 {
		s.Languages = []string{defaultLanguage}
	}
	return s
}

// Language returns the language of the organization: the first of its languages that the service speaks. What
// has many readers is written in it, and what somebody gets who never chose one.
func (d *Desk) Language() i18n.Language {
	for _, tag := range d.cache.load().Languages {
		if l, ok := i18n.Match(tag); ok {
			return l
		}
	}
	return i18n.English
}

// said returns what the service itself says in a row that many read.
func (d *Desk) said(text i18n.Text) string { return text.In(d.Language()) }

// Info is what everybody may know of the service.
type Info struct {
	domain.ServiceSettings
	Registration, Mail bool
	FirstStart         bool // there is no account yet
	Limits             Limits
	Version            string
}

// Limits are those of uploads and texts, in characters where a name says nothing else.
type Limits struct {
	ImageBytes, ImagePixels, VideoBytes, Files, UploadsPerHour, UploadsPerHourOfStaff int
	Title, Description, Address, Comment, Note, ReasonCode, Instructions, Remarks     int
	BroadcastMessageBytes, Name, Phone, PasswordMinimum, Page, Bulk                   int
}

// Info returns what everybody may know of the service, without a token too. It asks the database
// only until there is an account.
func (d *Desk) Info(ctx context.Context) (Info, error) {
	if !d.cache.accounts.Load() {
		some, err := d.client.User.Query().Exist(auth.System(ctx, "say whether there is an account yet"))
		if err != nil {
			return Info{}, err
		}
		if some {
			d.cache.accounts.Store(true)
		}
	}
	return Info{
		ServiceSettings: d.current(), Registration: d.settings.Registration, Mail: d.settings.Mail,
		FirstStart: !d.cache.accounts.Load(), Limits: d.Limits(), Version: d.version,
	}, nil
}

// ServiceSettings returns the settings. Super administrators.
func (d *Desk) ServiceSettings(ctx context.Context) (domain.ServiceSettings, error) {
	if err := requireSuperAdmin(ctx); err != nil {
		return domain.ServiceSettings{}, err
	}
	if err := d.RefreshSettings(ctx); err != nil { // whoever changes them reads them first
		return domain.ServiceSettings{}, err
	}
	return d.current(), nil
}

// ImageOrigins returns the origins from which the desk in the browser shows images that are not the
// service's own: map tiles and the logo. A host with a placeholder or another sign that means
// something in a Content-Security-Policy is left out.
func (d *Desk) ImageOrigins() []string {
	s := d.current()
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
func (d *Desk) SettingsChanges(ctx context.Context, before *int) ([]*ent.SettingsChange, error) {
	if err := requireSuperAdmin(ctx); err != nil {
		return nil, err
	}
	q := d.client.SettingsChange.Query().WithActor().Order(ent.Desc(settingschange.FieldVersion)).Limit(domain.MaxSettingsShown)
	if before != nil {
		q.Where(settingschange.VersionLT(*before))
	}
	return q.All(auth.System(ctx, "super administrators read the history of the settings"))
}

// requireSuperAdmin returns permission_denied for everybody but super administrators.
func requireSuperAdmin(ctx context.Context) error {
	v, err := auth.Require(ctx)
	if err == nil && v.Role != domain.RoleSuperAdmin {
		err = fault.Denied()
	}
	return err
}

// SettingsInput is what changes in the settings; nil stays, and what is empty returns to its default.
type SettingsInput struct {
	CloseAfterDays, ReopenWithinDays           *int
	Name, Address, LogoURL, TimeZone, MapTiles *string
	Languages                                  []string // nil stays
}

// UpdateSettings changes the settings, for other instances with their next look. Super administrators.
func (d *Desk) UpdateSettings(ctx context.Context, expected *int, in SettingsInput) (domain.ServiceSettings, error) {
	if err := requireSuperAdmin(ctx); err != nil {
		return domain.ServiceSettings{}, err
	}
	if err := in.check(); err != nil {
		return domain.ServiceSettings{}, err
	}
	err := d.changeSettings(ctx, expected, "settings.update", "Settings", func(s *storedSettings) (before, after values, err error) {
		before, after = values{}, values{}
		in.apply(s, before, after)
		return before, after, nil
	})
	if err != nil {
		return domain.ServiceSettings{}, err
	}
	return d.current(), nil
}

// changeSettings lets change alter the newest settings and stores them as the next version with
// the audit entry. Nothing is stored when after is empty.
func (d *Desk) changeSettings(
	ctx context.Context, expected *int, action, subjectType string, change func(s *storedSettings) (before, after values, err error),
) error {
	v, err := auth.Require(ctx)
	if err != nil {
		return err
	}
	var is *versionedSettings
	err = d.tx(ctx, func(tx *txn) error {
		if err := tx.recheckRole(ctx); err != nil {
			return err
		}
		var err error
		if is, err = newestSettings(ctx, tx.SettingsChange.Query()); err != nil {
			return err
		}
		if is == nil {
			is = &versionedSettings{}
		}
		if err := (Target{Expected: expected}).checkVersion(is.version); err != nil {
			return err
		}
		before, after, err := change(&is.storedSettings)
		if err != nil || len(after) == 0 {
			return err
		}
		is.version++
		if err := tx.storeSettings(ctx, v, is, before, after); err != nil {
			return err
		}
		return tx.audit(ctx, auditRecord{action: action, subjectType: subjectType, before: before, after: after})
	})
	if err == nil {
		d.cache.store(is)
	}
	return err
}

func (tx *txn) storeSettings(ctx context.Context, v *auth.Viewer, is *versionedSettings, before, after values) error {
	var encoded [3]json.RawMessage
	for i, part := range []any{before, after, is.storedSettings} {
		var err error
		if encoded[i], err = json.Marshal(part); err != nil {
			return err
		}
	}
	err := tx.SettingsChange.Create().SetVersion(is.version).SetActorID(v.ID).SetCreatedAt(tx.now).
		SetBefore(encoded[0]).SetAfter(encoded[1]).SetSettings(encoded[2]).
		Exec(auth.System(ctx, "store changed settings"))
	if ent.IsConstraintError(err) { // of two at once one is first
		return versionConflict(is.version)
	}
	return err
}

// check tidies the input, or returns all that is wrong with it.
func (in *SettingsInput) check() error {
	if in.CloseAfterDays == nil && in.ReopenWithinDays == nil && in.Name == nil && in.Address == nil && in.LogoURL == nil &&
		in.TimeZone == nil && in.MapTiles == nil && in.Languages == nil {
		return nothingToChange()
	}
	var errs fieldErrors
	errs.days("closeAfterDays", in.CloseAfterDays, 1)
	errs.days("reopenWithinDays", in.ReopenWithinDays, 0)
	for _, text := range []*string{in.Name, in.Address, in.LogoURL, in.TimeZone, in.MapTiles} {
		if text != nil {
			*text = strings.TrimSpace(*text)
		}
	}
	if in.Name != nil {
		errs.merge(checkLine("name", *in.Name, 0, domain.MaxName))
	}
	if in.Address != nil {
		errs.text("address", *in.Address, domain.MaxAddress)
	}
	if in.LogoURL != nil {
		errs.webAddress("logoUrl", *in.LogoURL)
	}
	if in.TimeZone != nil {
		errs.timeZone("timeZone", *in.TimeZone)
	}
	if in.MapTiles != nil && *in.MapTiles != "" {
		errs.webAddress("mapTiles", *in.MapTiles)
		for _, part := range []string{"{z}", "{x}", "{y}"} {
			if !strings.Contains(*in.MapTiles, part) {
				errs.add("mapTiles", "invalid", "must contain {z}, {x} and {y}")
				break
			}
		}
	}
	errs.languages("languages", in.Languages)
	return errs.fault()
}

// apply puts the input into the settings, and what differs into before and after.
func (in SettingsInput) apply(s *storedSettings, before, after values) {
	number := func(name string, to **int, value *int) {
		if value != nil && (*to == nil || **to != *value) {
			before[name], after[name] = *to, *value
			*to = value
		}
	}
	text := func(name string, to, value *string) {
		if value != nil && *to != *value {
			before[name], after[name] = *to, *value
			*to = *value
		}
	}
	number("closeAfterDays", &s.CloseAfterDays, in.CloseAfterDays)
	number("reopenWithinDays", &s.ReopenWithinDays, in.ReopenWithinDays)
	text("name", &s.Name, in.Name)
	text("address", &s.Address, in.Address)
	text("logoUrl", &s.LogoURL, in.LogoURL)
	text("timeZone", &s.TimeZone, in.TimeZone)
	text("mapTiles", &s.MapTiles, in.MapTiles)
	if in.Languages != nil && !slices.Equal(s.Languages, in.Languages) {
		before["languages"], after["languages"] = s.Languages, in.Languages
		s.Languages = in.Languages
	}
}

func (w *fieldErrors) days(field string, n *int, least int) {
	if n != nil && (*n < least || *n > maxSettingDays) {
		w.add(field, "invalid", "must be %d to %d", least, maxSettingDays)
	}
}

// webAddress notes what is wrong with a URL that clients load something from; none is fine.
func (w *fieldErrors) webAddress(field, text string) {
	if text == "" {
		return
	}
	if err := checkLine(field, text, 1, maxSettingURL); err != nil {
		w.merge(err)
		return
	}
	if u, err := url.Parse(text); err != nil || u.Scheme != "https" || u.Hostname() == "" || u.User != nil {
		w.add(field, "invalid", "must be a URL that begins with https:// and a host")
	}
}

// timeZone notes that a name is no time zone; none is fine.
func (w *fieldErrors) timeZone(field, name string) {
	if _, err := time.LoadLocation(name); err != nil || name == "Local" {
		w.add(field, "invalid", "must be an IANA time zone such as Europe/Lisbon")
	}
}

// languageTag is a BCP 47 tag of language, script and region.
var languageTag = regexp.MustCompile(`^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?$`)

func (w *fieldErrors) language(field, tag string) {
	if !languageTag.MatchString(tag) {
		w.add(field, "invalid", "must be a language tag such as de or pt-BR")
	}
}

// languages notes what is wrong with a list of languages.
func (w *fieldErrors) languages(field string, tags []string) {
	if len(tags) > domain.MaxLanguages {
		w.add(field, "too_many", "must be at most %d", domain.MaxLanguages)
		return
	}
	for i, tag := range tags {
		at := fmt.Sprintf("%s.%d", field, i)
		w.language(at, tag)
		if slices.Contains(tags[:i], tag) {
			w.add(at, "duplicate", "is given twice")
		}
	}
}
