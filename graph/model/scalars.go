// Package model has the Go types of the schema: those that gqlgen generates, and the scalars, which
// are written by hand.
package model

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"

	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
	"github.com/redress/redress/internal/i18n"
)

// TimeLayout is the format of times in both APIs: RFC 3339 in UTC with milliseconds.
const TimeLayout = "2006-01-02T15:04:05.000Z"

// DateLayout is the format of calendar days.
const DateLayout = "2006-01-02"

// invalid returns the fault of an invalid value. The error presenter adds the name of the field.
func invalid(format string, args ...any) error {
	return fault.New(fault.Validation, "%s", i18n.T(format, args...))
}

// Shown returns the beginning of a text, as much of it as tells which one it is.
func Shown(text string) string {
	const enough = 60
	if runes := []rune(text); len(runes) > enough {
		return string(runes[:enough]) + "…"
	}
	return text
}

// MarshalID encodes an id in its 36-character form.
func MarshalID(id uuid.UUID) graphql.Marshaler {
	return graphql.WriterFunc(func(w io.Writer) { _, _ = w.Write(AppendID(make([]byte, 0, 38), id)) })
}

// AppendID appends what MarshalID encodes.
func AppendID(buf []byte, id uuid.UUID) []byte {
	buf = append(buf, '"')
	for i, part := range [...][]byte{id[:4], id[4:6], id[6:8], id[8:10], id[10:]} {
		if i > 0 {
			buf = append(buf, '-')
		}
		buf = hex.AppendEncode(buf, part)
	}
	return append(buf, '"')
}

// UnmarshalID decodes an id, in its 36-character form only.
func UnmarshalID(v any) (uuid.UUID, error) {
	s, ok := v.(string)
	if !ok {
		return uuid.Nil, invalid("must be a UUID in its 36-character form")
	}
	id, err := domain.ParseID(s)
	if err != nil {
		return uuid.Nil, invalid("must be a UUID in its 36-character form, not %q", Shown(s))
	}
	return id, nil
}

// MarshalTime encodes a time in UTC with milliseconds.
func MarshalTime(t time.Time) graphql.Marshaler {
	return graphql.WriterFunc(func(w io.Writer) { _, _ = w.Write(AppendTime(make([]byte, 0, len(TimeLayout)+2), t)) })
}

// AppendTime appends what MarshalTime encodes.
func AppendTime(buf []byte, t time.Time) []byte {
	return append(t.UTC().AppendFormat(append(buf, '"'), TimeLayout), '"')
}

// UnmarshalTime decodes a time with any offset, to the millisecond.
func UnmarshalTime(v any) (time.Time, error) {
	s, ok := v.(string)
	if !ok {
		return time.Time{}, invalid("must be an RFC 3339 date and time such as 2026-11-21T08:30:00Z")
	}
	t, err := domain.ParseTime(s)
	t = t.UTC()
	if err != nil || t.Year() < 1 || t.Year() > 9999 { // SQLite compares years of four digits only
		return time.Time{}, notTime(s)
	}
	return t.Truncate(time.Millisecond), nil
}

// notTime returns the fault of a text that is no time. A plus in an address is read as a blank where it is not encoded.
func notTime(text string) error {
	if _, err := domain.ParseTime(strings.Replace(text, " ", "+", 1)); err == nil {
		return invalid("must be an RFC 3339 date and time such as 2026-11-21T08:30:00Z, not %q: in an address, + is written as %%2B", text)
	}
	return invalid("must be an RFC 3339 date and time such as 2026-11-21T08:30:00Z, not %q", Shown(text))
}

// MarshalDate encodes a calendar day.
func MarshalDate(d string) graphql.Marshaler { return graphql.MarshalString(d) }

// UnmarshalDate decodes a calendar day, which must exist.
func UnmarshalDate(v any) (string, error) {
	s, ok := v.(string)
	if !ok {
		return "", invalid("must be a date such as 2026-11-21")
	}
	if _, err := time.Parse(DateLayout, s); err != nil || len(s) != len(DateLayout) {
		return "", invalid("must be a date such as 2026-11-21, not %q", Shown(s))
	}
	return s, nil
}

// MarshalMinorUnits encodes an amount as a string, because JSON clients lose integers beyond 53 bits.
func MarshalMinorUnits(n int64) graphql.Marshaler {
	return graphql.WriterFunc(func(w io.Writer) { _, _ = w.Write(AppendMinorUnits(nil, n)) })
}

// AppendMinorUnits appends what MarshalMinorUnits encodes.
func AppendMinorUnits(buf []byte, n int64) []byte {
	return append(strconv.AppendInt(append(buf, '"'), n, 10), '"')
}

// UnmarshalMinorUnits decodes an amount written as a string.
func UnmarshalMinorUnits(v any) (int64, error) {
	s, ok := v.(string)
	if !ok {
		return 0, invalid("must be an integer written as a string, such as \"1250\"")
	}
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil || s[0] == '+' {
		return 0, invalid("must be an integer written as a string, such as \"1250\", not %q", Shown(s))
	}
	return n, nil
}

// MarshalDecimal encodes an exact decimal as a string.
func MarshalDecimal(d string) graphql.Marshaler { return graphql.MarshalString(d) }

// UnmarshalDecimal returns an error: no input has a decimal.
func UnmarshalDecimal(any) (string, error) { return "", invalid("can't be used as input") }

// MarshalJSON encodes a stored value unchanged.
func MarshalJSON(raw json.RawMessage) graphql.Marshaler {
	if len(raw) == 0 {
		return graphql.Null
	}
	return graphql.WriterFunc(func(w io.Writer) { _, _ = w.Write(raw) })
}

// UnmarshalJSON returns a value as it was given.
func UnmarshalJSON(v any) (json.RawMessage, error) { return json.Marshal(v) }

// MarshalEventID encodes the position of an event as an opaque string.
func MarshalEventID(position int64) graphql.Marshaler {
	return graphql.MarshalString(FormatEventID(position))
}

// UnmarshalEventID decodes what MarshalEventID encoded, and nothing else.
func UnmarshalEventID(v any) (int64, error) {
	s, ok := v.(string)
	if !ok {
		return 0, invalid("must be the eventId of an event")
	}
	return ParseEventID(s)
}

const eventPrefix = "e"

// FormatEventID formats the position of an event.
func FormatEventID(position int64) string { return eventPrefix + strconv.FormatInt(position, 36) }

// ParseEventID parses what FormatEventID returned.
func ParseEventID(s string) (int64, error) {
	position, err := strconv.ParseInt(strings.TrimPrefix(s, eventPrefix), 36, 64)
	if err != nil || position <= 0 || FormatEventID(position) != s {
		return 0, invalid("must be the eventId of an event")
	}
	return position, nil
}

// MediaFile is a file that is being uploaded. Its methods read a stream, so each is called once and
// in this order; nothing is read before Open.
type MediaFile interface {
	// Open returns a reader of the file and the name that the client gave it.
	Open() (io.Reader, string, error)
	// DeclaredType is what the sender says the file is, "" when nothing was said. It may
	// stand behind the file, so it is asked when the file has been read.
	DeclaredType() (domain.MediaType, error)
	// Resume waits until the service has room to store the file, which has been taken in by now.
	Resume(context.Context) error
}

// MarshalMediaFile encodes null: files are never part of a response.
func MarshalMediaFile(MediaFile) graphql.Marshaler { return graphql.Null }

// UnmarshalMediaFile returns an error: a file can't be written in JSON.
func UnmarshalMediaFile(any) (MediaFile, error) {
	return nil, invalid("can't be written in JSON; send the file to POST /api/solver/tasks/update/{update_id}/media/")
}

// Seconds converts a duration in milliseconds to seconds; nil stays nil.
func Seconds(ms *int64) *float64 {
	if ms == nil {
		return nil
	}
	s := float64(*ms) / 1000
	return &s
}
