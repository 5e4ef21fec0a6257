package auth

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
)

// A mark says that an account signed in on a device. It signs nobody in: it lets whoever signs in on
// that device past the wrong attempts of others.
const (
	// DeviceLifetime is how long a mark is good after the account last signed in on the device.
	DeviceLifetime = 180 * 24 * time.Hour
	// maxDeviceAccounts is how many accounts have a mark on a device; the one that signed in least
	// recently makes room.
	maxDeviceAccounts = 8
)

// deviceMark is signed by the service. The id tells marks apart, of one account on two devices too.
// It names since when the account's marks are good, which is when its password was set or its sessions were ended: those before end.
type deviceMark struct {
	account, id uuid.UUID
	since       int64 // Unix milliseconds
	expires     int64 // Unix seconds
}

// deviceMarkSize is that of account, id, since, end, HMAC-SHA-256.
const deviceMarkSize = 16 + 16 + 8 + 8 + sha256.Size

// DeviceMarks reads and writes the marks of devices.
type DeviceMarks struct {
	key []byte
	now func() time.Time
}

// NewDeviceMarks returns DeviceMarks that are signed with a key.
func NewDeviceMarks(key []byte, now func() time.Time) *DeviceMarks { return &DeviceMarks{key, now} }

// Device is what a device shows of the accounts that signed in on it, the latest first.
type Device struct{ marks []deviceMark }

// Read returns the marks that are good among those of a text. What is not one of ours is left out.
func (m *DeviceMarks) Read(text string) *Device {
	d := &Device{}
	for i, part := range strings.SplitN(text, ".", maxDeviceAccounts+1) {
		raw, err := opaque.DecodeString(part)
		if i == maxDeviceAccounts || err != nil || len(raw) != deviceMarkSize {
			continue
		}
		body := raw[:deviceMarkSize-sha256.Size]
		mark := deviceMark{
			account: uuid.UUID(body[:16]), id: uuid.UUID(body[16:32]),
			since: int64(binary.BigEndian.Uint64(body[32:])), expires: int64(binary.BigEndian.Uint64(body[40:])),
		}
		if hmac.Equal(raw[len(body):], m.mac(body)) && m.now().Unix() < mark.expires {
			d.marks = append(d.marks, mark)
		}
	}
	return d
}

// Write returns the text that Read reads.
func (m *DeviceMarks) Write(d *Device) string {
	parts := make([]string, len(d.marks))
	for i, mark := range d.marks {
		body := make([]byte, 0, deviceMarkSize)
		body = append(append(body, mark.account[:]...), mark.id[:]...)
		body = binary.BigEndian.AppendUint64(body, uint64(mark.since))
		body = binary.BigEndian.AppendUint64(body, uint64(mark.expires))
		parts[i] = opaque.EncodeToString(append(body, m.mac(body)...))
	}
	return strings.Join(parts, ".")
}

// Trust marks the device as one on which an account has just signed in, whose marks are good since an instant.
func (m *DeviceMarks) Trust(d *Device, account uuid.UUID, since time.Time) {
	id, known := d.Mark(account, since)
	if !known {
		id = uuid.New()
	}
	d.marks = slices.DeleteFunc(d.marks, func(other deviceMark) bool { return other.account == account })
	mark := deviceMark{account, id, since.UnixMilli(), m.now().Add(DeviceLifetime).Unix()}
	d.marks = append([]deviceMark{mark}, d.marks[:min(len(d.marks), maxDeviceAccounts-1)]...)
}

// mac returns the MAC of a mark. The leading words keep it apart from anything else that is ever signed
// with the same key.
func (m *DeviceMarks) mac(body []byte) []byte {
	h := hmac.New(sha256.New, m.key)
	_, _ = h.Write([]byte("redress device mark 1\x00")) // a hash never fails
	_, _ = h.Write(body)
	return h.Sum(nil)
}

// Mark returns the id of an account's mark, and whether there is one that is good since an instant.
func (d *Device) Mark(account uuid.UUID, since time.Time) (id uuid.UUID, known bool) {
	if d == nil {
		return uuid.Nil, false
	}
	for _, mark := range d.marks {
		if mark.account == account && mark.since == since.UnixMilli() {
			return mark.id, true
		}
	}
	return uuid.Nil, false
}

// Known reports whether any account has a mark on the device.
func (d *Device) Known() bool { return d != nil && len(d.marks) > 0 }

type deviceKey struct{}

// onDevice is a device during a request that signs in, and what notes who did.
type onDevice struct {
	device *Device
	trust  func(account uuid.UUID, since time.Time)
}

// WithDevice returns a context of a request that signs in on a device, which is marked when somebody has.
func WithDevice(ctx context.Context, m *DeviceMarks, d *Device) context.Context {
	return context.WithValue(ctx, deviceKey{}, onDevice{d, func(account uuid.UUID, since time.Time) {
		m.Trust(d, account, since)
	}})
}

// DeviceOf returns the device on which the context's request signs in; nil where there is none to be known.
func DeviceOf(ctx context.Context) *Device {
	on, _ := ctx.Value(deviceKey{}).(onDevice)
	return on.device
}

// TrustDevice marks the device of the context's request, if there is one: an account has signed in on it.
func TrustDevice(ctx context.Context, account uuid.UUID, since time.Time) {
	if on, ok := ctx.Value(deviceKey{}).(onDevice); ok {
		on.trust(account, since)
	}
}
