package domain

// Limits of saved views.
const (
	MaxViews       = 50     // of an account, without those that it deleted
	MaxStoredViews = 1_000  // of an account, with those that it deleted
	MaxSharedViews = 200    // that are shared, of all accounts together
	MaxViewName    = 100    // characters
	MaxViewsShown  = 300    // that one answer holds
	MaxViewFilter  = 16_384 // bytes, as JSON
)

// ViewList is a list of which views are saved.
type ViewList string

// The lists of which views are saved.
const (
	ViewComplaints       ViewList = "COMPLAINTS"
	ViewTasks            ViewList = "TASKS"
	ViewPayments         ViewList = "PAYMENTS"
	ViewBroadcasts       ViewList = "BROADCASTS"
	ViewUsers            ViewList = "USERS"
	ViewZones            ViewList = "ZONES"
	ViewGroups           ViewList = "GROUPS"
	ViewCategories       ViewList = "CATEGORIES"
	ViewServiceProviders ViewList = "SERVICE_PROVIDERS"
	ViewAuditEntries     ViewList = "AUDIT_ENTRIES"
	ViewNotifications    ViewList = "NOTIFICATIONS"
)

// ViewLists are the lists of which views are saved.
var ViewLists = []ViewList{
	ViewComplaints, ViewTasks, ViewPayments, ViewBroadcasts, ViewUsers, ViewZones, ViewGroups, ViewCategories,
	ViewServiceProviders, ViewAuditEntries, ViewNotifications,
}

// Values lists all lists of which views are saved.
func (ViewList) Values() []string { return values(ViewLists) }
