/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../../data/graph/schema.generated';

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type ComplaintRowFragment = { __typename: 'Complaint', id: string, reference: string, title: string, status: Types.ComplaintStatus, priority: Types.Priority, dueAt: string | null, overdue: boolean, createdAt: string, updatedAt: string, movedAt: string | null, reopenedCount: number, flagged: boolean, rating: number | null, source: Types.ComplaintSource, version: number, category: { id: string, name: string } | null, zone: { id: string, name: string } | null, handler: { id: string, name: string } | null, duplicateOf: { id: string, reference: string } | null, media: { edges: Array<{ node: { id: string } | null }> }, comments: { edges: Array<{ node: { id: string } | null }> }, tasks: { edges: Array<{ node: { id: string, status: Types.TaskStatus, version: number, solver: { id: string, name: string } | null } | null }> } };

export type QueueQueryVariables = Exact<{
  where?: Types.ComplaintWhereInput | null | undefined;
  orderBy?: Array<Types.ComplaintOrder> | Types.ComplaintOrder | null | undefined;
  after?: string | null | undefined;
  first: number;
}>;


export type QueueQuery = { complaints: { totalCount: number, pageInfo: { hasNextPage: boolean, endCursor: string | null }, edges: Array<{ node: { __typename: 'Complaint', id: string, reference: string, title: string, status: Types.ComplaintStatus, priority: Types.Priority, dueAt: string | null, overdue: boolean, createdAt: string, updatedAt: string, movedAt: string | null, reopenedCount: number, flagged: boolean, rating: number | null, source: Types.ComplaintSource, version: number, category: { id: string, name: string } | null, zone: { id: string, name: string } | null, handler: { id: string, name: string } | null, duplicateOf: { id: string, reference: string } | null, media: { edges: Array<{ node: { id: string } | null }> }, comments: { edges: Array<{ node: { id: string } | null }> }, tasks: { edges: Array<{ node: { id: string, status: Types.TaskStatus, version: number, solver: { id: string, name: string } | null } | null }> } } | null }> } };

export type QueueMatchesQueryVariables = Exact<{
  where: Types.ComplaintWhereInput;
  first: number;
}>;


export type QueueMatchesQuery = { complaints: { edges: Array<{ node: { __typename: 'Complaint', id: string, reference: string, title: string, status: Types.ComplaintStatus, priority: Types.Priority, dueAt: string | null, overdue: boolean, createdAt: string, updatedAt: string, movedAt: string | null, reopenedCount: number, flagged: boolean, rating: number | null, source: Types.ComplaintSource, version: number, category: { id: string, name: string } | null, zone: { id: string, name: string } | null, handler: { id: string, name: string } | null, duplicateOf: { id: string, reference: string } | null, media: { edges: Array<{ node: { id: string } | null }> }, comments: { edges: Array<{ node: { id: string } | null }> }, tasks: { edges: Array<{ node: { id: string, status: Types.TaskStatus, version: number, solver: { id: string, name: string } | null } | null }> } } | null }> } };

export type QueueItemsQueryVariables = Exact<{
  where?: Types.ComplaintWhereInput | null | undefined;
  orderBy?: Array<Types.ComplaintOrder> | Types.ComplaintOrder | null | undefined;
  after?: string | null | undefined;
  was: boolean;
}>;


export type QueueItemsQuery = { complaints: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, edges: Array<{ node: { id: string, version: number, reference: string } & { priority?: Types.Priority, dueAt?: string | null, zone?: { id: string, name: string } | null, category?: { id: string, name: string } | null } | null }> } };

export type QueueCountsQueryVariables = Exact<{
  views: Array<Types.CountedViewInput> | Types.CountedViewInput;
}>;


export type QueueCountsQuery = { complaintCountsFor: Array<{ key: string, count: number, more: boolean }> };

export type QueueSolversQueryVariables = Exact<{
  id: string;
  search?: string | null | undefined;
}>;


export type QueueSolversQuery = { assignableSolvers: Array<{ live: number, overdue: number, sameZone: boolean, declined: boolean, solver: { id: string, name: string } }> };

export type QueueReasonsQueryVariables = Exact<{
  action: Types.Action;
  language: string;
}>;


export type QueueReasonsQuery = { reasonCodes: Array<{ code: string, label: string }> };

export type QueueActionsQueryVariables = Exact<{
  id: string;
}>;


export type QueueActionsQuery = { complaint: { id: string, version: number, availableActions: Array<{ action: Types.Action, enabled: boolean, disabledReason: string }> } | null };

export type QueueSimilarQueryVariables = Exact<{
  text: string;
}>;


export type QueueSimilarQuery = { find: { complaints: Array<{ id: string, reference: string, title: string, status: Types.ComplaintStatus, zone: { id: string, name: string } | null, tasks: { edges: Array<{ node: { id: string, status: Types.TaskStatus } | null }> } }> } };

export type PeekQueryVariables = Exact<{
  id: string;
}>;


export type PeekQuery = { complaint: { __typename: 'Complaint', description: string, address: string, id: string, reference: string, title: string, status: Types.ComplaintStatus, priority: Types.Priority, dueAt: string | null, overdue: boolean, createdAt: string, updatedAt: string, movedAt: string | null, reopenedCount: number, flagged: boolean, rating: number | null, source: Types.ComplaintSource, version: number, submittedBy: { id: string, name: string } | null, contact: { name: string, email: string, phone: string } | null, photos: { edges: Array<{ node: { id: string, url: string, thumbnailUrl: string | null, fileName: string, mediaType: Types.MediaType } | null }> }, statusLog: { edges: Array<{ node: { id: string, status: Types.ComplaintStatus, actorName: string, publicNote: string, internalNote: string, createdAt: string } | null }> }, notes: { edges: Array<{ node: { id: string, text: string, visibility: Types.Visibility, createdAt: string, agent: Types.Agent, author: { id: string, name: string } | null } | null }> }, availableActions: Array<{ action: Types.Action, enabled: boolean, disabledReason: string }>, category: { id: string, name: string } | null, zone: { id: string, name: string } | null, handler: { id: string, name: string } | null, duplicateOf: { id: string, reference: string } | null, media: { edges: Array<{ node: { id: string } | null }> }, comments: { edges: Array<{ node: { id: string } | null }> }, tasks: { edges: Array<{ node: { id: string, status: Types.TaskStatus, version: number, solver: { id: string, name: string } | null } | null }> } } | null };

export type QueueExportQueryVariables = Exact<{
  arguments: unknown;
}>;


export type QueueExportQuery = { exportLink: { url: string } };

export type QueueTriageMutationVariables = Exact<{
  input: Types.TriageComplaintsInput;
}>;


export type QueueTriageMutation = { done: { results: Array<{ id: string, complaint: { __typename: 'Complaint', id: string, reference: string, title: string, status: Types.ComplaintStatus, priority: Types.Priority, dueAt: string | null, overdue: boolean, createdAt: string, updatedAt: string, movedAt: string | null, reopenedCount: number, flagged: boolean, rating: number | null, source: Types.ComplaintSource, version: number, category: { id: string, name: string } | null, zone: { id: string, name: string } | null, handler: { id: string, name: string } | null, duplicateOf: { id: string, reference: string } | null, media: { edges: Array<{ node: { id: string } | null }> }, comments: { edges: Array<{ node: { id: string } | null }> }, tasks: { edges: Array<{ node: { id: string, status: Types.TaskStatus, version: number, solver: { id: string, name: string } | null } | null }> } } | null, error: { code: string, message: string, fields: Array<{ field: string, message: string }> } | null }> } };

export type QueueAssignMutationVariables = Exact<{
  input: Types.AssignComplaintsInput;
}>;


export type QueueAssignMutation = { done: { results: Array<{ id: string, complaint: { __typename: 'Complaint', id: string, reference: string, title: string, status: Types.ComplaintStatus, priority: Types.Priority, dueAt: string | null, overdue: boolean, createdAt: string, updatedAt: string, movedAt: string | null, reopenedCount: number, flagged: boolean, rating: number | null, source: Types.ComplaintSource, version: number, category: { id: string, name: string } | null, zone: { id: string, name: string } | null, handler: { id: string, name: string } | null, duplicateOf: { id: string, reference: string } | null, media: { edges: Array<{ node: { id: string } | null }> }, comments: { edges: Array<{ node: { id: string } | null }> }, tasks: { edges: Array<{ node: { id: string, status: Types.TaskStatus, version: number, solver: { id: string, name: string } | null } | null }> } } | null, error: { code: string, message: string, fields: Array<{ field: string, message: string }> } | null }> } };

export type QueueRejectMutationVariables = Exact<{
  input: Types.RejectComplaintsInput;
}>;


export type QueueRejectMutation = { done: { results: Array<{ id: string, complaint: { __typename: 'Complaint', id: string, reference: string, title: string, status: Types.ComplaintStatus, priority: Types.Priority, dueAt: string | null, overdue: boolean, createdAt: string, updatedAt: string, movedAt: string | null, reopenedCount: number, flagged: boolean, rating: number | null, source: Types.ComplaintSource, version: number, category: { id: string, name: string } | null, zone: { id: string, name: string } | null, handler: { id: string, name: string } | null, duplicateOf: { id: string, reference: string } | null, media: { edges: Array<{ node: { id: string } | null }> }, comments: { edges: Array<{ node: { id: string } | null }> }, tasks: { edges: Array<{ node: { id: string, status: Types.TaskStatus, version: number, solver: { id: string, name: string } | null } | null }> } } | null, error: { code: string, message: string, fields: Array<{ field: string, message: string }> } | null }> } };

export type QueueHoldMutationVariables = Exact<{
  input: Types.HoldComplaintsInput;
}>;


export type QueueHoldMutation = { done: { results: Array<{ id: string, complaint: { __typename: 'Complaint', id: string, reference: string, title: string, status: Types.ComplaintStatus, priority: Types.Priority, dueAt: string | null, overdue: boolean, createdAt: string, updatedAt: string, movedAt: string | null, reopenedCount: number, flagged: boolean, rating: number | null, source: Types.ComplaintSource, version: number, category: { id: string, name: string } | null, zone: { id: string, name: string } | null, handler: { id: string, name: string } | null, duplicateOf: { id: string, reference: string } | null, media: { edges: Array<{ node: { id: string } | null }> }, comments: { edges: Array<{ node: { id: string } | null }> }, tasks: { edges: Array<{ node: { id: string, status: Types.TaskStatus, version: number, solver: { id: string, name: string } | null } | null }> } } | null, error: { code: string, message: string, fields: Array<{ field: string, message: string }> } | null }> } };

export type QueueResumeMutationVariables = Exact<{
  input: Types.ResumeComplaintsInput;
}>;


export type QueueResumeMutation = { done: { results: Array<{ id: string, complaint: { __typename: 'Complaint', id: string, reference: string, title: string, status: Types.ComplaintStatus, priority: Types.Priority, dueAt: string | null, overdue: boolean, createdAt: string, updatedAt: string, movedAt: string | null, reopenedCount: number, flagged: boolean, rating: number | null, source: Types.ComplaintSource, version: number, category: { id: string, name: string } | null, zone: { id: string, name: string } | null, handler: { id: string, name: string } | null, duplicateOf: { id: string, reference: string } | null, media: { edges: Array<{ node: { id: string } | null }> }, comments: { edges: Array<{ node: { id: string } | null }> }, tasks: { edges: Array<{ node: { id: string, status: Types.TaskStatus, version: number, solver: { id: string, name: string } | null } | null }> } } | null, error: { code: string, message: string, fields: Array<{ field: string, message: string }> } | null }> } };

export type QueueResolveMutationVariables = Exact<{
  input: Types.ResolveComplaintsInput;
}>;


export type QueueResolveMutation = { done: { results: Array<{ id: string, complaint: { __typename: 'Complaint', id: string, reference: string, title: string, status: Types.ComplaintStatus, priority: Types.Priority, dueAt: string | null, overdue: boolean, createdAt: string, updatedAt: string, movedAt: string | null, reopenedCount: number, flagged: boolean, rating: number | null, source: Types.ComplaintSource, version: number, category: { id: string, name: string } | null, zone: { id: string, name: string } | null, handler: { id: string, name: string } | null, duplicateOf: { id: string, reference: string } | null, media: { edges: Array<{ node: { id: string } | null }> }, comments: { edges: Array<{ node: { id: string } | null }> }, tasks: { edges: Array<{ node: { id: string, status: Types.TaskStatus, version: number, solver: { id: string, name: string } | null } | null }> } } | null, error: { code: string, message: string, fields: Array<{ field: string, message: string }> } | null }> } };

export type QueueCloseMutationVariables = Exact<{
  input: Types.CloseComplaintsInput;
}>;


export type QueueCloseMutation = { done: { results: Array<{ id: string, complaint: { __typename: 'Complaint', id: string, reference: string, title: string, status: Types.ComplaintStatus, priority: Types.Priority, dueAt: string | null, overdue: boolean, createdAt: string, updatedAt: string, movedAt: string | null, reopenedCount: number, flagged: boolean, rating: number | null, source: Types.ComplaintSource, version: number, category: { id: string, name: string } | null, zone: { id: string, name: string } | null, handler: { id: string, name: string } | null, duplicateOf: { id: string, reference: string } | null, media: { edges: Array<{ node: { id: string } | null }> }, comments: { edges: Array<{ node: { id: string } | null }> }, tasks: { edges: Array<{ node: { id: string, status: Types.TaskStatus, version: number, solver: { id: string, name: string } | null } | null }> } } | null, error: { code: string, message: string, fields: Array<{ field: string, message: string }> } | null }> } };

export type QueueMergeMutationVariables = Exact<{
  input: Types.MergeComplaintsInput;
}>;


export type QueueMergeMutation = { done: { results: Array<{ id: string, complaint: { __typename: 'Complaint', id: string, reference: string, title: string, status: Types.ComplaintStatus, priority: Types.Priority, dueAt: string | null, overdue: boolean, createdAt: string, updatedAt: string, movedAt: string | null, reopenedCount: number, flagged: boolean, rating: number | null, source: Types.ComplaintSource, version: number, category: { id: string, name: string } | null, zone: { id: string, name: string } | null, handler: { id: string, name: string } | null, duplicateOf: { id: string, reference: string } | null, media: { edges: Array<{ node: { id: string } | null }> }, comments: { edges: Array<{ node: { id: string } | null }> }, tasks: { edges: Array<{ node: { id: string, status: Types.TaskStatus, version: number, solver: { id: string, name: string } | null } | null }> } } | null, error: { code: string, message: string, fields: Array<{ field: string, message: string }> } | null }> } };

export type QueueReopenMutationVariables = Exact<{
  input: Types.ReopenComplaintInput;
}>;


export type QueueReopenMutation = { done: { complaint: { __typename: 'Complaint', id: string, reference: string, title: string, status: Types.ComplaintStatus, priority: Types.Priority, dueAt: string | null, overdue: boolean, createdAt: string, updatedAt: string, movedAt: string | null, reopenedCount: number, flagged: boolean, rating: number | null, source: Types.ComplaintSource, version: number, category: { id: string, name: string } | null, zone: { id: string, name: string } | null, handler: { id: string, name: string } | null, duplicateOf: { id: string, reference: string } | null, media: { edges: Array<{ node: { id: string } | null }> }, comments: { edges: Array<{ node: { id: string } | null }> }, tasks: { edges: Array<{ node: { id: string, status: Types.TaskStatus, version: number, solver: { id: string, name: string } | null } | null }> } } } };

export type QueueUnmergeMutationVariables = Exact<{
  input: Types.UnmergeComplaintInput;
}>;


export type QueueUnmergeMutation = { done: { complaint: { __typename: 'Complaint', id: string, reference: string, title: string, status: Types.ComplaintStatus, priority: Types.Priority, dueAt: string | null, overdue: boolean, createdAt: string, updatedAt: string, movedAt: string | null, reopenedCount: number, flagged: boolean, rating: number | null, source: Types.ComplaintSource, version: number, category: { id: string, name: string } | null, zone: { id: string, name: string } | null, handler: { id: string, name: string } | null, duplicateOf: { id: string, reference: string } | null, media: { edges: Array<{ node: { id: string } | null }> }, comments: { edges: Array<{ node: { id: string } | null }> }, tasks: { edges: Array<{ node: { id: string, status: Types.TaskStatus, version: number, solver: { id: string, name: string } | null } | null }> } } } };

export type QueueUnassignMutationVariables = Exact<{
  input: Types.CancelTaskInput;
}>;


export type QueueUnassignMutation = { done: { task: { id: string, complaint: { __typename: 'Complaint', id: string, reference: string, title: string, status: Types.ComplaintStatus, priority: Types.Priority, dueAt: string | null, overdue: boolean, createdAt: string, updatedAt: string, movedAt: string | null, reopenedCount: number, flagged: boolean, rating: number | null, source: Types.ComplaintSource, version: number, category: { id: string, name: string } | null, zone: { id: string, name: string } | null, handler: { id: string, name: string } | null, duplicateOf: { id: string, reference: string } | null, media: { edges: Array<{ node: { id: string } | null }> }, comments: { edges: Array<{ node: { id: string } | null }> }, tasks: { edges: Array<{ node: { id: string, status: Types.TaskStatus, version: number, solver: { id: string, name: string } | null } | null }> } } | null } } };

export type QueueNoteMutationVariables = Exact<{
  input: Types.CommentOnComplaintInput;
}>;


export type QueueNoteMutation = { done: { comment: { id: string } } };

export type QueueColumnsMutationVariables = Exact<{
  input: Types.UpdatePreferencesInput;
}>;


export type QueueColumnsMutation = { updatePreferences: { preferences: { density: Types.Density } } };

export type SavedViewsQueryVariables = Exact<{ [key: string]: never; }>;


export type SavedViewsQuery = { savedViews: Array<{ id: string, name: string, filter: unknown, orderBy: unknown, own: boolean, sharedWith: Types.Role | null, version: number }> };

export type SaveViewMutationVariables = Exact<{
  input: Types.CreateSavedViewInput;
}>;


export type SaveViewMutation = { createSavedView: { savedView: { id: string } } };

export type DeleteViewMutationVariables = Exact<{
  input: Types.DeleteSavedViewInput;
}>;


export type DeleteViewMutation = { deleteSavedView: { savedView: { id: string } } };

export type RestoreViewMutationVariables = Exact<{
  input: Types.RestoreSavedViewInput;
}>;


export type RestoreViewMutation = { restoreSavedView: { savedView: { id: string } } };

export type QueueCallersQueryVariables = Exact<{
  text: string;
}>;


export type QueueCallersQuery = { callerLookup: Array<{ name: string, email: string, phone: string, complaintCount: number, user: { id: string } | null }> };

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
export const QueueDocument = new TypedDocumentString(`
    query Queue($where: ComplaintWhereInput, $orderBy: [ComplaintOrder!], $after: Cursor, $first: Int!) {
  complaints(where: $where, orderBy: $orderBy, after: $after, first: $first) {
    totalCount
    pageInfo {
      hasNextPage
      endCursor
    }
    edges {
      node {
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
}`) as unknown as TypedDocumentString<QueueQuery, QueueQueryVariables>;
export const QueueMatchesDocument = new TypedDocumentString(`
    query QueueMatches($where: ComplaintWhereInput!, $first: Int!) {
  complaints(where: $where, first: $first) {
    edges {
      node {
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
}`) as unknown as TypedDocumentString<QueueMatchesQuery, QueueMatchesQueryVariables>;
export const QueueItemsDocument = new TypedDocumentString(`
    query QueueItems($where: ComplaintWhereInput, $orderBy: [ComplaintOrder!], $after: Cursor, $was: Boolean!) {
  complaints(where: $where, orderBy: $orderBy, after: $after, first: 100) {
    pageInfo {
      hasNextPage
      endCursor
    }
    edges {
      node {
        id
        version
        reference
        ... @include(if: $was) {
          priority
          dueAt
          zone {
            id
            name
          }
          category {
            id
            name
          }
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<QueueItemsQuery, QueueItemsQueryVariables>;
export const QueueCountsDocument = new TypedDocumentString(`
    query QueueCounts($views: [CountedViewInput!]!) {
  complaintCountsFor(views: $views) {
    key
    count
    more
  }
}
    `) as unknown as TypedDocumentString<QueueCountsQuery, QueueCountsQueryVariables>;
export const QueueSolversDocument = new TypedDocumentString(`
    query QueueSolvers($id: ID!, $search: String) {
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
    `) as unknown as TypedDocumentString<QueueSolversQuery, QueueSolversQueryVariables>;
export const QueueReasonsDocument = new TypedDocumentString(`
    query QueueReasons($action: Action!, $language: String!) {
  reasonCodes(action: $action) {
    code
    label(language: $language)
  }
}
    `) as unknown as TypedDocumentString<QueueReasonsQuery, QueueReasonsQueryVariables>;
export const QueueActionsDocument = new TypedDocumentString(`
    query QueueActions($id: ID!) {
  complaint(id: $id) {
    id
    version
    availableActions {
      action
      enabled
      disabledReason
    }
  }
}
    `) as unknown as TypedDocumentString<QueueActionsQuery, QueueActionsQueryVariables>;
export const QueueSimilarDocument = new TypedDocumentString(`
    query QueueSimilar($text: String!) {
  find(text: $text, limit: 8) {
    complaints {
      id
      reference
      title
      status
      zone {
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
    `) as unknown as TypedDocumentString<QueueSimilarQuery, QueueSimilarQueryVariables>;
export const PeekDocument = new TypedDocumentString(`
    query Peek($id: ID!) {
  complaint(id: $id) {
    ...ComplaintRow
    description
    address
    submittedBy {
      id
      name
    }
    contact {
      name
      email
      phone
    }
    photos: media(first: 8) {
      edges {
        node {
          id
          url
          thumbnailUrl(size: S)
          fileName
          mediaType
        }
      }
    }
    statusLog(last: 4) {
      edges {
        node {
          id
          status
          actorName
          publicNote
          internalNote
          createdAt
        }
      }
    }
    notes: comments(last: 3) {
      edges {
        node {
          id
          text
          visibility
          createdAt
          agent
          author {
            id
            name
          }
        }
      }
    }
    availableActions {
      action
      enabled
      disabledReason
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
}`) as unknown as TypedDocumentString<PeekQuery, PeekQueryVariables>;
export const QueueExportDocument = new TypedDocumentString(`
    query QueueExport($arguments: JSON!) {
  exportLink(of: COMPLAINTS, arguments: $arguments) {
    url
  }
}
    `) as unknown as TypedDocumentString<QueueExportQuery, QueueExportQueryVariables>;
export const QueueTriageDocument = new TypedDocumentString(`
    mutation QueueTriage($input: TriageComplaintsInput!) {
  done: triageComplaints(input: $input) {
    results {
      id
      complaint {
        ...ComplaintRow
      }
      error {
        code
        message
        fields {
          field
          message
        }
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
}`) as unknown as TypedDocumentString<QueueTriageMutation, QueueTriageMutationVariables>;
export const QueueAssignDocument = new TypedDocumentString(`
    mutation QueueAssign($input: AssignComplaintsInput!) {
  done: assignComplaints(input: $input) {
    results {
      id
      complaint {
        ...ComplaintRow
      }
      error {
        code
        message
        fields {
          field
          message
        }
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
}`) as unknown as TypedDocumentString<QueueAssignMutation, QueueAssignMutationVariables>;
export const QueueRejectDocument = new TypedDocumentString(`
    mutation QueueReject($input: RejectComplaintsInput!) {
  done: rejectComplaints(input: $input) {
    results {
      id
      complaint {
        ...ComplaintRow
      }
      error {
        code
        message
        fields {
          field
          message
        }
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
}`) as unknown as TypedDocumentString<QueueRejectMutation, QueueRejectMutationVariables>;
export const QueueHoldDocument = new TypedDocumentString(`
    mutation QueueHold($input: HoldComplaintsInput!) {
  done: holdComplaints(input: $input) {
    results {
      id
      complaint {
        ...ComplaintRow
      }
      error {
        code
        message
        fields {
          field
          message
        }
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
}`) as unknown as TypedDocumentString<QueueHoldMutation, QueueHoldMutationVariables>;
export const QueueResumeDocument = new TypedDocumentString(`
    mutation QueueResume($input: ResumeComplaintsInput!) {
  done: resumeComplaints(input: $input) {
    results {
      id
      complaint {
        ...ComplaintRow
      }
      error {
        code
        message
        fields {
          field
          message
        }
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
}`) as unknown as TypedDocumentString<QueueResumeMutation, QueueResumeMutationVariables>;
export const QueueResolveDocument = new TypedDocumentString(`
    mutation QueueResolve($input: ResolveComplaintsInput!) {
  done: resolveComplaints(input: $input) {
    results {
      id
      complaint {
        ...ComplaintRow
      }
      error {
        code
        message
        fields {
          field
          message
        }
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
}`) as unknown as TypedDocumentString<QueueResolveMutation, QueueResolveMutationVariables>;
export const QueueCloseDocument = new TypedDocumentString(`
    mutation QueueClose($input: CloseComplaintsInput!) {
  done: closeComplaints(input: $input) {
    results {
      id
      complaint {
        ...ComplaintRow
      }
      error {
        code
        message
        fields {
          field
          message
        }
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
}`) as unknown as TypedDocumentString<QueueCloseMutation, QueueCloseMutationVariables>;
export const QueueMergeDocument = new TypedDocumentString(`
    mutation QueueMerge($input: MergeComplaintsInput!) {
  done: mergeComplaints(input: $input) {
    results {
      id
      complaint {
        ...ComplaintRow
      }
      error {
        code
        message
        fields {
          field
          message
        }
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
}`) as unknown as TypedDocumentString<QueueMergeMutation, QueueMergeMutationVariables>;
export const QueueReopenDocument = new TypedDocumentString(`
    mutation QueueReopen($input: ReopenComplaintInput!) {
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
}`) as unknown as TypedDocumentString<QueueReopenMutation, QueueReopenMutationVariables>;
export const QueueUnmergeDocument = new TypedDocumentString(`
    mutation QueueUnmerge($input: UnmergeComplaintInput!) {
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
}`) as unknown as TypedDocumentString<QueueUnmergeMutation, QueueUnmergeMutationVariables>;
export const QueueUnassignDocument = new TypedDocumentString(`
    mutation QueueUnassign($input: CancelTaskInput!) {
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
}`) as unknown as TypedDocumentString<QueueUnassignMutation, QueueUnassignMutationVariables>;
export const QueueNoteDocument = new TypedDocumentString(`
    mutation QueueNote($input: CommentOnComplaintInput!) {
  done: commentOnComplaint(input: $input) {
    comment {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<QueueNoteMutation, QueueNoteMutationVariables>;
export const QueueColumnsDocument = new TypedDocumentString(`
    mutation QueueColumns($input: UpdatePreferencesInput!) {
  updatePreferences(input: $input) {
    preferences {
      density
    }
  }
}
    `) as unknown as TypedDocumentString<QueueColumnsMutation, QueueColumnsMutationVariables>;
export const SavedViewsDocument = new TypedDocumentString(`
    query SavedViews {
  savedViews(list: COMPLAINTS) {
    id
    name
    filter
    orderBy
    own
    sharedWith
    version
  }
}
    `) as unknown as TypedDocumentString<SavedViewsQuery, SavedViewsQueryVariables>;
export const SaveViewDocument = new TypedDocumentString(`
    mutation SaveView($input: CreateSavedViewInput!) {
  createSavedView(input: $input) {
    savedView {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<SaveViewMutation, SaveViewMutationVariables>;
export const DeleteViewDocument = new TypedDocumentString(`
    mutation DeleteView($input: DeleteSavedViewInput!) {
  deleteSavedView(input: $input) {
    savedView {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<DeleteViewMutation, DeleteViewMutationVariables>;
export const RestoreViewDocument = new TypedDocumentString(`
    mutation RestoreView($input: RestoreSavedViewInput!) {
  restoreSavedView(input: $input) {
    savedView {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<RestoreViewMutation, RestoreViewMutationVariables>;
export const QueueCallersDocument = new TypedDocumentString(`
    query QueueCallers($text: String!) {
  callerLookup(text: $text, limit: 3) {
    name
    email
    phone
    user {
      id
    }
    complaintCount
  }
}
    `) as unknown as TypedDocumentString<QueueCallersQuery, QueueCallersQueryVariables>;