/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
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

export type Priority =
  | 'HIGH'
  | 'LOW'
  | 'NORMAL'
  | 'URGENT';

export type Role =
  | 'ADMIN'
  | 'PROVIDER'
  | 'SOLVER'
  | 'SUPER_ADMIN'
  | 'USER';

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

export type FindQueryVariables = Exact<{
  text: string;
}>;


export type FindQuery = { find: { complaints: Array<{ id: string, reference: string, title: string, status: ComplaintStatus, tasks: { edges: Array<{ node: { id: string, status: TaskStatus } | null }> } }>, users: Array<{ id: string, name: string, role: Role | null }>, serviceProviders: Array<{ id: string, name: string }>, broadcasts: Array<{ id: string, title: string }> } };

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
export const FindDocument = new TypedDocumentString(`
    query Find($text: String!) {
  find(text: $text, limit: 6) {
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
    users {
      id
      name
      role
    }
    serviceProviders {
      id
      name
    }
    broadcasts {
      id
      title
    }
  }
}
    `) as unknown as TypedDocumentString<FindQuery, FindQueryVariables>;