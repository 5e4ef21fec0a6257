package settings

import (
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/desk/tx"
	"github.com/redress/redress/internal/domain"
)

// Input is what changes in the settings; nil stays, and what is empty returns to its default.
type Input struct {
	CloseAfterDays, ReopenWithinDays *int
	Name, Address, LogoURL           *string
	Color, Email, Phone, ReplyTo     *string
	TimeZone, MapTiles               *string
	NameStaff, GuestReports          *bool
	Languages                        []string         // nil stays
	WorkingDays                      []domain.Weekday // nil stays
}

// check tidies the input, or returns all that is wrong with it. What the settings say already is fine.
func (in *Input) check(was storedSettings) error {
	texts := []*string{in.Name, in.Address, in.LogoURL, in.Color, in.Email, in.Phone, in.ReplyTo, in.TimeZone, in.MapTiles}
	given := slices.ContainsFunc(texts, func(text *string) bool { return text != nil })
	given = given || in.CloseAfterDays != nil || in.ReopenWithinDays != nil || in.NameStaff != nil || in.GuestReports != nil
	if !given && in.Languages == nil && in.WorkingDays == nil {
		return tx.NothingToChange()
	}
	var errs tx.FieldErrors
	checkDays(&errs, "closeAfterDays", in.CloseAfterDays, 1)
	checkDays(&errs, "reopenWithinDays", in.ReopenWithinDays, 0)
	for _, text := range []*string{in.Address, in.LogoURL, in.Color, in.TimeZone, in.MapTiles} {
		if text != nil {
			*text = strings.TrimSpace(*text)
		}
	}
	if in.Name != nil {
		errs.Merge(tx.CheckLine("name", in.Name, 0, domain.MaxName, was.Name))
	}
	if in.Address != nil {
		errs.Text("address", in.Address, domain.MaxAddress, was.Address)
	}
	if in.LogoURL != nil {
		checkWebAddress(&errs, "logoUrl", in.LogoURL)
	}
	if in.Color != nil {
		*in.Color = strings.ToLower(*in.Color)
		if *in.Color != "" && !hexColor.MatchString(*in.Color) {
			errs.Add("color", "invalid", "must be a color such as #0f766e")
		}
	}
	checkEmail(&errs, "email", in.Email)
	checkEmail(&errs, "replyTo", in.ReplyTo)
	if in.Phone != nil {
		errs.Merge(tx.CheckLine("phone", in.Phone, 0, domain.MaxPhone, was.Phone))
	}
	if in.TimeZone != nil {
		errs.TimeZone("timeZone", *in.TimeZone)
	}
	if in.MapTiles != nil && *in.MapTiles != "" {
		checkWebAddress(&errs, "mapTiles", in.MapTiles)
		for _, part := range []string{"{z}", "{x}", "{y}"} {
			if !strings.Contains(*in.MapTiles, part) {
				errs.Add("mapTiles", "invalid", "must contain {z}, {x} and {y}")
				break
			}
		}
	}
	checkLanguages(&errs, "languages", in.Languages)
	for i, day := range in.WorkingDays {
		if slices.Contains(in.WorkingDays[:i], day) {
			errs.Add(fmt.Sprintf("workingDays.%d", i), "duplicate", "is given twice")
		}
	}
	slices.SortFunc(in.WorkingDays, func(a, b domain.Weekday) int {
		return slices.Index(domain.Weekdays, a) - slices.Index(domain.Weekdays, b)
	})
	return errs.Fault()
}

// apply puts the input into the settings, and what differs into before and after.
func (in Input) apply(s *storedSettings, before, after tx.Values) {
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
	flag := func(name string, to, value *bool) {
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
	text("color", &s.Color, in.Color)
	text("email", &s.Email, in.Email)
	text("phone", &s.Phone, in.Phone)
	text("replyTo", &s.ReplyTo, in.ReplyTo)
	text("timeZone", &s.TimeZone, in.TimeZone)
	text("mapTiles", &s.MapTiles, in.MapTiles)
	flag("nameStaff", &s.NameStaff, in.NameStaff)
	flag("guestReports", &s.GuestReports, in.GuestReports)
	if in.Languages != nil && !slices.Equal(s.Languages, in.Languages) {
		before["languages"], after["languages"] = s.Languages, in.Languages
		s.Languages = in.Languages
	}
	if in.WorkingDays != nil {
		was := s.workingDays()
		s.WorkingDays = in.WorkingDays
		if is := s.workingDays(); !slices.Equal(was, is) {
			before["workingDays"], after["workingDays"] = was, is
		}
	}
}

func checkDays(w *tx.FieldErrors, field string, n *int, least int) {
	if n != nil && (*n < least || *n > maxSettingDays) {
		w.Add(field, "invalid", "must be %d to %d", least, maxSettingDays)
	}
}

// checkWebAddress notes what is wrong with a URL that clients load something from; none is fine.
func checkWebAddress(w *tx.FieldErrors, field string, text *string) {
	if *text == "" {
		return
	}
	if err := tx.CheckLine(field, text, 1, maxSettingURL); err != nil {
		w.Merge(err)
		return
	}
	if u, err := url.Parse(*text); err != nil || u.Scheme != "https" || u.Hostname() == "" || u.User != nil {
		w.Add(field, "invalid", "must be a URL that begins with https:// and a host")
	}
}

// hexColor is a color as HTML has it (HTML section 2.3.6, a valid simple color).
var hexColor = regexp.MustCompile(`^#[0-9a-f]{6}$`)

// checkEmail tidies an e-mail address, or notes that it is none to which any mail server can send: what is before the @ needs SMTPUTF8 if
// it is not ASCII. None is fine.
func checkEmail(w *tx.FieldErrors, field string, text *string) {
	if text == nil {
		return
	}
	*text = auth.TidyEmail(*text)
	if *text == "" {
		return
	}
	local, _, _ := strings.Cut(*text, "@")
	ascii := strings.IndexFunc(local, func(r rune) bool { return r > unicode.MaxASCII }) < 0
	if _, err := auth.FoldEmail(*text); err != nil || !ascii {
		w.Add(field, "invalid", "must be an e-mail address")
	}
}

// checkLanguages notes what is wrong with a list of languages.
func checkLanguages(w *tx.FieldErrors, field string, tags []string) {
	if len(tags) > domain.MaxLanguages {
		w.Add(field, "too_many", "must be at most %d", domain.MaxLanguages)
		return
	}
	for i, tag := range tags {
		at := fmt.Sprintf("%s.%d", field, i)
		w.Language(at, tag)
		if slices.Contains(tags[:i], tag) {
			w.Add(at, "duplicate", "is given twice")
		}
	}
}
