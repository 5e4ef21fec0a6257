package domain

import "time"

// Limits of the product that more than one package keeps or prints.
const (
	MaxFiles    = 10 // of one task update, complaint or comment
	MaxMentions = 10 // of administrators in an internal note

	LowRating = 2 // highest rating that awaits the attention of an administrator; higher ones close what is resolved

	// Texts, in characters.
	MaxTitle       = 200
	MaxDescription = 10_000
	MaxAddress     = 500
	MaxNote        = 2_000
	MaxName        = 200 // of a person, an account, a zone, a category
	MaxPhone       = 40
	MaxGroupText   = 1_000 // what a group is for

	MaxUnread   = 1_000         // unread notifications that are counted
	MaxHeldMail = 10_000        // e-mails held after a restore that are counted
	MaxSLAHours = 24 * 366 * 10 // of a category: ten years

	UploadWindow        = time.Hour // in which uploads are counted
	UploadsPerStaff     = 300       // uploads of a solver or an administrator in a window, unless set otherwise
	UploadsStaffPerUser = 5         // how many times those of a user that is

	MaxIdempotencyKey       = 255            // characters
	IdempotencyKeyRetention = 24 * time.Hour // from its first use a key stands for its request

	LoginWindow      = time.Minute // in which wrong attempts to sign in are counted
	LoginsPerAddress = 20          // wrong attempts from a network address in a window
	LoginsPerAccount = 5           // wrong attempts for an account from one network address in a window
	LoginsPerHour    = 100         // wrong attempts for an account in an hour, from all strangers together

	NearbyPerHour       = 30  // times that an account may ask what was reported near a place; not administrators
	NearbyPerNetwork    = 300 // times within an hour that people without an account may ask it from one network address, all together
	GuestReportsPerHour = 20  // complaints without an account from one network address
	GuestReportsPerDay  = 60  // the same, within a day
	MaxGuestChoices     = 500 // categories, and zones, that people without an account choose among

	// RefreshGrace is how long after its use a refresh token may be sent again, by somebody whom
	// the response did not reach.
	RefreshGrace = 60 * time.Second
)
