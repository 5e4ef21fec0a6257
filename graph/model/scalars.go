// Package model holds the graph's own Go types: what gqlgen makes of the schema and the
// scalars, which are written by hand.
package model

import (
	"encoding/json"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"

	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
)

// TimeLayout is how an instant is written, in the graph and over REST: RFC 3339 in UTC with
// milliseconds.
const TimeLayout = "2006-01-02T15:04:05.000Z"

// DateLayout is how a calendar day is written.
const DateLayout = "2006-01-02"

// unfit is the caller's mistake; where it was made is known where it is presented.
func unfit(message string) error { return fault.New(fault.Validation, "%s", message) }

// MarshalID writes an id in its 36-character form.
func MarshalID(id uuid.UUID) graphql.Marshaler {
	return graphql.WriterFunc(func(w io.Writer) {
		buf := make([]byte, 0, 38)
		buf = append(buf, '"')
		text, _ := id.MarshalText() // never fails
		buf = append(buf, text...)
		_, _ = w.Write(append(buf, '"'))
	})
}

// UnmarshalID reads an id in its 36-character form only.
func UnmarshalID(v any) (uuid.UUID, error) {
	s, ok := v.(string)
	if !ok {
		return uuid.Nil, unfit(domain.ErrNotID.Error())
	}
	id, err := domain.ParseID(s)
	if err != nil {
		return uuid.Nil, unfit(err.Error())
	}
	return id, nil
}

// MarshalTime writes an instant in UTC with milliseconds.
func MarshalTime(t time.Time) graphql.Marshaler {
	return graphql.WriterFunc(func(w io.Writer) {
		buf := make([]byte, 0, len(TimeLayout)+2)
		buf = append(buf, '"')
		buf = t.UTC().AppendFormat(buf, TimeLayout)
		_, _ = w.Write(append(buf, '"'))
	})
}

// UnmarshalTime reads an instant with any offset, to the millisecond.
func UnmarshalTime(v any) (time.Time, error) {
	s, ok := v.(string)
	if !ok {
		return time.Time{}, unfit("must be an RFC 3339 instant such as 2026-11-21T08:30:00Z")
	}
	t, err := time.Parse(time.RFC3339Nano, s)
	t = t.UTC()
	if err != nil || t.Year() < 1 || t.Year() > 9999 { // SQLite compares years of four digits only
		return time.Time{}, unfit("must be an RFC 3339 instant such as 2026-11-21T08:30:00Z")
	}
	return t.Truncate(time.Millisecond), nil
}

// MarshalDate writes a calendar day.
func MarshalDate(d string) graphql.Marshaler { return graphql.MarshalString(d) }

// UnmarshalDate reads a calendar day that exists.
func UnmarshalDate(v any) (string, error) {
	s, ok := v.(string)
	if !ok {
		return "", unfit("must be a day such as 2026-11-21")
	}
	if _, err := time.Parse(DateLayout, s); err != nil || len(s) != len(DateLayout) {
		return "", unfit("must be a day such as 2026-11-21")
	}
	return s, nil
}

// MarshalMinorUnits writes an amount as a string, since JSON readers lose whole numbers beyond 53 bits.
func MarshalMinorUnits(n int64) graphql.Marshaler {
	return graphql.MarshalString(strconv.FormatInt(n, 10))
}

// UnmarshalMinorUnits reads an amount written as a string.
func UnmarshalMinorUnits(v any) (int64, error) {
	s, ok := v.(string)
	if !ok {
		return 0, unfit("must be a whole number written as a string, such as \"1250\"")
	}
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		return 0, unfit("must be a whole number written as a string, such as \"1250\"")
	}
	return n, nil
}

// MarshalDecimal writes an exact decimal as a string.
func MarshalDecimal(d string) graphql.Marshaler { return graphql.MarshalString(d) }

// UnmarshalDecimal refuses: nothing takes a decimal yet.
func UnmarshalDecimal(any) (string, error) { return "", unfit("can't be given") }

// MarshalJSON writes a recorded value as it is.
func MarshalJSON(raw json.RawMessage) graphql.Marshaler {
	if len(raw) == 0 {
		return graphql.Null
	}
	return graphql.WriterFunc(func(w io.Writer) { _, _ = w.Write(raw) })
}

// UnmarshalJSON keeps a value as it was given.
func UnmarshalJSON(v any) (json.RawMessage, error) { return json.Marshal(v) }

// MarshalEventID writes an event's place. It is no number, so that nobody counts with it.
func MarshalEventID(position int64) graphql.Marshaler {
	return graphql.MarshalString(FormatEventID(position))
}

// UnmarshalEventID reads what MarshalEventID wrote, and nothing else.
func UnmarshalEventID(v any) (int64, error) {
	s, ok := v.(string)
	if !ok {
		return 0, unfit("must be the eventId of an event")
	}
	return ParseEventID(s)
}

const eventPrefix = "e"

// FormatEventID spells an event's place.
func FormatEventID(position int64) string { return eventPrefix + strconv.FormatInt(position, 36) }

// ParseEventID reads an event's place as FormatEventID spells it.
func ParseEventID(s string) (int64, error) {
	position, err := strconv.ParseInt(strings.TrimPrefix(s, eventPrefix), 36, 64)
	if err != nil || position <= 0 || FormatEventID(position) != s {
		return 0, unfit("must be the eventId of an event")
	}
	return position, nil
}

// MediaFile is a file on its way in. Its methods read a stream, so each is called once, in
// this order; nothing is read before Open.
type MediaFile interface {
	// Open finds the file and answers its reader and the name it has at its sender.
	Open() (io.Reader, string, error)
	// DeclaredType is what the sender says the file is, "" when nothing was said. It may
	// stand behind the file, so it is asked when the file has been read.
	DeclaredType() (domain.MediaType, error)
}

// MarshalMediaFile writes nothing: files are never part of an answer.
func MarshalMediaFile(MediaFile) graphql.Marshaler { return graphql.Null }

// UnmarshalMediaFile refuses everything: JSON can't spell a file.
func UnmarshalMediaFile(any) (MediaFile, error) {
	return nil, unfit("a file can't be written in JSON; send it to POST /api/solver/tasks/update/{update_id}/media/")
}

// Seconds spells a length in milliseconds as seconds; nil stays nil.
func Seconds(ms *int64) *float64 {
	if ms == nil {
		return nil
	}
	s := float64(*ms) / 1000
	return &s
}
