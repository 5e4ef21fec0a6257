package domain

import (
	"crypto/rand"
	"errors"
	"time"

	"github.com/google/uuid"
)

// Kind is the type of thing an id belongs to. It is written into the last byte of
// the id's random part, so that node(id:) knows the table without asking each one.
type Kind byte

// The kinds that have ids. The numbers are stored in every id: never reuse or renumber one.
const (
	KindUser Kind = iota + 1
	KindContact
	KindSession
	KindComplaint
	KindComment
	KindStatusLog
	KindTask
	KindTaskUpdate
	KindMedia
	KindServiceProvider
	KindPayment
	KindBroadcast
	KindNotification
	KindZone
	KindGroup
	KindCategory
	KindAuditEntry
	KindCredential
	KindRefreshToken
	KindPaymentClaim
	KindBroadcastChannel
	KindBroadcastEvent
	KindCounter
	KindLoginAttempt
	KindChainHead
	KindIdempotencyKey
	KindTally
	KindSignInAddress
	KindSettingsChange
	KindPreference
	KindComplaintRevision
	KindSavedView
	KindLateEvidence
	KindAlert
	KindNotificationLevel
	KindLink
	KindLinkCode
)

// NewID returns a new id of a kind: UUIDv7 (RFC 9562 section 5.7) whose last byte is the kind.
func NewID(k Kind) uuid.UUID {
	id := uuid.Must(uuid.NewV7())
	id[15] = byte(k)
	return id
}

// NewIDAt returns a new id of a kind for something that happened at t, so that rows which come
// from elsewhere still sort by their own time. Times before 1970 count as 1970.
func NewIDAt(k Kind, t time.Time) uuid.UUID {
	var random uuid.UUID
	_, _ = rand.Read(random[:]) // never fails: crypto/rand ends the program instead
	return IDOf(k, t, random)
}

// IDOf is NewIDAt with the random bits given, for data that is generated the same each time.
func IDOf(k Kind, t time.Time, random uuid.UUID) uuid.UUID {
	id := random
	ms := uint64(max(t.UnixMilli(), 0))
	for i := range 6 {
		id[i] = byte(ms >> (40 - 8*i))
	}
	id[6] = id[6]&0x0f | 0x70
	id[8] = id[8]&0x3f | 0x80
	id[15] = byte(k)
	return id
}

// KindOf returns the kind of an id. For an id that is not ours it may be any number.
func KindOf(id uuid.UUID) Kind { return Kind(id[15]) }

var errNotID = errors.New("not a UUID in its 36-character form")

// ParseID parses an id in the 36-character form only: no braces, no urn:uuid:, no bare digits.
func ParseID(s string) (uuid.UUID, error) {
	if len(s) != 36 {
		return uuid.Nil, errNotID
	}
	id, err := uuid.Parse(s)
	if err != nil {
		return uuid.Nil, errNotID
	}
	return id, nil
}
