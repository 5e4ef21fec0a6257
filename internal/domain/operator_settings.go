package domain

import "time"

// MediaTrash is how long a media file stays in the trash.
const MediaTrash = 30 * 24 * time.Hour

// OperatorSettings are what an operator may choose.
type OperatorSettings struct {
	AccessLifetime  time.Duration // of an access token; at least a second
	RefreshLifetime time.Duration // of a refresh token, and so of a session nobody refreshes
	SessionLifetime time.Duration // after which a session ends, however often it is refreshed
	ReopenWithin    time.Duration // how long a reporter may reopen what was ended
	CloseAfter      time.Duration // when a resolved complaint closes by itself
	Registration    bool          // whether people may make their own accounts
	Demo            bool          // whether it is a demo, whose accounts have a password that everybody knows
	Mail            bool          // whether notifications can go out by e-mail
	LinkPage        string        // address of the page that links of reporters lead to; "" if nobody has said where people reach the service
	GuestPage       string        // address of the page on which people report without an account; "" as with LinkPage
	MediaTrash      time.Duration // how long a file without a row stays in the trash
	BackupWithin    time.Duration // in which a backup must succeed; 0: nobody is told of late ones
	Uploads         int           // that a solver or an administrator may make in an hour; at least 1

	// Those of administrators end sooner, and when they are idle.
	AdminSessionLifetime, AdminIdle time.Duration
}

// MailLinks reports whether e-mails have links to the service.
func (s OperatorSettings) MailLinks() bool { return s.Mail && s.LinkPage != "" }

// DefaultOperatorSettings are those of docs/product.md, Limits.
func DefaultOperatorSettings() OperatorSettings {
	const day = 24 * time.Hour
	return OperatorSettings{
		AccessLifetime: 15 * time.Minute, RefreshLifetime: 30 * day,
		SessionLifetime: 90 * day, AdminSessionLifetime: 30 * day, AdminIdle: 12 * time.Hour,
		ReopenWithin: 30 * day, CloseAfter: 14 * day, MediaTrash: MediaTrash,
		BackupWithin: 26 * time.Hour, Uploads: UploadsPerStaff,
	}
}

// SessionOf returns how long a session of a role may last, however often it is refreshed.
func (s OperatorSettings) SessionOf(role Role) time.Duration {
	if role.Admin() {
		return s.AdminSessionLifetime
	}
	return s.SessionLifetime
}
