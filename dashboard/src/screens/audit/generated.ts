/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../../graph/schema.generated';

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type ComplaintRowFragment = { __typename: 'Complaint', id: string, reference: string, title: string, status: Types.ComplaintStatus, priority: Types.Priority, dueAt: string | null, overdue: boolean, createdAt: string, updatedAt: string, movedAt: string | null, reopenedCount: number, flagged: boolean, rating: number | null, source: Types.ComplaintSource, version: number, category: { id: string, name: string } | null, zone: { id: string, name: string } | null, handler: { id: string, name: string } | null, duplicateOf: { id: string, reference: string } | null, media: { edges: Array<{ node: { id: string } | null }> }, comments: { edges: Array<{ node: { id: string } | null }> }, tasks: { edges: Array<{ node: { id: string, status: Types.TaskStatus, version: number, solver: { id: string, name: string } | null } | null }> } };

export type LiveComplaintsSubscriptionVariables = Exact<{
  after?: string | null | undefined;
}>;


export type LiveComplaintsSubscription = { complaintChanged: { eventId: string, changes: Array<{ complaintId: string, changed: Array<Types.ComplaintPart>, actor: { id: string, name: string } | null, complaint: { __typename: 'Complaint', id: string, reference: string, title: string, status: Types.ComplaintStatus, priority: Types.Priority, dueAt: string | null, overdue: boolean, createdAt: string, updatedAt: string, movedAt: string | null, reopenedCount: number, flagged: boolean, rating: number | null, source: Types.ComplaintSource, version: number, category: { id: string, name: string } | null, zone: { id: string, name: string } | null, handler: { id: string, name: string } | null, duplicateOf: { id: string, reference: string } | null, media: { edges: Array<{ node: { id: string } | null }> }, comments: { edges: Array<{ node: { id: string } | null }> }, tasks: { edges: Array<{ node: { id: string, status: Types.TaskStatus, version: number, solver: { id: string, name: string } | null } | null }> } } }> } };

export type EntryFragment = { id: string, action: string, agent: Types.Agent, subjectType: string, subjectId: string | null, address: string, createdAt: string, actor: { id: string, name: string } | null };

export type AuditQueryVariables = Exact<{
  where?: Types.AuditEntryWhereInput | null | undefined;
  orderBy?: Array<Types.AuditEntryOrder> | Types.AuditEntryOrder | null | undefined;
  page: number;
}>;


export type AuditQuery = { auditEntryPage: { auditEntries: Array<{ id: string, action: string, agent: Types.Agent, subjectType: string, subjectId: string | null, address: string, createdAt: string, actor: { id: string, name: string } | null }>, pagination: { page: number, limit: number, total: number, totalPages: number } } };

export type AuditEntryQueryVariables = Exact<{
  id: string;
}>;


export type AuditEntryQuery = { node:
    | { before: unknown, after: unknown, id: string, action: string, agent: Types.Agent, subjectType: string, subjectId: string | null, address: string, createdAt: string, actor: { id: string, name: string } | null }
    | Record<PropertyKey, never>
   | null };

export type LedgerCheckQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type LedgerCheckQuery = { ledgerCheck: { rowsChecked: number, complete: boolean, after: string | null, fault: { message: string } | null } };

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
export const EntryFragmentDoc = new TypedDocumentString(`
    fragment Entry on AuditEntry {
  id
  action
  agent
  subjectType
  subjectId
  address
  createdAt
  actor {
    id
    name
  }
}
    `, {"fragmentName":"Entry"}) as unknown as TypedDocumentString<EntryFragment, unknown>;
export const LiveComplaintsDocument = new TypedDocumentString(`
    subscription LiveComplaints($after: EventID) {
  complaintChanged(after: $after) {
    eventId
    changes {
      complaintId
      changed
      actor {
        id
        name
      }
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
}`) as unknown as TypedDocumentString<LiveComplaintsSubscription, LiveComplaintsSubscriptionVariables>;
export const AuditDocument = new TypedDocumentString(`
    query Audit($where: AuditEntryWhereInput, $orderBy: [AuditEntryOrder!], $page: Int!) {
  auditEntryPage(where: $where, orderBy: $orderBy, page: $page, limit: 50) {
    auditEntries {
      ...Entry
    }
    pagination {
      page
      limit
      total
      totalPages
    }
  }
}
    fragment Entry on AuditEntry {
  id
  action
  agent
  subjectType
  subjectId
  address
  createdAt
  actor {
    id
    name
  }
}`) as unknown as TypedDocumentString<AuditQuery, AuditQueryVariables>;
export const AuditEntryDocument = new TypedDocumentString(`
    query AuditEntry($id: ID!) {
  node(id: $id) {
    ... on AuditEntry {
      ...Entry
      before
      after
    }
  }
}
    fragment Entry on AuditEntry {
  id
  action
  agent
  subjectType
  subjectId
  address
  createdAt
  actor {
    id
    name
  }
}`) as unknown as TypedDocumentString<AuditEntryQuery, AuditEntryQueryVariables>;
export const LedgerCheckDocument = new TypedDocumentString(`
    query LedgerCheck($after: String) {
  ledgerCheck(after: $after) {
    rowsChecked
    complete
    after
    fault {
      message
    }
  }
}
    `) as unknown as TypedDocumentString<LedgerCheckQuery, LedgerCheckQueryVariables>;