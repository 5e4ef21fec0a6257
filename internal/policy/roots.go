package policy

import (
	"slices"

	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/fault"
)

// Root is a root field of the graph, which is queried directly rather than by an edge.
type Root string

// The root fields of the graph.
const (
	RootViewer           Root = "viewer"
	RootComplaints       Root = "complaints"
	RootStatusLog        Root = "complaintStatusLog"
	RootComplaintStats   Root = "complaintStats"
	RootNearby           Root = "nearbyComplaints"
	RootTasks            Root = "tasks"
	RootTaskUpdates      Root = "taskUpdates"
	RootServiceProviders Root = "serviceProviders"
	RootPayments         Root = "payments"
	RootBroadcasts       Root = "broadcasts"
	RootNotifications    Root = "notifications"
	RootHeldMail         Root = "heldMail"
	RootUsers            Root = "users"
	RootZones            Root = "zones"
	RootGroups           Root = "groups"
	RootCategories       Root = "categories"
	RootAuditEntries     Root = "auditEntries"
	RootPaymentStats     Root = "paymentStats"
	RootTaskStats        Root = "taskStats"
	RootBroadcastStats   Root = "broadcastStats"
	RootLedgerCheck      Root = "ledgerCheck"
	RootWorkload         Root = "workload"
	RootCallerLookup     Root = "callerLookup"
	RootFind             Root = "find"
	RootNode             Root = "node"
	RootSettings         Root = "settings"
	RootReasonCodes      Root = "reasonCodes"
	RootMailPreview      Root = "mailPreview"
	RootMoveMailPreview  Root = "complaintMailPreview"
	RootSavedViews       Root = "savedViews"
	RootPresence         Root = "presence"
	RootTracked          Root = "trackedComplaint"
	RootEmailUpdates     Root = "emailUpdates"
	RootGuestForm        Root = "guestForm"
)

var everybody = domain.Roles

// ofSuperAdmins are the root fields that not all administrators may query.
var ofSuperAdmins = []Root{RootSettings, RootMailPreview}

// ofLinks are the root fields that whoever holds a link may use: of the graph all but the last one, which is to open files.
var ofLinks = []Root{RootTracked, RootStatusLog, RootEmailUpdates, RootReasonCodes, RootNode}

// ofGuests are the root fields that need no token, where the service takes reports without an account: that is the caller's to ask.
var ofGuests = []Root{RootGuestForm, RootNearby}

// roots are the roles below admin that may query each of the other root fields; administrators may query all of these.
var roots = map[Root][]domain.Role{
	RootViewer:           everybody,
	RootComplaints:       {domain.RoleUser, domain.RoleSolver},
	RootStatusLog:        {domain.RoleUser, domain.RoleSolver},
	RootComplaintStats:   {domain.RoleUser, domain.RoleSolver},
	RootNearby:           everybody,
	RootTasks:            {domain.RoleSolver, domain.RoleProvider},
	RootTaskUpdates:      {domain.RoleSolver},
	RootServiceProviders: {domain.RoleProvider},
	RootPayments:         {domain.RoleProvider},
	RootBroadcasts:       {},
	RootNotifications:    everybody,
	RootHeldMail:         {},
	RootUsers:            {},
	RootZones:            everybody,
	RootGroups:           {},
	RootCategories:       everybody,
	RootAuditEntries:     {},
	RootPaymentStats:     {domain.RoleProvider},
	RootTaskStats:        {domain.RoleSolver, domain.RoleProvider},
	RootBroadcastStats:   {},
	RootLedgerCheck:      {},
	RootWorkload:         {},
	RootCallerLookup:     {},
	RootFind:             everybody,
	RootNode:             everybody,
	RootReasonCodes:      everybody,
	RootMoveMailPreview:  {},
	RootSavedViews:       everybody,
	RootPresence:         {domain.RoleSolver},
	RootGuestForm:        everybody,
}

// May returns nil when the viewer's role may query a root field, or it is one for whoever holds a link, or for guests, authentication_required when
// nobody is signed in, and permission_denied otherwise, before any id is looked at.
func May(v *auth.Viewer, root Root) error {
	roles, known := roots[root]
	if slices.Contains(ofSuperAdmins, root) {
		known = v != nil && v.Role == domain.RoleSuperAdmin
	}
	switch {
	case v == nil && slices.Contains(ofGuests, root):
		return nil
	case v == nil:
		return fault.New(fault.AuthenticationRequired, "Sign in first.")
	case v.HasLink() && slices.Contains(ofLinks, root):
		return nil
	case v.System() || known && (v.Admin() || slices.Contains(roles, v.Role)):
		return nil
	default:
		return fault.Denied()
	}
}
