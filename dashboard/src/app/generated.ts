/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../data/graph/schema.generated';

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type FindQueryVariables = Exact<{
  text: string;
}>;


export type FindQuery = { find: { complaints: Array<{ id: string, reference: string, title: string, status: Types.ComplaintStatus, tasks: { edges: Array<{ node: { id: string, status: Types.TaskStatus } | null }> } }>, users: Array<{ id: string, name: string, role: Types.Role | null }>, callers: Array<{ name: string, phone: string, email: string, complaintCount: number }>, serviceProviders: Array<{ id: string, name: string }>, broadcasts: Array<{ id: string, title: string }>, tasks: Array<{ id: string, complaint: { reference: string, title: string, address: string } | null }> } };

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
    callers {
      name
      phone
      email
      complaintCount
    }
    serviceProviders {
      id
      name
    }
    broadcasts {
      id
      title
    }
    tasks {
      id
      complaint {
        reference
        title
        address
      }
    }
  }
}
    `) as unknown as TypedDocumentString<FindQuery, FindQueryVariables>;