/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../../data/graph/schema.generated';

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type ComplaintRowFragment = { __typename: 'Complaint', id: string, reference: string, title: string, status: Types.ComplaintStatus, priority: Types.Priority, dueAt: string | null, overdue: boolean, createdAt: string, updatedAt: string, movedAt: string | null, reopenedCount: number, flagged: boolean, rating: number | null, source: Types.ComplaintSource, version: number, category: { id: string, name: string } | null, zone: { id: string, name: string } | null, handler: { id: string, name: string } | null, duplicateOf: { id: string, reference: string } | null, media: { edges: Array<{ node: { id: string } | null }> }, comments: { edges: Array<{ node: { id: string } | null }> }, tasks: { edges: Array<{ node: { id: string, status: Types.TaskStatus, version: number, solver: { id: string, name: string } | null } | null }> } };

export type MediaFileFragment = { id: string, url: string, thumbnailUrl: string | null, fileName: string, mediaType: Types.MediaType, visibility: Types.Visibility, width: number | null, height: number | null, durationSeconds: number | null, createdAt: string, lateEvidenceId: string | null, agent: Types.Agent, uploadedBy: { id: string, name: string } | null };

export type OfferFragment = { action: Types.Action, enabled: boolean, disabledReason: string, disabledCode: string | null, requiredInput: Array<string>, inputs: Array<{ name: string, type: string, required: boolean, choices: Array<string>, maxLength: number | null }> };

export type CaseTaskFragment = { id: string, status: Types.TaskStatus, instructions: string, dueAt: string | null, acceptedAt: string | null, startedAt: string | null, endedAt: string | null, endReason: string, endNote: string, version: number, createdAt: string, solver: { id: string, name: string, contact: { id: string, phone: string } | null } | null, provider: { id: string, name: string } | null, progress: { edges: Array<{ node: { id: string, type: Types.TaskUpdateType, percentageCompleted: number | null, remarks: string, occurredAt: string } | null }> }, availableActions: Array<{ action: Types.Action, enabled: boolean, disabledReason: string, disabledCode: string | null, requiredInput: Array<string>, inputs: Array<{ name: string, type: string, required: boolean, choices: Array<string>, maxLength: number | null }> }> };

export type ComplaintByReferenceQueryVariables = Exact<{
  reference: string;
}>;


export type ComplaintByReferenceQuery = { complaints: { edges: Array<{ node: { id: string } | null }> } };

export type ComplaintPageQueryVariables = Exact<{
  id: string;
}>;


export type ComplaintPageQuery = { complaint: { __typename: 'Complaint', description: string, address: string, latitude: number | null, longitude: number | null, externalRef: string | null, notificationLevel: Types.NotificationLevel, ratingComment: string, assignedAt: string | null, resolvedAt: string | null, closedAt: string | null, heldAt: string | null, uploadUrl: string, id: string, reference: string, title: string, status: Types.ComplaintStatus, priority: Types.Priority, dueAt: string | null, overdue: boolean, createdAt: string, updatedAt: string, movedAt: string | null, reopenedCount: number, flagged: boolean, rating: number | null, source: Types.ComplaintSource, version: number, submittedBy: { id: string, name: string, contact: { id: string, email: string, phone: string, confirmedAt: string | null, deniedAt: string | null, refusedAt: string | null, unsubscribedAt: string | null } | null, zone: { id: string, name: string } | null } | null, contact: { id: string, name: string, email: string, phone: string, confirmedAt: string | null, deniedAt: string | null, refusedAt: string | null, unsubscribedAt: string | null } | null, duplicates: { edges: Array<{ node: { id: string, reference: string, title: string } | null }> }, photos: { edges: Array<{ node: { id: string, url: string, thumbnailUrl: string | null, fileName: string, mediaType: Types.MediaType, visibility: Types.Visibility, width: number | null, height: number | null, durationSeconds: number | null, createdAt: string, lateEvidenceId: string | null, agent: Types.Agent, uploadedBy: { id: string, name: string } | null } | null }> }, late: { edges: Array<{ node: { id: string, media: { edges: Array<{ node: { id: string, url: string, thumbnailUrl: string | null, fileName: string, mediaType: Types.MediaType, visibility: Types.Visibility, width: number | null, height: number | null, durationSeconds: number | null, createdAt: string, lateEvidenceId: string | null, agent: Types.Agent, uploadedBy: { id: string, name: string } | null } | null }> } } | null }> }, latest: { edges: Array<{ node: { id: string, status: Types.ComplaintStatus, actorName: string, publicNote: string, createdAt: string } | null }> }, work: { edges: Array<{ node: { id: string, status: Types.TaskStatus, instructions: string, dueAt: string | null, acceptedAt: string | null, startedAt: string | null, endedAt: string | null, endReason: string, endNote: string, version: number, createdAt: string, solver: { id: string, name: string, contact: { id: string, phone: string } | null } | null, provider: { id: string, name: string } | null, progress: { edges: Array<{ node: { id: string, type: Types.TaskUpdateType, percentageCompleted: number | null, remarks: string, occurredAt: string } | null }> }, availableActions: Array<{ action: Types.Action, enabled: boolean, disabledReason: string, disabledCode: string | null, requiredInput: Array<string>, inputs: Array<{ name: string, type: string, required: boolean, choices: Array<string>, maxLength: number | null }> }> } | null }> }, availableActions: Array<{ action: Types.Action, enabled: boolean, disabledReason: string, disabledCode: string | null, requiredInput: Array<string>, inputs: Array<{ name: string, type: string, required: boolean, choices: Array<string>, maxLength: number | null }> }>, category: { id: string, name: string } | null, zone: { id: string, name: string } | null, handler: { id: string, name: string } | null, duplicateOf: { id: string, reference: string } | null, media: { edges: Array<{ node: { id: string } | null }> }, comments: { edges: Array<{ node: { id: string } | null }> }, tasks: { edges: Array<{ node: { id: string, status: Types.TaskStatus, version: number, solver: { id: string, name: string } | null } | null }> } } | null };

export type ComplaintTimelineQueryVariables = Exact<{
  id: string;
  first: number;
  before?: string | null | undefined;
  kinds?: Array<Types.TimelineKind> | Types.TimelineKind | null | undefined;
}>;


export type ComplaintTimelineQuery = { complaint: { id: string, timeline: { hasMore: boolean, end: string | null, entries: Array<{ kind: Types.TimelineKind, at: string, step: Types.TaskStatus | null, statusLog: { id: string, status: Types.ComplaintStatus, actorName: string, actorId: string | null, publicNote: string, internalNote: string, reasonCode: string } | null, comment: { id: string, text: string, visibility: Types.Visibility, redacted: boolean, agent: Types.Agent, author: { id: string, name: string, role: Types.Role | null } | null, mentioned: Array<{ id: string, name: string }> | null, media: { edges: Array<{ node: { id: string, url: string, thumbnailUrl: string | null, fileName: string, mediaType: Types.MediaType, visibility: Types.Visibility, width: number | null, height: number | null, durationSeconds: number | null, createdAt: string, lateEvidenceId: string | null, agent: Types.Agent, uploadedBy: { id: string, name: string } | null } | null }> } } | null, task: { id: string, status: Types.TaskStatus, instructions: string, endReason: string, endNote: string, solver: { id: string, name: string } | null, assignedBy: { id: string, name: string } | null } | null, taskUpdate: { id: string, type: Types.TaskUpdateType, status: Types.ReviewStatus, remarks: string, percentageCompleted: number | null, reviewNote: string, reviewedAt: string | null, createdAt: string, author: { id: string, name: string } | null, reviewedBy: { id: string, name: string } | null, media: { edges: Array<{ node: { id: string, url: string, thumbnailUrl: string | null, fileName: string, mediaType: Types.MediaType, visibility: Types.Visibility, width: number | null, height: number | null, durationSeconds: number | null, createdAt: string, lateEvidenceId: string | null, agent: Types.Agent, uploadedBy: { id: string, name: string } | null } | null }> } } | null, media: { id: string, url: string, thumbnailUrl: string | null, fileName: string, mediaType: Types.MediaType, visibility: Types.Visibility, width: number | null, height: number | null, durationSeconds: number | null, createdAt: string, lateEvidenceId: string | null, agent: Types.Agent, uploadedBy: { id: string, name: string } | null } | null, lateEvidence: { id: string, type: Types.TaskUpdateType, remarks: string, percentageCompleted: number | null, occurredAt: string, lostAt: string, redactedAt: string | null, author: { id: string, name: string } | null, media: { edges: Array<{ node: { id: string, url: string, thumbnailUrl: string | null, fileName: string, mediaType: Types.MediaType, visibility: Types.Visibility, width: number | null, height: number | null, durationSeconds: number | null, createdAt: string, lateEvidenceId: string | null, agent: Types.Agent, uploadedBy: { id: string, name: string } | null } | null }> } } | null, revision: { id: string, redactedAt: string | null, titleBefore: string | null, titleAfter: string | null, descriptionBefore: string | null, descriptionAfter: string | null, addressBefore: string | null, addressAfter: string | null, latitudeBefore: number | null, longitudeBefore: number | null, latitudeAfter: number | null, longitudeAfter: number | null, actor: { id: string, name: string } | null } | null }> } } | null };

export type SimilarNearbyQueryVariables = Exact<{
  latitude: number;
  longitude: number;
  metres: number;
}>;


export type SimilarNearbyQuery = { nearbyComplaints: Array<{ distance: number, ageInDays: number, complaint: { id: string, reference: string, title: string, status: Types.ComplaintStatus, createdAt: string, category: { id: string, name: string } | null, tasks: { edges: Array<{ node: { id: string, status: Types.TaskStatus } | null }> } } | null }> };

export type EarlierComplaintsQueryVariables = Exact<{
  where: Types.ComplaintWhereInput;
}>;


export type EarlierComplaintsQuery = { complaints: { totalCount: number, edges: Array<{ node: { id: string, reference: string, title: string, status: Types.ComplaintStatus, createdAt: string, tasks: { edges: Array<{ node: { id: string, status: Types.TaskStatus } | null }> } } | null }> } };

export type ComplaintLinksQueryVariables = Exact<{
  id: string;
}>;


export type ComplaintLinksQuery = { complaint: { id: string, links: { since: string, lastUsedAt: string | null } | null } | null };

export type SendNewLinkMutationVariables = Exact<{
  input: Types.SendNewLinkInput;
}>;


export type SendNewLinkMutation = { sendNewLink: { complaint: { id: string } } };

export type IssueLinkMutationVariables = Exact<{
  input: Types.IssueLinkInput;
}>;


export type IssueLinkMutation = { issueLink: { url: string } };

export type IssueLinkCodeMutationVariables = Exact<{
  input: Types.IssueLinkCodeInput;
}>;


export type IssueLinkCodeMutation = { issueLinkCode: { code: string, expiresAt: string } };

export type SetCallerMutationVariables = Exact<{
  input: Types.SetCallerInput;
}>;


export type SetCallerMutation = { setCaller: { complaint: { id: string } } };

export type FormSolversQueryVariables = Exact<{
  id: string;
  search?: string | null | undefined;
}>;


export type FormSolversQuery = { assignableSolvers: Array<{ live: number, overdue: number, sameZone: boolean, declined: boolean, solver: { id: string, name: string } }> };

export type FormComplaintsQueryVariables = Exact<{
  text: string;
}>;


export type FormComplaintsQuery = { find: { complaints: Array<{ id: string, reference: string, title: string, status: Types.ComplaintStatus, tasks: { edges: Array<{ node: { id: string, status: Types.TaskStatus } | null }> } }> } };

export type CaseTriageMutationVariables = Exact<{
  input: Types.TriageComplaintInput;
}>;


export type CaseTriageMutation = { done: { complaint: { __typename: 'Complaint', id: string, reference: string, title: string, status: Types.ComplaintStatus, priority: Types.Priority, dueAt: string | null, overdue: boolean, createdAt: string, updatedAt: string, movedAt: string | null, reopenedCount: number, flagged: boolean, rating: number | null, source: Types.ComplaintSource, version: number, category: { id: string, name: string } | null, zone: { id: string, name: string } | null, handler: { id: string, name: string } | null, duplicateOf: { id: string, reference: string } | null, media: { edges: Array<{ node: { id: string } | null }> }, comments: { edges: Array<{ node: { id: string } | null }> }, tasks: { edges: Array<{ node: { id: string, status: Types.TaskStatus, version: number, solver: { id: string, name: string } | null } | null }> } } } };

export type CaseEditMutationVariables = Exact<{
  input: Types.UpdateComplaintInput;
}>;


export type CaseEditMutation = { done: { complaint: { __typename: 'Complaint', id: string, reference: string, title: string, status: Types.ComplaintStatus, priority: Types.Priority, dueAt: string | null, overdue: boolean, createdAt: string, updatedAt: string, movedAt: string | null, reopenedCount: number, flagged: boolean, rating: number | null, source: Types.ComplaintSource, version: number, category: { id: string, name: string } | null, zone: { id: string, name: string } | null, handler: { id: string, name: string } | null, duplicateOf: { id: string, reference: string } | null, media: { edges: Array<{ node: { id: string } | null }> }, comments: { edges: Array<{ node: { id: string } | null }> }, tasks: { edges: Array<{ node: { id: string, status: Types.TaskStatus, version: number, solver: { id: string, name: string } | null } | null }> } } } };

export type CaseAssignMutationVariables = Exact<{
  input: Types.AssignComplaintInput;
}>;


export type CaseAssignMutation = { done: { complaint: { __typename: 'Complaint', id: string, reference: string, title: string, status: Types.ComplaintStatus, priority: Types.Priority, dueAt: string | null, overdue: boolean, createdAt: string, updatedAt: string, movedAt: string | null, reopenedCount: number, flagged: boolean, rating: number | null, source: Types.ComplaintSource, version: number, category: { id: string, name: string } | null, zone: { id: string, name: string } | null, handler: { id: string, name: string } | null, duplicateOf: { id: string, reference: string } | null, media: { edges: Array<{ node: { id: string } | null }> }, comments: { edges: Array<{ node: { id: string } | null }> }, tasks: { edges: Array<{ node: { id: string, status: Types.TaskStatus, version: number, solver: { id: string, name: string } | null } | null }> } } } };

export type CaseHoldMutationVariables = Exact<{
  input: Types.HoldComplaintInput;
}>;


export type CaseHoldMutation = { done: { complaint: { __typename: 'Complaint', id: string, reference: string, title: string, status: Types.ComplaintStatus, priority: Types.Priority, dueAt: string | null, overdue: boolean, createdAt: string, updatedAt: string, movedAt: string | null, reopenedCount: number, flagged: boolean, rating: number | null, source: Types.ComplaintSource, version: number, category: { id: string, name: string } | null, zone: { id: string, name: string } | null, handler: { id: string, name: string } | null, duplicateOf: { id: string, reference: string } | null, media: { edges: Array<{ node: { id: string } | null }> }, comments: { edges: Array<{ node: { id: string } | null }> }, tasks: { edges: Array<{ node: { id: string, status: Types.TaskStatus, version: number, solver: { id: string, name: string } | null } | null }> } } } };

export type CaseResumeMutationVariables = Exact<{
  input: Types.ResumeComplaintInput;
}>;


export type CaseResumeMutation = { done: { complaint: { __typename: 'Complaint', id: string, reference: string, title: string, status: Types.ComplaintStatus, priority: Types.Priority, dueAt: string | null, overdue: boolean, createdAt: string, updatedAt: string, movedAt: string | null, reopenedCount: number, flagged: boolean, rating: number | null, source: Types.ComplaintSource, version: number, category: { id: string, name: string } | null, zone: { id: string, name: string } | null, handler: { id: string, name: string } | null, duplicateOf: { id: string, reference: string } | null, media: { edges: Array<{ node: { id: string } | null }> }, comments: { edges: Array<{ node: { id: string } | null }> }, tasks: { edges: Array<{ node: { id: string, status: Types.TaskStatus, version: number, solver: { id: string, name: string } | null } | null }> } } } };

export type CaseResolveMutationVariables = Exact<{
  input: Types.ResolveComplaintInput;
}>;


export type CaseResolveMutation = { done: { complaint: { __typename: 'Complaint', id: string, reference: string, title: string, status: Types.ComplaintStatus, priority: Types.Priority, dueAt: string | null, overdue: boolean, createdAt: string, updatedAt: string, movedAt: string | null, reopenedCount: number, flagged: boolean, rating: number | null, source: Types.ComplaintSource, version: number, category: { id: string, name: string } | null, zone: { id: string, name: string } | null, handler: { id: string, name: string } | null, duplicateOf: { id: string, reference: string } | null, media: { edges: Array<{ node: { id: string } | null }> }, comments: { edges: Array<{ node: { id: string } | null }> }, tasks: { edges: Array<{ node: { id: string, status: Types.TaskStatus, version: number, solver: { id: string, name: string } | null } | null }> } } } };

export type CaseRejectMutationVariables = Exact<{
  input: Types.RejectComplaintInput;
}>;


export type CaseRejectMutation = { done: { complaint: { __typename: 'Complaint', id: string, reference: string, title: string, status: Types.ComplaintStatus, priority: Types.Priority, dueAt: string | null, overdue: boolean, createdAt: string, updatedAt: string, movedAt: string | null, reopenedCount: number, flagged: boolean, rating: number | null, source: Types.ComplaintSource, version: number, category: { id: string, name: string } | null, zone: { id: string, name: string } | null, handler: { id: string, name: string } | null, duplicateOf: { id: string, reference: string } | null, media: { edges: Array<{ node: { id: string } | null }> }, comments: { edges: Array<{ node: { id: string } | null }> }, tasks: { edges: Array<{ node: { id: string, status: Types.TaskStatus, version: number, solver: { id: string, name: string } | null } | null }> } } } };

export type CaseMergeMutationVariables = Exact<{
  input: Types.MergeComplaintInput;
}>;


export type CaseMergeMutation = { done: { complaint: { __typename: 'Complaint', id: string, reference: string, title: string, status: Types.ComplaintStatus, priority: Types.Priority, dueAt: string | null, overdue: boolean, createdAt: string, updatedAt: string, movedAt: string | null, reopenedCount: number, flagged: boolean, rating: number | null, source: Types.ComplaintSource, version: number, category: { id: string, name: string } | null, zone: { id: string, name: string } | null, handler: { id: string, name: string } | null, duplicateOf: { id: string, reference: string } | null, media: { edges: Array<{ node: { id: string } | null }> }, comments: { edges: Array<{ node: { id: string } | null }> }, tasks: { edges: Array<{ node: { id: string, status: Types.TaskStatus, version: number, solver: { id: string, name: string } | null } | null }> } } } };

export type CaseUnmergeMutationVariables = Exact<{
  input: Types.UnmergeComplaintInput;
}>;


export type CaseUnmergeMutation = { done: { complaint: { __typename: 'Complaint', id: string, reference: string, title: string, status: Types.ComplaintStatus, priority: Types.Priority, dueAt: string | null, overdue: boolean, createdAt: string, updatedAt: string, movedAt: string | null, reopenedCount: number, flagged: boolean, rating: number | null, source: Types.ComplaintSource, version: number, category: { id: string, name: string } | null, zone: { id: string, name: string } | null, handler: { id: string, name: string } | null, duplicateOf: { id: string, reference: string } | null, media: { edges: Array<{ node: { id: string } | null }> }, comments: { edges: Array<{ node: { id: string } | null }> }, tasks: { edges: Array<{ node: { id: string, status: Types.TaskStatus, version: number, solver: { id: string, name: string } | null } | null }> } } } };

export type CaseCloseMutationVariables = Exact<{
  input: Types.CloseComplaintInput;
}>;


export type CaseCloseMutation = { done: { complaint: { __typename: 'Complaint', id: string, reference: string, title: string, status: Types.ComplaintStatus, priority: Types.Priority, dueAt: string | null, overdue: boolean, createdAt: string, updatedAt: string, movedAt: string | null, reopenedCount: number, flagged: boolean, rating: number | null, source: Types.ComplaintSource, version: number, category: { id: string, name: string } | null, zone: { id: string, name: string } | null, handler: { id: string, name: string } | null, duplicateOf: { id: string, reference: string } | null, media: { edges: Array<{ node: { id: string } | null }> }, comments: { edges: Array<{ node: { id: string } | null }> }, tasks: { edges: Array<{ node: { id: string, status: Types.TaskStatus, version: number, solver: { id: string, name: string } | null } | null }> } } } };

export type CaseReopenMutationVariables = Exact<{
  input: Types.ReopenComplaintInput;
}>;


export type CaseReopenMutation = { done: { complaint: { __typename: 'Complaint', id: string, reference: string, title: string, status: Types.ComplaintStatus, priority: Types.Priority, dueAt: string | null, overdue: boolean, createdAt: string, updatedAt: string, movedAt: string | null, reopenedCount: number, flagged: boolean, rating: number | null, source: Types.ComplaintSource, version: number, category: { id: string, name: string } | null, zone: { id: string, name: string } | null, handler: { id: string, name: string } | null, duplicateOf: { id: string, reference: string } | null, media: { edges: Array<{ node: { id: string } | null }> }, comments: { edges: Array<{ node: { id: string } | null }> }, tasks: { edges: Array<{ node: { id: string, status: Types.TaskStatus, version: number, solver: { id: string, name: string } | null } | null }> } } } };

export type CaseLevelMutationVariables = Exact<{
  input: Types.SetNotificationLevelInput;
}>;


export type CaseLevelMutation = { setNotificationLevel: { complaint: { id: string, notificationLevel: Types.NotificationLevel } } };

export type CaseClaimMutationVariables = Exact<{
  input: Types.ClaimComplaintInput;
}>;


export type CaseClaimMutation = { done: { complaint: { __typename: 'Complaint', id: string, reference: string, title: string, status: Types.ComplaintStatus, priority: Types.Priority, dueAt: string | null, overdue: boolean, createdAt: string, updatedAt: string, movedAt: string | null, reopenedCount: number, flagged: boolean, rating: number | null, source: Types.ComplaintSource, version: number, category: { id: string, name: string } | null, zone: { id: string, name: string } | null, handler: { id: string, name: string } | null, duplicateOf: { id: string, reference: string } | null, media: { edges: Array<{ node: { id: string } | null }> }, comments: { edges: Array<{ node: { id: string } | null }> }, tasks: { edges: Array<{ node: { id: string, status: Types.TaskStatus, version: number, solver: { id: string, name: string } | null } | null }> } } } };

export type CaseUnclaimMutationVariables = Exact<{
  input: Types.UnclaimComplaintInput;
}>;


export type CaseUnclaimMutation = { done: { complaint: { __typename: 'Complaint', id: string, reference: string, title: string, status: Types.ComplaintStatus, priority: Types.Priority, dueAt: string | null, overdue: boolean, createdAt: string, updatedAt: string, movedAt: string | null, reopenedCount: number, flagged: boolean, rating: number | null, source: Types.ComplaintSource, version: number, category: { id: string, name: string } | null, zone: { id: string, name: string } | null, handler: { id: string, name: string } | null, duplicateOf: { id: string, reference: string } | null, media: { edges: Array<{ node: { id: string } | null }> }, comments: { edges: Array<{ node: { id: string } | null }> }, tasks: { edges: Array<{ node: { id: string, status: Types.TaskStatus, version: number, solver: { id: string, name: string } | null } | null }> } } } };

export type CaseWithdrawMutationVariables = Exact<{
  input: Types.WithdrawComplaintInput;
}>;


export type CaseWithdrawMutation = { done: { complaint: { __typename: 'Complaint', id: string, reference: string, title: string, status: Types.ComplaintStatus, priority: Types.Priority, dueAt: string | null, overdue: boolean, createdAt: string, updatedAt: string, movedAt: string | null, reopenedCount: number, flagged: boolean, rating: number | null, source: Types.ComplaintSource, version: number, category: { id: string, name: string } | null, zone: { id: string, name: string } | null, handler: { id: string, name: string } | null, duplicateOf: { id: string, reference: string } | null, media: { edges: Array<{ node: { id: string } | null }> }, comments: { edges: Array<{ node: { id: string } | null }> }, tasks: { edges: Array<{ node: { id: string, status: Types.TaskStatus, version: number, solver: { id: string, name: string } | null } | null }> } } } };

export type CaseRateMutationVariables = Exact<{
  input: Types.RateComplaintInput;
}>;


export type CaseRateMutation = { done: { complaint: { __typename: 'Complaint', id: string, reference: string, title: string, status: Types.ComplaintStatus, priority: Types.Priority, dueAt: string | null, overdue: boolean, createdAt: string, updatedAt: string, movedAt: string | null, reopenedCount: number, flagged: boolean, rating: number | null, source: Types.ComplaintSource, version: number, category: { id: string, name: string } | null, zone: { id: string, name: string } | null, handler: { id: string, name: string } | null, duplicateOf: { id: string, reference: string } | null, media: { edges: Array<{ node: { id: string } | null }> }, comments: { edges: Array<{ node: { id: string } | null }> }, tasks: { edges: Array<{ node: { id: string, status: Types.TaskStatus, version: number, solver: { id: string, name: string } | null } | null }> } } } };

export type CaseReassignMutationVariables = Exact<{
  input: Types.ReassignTaskInput;
}>;


export type CaseReassignMutation = { done: { task: { id: string, complaint: { __typename: 'Complaint', id: string, reference: string, title: string, status: Types.ComplaintStatus, priority: Types.Priority, dueAt: string | null, overdue: boolean, createdAt: string, updatedAt: string, movedAt: string | null, reopenedCount: number, flagged: boolean, rating: number | null, source: Types.ComplaintSource, version: number, category: { id: string, name: string } | null, zone: { id: string, name: string } | null, handler: { id: string, name: string } | null, duplicateOf: { id: string, reference: string } | null, media: { edges: Array<{ node: { id: string } | null }> }, comments: { edges: Array<{ node: { id: string } | null }> }, tasks: { edges: Array<{ node: { id: string, status: Types.TaskStatus, version: number, solver: { id: string, name: string } | null } | null }> } } | null } } };

export type CaseCancelMutationVariables = Exact<{
  input: Types.CancelTaskInput;
}>;


export type CaseCancelMutation = { done: { task: { id: string, complaint: { __typename: 'Complaint', id: string, reference: string, title: string, status: Types.ComplaintStatus, priority: Types.Priority, dueAt: string | null, overdue: boolean, createdAt: string, updatedAt: string, movedAt: string | null, reopenedCount: number, flagged: boolean, rating: number | null, source: Types.ComplaintSource, version: number, category: { id: string, name: string } | null, zone: { id: string, name: string } | null, handler: { id: string, name: string } | null, duplicateOf: { id: string, reference: string } | null, media: { edges: Array<{ node: { id: string } | null }> }, comments: { edges: Array<{ node: { id: string } | null }> }, tasks: { edges: Array<{ node: { id: string, status: Types.TaskStatus, version: number, solver: { id: string, name: string } | null } | null }> } } | null } } };

export type CaseReviewMutationVariables = Exact<{
  input: Types.ReviewCompletionInput;
}>;


export type CaseReviewMutation = { done: { task: { id: string, complaint: { __typename: 'Complaint', id: string, reference: string, title: string, status: Types.ComplaintStatus, priority: Types.Priority, dueAt: string | null, overdue: boolean, createdAt: string, updatedAt: string, movedAt: string | null, reopenedCount: number, flagged: boolean, rating: number | null, source: Types.ComplaintSource, version: number, category: { id: string, name: string } | null, zone: { id: string, name: string } | null, handler: { id: string, name: string } | null, duplicateOf: { id: string, reference: string } | null, media: { edges: Array<{ node: { id: string } | null }> }, comments: { edges: Array<{ node: { id: string } | null }> }, tasks: { edges: Array<{ node: { id: string, status: Types.TaskStatus, version: number, solver: { id: string, name: string } | null } | null }> } } | null } } };

export type CaseCommentMutationVariables = Exact<{
  input: Types.CommentOnComplaintInput;
}>;


export type CaseCommentMutation = { commentOnComplaint: { comment: { id: string, uploadUrl: string } } };

export type CaseRemoveMediaMutationVariables = Exact<{
  input: Types.RemoveMediaInput;
}>;


export type CaseRemoveMediaMutation = { removeMedia: { id: string } };

export type CaseDeleteMediaMutationVariables = Exact<{
  input: Types.DeleteMediaInput;
}>;


export type CaseDeleteMediaMutation = { deleteMedia: { id: string } };

export type CaseMediaVisibilityMutationVariables = Exact<{
  input: Types.SetMediaVisibilityInput;
}>;


export type CaseMediaVisibilityMutation = { setMediaVisibility: { media: { id: string, visibility: Types.Visibility } } };

export type CaseRedactCommentMutationVariables = Exact<{
  input: Types.RedactCommentInput;
}>;


export type CaseRedactCommentMutation = { redactComment: { comment: { id: string } } };

export type CaseRedactLateMutationVariables = Exact<{
  input: Types.RedactLateEvidenceInput;
}>;


export type CaseRedactLateMutation = { redactLateEvidence: { lateEvidence: { id: string } } };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}
export const ComplaintRowFragmentDoc = new TypedDocumentString(`
    fragment ComplaintRow on Complaint {
  __typename
  id
  reference
  title
  status
  priority
  dueAt
  overdue
  createdAt
  updatedAt
  movedAt
  reopenedCount
  flagged
  rating
  source
  version
  category {
    id
    name
  }
  zone {
    id
    name
  }
  handler {
    id
    name
  }
  duplicateOf {
    id
    reference
  }
  media(first: 1) {
    edges {
      node {
        id
      }
    }
  }
  comments(last: 1) {
    edges {
      node {
        id
      }
    }
  }
  tasks(last: 1) {
    edges {
      node {
        id
        status
        version
        solver {
          id
          name
        }
      }
    }
  }
}
    `, {"fragmentName":"ComplaintRow"}) as unknown as TypedDocumentString<ComplaintRowFragment, unknown>;
export const MediaFileFragmentDoc = new TypedDocumentString(`
    fragment MediaFile on Media {
  id
  url
  thumbnailUrl
  fileName
  mediaType
  visibility
  width
  height
  durationSeconds
  createdAt
  lateEvidenceId
  uploadedBy {
    id
    name
  }
  agent
}
    `, {"fragmentName":"MediaFile"}) as unknown as TypedDocumentString<MediaFileFragment, unknown>;
export const OfferFragmentDoc = new TypedDocumentString(`
    fragment Offer on AvailableAction {
  action
  enabled
  disabledReason
  disabledCode
  requiredInput
  inputs {
    name
    type
    required
    choices
    maxLength
  }
}
    `, {"fragmentName":"Offer"}) as unknown as TypedDocumentString<OfferFragment, unknown>;
export const CaseTaskFragmentDoc = new TypedDocumentString(`
    fragment CaseTask on Task {
  id
  status
  instructions
  dueAt
  acceptedAt
  startedAt
  endedAt
  endReason
  endNote
  version
  createdAt
  solver {
    id
    name
    contact {
      id
      phone
    }
  }
  provider {
    id
    name
  }
  progress: updates(last: 1) {
    edges {
      node {
        id
        type
        percentageCompleted
        remarks
        occurredAt
      }
    }
  }
  availableActions {
    ...Offer
  }
}
    fragment Offer on AvailableAction {
  action
  enabled
  disabledReason
  disabledCode
  requiredInput
  inputs {
    name
    type
    required
    choices
    maxLength
  }
}`, {"fragmentName":"CaseTask"}) as unknown as TypedDocumentString<CaseTaskFragment, unknown>;
export const ComplaintByReferenceDocument = new TypedDocumentString(`
    query ComplaintByReference($reference: String!) {
  complaints(where: {reference: $reference}, first: 1) {
    edges {
      node {
        id
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ComplaintByReferenceQuery, ComplaintByReferenceQueryVariables>;
export const ComplaintPageDocument = new TypedDocumentString(`
    query ComplaintPage($id: ID!) {
  complaint(id: $id) {
    ...ComplaintRow
    description
    address
    latitude
    longitude
    externalRef
    notificationLevel
    ratingComment
    assignedAt
    resolvedAt
    closedAt
    heldAt
    uploadUrl
    submittedBy {
      id
      name
      contact {
        id
        email
        phone
        confirmedAt
        deniedAt
        refusedAt
        unsubscribedAt
      }
      zone {
        id
        name
      }
    }
    contact {
      id
      name
      email
      phone
      confirmedAt
      deniedAt
      refusedAt
      unsubscribedAt
    }
    duplicates(first: 20) {
      edges {
        node {
          id
          reference
          title
        }
      }
    }
    photos: media(first: 20) {
      edges {
        node {
          ...MediaFile
        }
      }
    }
    late: lateEvidence(first: 10) {
      edges {
        node {
          id
          media(first: 10) {
            edges {
              node {
                ...MediaFile
              }
            }
          }
        }
      }
    }
    latest: statusLog(last: 3) {
      edges {
        node {
          id
          status
          actorName
          publicNote
          createdAt
        }
      }
    }
    work: tasks(last: 1) {
      edges {
        node {
          ...CaseTask
        }
      }
    }
    availableActions {
      ...Offer
    }
  }
}
    fragment ComplaintRow on Complaint {
  __typename
  id
  reference
  title
  status
  priority
  dueAt
  overdue
  createdAt
  updatedAt
  movedAt
  reopenedCount
  flagged
  rating
  source
  version
  category {
    id
    name
  }
  zone {
    id
    name
  }
  handler {
    id
    name
  }
  duplicateOf {
    id
    reference
  }
  media(first: 1) {
    edges {
      node {
        id
      }
    }
  }
  comments(last: 1) {
    edges {
      node {
        id
      }
    }
  }
  tasks(last: 1) {
    edges {
      node {
        id
        status
        version
        solver {
          id
          name
        }
      }
    }
  }
}
fragment MediaFile on Media {
  id
  url
  thumbnailUrl
  fileName
  mediaType
  visibility
  width
  height
  durationSeconds
  createdAt
  lateEvidenceId
  uploadedBy {
    id
    name
  }
  agent
}
fragment Offer on AvailableAction {
  action
  enabled
  disabledReason
  disabledCode
  requiredInput
  inputs {
    name
    type
    required
    choices
    maxLength
  }
}
fragment CaseTask on Task {
  id
  status
  instructions
  dueAt
  acceptedAt
  startedAt
  endedAt
  endReason
  endNote
  version
  createdAt
  solver {
    id
    name
    contact {
      id
      phone
    }
  }
  provider {
    id
    name
  }
  progress: updates(last: 1) {
    edges {
      node {
        id
        type
        percentageCompleted
        remarks
        occurredAt
      }
    }
  }
  availableActions {
    ...Offer
  }
}`) as unknown as TypedDocumentString<ComplaintPageQuery, ComplaintPageQueryVariables>;
export const ComplaintTimelineDocument = new TypedDocumentString(`
    query ComplaintTimeline($id: ID!, $first: Int!, $before: String, $kinds: [TimelineKind!]) {
  complaint(id: $id) {
    id
    timeline(first: $first, before: $before, kinds: $kinds) {
      hasMore
      end
      entries {
        kind
        at
        step
        statusLog {
          id
          status
          actorName
          actorId
          publicNote
          internalNote
          reasonCode
        }
        comment {
          id
          text
          visibility
          redacted
          agent
          author {
            id
            name
            role
          }
          mentioned {
            id
            name
          }
          media(first: 10) {
            edges {
              node {
                ...MediaFile
              }
            }
          }
        }
        task {
          id
          status
          instructions
          endReason
          endNote
          solver {
            id
            name
          }
          assignedBy {
            id
            name
          }
        }
        taskUpdate {
          id
          type
          status
          remarks
          percentageCompleted
          reviewNote
          reviewedAt
          createdAt
          author {
            id
            name
          }
          reviewedBy {
            id
            name
          }
          media(first: 10) {
            edges {
              node {
                ...MediaFile
              }
            }
          }
        }
        media {
          ...MediaFile
        }
        lateEvidence {
          id
          type
          remarks
          percentageCompleted
          occurredAt
          lostAt
          redactedAt
          author {
            id
            name
          }
          media(first: 10) {
            edges {
              node {
                ...MediaFile
              }
            }
          }
        }
        revision {
          id
          actor {
            id
            name
          }
          redactedAt
          titleBefore
          titleAfter
          descriptionBefore
          descriptionAfter
          addressBefore
          addressAfter
          latitudeBefore
          longitudeBefore
          latitudeAfter
          longitudeAfter
        }
      }
    }
  }
}
    fragment MediaFile on Media {
  id
  url
  thumbnailUrl
  fileName
  mediaType
  visibility
  width
  height
  durationSeconds
  createdAt
  lateEvidenceId
  uploadedBy {
    id
    name
  }
  agent
}`) as unknown as TypedDocumentString<ComplaintTimelineQuery, ComplaintTimelineQueryVariables>;
export const SimilarNearbyDocument = new TypedDocumentString(`
    query SimilarNearby($latitude: Float!, $longitude: Float!, $metres: Int!) {
  nearbyComplaints(latitude: $latitude, longitude: $longitude, metres: $metres) {
    distance
    ageInDays
    complaint {
      id
      reference
      title
      status
      createdAt
      category {
        id
        name
      }
      tasks(last: 1) {
        edges {
          node {
            id
            status
          }
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<SimilarNearbyQuery, SimilarNearbyQueryVariables>;
export const EarlierComplaintsDocument = new TypedDocumentString(`
    query EarlierComplaints($where: ComplaintWhereInput!) {
  complaints(
    where: $where
    first: 5
    orderBy: {field: CREATED_AT, direction: DESC}
  ) {
    totalCount
    edges {
      node {
        id
        reference
        title
        status
        createdAt
        tasks(last: 1) {
          edges {
            node {
              id
              status
            }
          }
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<EarlierComplaintsQuery, EarlierComplaintsQueryVariables>;
export const ComplaintLinksDocument = new TypedDocumentString(`
    query ComplaintLinks($id: ID!) {
  complaint(id: $id) {
    id
    links {
      since
      lastUsedAt
    }
  }
}
    `) as unknown as TypedDocumentString<ComplaintLinksQuery, ComplaintLinksQueryVariables>;
export const SendNewLinkDocument = new TypedDocumentString(`
    mutation SendNewLink($input: SendNewLinkInput!) {
  sendNewLink(input: $input) {
    complaint {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<SendNewLinkMutation, SendNewLinkMutationVariables>;
export const IssueLinkDocument = new TypedDocumentString(`
    mutation IssueLink($input: IssueLinkInput!) {
  issueLink(input: $input) {
    url
  }
}
    `) as unknown as TypedDocumentString<IssueLinkMutation, IssueLinkMutationVariables>;
export const IssueLinkCodeDocument = new TypedDocumentString(`
    mutation IssueLinkCode($input: IssueLinkCodeInput!) {
  issueLinkCode(input: $input) {
    code
    expiresAt
  }
}
    `) as unknown as TypedDocumentString<IssueLinkCodeMutation, IssueLinkCodeMutationVariables>;
export const SetCallerDocument = new TypedDocumentString(`
    mutation SetCaller($input: SetCallerInput!) {
  setCaller(input: $input) {
    complaint {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<SetCallerMutation, SetCallerMutationVariables>;
export const FormSolversDocument = new TypedDocumentString(`
    query FormSolvers($id: ID!, $search: String) {
  assignableSolvers(complaintId: $id, search: $search, limit: 20) {
    solver {
      id
      name
    }
    live
    overdue
    sameZone
    declined
  }
}
    `) as unknown as TypedDocumentString<FormSolversQuery, FormSolversQueryVariables>;
export const FormComplaintsDocument = new TypedDocumentString(`
    query FormComplaints($text: String!) {
  find(text: $text, limit: 8) {
    complaints {
      id
      reference
      title
      status
      tasks(last: 1) {
        edges {
          node {
            id
            status
          }
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<FormComplaintsQuery, FormComplaintsQueryVariables>;
export const CaseTriageDocument = new TypedDocumentString(`
    mutation CaseTriage($input: TriageComplaintInput!) {
  done: triageComplaint(input: $input) {
    complaint {
      ...ComplaintRow
    }
  }
}
    fragment ComplaintRow on Complaint {
  __typename
  id
  reference
  title
  status
  priority
  dueAt
  overdue
  createdAt
  updatedAt
  movedAt
  reopenedCount
  flagged
  rating
  source
  version
  category {
    id
    name
  }
  zone {
    id
    name
  }
  handler {
    id
    name
  }
  duplicateOf {
    id
    reference
  }
  media(first: 1) {
    edges {
      node {
        id
      }
    }
  }
  comments(last: 1) {
    edges {
      node {
        id
      }
    }
  }
  tasks(last: 1) {
    edges {
      node {
        id
        status
        version
        solver {
          id
          name
        }
      }
    }
  }
}`) as unknown as TypedDocumentString<CaseTriageMutation, CaseTriageMutationVariables>;
export const CaseEditDocument = new TypedDocumentString(`
    mutation CaseEdit($input: UpdateComplaintInput!) {
  done: updateComplaint(input: $input) {
    complaint {
      ...ComplaintRow
    }
  }
}
    fragment ComplaintRow on Complaint {
  __typename
  id
  reference
  title
  status
  priority
  dueAt
  overdue
  createdAt
  updatedAt
  movedAt
  reopenedCount
  flagged
  rating
  source
  version
  category {
    id
    name
  }
  zone {
    id
    name
  }
  handler {
    id
    name
  }
  duplicateOf {
    id
    reference
  }
  media(first: 1) {
    edges {
      node {
        id
      }
    }
  }
  comments(last: 1) {
    edges {
      node {
        id
      }
    }
  }
  tasks(last: 1) {
    edges {
      node {
        id
        status
        version
        solver {
          id
          name
        }
      }
    }
  }
}`) as unknown as TypedDocumentString<CaseEditMutation, CaseEditMutationVariables>;
export const CaseAssignDocument = new TypedDocumentString(`
    mutation CaseAssign($input: AssignComplaintInput!) {
  done: assignComplaint(input: $input) {
    complaint {
      ...ComplaintRow
    }
  }
}
    fragment ComplaintRow on Complaint {
  __typename
  id
  reference
  title
  status
  priority
  dueAt
  overdue
  createdAt
  updatedAt
  movedAt
  reopenedCount
  flagged
  rating
  source
  version
  category {
    id
    name
  }
  zone {
    id
    name
  }
  handler {
    id
    name
  }
  duplicateOf {
    id
    reference
  }
  media(first: 1) {
    edges {
      node {
        id
      }
    }
  }
  comments(last: 1) {
    edges {
      node {
        id
      }
    }
  }
  tasks(last: 1) {
    edges {
      node {
        id
        status
        version
        solver {
          id
          name
        }
      }
    }
  }
}`) as unknown as TypedDocumentString<CaseAssignMutation, CaseAssignMutationVariables>;
export const CaseHoldDocument = new TypedDocumentString(`
    mutation CaseHold($input: HoldComplaintInput!) {
  done: holdComplaint(input: $input) {
    complaint {
      ...ComplaintRow
    }
  }
}
    fragment ComplaintRow on Complaint {
  __typename
  id
  reference
  title
  status
  priority
  dueAt
  overdue
  createdAt
  updatedAt
  movedAt
  reopenedCount
  flagged
  rating
  source
  version
  category {
    id
    name
  }
  zone {
    id
    name
  }
  handler {
    id
    name
  }
  duplicateOf {
    id
    reference
  }
  media(first: 1) {
    edges {
      node {
        id
      }
    }
  }
  comments(last: 1) {
    edges {
      node {
        id
      }
    }
  }
  tasks(last: 1) {
    edges {
      node {
        id
        status
        version
        solver {
          id
          name
        }
      }
    }
  }
}`) as unknown as TypedDocumentString<CaseHoldMutation, CaseHoldMutationVariables>;
export const CaseResumeDocument = new TypedDocumentString(`
    mutation CaseResume($input: ResumeComplaintInput!) {
  done: resumeComplaint(input: $input) {
    complaint {
      ...ComplaintRow
    }
  }
}
    fragment ComplaintRow on Complaint {
  __typename
  id
  reference
  title
  status
  priority
  dueAt
  overdue
  createdAt
  updatedAt
  movedAt
  reopenedCount
  flagged
  rating
  source
  version
  category {
    id
    name
  }
  zone {
    id
    name
  }
  handler {
    id
    name
  }
  duplicateOf {
    id
    reference
  }
  media(first: 1) {
    edges {
      node {
        id
      }
    }
  }
  comments(last: 1) {
    edges {
      node {
        id
      }
    }
  }
  tasks(last: 1) {
    edges {
      node {
        id
        status
        version
        solver {
          id
          name
        }
      }
    }
  }
}`) as unknown as TypedDocumentString<CaseResumeMutation, CaseResumeMutationVariables>;
export const CaseResolveDocument = new TypedDocumentString(`
    mutation CaseResolve($input: ResolveComplaintInput!) {
  done: resolveComplaint(input: $input) {
    complaint {
      ...ComplaintRow
    }
  }
}
    fragment ComplaintRow on Complaint {
  __typename
  id
  reference
  title
  status
  priority
  dueAt
  overdue
  createdAt
  updatedAt
  movedAt
  reopenedCount
  flagged
  rating
  source
  version
  category {
    id
    name
  }
  zone {
    id
    name
  }
  handler {
    id
    name
  }
  duplicateOf {
    id
    reference
  }
  media(first: 1) {
    edges {
      node {
        id
      }
    }
  }
  comments(last: 1) {
    edges {
      node {
        id
      }
    }
  }
  tasks(last: 1) {
    edges {
      node {
        id
        status
        version
        solver {
          id
          name
        }
      }
    }
  }
}`) as unknown as TypedDocumentString<CaseResolveMutation, CaseResolveMutationVariables>;
export const CaseRejectDocument = new TypedDocumentString(`
    mutation CaseReject($input: RejectComplaintInput!) {
  done: rejectComplaint(input: $input) {
    complaint {
      ...ComplaintRow
    }
  }
}
    fragment ComplaintRow on Complaint {
  __typename
  id
  reference
  title
  status
  priority
  dueAt
  overdue
  createdAt
  updatedAt
  movedAt
  reopenedCount
  flagged
  rating
  source
  version
  category {
    id
    name
  }
  zone {
    id
    name
  }
  handler {
    id
    name
  }
  duplicateOf {
    id
    reference
  }
  media(first: 1) {
    edges {
      node {
        id
      }
    }
  }
  comments(last: 1) {
    edges {
      node {
        id
      }
    }
  }
  tasks(last: 1) {
    edges {
      node {
        id
        status
        version
        solver {
          id
          name
        }
      }
    }
  }
}`) as unknown as TypedDocumentString<CaseRejectMutation, CaseRejectMutationVariables>;
export const CaseMergeDocument = new TypedDocumentString(`
    mutation CaseMerge($input: MergeComplaintInput!) {
  done: mergeComplaint(input: $input) {
    complaint {
      ...ComplaintRow
    }
  }
}
    fragment ComplaintRow on Complaint {
  __typename
  id
  reference
  title
  status
  priority
  dueAt
  overdue
  createdAt
  updatedAt
  movedAt
  reopenedCount
  flagged
  rating
  source
  version
  category {
    id
    name
  }
  zone {
    id
    name
  }
  handler {
    id
    name
  }
  duplicateOf {
    id
    reference
  }
  media(first: 1) {
    edges {
      node {
        id
      }
    }
  }
  comments(last: 1) {
    edges {
      node {
        id
      }
    }
  }
  tasks(last: 1) {
    edges {
      node {
        id
        status
        version
        solver {
          id
          name
        }
      }
    }
  }
}`) as unknown as TypedDocumentString<CaseMergeMutation, CaseMergeMutationVariables>;
export const CaseUnmergeDocument = new TypedDocumentString(`
    mutation CaseUnmerge($input: UnmergeComplaintInput!) {
  done: unmergeComplaint(input: $input) {
    complaint {
      ...ComplaintRow
    }
  }
}
    fragment ComplaintRow on Complaint {
  __typename
  id
  reference
  title
  status
  priority
  dueAt
  overdue
  createdAt
  updatedAt
  movedAt
  reopenedCount
  flagged
  rating
  source
  version
  category {
    id
    name
  }
  zone {
    id
    name
  }
  handler {
    id
    name
  }
  duplicateOf {
    id
    reference
  }
  media(first: 1) {
    edges {
      node {
        id
      }
    }
  }
  comments(last: 1) {
    edges {
      node {
        id
      }
    }
  }
  tasks(last: 1) {
    edges {
      node {
        id
        status
        version
        solver {
          id
          name
        }
      }
    }
  }
}`) as unknown as TypedDocumentString<CaseUnmergeMutation, CaseUnmergeMutationVariables>;
export const CaseCloseDocument = new TypedDocumentString(`
    mutation CaseClose($input: CloseComplaintInput!) {
  done: closeComplaint(input: $input) {
    complaint {
      ...ComplaintRow
    }
  }
}
    fragment ComplaintRow on Complaint {
  __typename
  id
  reference
  title
  status
  priority
  dueAt
  overdue
  createdAt
  updatedAt
  movedAt
  reopenedCount
  flagged
  rating
  source
  version
  category {
    id
    name
  }
  zone {
    id
    name
  }
  handler {
    id
    name
  }
  duplicateOf {
    id
    reference
  }
  media(first: 1) {
    edges {
      node {
        id
      }
    }
  }
  comments(last: 1) {
    edges {
      node {
        id
      }
    }
  }
  tasks(last: 1) {
    edges {
      node {
        id
        status
        version
        solver {
          id
          name
        }
      }
    }
  }
}`) as unknown as TypedDocumentString<CaseCloseMutation, CaseCloseMutationVariables>;
export const CaseReopenDocument = new TypedDocumentString(`
    mutation CaseReopen($input: ReopenComplaintInput!) {
  done: reopenComplaint(input: $input) {
    complaint {
      ...ComplaintRow
    }
  }
}
    fragment ComplaintRow on Complaint {
  __typename
  id
  reference
  title
  status
  priority
  dueAt
  overdue
  createdAt
  updatedAt
  movedAt
  reopenedCount
  flagged
  rating
  source
  version
  category {
    id
    name
  }
  zone {
    id
    name
  }
  handler {
    id
    name
  }
  duplicateOf {
    id
    reference
  }
  media(first: 1) {
    edges {
      node {
        id
      }
    }
  }
  comments(last: 1) {
    edges {
      node {
        id
      }
    }
  }
  tasks(last: 1) {
    edges {
      node {
        id
        status
        version
        solver {
          id
          name
        }
      }
    }
  }
}`) as unknown as TypedDocumentString<CaseReopenMutation, CaseReopenMutationVariables>;
export const CaseLevelDocument = new TypedDocumentString(`
    mutation CaseLevel($input: SetNotificationLevelInput!) {
  setNotificationLevel(input: $input) {
    complaint {
      id
      notificationLevel
    }
  }
}
    `) as unknown as TypedDocumentString<CaseLevelMutation, CaseLevelMutationVariables>;
export const CaseClaimDocument = new TypedDocumentString(`
    mutation CaseClaim($input: ClaimComplaintInput!) {
  done: claimComplaint(input: $input) {
    complaint {
      ...ComplaintRow
    }
  }
}
    fragment ComplaintRow on Complaint {
  __typename
  id
  reference
  title
  status
  priority
  dueAt
  overdue
  createdAt
  updatedAt
  movedAt
  reopenedCount
  flagged
  rating
  source
  version
  category {
    id
    name
  }
  zone {
    id
    name
  }
  handler {
    id
    name
  }
  duplicateOf {
    id
    reference
  }
  media(first: 1) {
    edges {
      node {
        id
      }
    }
  }
  comments(last: 1) {
    edges {
      node {
        id
      }
    }
  }
  tasks(last: 1) {
    edges {
      node {
        id
        status
        version
        solver {
          id
          name
        }
      }
    }
  }
}`) as unknown as TypedDocumentString<CaseClaimMutation, CaseClaimMutationVariables>;
export const CaseUnclaimDocument = new TypedDocumentString(`
    mutation CaseUnclaim($input: UnclaimComplaintInput!) {
  done: unclaimComplaint(input: $input) {
    complaint {
      ...ComplaintRow
    }
  }
}
    fragment ComplaintRow on Complaint {
  __typename
  id
  reference
  title
  status
  priority
  dueAt
  overdue
  createdAt
  updatedAt
  movedAt
  reopenedCount
  flagged
  rating
  source
  version
  category {
    id
    name
  }
  zone {
    id
    name
  }
  handler {
    id
    name
  }
  duplicateOf {
    id
    reference
  }
  media(first: 1) {
    edges {
      node {
        id
      }
    }
  }
  comments(last: 1) {
    edges {
      node {
        id
      }
    }
  }
  tasks(last: 1) {
    edges {
      node {
        id
        status
        version
        solver {
          id
          name
        }
      }
    }
  }
}`) as unknown as TypedDocumentString<CaseUnclaimMutation, CaseUnclaimMutationVariables>;
export const CaseWithdrawDocument = new TypedDocumentString(`
    mutation CaseWithdraw($input: WithdrawComplaintInput!) {
  done: withdrawComplaint(input: $input) {
    complaint {
      ...ComplaintRow
    }
  }
}
    fragment ComplaintRow on Complaint {
  __typename
  id
  reference
  title
  status
  priority
  dueAt
  overdue
  createdAt
  updatedAt
  movedAt
  reopenedCount
  flagged
  rating
  source
  version
  category {
    id
    name
  }
  zone {
    id
    name
  }
  handler {
    id
    name
  }
  duplicateOf {
    id
    reference
  }
  media(first: 1) {
    edges {
      node {
        id
      }
    }
  }
  comments(last: 1) {
    edges {
      node {
        id
      }
    }
  }
  tasks(last: 1) {
    edges {
      node {
        id
        status
        version
        solver {
          id
          name
        }
      }
    }
  }
}`) as unknown as TypedDocumentString<CaseWithdrawMutation, CaseWithdrawMutationVariables>;
export const CaseRateDocument = new TypedDocumentString(`
    mutation CaseRate($input: RateComplaintInput!) {
  done: rateComplaint(input: $input) {
    complaint {
      ...ComplaintRow
    }
  }
}
    fragment ComplaintRow on Complaint {
  __typename
  id
  reference
  title
  status
  priority
  dueAt
  overdue
  createdAt
  updatedAt
  movedAt
  reopenedCount
  flagged
  rating
  source
  version
  category {
    id
    name
  }
  zone {
    id
    name
  }
  handler {
    id
    name
  }
  duplicateOf {
    id
    reference
  }
  media(first: 1) {
    edges {
      node {
        id
      }
    }
  }
  comments(last: 1) {
    edges {
      node {
        id
      }
    }
  }
  tasks(last: 1) {
    edges {
      node {
        id
        status
        version
        solver {
          id
          name
        }
      }
    }
  }
}`) as unknown as TypedDocumentString<CaseRateMutation, CaseRateMutationVariables>;
export const CaseReassignDocument = new TypedDocumentString(`
    mutation CaseReassign($input: ReassignTaskInput!) {
  done: reassignTask(input: $input) {
    task {
      id
      complaint {
        ...ComplaintRow
      }
    }
  }
}
    fragment ComplaintRow on Complaint {
  __typename
  id
  reference
  title
  status
  priority
  dueAt
  overdue
  createdAt
  updatedAt
  movedAt
  reopenedCount
  flagged
  rating
  source
  version
  category {
    id
    name
  }
  zone {
    id
    name
  }
  handler {
    id
    name
  }
  duplicateOf {
    id
    reference
  }
  media(first: 1) {
    edges {
      node {
        id
      }
    }
  }
  comments(last: 1) {
    edges {
      node {
        id
      }
    }
  }
  tasks(last: 1) {
    edges {
      node {
        id
        status
        version
        solver {
          id
          name
        }
      }
    }
  }
}`) as unknown as TypedDocumentString<CaseReassignMutation, CaseReassignMutationVariables>;
export const CaseCancelDocument = new TypedDocumentString(`
    mutation CaseCancel($input: CancelTaskInput!) {
  done: cancelTask(input: $input) {
    task {
      id
      complaint {
        ...ComplaintRow
      }
    }
  }
}
    fragment ComplaintRow on Complaint {
  __typename
  id
  reference
  title
  status
  priority
  dueAt
  overdue
  createdAt
  updatedAt
  movedAt
  reopenedCount
  flagged
  rating
  source
  version
  category {
    id
    name
  }
  zone {
    id
    name
  }
  handler {
    id
    name
  }
  duplicateOf {
    id
    reference
  }
  media(first: 1) {
    edges {
      node {
        id
      }
    }
  }
  comments(last: 1) {
    edges {
      node {
        id
      }
    }
  }
  tasks(last: 1) {
    edges {
      node {
        id
        status
        version
        solver {
          id
          name
        }
      }
    }
  }
}`) as unknown as TypedDocumentString<CaseCancelMutation, CaseCancelMutationVariables>;
export const CaseReviewDocument = new TypedDocumentString(`
    mutation CaseReview($input: ReviewCompletionInput!) {
  done: reviewCompletion(input: $input) {
    task {
      id
      complaint {
        ...ComplaintRow
      }
    }
  }
}
    fragment ComplaintRow on Complaint {
  __typename
  id
  reference
  title
  status
  priority
  dueAt
  overdue
  createdAt
  updatedAt
  movedAt
  reopenedCount
  flagged
  rating
  source
  version
  category {
    id
    name
  }
  zone {
    id
    name
  }
  handler {
    id
    name
  }
  duplicateOf {
    id
    reference
  }
  media(first: 1) {
    edges {
      node {
        id
      }
    }
  }
  comments(last: 1) {
    edges {
      node {
        id
      }
    }
  }
  tasks(last: 1) {
    edges {
      node {
        id
        status
        version
        solver {
          id
          name
        }
      }
    }
  }
}`) as unknown as TypedDocumentString<CaseReviewMutation, CaseReviewMutationVariables>;
export const CaseCommentDocument = new TypedDocumentString(`
    mutation CaseComment($input: CommentOnComplaintInput!) {
  commentOnComplaint(input: $input) {
    comment {
      id
      uploadUrl
    }
  }
}
    `) as unknown as TypedDocumentString<CaseCommentMutation, CaseCommentMutationVariables>;
export const CaseRemoveMediaDocument = new TypedDocumentString(`
    mutation CaseRemoveMedia($input: RemoveMediaInput!) {
  removeMedia(input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<CaseRemoveMediaMutation, CaseRemoveMediaMutationVariables>;
export const CaseDeleteMediaDocument = new TypedDocumentString(`
    mutation CaseDeleteMedia($input: DeleteMediaInput!) {
  deleteMedia(input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<CaseDeleteMediaMutation, CaseDeleteMediaMutationVariables>;
export const CaseMediaVisibilityDocument = new TypedDocumentString(`
    mutation CaseMediaVisibility($input: SetMediaVisibilityInput!) {
  setMediaVisibility(input: $input) {
    media {
      id
      visibility
    }
  }
}
    `) as unknown as TypedDocumentString<CaseMediaVisibilityMutation, CaseMediaVisibilityMutationVariables>;
export const CaseRedactCommentDocument = new TypedDocumentString(`
    mutation CaseRedactComment($input: RedactCommentInput!) {
  redactComment(input: $input) {
    comment {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<CaseRedactCommentMutation, CaseRedactCommentMutationVariables>;
export const CaseRedactLateDocument = new TypedDocumentString(`
    mutation CaseRedactLate($input: RedactLateEvidenceInput!) {
  redactLateEvidence(input: $input) {
    lateEvidence {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<CaseRedactLateMutation, CaseRedactLateMutationVariables>;