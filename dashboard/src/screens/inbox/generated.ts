/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../../data/graph/schema.generated';

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type ComplaintRowFragment = { __typename: 'Complaint', id: string, reference: string, title: string, status: Types.ComplaintStatus, priority: Types.Priority, dueAt: string | null, overdue: boolean, createdAt: string, updatedAt: string, movedAt: string | null, reopenedCount: number, flagged: boolean, rating: number | null, source: Types.ComplaintSource, version: number, category: { id: string, name: string } | null, zone: { id: string, name: string } | null, handler: { id: string, name: string } | null, duplicateOf: { id: string, reference: string } | null, media: { edges: Array<{ node: { id: string } | null }> }, comments: { edges: Array<{ node: { id: string } | null }> }, tasks: { edges: Array<{ node: { id: string, status: Types.TaskStatus, version: number, solver: { id: string, name: string } | null } | null }> } };

export type ChecklistQueryVariables = Exact<{
  tests: Array<string> | string;
}>;


export type ChecklistQuery = { serviceInfo: { mail: boolean }, viewer: { contact: { email: string } | null } | null, zonePage: { pagination: { total: number } }, withoutDeadline: { pagination: { total: number } }, withDeadline: { pagination: { total: number } }, solvers: { edges: Array<{ node: { id: string } | null }> }, tests: { edges: Array<{ node: { id: string } | null }> }, complaints: { edges: Array<{ node: { id: string } | null }> } };

export type ChecklistMailTestMutationVariables = Exact<{
  input: Types.SendTestBroadcastInput;
}>;


export type ChecklistMailTestMutation = { sendTestBroadcast: { notification: { id: string } } };

export type InboxQueryVariables = Exact<{
  views: Array<Types.CountedViewInput> | Types.CountedViewInput;
  overdue: Types.ComplaintWhereInput;
  urgent: Types.ComplaintWhereInput;
  low: Types.ComplaintWhereInput;
  since: string;
}>;


export type InboxQuery = { complaintCountsFor: Array<{ key: string, count: number, more: boolean }>, overdue: { edges: Array<{ node: { __typename: 'Complaint', id: string, reference: string, title: string, status: Types.ComplaintStatus, priority: Types.Priority, dueAt: string | null, overdue: boolean, createdAt: string, updatedAt: string, movedAt: string | null, reopenedCount: number, flagged: boolean, rating: number | null, source: Types.ComplaintSource, version: number, category: { id: string, name: string } | null, zone: { id: string, name: string } | null, handler: { id: string, name: string } | null, duplicateOf: { id: string, reference: string } | null, media: { edges: Array<{ node: { id: string } | null }> }, comments: { edges: Array<{ node: { id: string } | null }> }, tasks: { edges: Array<{ node: { id: string, status: Types.TaskStatus, version: number, solver: { id: string, name: string } | null } | null }> } } | null }> }, urgent: { edges: Array<{ node: { __typename: 'Complaint', id: string, reference: string, title: string, status: Types.ComplaintStatus, priority: Types.Priority, dueAt: string | null, overdue: boolean, createdAt: string, updatedAt: string, movedAt: string | null, reopenedCount: number, flagged: boolean, rating: number | null, source: Types.ComplaintSource, version: number, category: { id: string, name: string } | null, zone: { id: string, name: string } | null, handler: { id: string, name: string } | null, duplicateOf: { id: string, reference: string } | null, media: { edges: Array<{ node: { id: string } | null }> }, comments: { edges: Array<{ node: { id: string } | null }> }, tasks: { edges: Array<{ node: { id: string, status: Types.TaskStatus, version: number, solver: { id: string, name: string } | null } | null }> } } | null }> }, low: { edges: Array<{ node: { __typename: 'Complaint', id: string, reference: string, title: string, status: Types.ComplaintStatus, priority: Types.Priority, dueAt: string | null, overdue: boolean, createdAt: string, updatedAt: string, movedAt: string | null, reopenedCount: number, flagged: boolean, rating: number | null, source: Types.ComplaintSource, version: number, category: { id: string, name: string } | null, zone: { id: string, name: string } | null, handler: { id: string, name: string } | null, duplicateOf: { id: string, reference: string } | null, media: { edges: Array<{ node: { id: string } | null }> }, comments: { edges: Array<{ node: { id: string } | null }> }, tasks: { edges: Array<{ node: { id: string, status: Types.TaskStatus, version: number, solver: { id: string, name: string } | null } | null }> } } | null }> }, taskPage: { tasks: Array<{ id: string, updatedAt: string, solver: { id: string, name: string } | null, complaint: { id: string, reference: string, title: string } | null }>, pagination: { total: number } }, held: { broadcasts: Array<{ id: string, title: string, scheduledAt: string }>, pagination: { total: number } }, broadcastStats: Array<{ failed: number }> };

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
export const ChecklistDocument = new TypedDocumentString(`
    query Checklist($tests: [String!]!) {
  serviceInfo {
    mail
  }
  viewer {
    contact {
      email
    }
  }
  zonePage(limit: 1) {
    pagination {
      total
    }
  }
  withoutDeadline: categoryPage(where: {slaHoursIsNil: true}, limit: 1) {
    pagination {
      total
    }
  }
  withDeadline: categoryPage(where: {slaHoursNotNil: true}, limit: 1) {
    pagination {
      total
    }
  }
  solvers: users(where: {role: SOLVER, state: ACTIVE}, first: 1) {
    edges {
      node {
        id
      }
    }
  }
  tests: notifications(where: {titleIn: $tests}, first: 1) {
    edges {
      node {
        id
      }
    }
  }
  complaints(first: 1) {
    edges {
      node {
        id
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ChecklistQuery, ChecklistQueryVariables>;
export const ChecklistMailTestDocument = new TypedDocumentString(`
    mutation ChecklistMailTest($input: SendTestBroadcastInput!) {
  sendTestBroadcast(input: $input) {
    notification {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<ChecklistMailTestMutation, ChecklistMailTestMutationVariables>;
export const InboxDocument = new TypedDocumentString(`
    query Inbox($views: [CountedViewInput!]!, $overdue: ComplaintWhereInput!, $urgent: ComplaintWhereInput!, $low: ComplaintWhereInput!, $since: Time!) {
  complaintCountsFor(views: $views) {
    key
    count
    more
  }
  overdue: complaints(
    where: $overdue
    orderBy: [{field: DUE_AT, direction: ASC}]
    first: 5
  ) {
    edges {
      node {
        ...ComplaintRow
      }
    }
  }
  urgent: complaints(
    where: $urgent
    orderBy: [{field: PRIORITY, direction: ASC}]
    first: 5
  ) {
    edges {
      node {
        ...ComplaintRow
      }
    }
  }
  low: complaints(
    where: $low
    orderBy: [{field: MOVED_AT, direction: DESC}]
    first: 5
  ) {
    edges {
      node {
        ...ComplaintRow
      }
    }
  }
  taskPage(
    where: {status: COMPLETION_SUBMITTED}
    orderBy: [{field: UPDATED_AT, direction: ASC}]
    limit: 5
  ) {
    tasks {
      id
      updatedAt
      solver {
        id
        name
      }
      complaint {
        id
        reference
        title
      }
    }
    pagination {
      total
    }
  }
  held: broadcastPage(where: {deliveryState: HELD}, limit: 5) {
    broadcasts {
      id
      title
      scheduledAt
    }
    pagination {
      total
    }
  }
  broadcastStats(from: $since) {
    failed
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
}`) as unknown as TypedDocumentString<InboxQuery, InboxQueryVariables>;