/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type Agent =
  | 'ACCOUNT'
  | 'IMPORT'
  | 'SYSTEM';

export type AuditEntryOrder = {
  direction?: OrderDirection;
  field: AuditEntryOrderField;
};

export type AuditEntryOrderField =
  | 'ACTION'
  | 'CREATED_AT';

export type AuditEntryWhereInput = {
  action?: string | null | undefined;
  actionContains?: string | null | undefined;
  actionContainsFold?: string | null | undefined;
  actionEqualFold?: string | null | undefined;
  actionHasPrefix?: string | null | undefined;
  actionIn?: Array<string> | null | undefined;
  actionNEQ?: string | null | undefined;
  actionNotIn?: Array<string> | null | undefined;
  actorId?: string | null | undefined;
  actorIdIn?: Array<string> | null | undefined;
  actorIdIsNil?: boolean | null | undefined;
  actorIdNEQ?: string | null | undefined;
  actorIdNotIn?: Array<string> | null | undefined;
  actorIdNotNil?: boolean | null | undefined;
  address?: string | null | undefined;
  addressContains?: string | null | undefined;
  addressContainsFold?: string | null | undefined;
  addressEqualFold?: string | null | undefined;
  addressHasPrefix?: string | null | undefined;
  addressIn?: Array<string> | null | undefined;
  addressNEQ?: string | null | undefined;
  addressNotIn?: Array<string> | null | undefined;
  agent?: Agent | null | undefined;
  agentIn?: Array<Agent> | null | undefined;
  agentNEQ?: Agent | null | undefined;
  agentNotIn?: Array<Agent> | null | undefined;
  and?: Array<AuditEntryWhereInput> | null | undefined;
  createdAt?: string | null | undefined;
  createdAtGT?: string | null | undefined;
  createdAtGTE?: string | null | undefined;
  createdAtIn?: Array<string> | null | undefined;
  createdAtLT?: string | null | undefined;
  createdAtLTE?: string | null | undefined;
  createdAtNEQ?: string | null | undefined;
  createdAtNotIn?: Array<string> | null | undefined;
  id?: string | null | undefined;
  idIn?: Array<string> | null | undefined;
  idNEQ?: string | null | undefined;
  idNotIn?: Array<string> | null | undefined;
  not?: AuditEntryWhereInput | null | undefined;
  or?: Array<AuditEntryWhereInput> | null | undefined;
  subjectId?: string | null | undefined;
  subjectIdIn?: Array<string> | null | undefined;
  subjectIdIsNil?: boolean | null | undefined;
  subjectIdNEQ?: string | null | undefined;
  subjectIdNotIn?: Array<string> | null | undefined;
  subjectIdNotNil?: boolean | null | undefined;
  subjectType?: string | null | undefined;
  subjectTypeContains?: string | null | undefined;
  subjectTypeContainsFold?: string | null | undefined;
  subjectTypeEqualFold?: string | null | undefined;
  subjectTypeHasPrefix?: string | null | undefined;
  subjectTypeIn?: Array<string> | null | undefined;
  subjectTypeNEQ?: string | null | undefined;
  subjectTypeNotIn?: Array<string> | null | undefined;
};

export type ComplaintSource =
  | 'APP'
  | 'EMAIL'
  | 'IMPORT'
  | 'PHONE'
  | 'STAFF'
  | 'WEB';

export type ComplaintStatus =
  | 'ASSIGNED'
  | 'CLOSED'
  | 'IN_PROGRESS'
  | 'MERGED'
  | 'ON_HOLD'
  | 'REJECTED'
  | 'REOPENED'
  | 'RESOLVED'
  | 'SUBMITTED'
  | 'WITHDRAWN';

export type OrderDirection =
  | 'ASC'
  | 'DESC';

export type Priority =
  | 'HIGH'
  | 'LOW'
  | 'NORMAL'
  | 'URGENT';

export type TaskStatus =
  | 'ACCEPTED'
  | 'ASSIGNED'
  | 'CANCELLED'
  | 'COMPLETED'
  | 'COMPLETION_SUBMITTED'
  | 'DECLINED'
  | 'IN_PROGRESS'
  | 'RETURNED';

export type ComplaintRowFragment = { __typename: 'Complaint', id: string, reference: string, title: string, status: ComplaintStatus, priority: Priority, dueAt: string | null, overdue: boolean, createdAt: string, updatedAt: string, movedAt: string | null, reopenedCount: number, flagged: boolean, rating: number | null, source: ComplaintSource, version: number, category: { id: string, name: string } | null, zone: { id: string, name: string } | null, handler: { id: string, name: string } | null, duplicateOf: { id: string, reference: string } | null, media: { edges: Array<{ node: { id: string } | null }> }, comments: { edges: Array<{ node: { id: string } | null }> }, tasks: { edges: Array<{ node: { id: string, status: TaskStatus, version: number, solver: { id: string, name: string } | null } | null }> } };

export type EntryFragment = { id: string, action: string, agent: Agent, subjectType: string, subjectId: string | null, address: string, createdAt: string, actor: { id: string, name: string } | null };

export type AuditQueryVariables = Exact<{
  where?: AuditEntryWhereInput | null | undefined;
  orderBy?: Array<AuditEntryOrder> | AuditEntryOrder | null | undefined;
  page: number;
}>;


export type AuditQuery = { auditEntryPage: { auditEntries: Array<{ id: string, action: string, agent: Agent, subjectType: string, subjectId: string | null, address: string, createdAt: string, actor: { id: string, name: string } | null }>, pagination: { page: number, limit: number, total: number, totalPages: number } } };

export type AuditEntryQueryVariables = Exact<{
  id: string;
}>;


export type AuditEntryQuery = { node:
    | { before: unknown, after: unknown, id: string, action: string, agent: Agent, subjectType: string, subjectId: string | null, address: string, createdAt: string, actor: { id: string, name: string } | null }
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