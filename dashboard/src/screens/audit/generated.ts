/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../../graph/schema.generated';

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
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

export type AuditSubjectsQueryVariables = Exact<{
  ids: Array<string> | string;
}>;


export type AuditSubjectsQuery = { nodes: Array<
    | { id: string }
    | { title: string, id: string }
    | { name: string, id: string }
    | { id: string, complaint: { id: string, reference: string } | null }
    | { reference: string, title: string, id: string }
    | { id: string, complaint: { id: string, reference: string } | null }
    | { id: string, contactName: string, user: { id: string, name: string } | null, complaint: { id: string, reference: string } | null }
    | { name: string, id: string }
    | { id: string, complaint: { id: string, reference: string } | null }
    | { fileName: string, id: string, complaint: { id: string, reference: string } | null, comment: { id: string, complaint: { id: string, reference: string } | null } | null, taskUpdate: { id: string, task: { id: string, complaint: { id: string, reference: string } | null } | null } | null }
    | { id: string }
    | { paymentReference: string, id: string, provider: { id: string, name: string } | null }
    | { name: string, id: string }
    | { id: string, user: { id: string, name: string } | null }
    | { id: string }
    | { id: string, complaint: { id: string, reference: string } | null }
    | { id: string, task: { id: string, complaint: { id: string, reference: string } | null } | null }
    | { name: string, id: string }
    | { name: string, id: string }
   | null> };

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
export const AuditSubjectsDocument = new TypedDocumentString(`
    query AuditSubjects($ids: [ID!]!) {
  nodes(ids: $ids) {
    id
    ... on Complaint {
      reference
      title
    }
    ... on Task {
      complaint {
        id
        reference
      }
    }
    ... on TaskUpdate {
      task {
        id
        complaint {
          id
          reference
        }
      }
    }
    ... on LateEvidence {
      complaint {
        id
        reference
      }
    }
    ... on Comment {
      complaint {
        id
        reference
      }
    }
    ... on ComplaintRevision {
      complaint {
        id
        reference
      }
    }
    ... on Media {
      fileName
      complaint {
        id
        reference
      }
      comment {
        id
        complaint {
          id
          reference
        }
      }
      taskUpdate {
        id
        task {
          id
          complaint {
            id
            reference
          }
        }
      }
    }
    ... on Payment {
      paymentReference
      provider {
        id
        name
      }
    }
    ... on Broadcast {
      title
    }
    ... on User {
      name
    }
    ... on Session {
      user {
        id
        name
      }
    }
    ... on Contact {
      contactName: name
      user {
        id
        name
      }
      complaint {
        id
        reference
      }
    }
    ... on Group {
      name
    }
    ... on Zone {
      name
    }
    ... on Category {
      name
    }
    ... on ServiceProvider {
      name
    }
  }
}
    `) as unknown as TypedDocumentString<AuditSubjectsQuery, AuditSubjectsQueryVariables>;