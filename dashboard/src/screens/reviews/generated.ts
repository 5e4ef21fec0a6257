/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../../data/graph/schema.generated';

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type ReviewListQueryVariables = Exact<{ [key: string]: never; }>;


export type ReviewListQuery = { tasks: { totalCount: number, edges: Array<{ node: { id: string } | null }> } };

export type ReviewOfComplaintQueryVariables = Exact<{
  reference: string;
}>;


export type ReviewOfComplaintQuery = { complaints: { edges: Array<{ node: { id: string, tasks: { edges: Array<{ node: { id: string, status: Types.TaskStatus } | null }> } } | null }> } };

export type ReviewPhotoFragment = { id: string, url: string, fileName: string, mediaType: Types.MediaType, width: number | null, height: number | null, createdAt: string };

export type ReviewTaskQueryVariables = Exact<{
  id: string;
}>;


export type ReviewTaskQuery = { task: { id: string, version: number, status: Types.TaskStatus, instructions: string, dueAt: string | null, solver: { id: string, name: string } | null, provider: { id: string, name: string } | null, complaint: { id: string, reference: string, title: string, description: string, address: string, priority: Types.Priority, status: Types.ComplaintStatus, createdAt: string, category: { id: string, name: string } | null, zone: { id: string, name: string } | null, submittedBy: { id: string, name: string } | null, contact: { id: string, name: string, email: string, phone: string, confirmedAt: string | null, deniedAt: string | null, refusedAt: string | null, unsubscribedAt: string | null } | null, media: { edges: Array<{ node: { id: string, url: string, fileName: string, mediaType: Types.MediaType, width: number | null, height: number | null, createdAt: string } | null }> } } | null, updates: { edges: Array<{ node: { id: string, type: Types.TaskUpdateType, status: Types.ReviewStatus, remarks: string, percentageCompleted: number | null, occurredAt: string, createdAt: string, reviewNote: string, reviewedBy: { id: string, name: string } | null, media: { edges: Array<{ node: { id: string, url: string, fileName: string, mediaType: Types.MediaType, width: number | null, height: number | null, createdAt: string } | null }> } } | null }> }, availableActions: Array<{ action: Types.Action, enabled: boolean, disabledReason: string }> } | null };

export type ReviewVerdictMutationVariables = Exact<{
  input: Types.ReviewCompletionInput;
}>;


export type ReviewVerdictMutation = { reviewCompletion: { task: { id: string, status: Types.TaskStatus, version: number } } };

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
export const ReviewPhotoFragmentDoc = new TypedDocumentString(`
    fragment ReviewPhoto on Media {
  id
  url
  fileName
  mediaType
  width
  height
  createdAt
}
    `, {"fragmentName":"ReviewPhoto"}) as unknown as TypedDocumentString<ReviewPhotoFragment, unknown>;
export const ReviewListDocument = new TypedDocumentString(`
    query ReviewList {
  tasks(
    where: {status: COMPLETION_SUBMITTED}
    orderBy: [{field: DUE_AT, direction: ASC}]
    first: 100
  ) {
    totalCount
    edges {
      node {
        id
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ReviewListQuery, ReviewListQueryVariables>;
export const ReviewOfComplaintDocument = new TypedDocumentString(`
    query ReviewOfComplaint($reference: String!) {
  complaints(where: {reference: $reference}, first: 1) {
    edges {
      node {
        id
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
    `) as unknown as TypedDocumentString<ReviewOfComplaintQuery, ReviewOfComplaintQueryVariables>;
export const ReviewTaskDocument = new TypedDocumentString(`
    query ReviewTask($id: ID!) {
  task(id: $id) {
    id
    version
    status
    instructions
    dueAt
    solver {
      id
      name
    }
    provider {
      id
      name
    }
    complaint {
      id
      reference
      title
      description
      address
      priority
      status
      createdAt
      category {
        id
        name
      }
      zone {
        id
        name
      }
      submittedBy {
        id
        name
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
      media(first: 20, where: {complaintIdNotNil: true}) {
        edges {
          node {
            ...ReviewPhoto
          }
        }
      }
    }
    updates(last: 12) {
      edges {
        node {
          id
          type
          status
          remarks
          percentageCompleted
          occurredAt
          createdAt
          reviewNote
          reviewedBy {
            id
            name
          }
          media(first: 10) {
            edges {
              node {
                ...ReviewPhoto
              }
            }
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
    fragment ReviewPhoto on Media {
  id
  url
  fileName
  mediaType
  width
  height
  createdAt
}`) as unknown as TypedDocumentString<ReviewTaskQuery, ReviewTaskQueryVariables>;
export const ReviewVerdictDocument = new TypedDocumentString(`
    mutation ReviewVerdict($input: ReviewCompletionInput!) {
  reviewCompletion(input: $input) {
    task {
      id
      status
      version
    }
  }
}
    `) as unknown as TypedDocumentString<ReviewVerdictMutation, ReviewVerdictMutationVariables>;