package gqlhttp

import (
	"strings"
	"sync"

	"github.com/vektah/gqlparser/v2/ast"

	"github.com/redress/redress/graph/generated"
	"github.com/redress/redress/graph/model"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/graphexec"
	"github.com/redress/redress/internal/stats"
)

// pricing returns the price of a field.
type pricing func(w *costEstimator, f askedField) price

// askedField is a field as it is asked for: with its arguments, and with the number of rows in its lists where its parent
// says that.
type askedField struct {
	*ast.Field

	args map[string]any
	rows int
}

// fieldKey is a field by its type and its name.
type fieldKey struct{ typ, name string }

// priceTable returns what each field costs that is more than a plain value of its object.
var priceTable = sync.OnceValue(func() map[fieldKey]pricing {
	table := map[fieldKey]pricing{}
	for _, p := range prices() {
		for _, f := range p.fields {
			typ, name, _ := strings.Cut(string(f), ".")
			table[fieldKey{typ, name}] = p.pricing
		}
	}
	return table
})

// priced are fields that cost the same.
type priced struct {
	pricing pricing
	fields  []graphexec.FieldName
}

const (
	currencies = 10 // that there are sums of
	channels   = 2  // over which people are told
	mailTexts  = 10 // of an e-mail: five parts in two languages
)

// prices returns the fields by what they cost. One that is renamed in the schema does not compile here, and a test asks for
// new ones.
func prices() []priced { //nolint:funlen // a table, which as a variable would depend on itself
	return []priced{
		{(*costEstimator).value, []graphexec.FieldName{
			generated.MailTemplate_readers, generated.MailText_placeholders,
			generated.ActionInput_choices, generated.AvailableAction_requiredInput, generated.Broadcast_channels, generated.BroadcastDelivery_byChannel,
			generated.Broadcast_recipientCount, generated.Comment_redacted, generated.Comment_agent, generated.Comment_uploadUrl,
			generated.Complaint_handlerId, generated.Complaint_flagged, generated.Complaint_version,
			generated.Complaint_uploadUrl, generated.ComplaintChange_changed,
			generated.ComplaintRevision_complaintVersion, generated.ComplaintSelection_none,
			generated.LateEvidence_uploadUrl, generated.ListColumns_columns, generated.Media_url,
			generated.Media_thumbnailUrl, generated.Media_durationSeconds, generated.Media_agent, generated.Notification_title,
			generated.Notification_message, generated.Notification_lastError,
			generated.Payment_status, generated.Payment_amount, generated.PaymentSelection_none,
			generated.ReasonCode_label, generated.SavedView_columns, generated.ServiceInfo_languages,
			generated.ServiceInfo_signIn, generated.Session_current, generated.Settings_languages, generated.Settings_workingDays,
			generated.StatusLog_internalNote, generated.StatusLog_reasonCode, generated.TaskChange_changed,
			generated.TaskSelection_none, generated.TaskUpdate_uploadUrl, generated.User_role, generated.User_state,
			generated.User_zoneId, generated.User_providerId, generated.User_disabledAt, generated.User_lastSignInAt,
			generated.User_createdAt, generated.User_version, generated.AuditEntryConnection_pageInfo,
			generated.BroadcastConnection_pageInfo, generated.CategoryConnection_pageInfo,
			generated.CommentConnection_pageInfo, generated.ComplaintConnection_pageInfo,
			generated.ComplaintRevisionConnection_pageInfo, generated.GroupConnection_pageInfo,
			generated.LateEvidenceConnection_pageInfo, generated.MediaConnection_pageInfo,
			generated.NotificationConnection_pageInfo, generated.PaymentConnection_pageInfo,
			generated.ServiceProviderConnection_pageInfo, generated.SessionConnection_pageInfo,
			generated.StatusLogConnection_pageInfo, generated.TaskConnection_pageInfo,
			generated.TaskUpdateConnection_pageInfo, generated.UserConnection_pageInfo,
			generated.ZoneConnection_pageInfo,
		}},
		{reads(1), []graphexec.FieldName{
			generated.BroadcastEvent_actorName, generated.Complaint_notificationLevel, generated.StatusLog_actorName,
		}},
		{reads(3), []graphexec.FieldName{ // a contact, its account, and what others say of its address
			generated.Query_emailUpdates,
		}},
		{reads(5), []graphexec.FieldName{ // the first of each kind, whose it is, and the one that was last used
			generated.Complaint_links,
		}},
		{reads(5), []graphexec.FieldName{
			generated.Payment_taskIds,
		}},
		{reads(100), []graphexec.FieldName{ // up to 20,000 points
			generated.Zone_boundary,
		}},
		{(*costEstimator).unread, []graphexec.FieldName{
			generated.Query_unreadNotifications,
		}},
		{(*costEstimator).heldMail, []graphexec.FieldName{
			generated.Query_heldMail,
		}},
		{(*costEstimator).object, []graphexec.FieldName{
			generated.AcceptTaskPayload_task, generated.AddGroupMembersPayload_group,
			generated.AssignComplaintPayload_complaint, generated.AssignableSolver_solver,
			generated.AuditEntry_actor, generated.AuditEntryEdge_node, generated.AuditEntryPage_pagination,
			generated.BacklogPoint_selection, generated.Broadcast_createdBy, generated.Broadcast_updatedBy,
			generated.Broadcast_cancelledBy, generated.Broadcast_target,
			generated.BroadcastDeliveryEvent_broadcast, generated.BroadcastEdge_node, generated.BroadcastEvent_actor,
			generated.BroadcastPage_pagination, generated.BroadcastStats_selection, generated.Caller_user,
			generated.CancelBroadcastPayload_broadcast, generated.CancelTaskPayload_task, generated.Category_parent,
			generated.CategoryEdge_node, generated.CategoryPage_pagination,
			generated.ChangeOwnPasswordPayload_tokens, generated.ChangePasswordPayload_tokens,
			generated.ChangeUserRolePayload_user, generated.ClaimComplaintPayload_complaint,
			generated.CloseComplaintPayload_complaint, generated.Comment_complaint, generated.Comment_author,
			generated.CommentEdge_node, generated.CommentOnComplaintPayload_comment, generated.Complaint_category,
			generated.Complaint_zone, generated.Complaint_submittedBy, generated.Complaint_handler,
			generated.Complaint_duplicateOf, generated.Complaint_contact,
			generated.ComplaintBucket_timeToFirstResponse, generated.ComplaintBucket_timeToAssignment,
			generated.ComplaintBucket_timeToResolution, generated.ComplaintBucket_sla,
			generated.ComplaintBucket_reopening, generated.ComplaintBucket_rating,
			generated.ComplaintBucket_selection, generated.ComplaintChange_complaint,
			generated.ComplaintChange_actor, generated.ComplaintCluster_bounds, generated.ComplaintCluster_centre,
			generated.ComplaintEdge_node, generated.ComplaintPage_pagination, generated.ComplaintResult_complaint,
			generated.ComplaintResult_error, generated.ComplaintRevision_complaint,
			generated.ComplaintRevision_actor, generated.ComplaintRevisionEdge_node, generated.ComplaintStats_total,
			generated.ComplaintStatusEvent_statusLog, generated.ComplaintStatusEvent_complaint,
			generated.Contact_user, generated.Contact_complaint, generated.CreateCategoryPayload_category,
			generated.CreateGroupPayload_group, generated.CreateSavedViewPayload_savedView,
			generated.CreateServiceProviderPayload_serviceProvider, generated.CreateUserPayload_user,
			generated.CreateZonePayload_zone, generated.DeclineTaskPayload_task,
			generated.DeleteSavedViewPayload_savedView, generated.DisableUserPayload_user,
			generated.EditBroadcastPayload_broadcast, generated.EnableUserPayload_user, generated.GroupEdge_node,
			generated.GroupPage_pagination, generated.HoldComplaintPayload_complaint,
			generated.LateEvidence_complaint, generated.LateEvidence_task, generated.LateEvidence_author,
			generated.LateEvidenceEdge_node, generated.LedgerCheck_fault,
			generated.MarkNotificationReadPayload_notification, generated.MarkNotificationUnreadPayload_notification,
			generated.Media_taskUpdate, generated.Media_complaint, generated.Media_comment,
			generated.Media_lateEvidence, generated.Media_uploadedBy, generated.MediaEdge_node,
			generated.MediaUploadPayload_media, generated.MergeComplaintPayload_complaint,
			generated.MoveCategoryPayload_category, generated.MoveZonePayload_zone,
			generated.GuestForm_area, generated.GuestForm_challenge,
			generated.NearbyComplaint_complaint, generated.Notification_recipient, generated.Notification_broadcast,
			generated.Notification_complaint, generated.Notification_contact, generated.Notification_task, generated.NotificationEdge_node,
			generated.NotificationEvent_notification, generated.NotificationPage_pagination,
			generated.NotificationsChange_notification, generated.Payment_provider, generated.Payment_recordedBy,
			generated.Payment_reverses, generated.Payment_reversedBy, generated.Payment_period,
			generated.PaymentEdge_node, generated.PaymentPage_provider, generated.PaymentPage_summary,
			generated.PaymentPage_pagination, generated.PaymentStats_selection,
			generated.PostTaskUpdatePayload_update, generated.Query_node, generated.Query_broadcast,
			generated.Query_broadcastAudience, generated.Query_complaint, generated.Query_trackedComplaint,
			generated.Query_notificationPreferences,
			generated.Query_serviceProvider, generated.Query_payment, generated.Query_viewer,
			generated.Query_serviceInfo, generated.Query_settings, generated.Query_mailPreview, generated.Query_task, generated.Query_taskUpdate,
			generated.RateComplaintPayload_complaint, generated.ReassignTaskPayload_task,
			generated.RecordPaymentPayload_payment, generated.RedactCommentPayload_comment,
			generated.RedactComplaintRevisionPayload_complaintRevision,
			generated.RedactLateEvidencePayload_lateEvidence, generated.RejectComplaintPayload_complaint,
			generated.SendNewLinkPayload_complaint, generated.SetCallerPayload_complaint,
			generated.RetryEmailAddressPayload_contact, generated.ReleaseHeldMailPayload_heldMail, generated.DropHeldMailPayload_heldMail,
			generated.ReleaseBroadcastPayload_broadcast, generated.RemoveGroupMembersPayload_group,
			generated.ReopenComplaintPayload_complaint, generated.RescheduleBroadcastPayload_broadcast,
			generated.ResetUserPasswordPayload_user, generated.ResolveComplaintPayload_complaint,
			generated.RestoreSavedViewPayload_savedView, generated.ResumeComplaintPayload_complaint,
			generated.RetireReasonCodePayload_reasonCode, generated.RetryFailedPayload_broadcast,
			generated.ReturnTaskPayload_task, generated.ReversePaymentPayload_reversal,
			generated.ReversePaymentPayload_settlement, generated.ReviewCompletionPayload_task,
			generated.RevokeSessionPayload_session, generated.SavedView_owner,
			generated.ScheduleBroadcastPayload_broadcast, generated.SendTestBroadcastPayload_notification,
			generated.ServiceInfo_organization, generated.ServiceInfo_limits, generated.ServiceProviderEdge_node,
			generated.ServiceProviderPage_pagination, generated.Session_user, generated.SessionEdge_node,
			generated.SetMediaVisibilityPayload_media, generated.SetMailTextsPayload_settings, generated.SetNotificationDefaultsPayload_settings,
			generated.SetNotificationLevelPayload_complaint, generated.SetNotificationPreferencesPayload_preferences,
			generated.SetReasonCodePayload_reasonCode, generated.Settings_organization,
			generated.SettingsChange_actor, generated.SolverWorkload_solver, generated.StartTaskPayload_task,
			generated.StatusLog_complaint, generated.StatusLog_actor, generated.StatusLogEdge_node,
			generated.StopBroadcastPayload_broadcast, generated.SubmitComplaintPayload_complaint,
			generated.SubmitCompletionPayload_update, generated.SubmitLateEvidencePayload_lateEvidence,
			generated.Subscription_complaintStatusChanged, generated.Subscription_taskUpdated,
			generated.Subscription_notificationReceived, generated.Subscription_notificationsChanged,
			generated.Subscription_presence, generated.Subscription_broadcastDelivered, generated.Task_complaint,
			generated.Task_solver, generated.Task_provider, generated.Task_assignedBy, generated.Task_previous,
			generated.TaskChange_task, generated.TaskChange_actor, generated.TaskEdge_node, generated.TaskEvent_task,
			generated.TaskEvent_update, generated.TaskPage_pagination, generated.TaskResult_task,
			generated.TaskResult_error, generated.TaskStats_timeToAcceptance, generated.TaskStats_timeToCompletion,
			generated.TaskStats_selection, generated.TaskUpdate_task, generated.TaskUpdate_author,
			generated.TaskUpdate_reviewedBy, generated.TaskUpdateEdge_node, generated.TimelineEntry_statusLog,
			generated.TimelineEntry_comment, generated.TimelineEntry_task, generated.TimelineEntry_taskUpdate,
			generated.TimelineEntry_media, generated.TimelineEntry_revision, generated.TimelineEntry_lateEvidence,
			generated.TriageComplaintPayload_complaint, generated.UnclaimComplaintPayload_complaint,
			generated.UnmergeComplaintPayload_complaint, generated.UpdateCategoryPayload_category,
			generated.UpdateComplaintPayload_complaint, generated.UpdateGroupPayload_group,
			generated.UpdateOwnProfilePayload_user, generated.UpdatePreferencesPayload_preferences,
			generated.UpdateSavedViewPayload_savedView, generated.UpdateServiceProviderPayload_serviceProvider,
			generated.UpdateSettingsPayload_settings, generated.UpdateUserPayload_user,
			generated.UpdateZonePayload_zone, generated.User_zone, generated.User_provider, generated.User_contact,
			generated.User_preferences, generated.UserEdge_node, generated.UserPage_pagination,
			generated.WithdrawComplaintPayload_complaint, generated.WorkloadPage_pagination, generated.Zone_parent,
			generated.ZoneEdge_node, generated.ZonePage_pagination,
		}},
		{list(8), []graphexec.FieldName{
			generated.AvailableAction_inputs,
		}},
		{list(16), []graphexec.FieldName{
			generated.Broadcast_availableActions, generated.Complaint_availableActions,
			generated.Payment_availableActions, generated.Task_availableActions,
		}},
		{list(10), []graphexec.FieldName{
			generated.Broadcast_history,
		}},
		{list(currencies), []graphexec.FieldName{
			generated.PaymentSummary_totals,
		}},
		{list(plainListSize), []graphexec.FieldName{
			generated.BroadcastAudience_channels, generated.BroadcastSelection_except,
			generated.ComplaintSelection_except, generated.DisableUserPayload_scheduledBroadcasts,
			generated.PaymentSelection_except, generated.Presence_people, generated.Query_complaintStatusLog,
			generated.Query_taskUpdateHistory, generated.RowError_fields, generated.TaskSelection_except,
		}},
		{(*costEstimator).moveMail, []graphexec.FieldName{
			generated.Query_complaintMailPreview,
		}},
		{(*costEstimator).delivery, []graphexec.FieldName{
			generated.Broadcast_delivery,
		}},
		{list(model.MaxCallerOpen), []graphexec.FieldName{
			generated.Caller_openComplaints, generated.Caller_complaints,
		}},
		{list(loadBatch), []graphexec.FieldName{
			generated.ComplaintChanges_changes, generated.TaskChanges_changes,
		}},
		{list(len(domain.ComplaintStatuses)), []graphexec.FieldName{
			generated.ComplaintCounts_byStatus,
		}},
		{list(stats.MaxSingle), []graphexec.FieldName{
			generated.ComplaintMap_complaints,
		}},
		{list(domain.MaxPreferredLists), []graphexec.FieldName{
			generated.Preferences_columns,
		}},
		{list(domain.MaxMentions), []graphexec.FieldName{
			generated.Comment_mentioned,
		}},
		{list(domain.MaxViewsShown), []graphexec.FieldName{
			generated.Query_savedViews,
		}},
		{list(domain.MaxReasonCodes), []graphexec.FieldName{
			generated.Query_reasonCodes,
		}},
		{list(domain.MaxNotificationEvents), []graphexec.FieldName{
			generated.NotificationPreferences_events, generated.Settings_notifications, generated.Settings_mailTemplates,
		}},
		{list(mailTexts), []graphexec.FieldName{
			generated.MailTemplate_texts,
		}},
		{list(channels), []graphexec.FieldName{
			generated.NotificationSetting_channels,
		}},
		{list(domain.MaxLanguages), []graphexec.FieldName{
			generated.ReasonCode_labels,
		}},
		{list(domain.MaxSettingsShown), []graphexec.FieldName{
			generated.Settings_changes,
		}},
		{(*costEstimator).given, []graphexec.FieldName{
			generated.AssignComplaintsPayload_results, generated.AuditEntryPage_auditEntries,
			generated.BroadcastPage_broadcasts, generated.CategoryPage_categories,
			generated.CloseComplaintsPayload_results, generated.ComplaintMap_clusters,
			generated.ComplaintPage_complaints, generated.ComplaintStats_buckets, generated.Found_complaints,
			generated.Found_users, generated.Found_callers, generated.Found_serviceProviders,
			generated.Found_broadcasts, generated.Found_tasks, generated.GroupPage_groups,
			generated.HoldComplaintsPayload_results, generated.MergeComplaintsPayload_results,
			generated.NotificationPage_notifications, generated.PaymentPage_payments,
			generated.RejectComplaintsPayload_results, generated.ResolveComplaintsPayload_results,
			generated.ResumeComplaintsPayload_results, generated.ReviewCompletionsPayload_results,
			generated.ServiceProviderPage_serviceProviders, generated.TaskPage_tasks, generated.Timeline_entries,
			generated.TriageComplaintsPayload_results, generated.UserPage_users, generated.WorkloadPage_solvers,
			generated.ZonePage_zones,
		}},
		{(*costEstimator).connection, []graphexec.FieldName{
			generated.Broadcast_notifications, generated.Category_children, generated.Comment_media,
			generated.Complaint_duplicates, generated.Complaint_statusLog, generated.Complaint_comments,
			generated.Complaint_tasks, generated.Complaint_media, generated.Complaint_lateEvidence,
			generated.Complaint_revisions, generated.Group_members, generated.LateEvidence_media,
			generated.Payment_tasks, generated.Query_broadcasts, generated.Query_complaints,
			generated.Query_notifications, generated.Query_serviceProviders, generated.Query_payments,
			generated.Query_users, generated.Query_groups, generated.Query_auditEntries, generated.Query_zones,
			generated.Query_categories, generated.Query_tasks, generated.ServiceProvider_payments,
			generated.ServiceProvider_tasks, generated.Task_updates, generated.Task_lateEvidence,
			generated.Task_payments, generated.TaskUpdate_media, generated.User_groups, generated.User_sessions,
			generated.Zone_children,
		}},
		{(*costEstimator).edges, []graphexec.FieldName{
			generated.AuditEntryConnection_edges, generated.BroadcastConnection_edges,
			generated.CategoryConnection_edges, generated.CommentConnection_edges,
			generated.ComplaintConnection_edges, generated.ComplaintRevisionConnection_edges,
			generated.GroupConnection_edges, generated.LateEvidenceConnection_edges, generated.MediaConnection_edges,
			generated.NotificationConnection_edges, generated.PaymentConnection_edges,
			generated.ServiceProviderConnection_edges, generated.SessionConnection_edges,
			generated.StatusLogConnection_edges, generated.TaskConnection_edges,
			generated.TaskUpdateConnection_edges, generated.UserConnection_edges, generated.ZoneConnection_edges,
		}},
		{(*costEstimator).page, []graphexec.FieldName{
			generated.Query_broadcastPage, generated.Query_notificationPage, generated.Query_serviceProviderPage,
			generated.Query_userPage, generated.Query_groupPage, generated.Query_auditEntryPage,
			generated.Query_zonePage, generated.Query_categoryPage, generated.Query_taskPage,
		}},
		{(*costEstimator).complaintPage, []graphexec.FieldName{
			generated.Query_complaintPage,
		}},
		{(*costEstimator).paymentPage, []graphexec.FieldName{
			generated.Query_paymentPage,
		}},
		{(*costEstimator).mutation, []graphexec.FieldName{
			generated.Mutation_scheduleBroadcast, generated.Mutation_editBroadcast,
			generated.Mutation_rescheduleBroadcast, generated.Mutation_releaseBroadcast,
			generated.Mutation_cancelBroadcast, generated.Mutation_stopBroadcast, generated.Mutation_retryFailed,
			generated.Mutation_sendTestBroadcast, generated.Mutation_holdComplaints,
			generated.Mutation_resumeComplaints, generated.Mutation_resolveComplaints,
			generated.Mutation_closeComplaints, generated.Mutation_mergeComplaints,
			generated.Mutation_reviewCompletions, generated.Mutation_submitComplaint,
			generated.Mutation_commentOnComplaint, generated.Mutation_triageComplaint,
			generated.Mutation_assignComplaint, generated.Mutation_holdComplaint, generated.Mutation_resumeComplaint,
			generated.Mutation_resolveComplaint, generated.Mutation_rejectComplaint,
			generated.Mutation_mergeComplaint, generated.Mutation_unmergeComplaint,
			generated.Mutation_updateComplaint, generated.Mutation_claimComplaint,
			generated.Mutation_unclaimComplaint, generated.Mutation_redactComplaintRevision,
			generated.Mutation_withdrawComplaint, generated.Mutation_rateComplaint,
			generated.Mutation_closeComplaint, generated.Mutation_reopenComplaint,
			generated.Mutation_triageComplaints, generated.Mutation_assignComplaints,
			generated.Mutation_rejectComplaints, generated.Mutation_submitLateEvidence,
			generated.Mutation_redactLateEvidence, generated.Mutation_uploadLateEvidenceMedia,
			generated.Mutation_uploadTaskUpdateMedia, generated.Mutation_deleteMedia,
			generated.Mutation_setMediaVisibility, generated.Mutation_removeMedia, generated.Mutation_redactComment,
			generated.Mutation_uploadComplaintMedia, generated.Mutation_uploadCommentMedia,
			generated.Mutation_markNotificationRead, generated.Mutation_markNotificationUnread,
			generated.Mutation_markAllNotificationsRead, generated.Mutation_setNotificationPreferences,
			generated.Mutation_sendNewLink, generated.Mutation_setCaller, generated.Mutation_issueLink, generated.Mutation_issueLinkCode,
			generated.Mutation_redeemLinkCode, generated.Mutation_submitGuestReport, generated.Mutation_setEmailUpdates,
			generated.Mutation_retryEmailAddress, generated.Mutation_releaseHeldMail, generated.Mutation_dropHeldMail,
			generated.Mutation_recordPayment, generated.Mutation_reversePayment,
			generated.Mutation_createServiceProvider, generated.Mutation_updateServiceProvider,
			generated.Mutation_createUser, generated.Mutation_updateUser, generated.Mutation_updateOwnProfile,
			generated.Mutation_changeUserRole, generated.Mutation_disableUser, generated.Mutation_enableUser,
			generated.Mutation_resetUserPassword, generated.Mutation_createGroup, generated.Mutation_updateGroup,
			generated.Mutation_addGroupMembers, generated.Mutation_removeGroupMembers, generated.Mutation_createZone,
			generated.Mutation_updateZone, generated.Mutation_moveZone, generated.Mutation_createCategory,
			generated.Mutation_updateCategory, generated.Mutation_moveCategory, generated.Mutation_deleteSavedView,
			generated.Mutation_restoreSavedView, generated.Mutation_login, generated.Mutation_refresh,
			generated.Mutation_logout, generated.Mutation_registerUser, generated.Mutation_setUpService,
			generated.Mutation_changePassword, generated.Mutation_changeOwnPassword,
			generated.Mutation_revokeSession, generated.Mutation_revokeAllSessions,
			generated.Mutation_updateSettings, generated.Mutation_updatePreferences,
			generated.Mutation_setMailTexts, generated.Mutation_setNotificationDefaults, generated.Mutation_setNotificationLevel, generated.Mutation_setReasonCode,
			generated.Mutation_retireReasonCode, generated.Mutation_acceptTask,
			generated.Mutation_declineTask, generated.Mutation_startTask, generated.Mutation_returnTask,
			generated.Mutation_postTaskUpdate, generated.Mutation_submitCompletion,
			generated.Mutation_reviewCompletion, generated.Mutation_reassignTask, generated.Mutation_cancelTask,
		}},
		{(*costEstimator).saveView, []graphexec.FieldName{
			generated.Mutation_createSavedView, generated.Mutation_updateSavedView,
		}},
		{(*costEstimator).timeline, []graphexec.FieldName{
			generated.Complaint_timeline,
		}},
		{(*costEstimator).nodes, []graphexec.FieldName{
			generated.Query_nodes,
		}},
		{(*costEstimator).guestForm, []graphexec.FieldName{
			generated.Query_guestForm,
		}},
		{guestChoices("categories"), []graphexec.FieldName{
			generated.GuestForm_categories,
		}},
		{guestChoices("zones"), []graphexec.FieldName{
			generated.GuestForm_zones,
		}},
		{(*costEstimator).nearbyComplaints, []graphexec.FieldName{
			generated.Query_nearbyComplaints,
		}},
		{(*costEstimator).exportLink, []graphexec.FieldName{
			generated.Query_exportLink,
		}},
		{(*costEstimator).ledgerCheck, []graphexec.FieldName{
			generated.Query_ledgerCheck,
		}},
		{(*costEstimator).assignableSolvers, []graphexec.FieldName{
			generated.Query_assignableSolvers,
		}},
		{(*costEstimator).workload, []graphexec.FieldName{
			generated.Query_workload,
		}},
		{(*costEstimator).callerLookup, []graphexec.FieldName{
			generated.Query_callerLookup,
		}},
		{(*costEstimator).find, []graphexec.FieldName{
			generated.Query_find,
		}},
		{(*costEstimator).complaintCountsFor, []graphexec.FieldName{
			generated.Query_complaintCountsFor,
		}},
		{(*costEstimator).complaintMap, []graphexec.FieldName{
			generated.Query_complaintMap,
		}},
		{(*costEstimator).complaintCounts, []graphexec.FieldName{
			generated.Query_complaintCounts,
		}},
		{(*costEstimator).complaintStats, []graphexec.FieldName{
			generated.Query_complaintStats,
		}},
		{(*costEstimator).complaintBacklog, []graphexec.FieldName{
			generated.Query_complaintBacklog,
		}},
		{(*costEstimator).taskStats, []graphexec.FieldName{
			generated.Query_taskStats,
		}},
		{(*costEstimator).paymentStats, []graphexec.FieldName{
			generated.Query_paymentStats,
		}},
		{(*costEstimator).broadcastStats, []graphexec.FieldName{
			generated.Query_broadcastStats,
		}},
		{(*costEstimator).deliveryFailures, []graphexec.FieldName{
			generated.Query_deliveryFailures,
		}},
		{changed("complaints"), []graphexec.FieldName{
			generated.Subscription_complaintChanged,
		}},
		{changed("tasks"), []graphexec.FieldName{
			generated.Subscription_taskChanged,
		}},
	}
}
