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