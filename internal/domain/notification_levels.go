package domain

// NotificationLevel is how much an account is told of a complaint.
type NotificationLevel string

// The levels of notifications.
const (
	LevelNormal   NotificationLevel = "NORMAL"   // what concerns it
	LevelWatching NotificationLevel = "WATCHING" // and what its reporter is told
	LevelMuted    NotificationLevel = "MUTED"    // what it has to do, and nothing else
)

// NotificationLevels are the levels of notifications.
var NotificationLevels = []NotificationLevel{LevelNormal, LevelWatching, LevelMuted}

// Values lists all levels.
func (NotificationLevel) Values() []string { return values(NotificationLevels) }
