/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../../data/graph/schema.generated';

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type FieldTaskFragment = { id: string, status: Types.TaskStatus, version: number, instructions: string, dueAt: string | null, acceptedAt: string | null, startedAt: string | null, complaint: { id: string, reference: string, title: string, description: string, status: Types.ComplaintStatus, priority: Types.Priority, address: string, latitude: number | null, longitude: number | null, notificationLevel: Types.NotificationLevel, category: { id: string, name: string } | null, zone: { id: string, name: string } | null, media: { edges: Array<{ node: { id: string, mediaType: Types.MediaType, url: string, thumbnailUrl: string | null, fileName: string, createdAt: string, width: number | null, height: number | null } | null }> } } | null, updates: { edges: Array<{ node: { id: string, clientId: string | null, type: Types.TaskUpdateType, remarks: string, percentageCompleted: number | null, occurredAt: string, status: Types.ReviewStatus, reviewNote: string, media: { edges: Array<{ node: { id: string, mediaType: Types.MediaType, url: string, thumbnailUrl: string | null, fileName: string, createdAt: string, width: number | null, height: number | null } | null }> } } | null }> } };

export type FieldMediaFragment = { id: string, mediaType: Types.MediaType, url: string, thumbnailUrl: string | null, fileName: string, createdAt: string, width: number | null, height: number | null };

export type FieldLevelMutationVariables = Exact<{
  input: Types.SetNotificationLevelInput;
}>;


export type FieldLevelMutation = { setNotificationLevel: { complaint: { id: string, notificationLevel: Types.NotificationLevel } } };

export type FieldTasksQueryVariables = Exact<{
  solver: string;
  live: Array<Types.TaskStatus> | Types.TaskStatus;
}>;


export type FieldTasksQuery = { tasks: { totalCount: number, edges: Array<{ node: { id: string, status: Types.TaskStatus, version: number, instructions: string, dueAt: string | null, acceptedAt: string | null, startedAt: string | null, complaint: { id: string, reference: string, title: string, description: string, status: Types.ComplaintStatus, priority: Types.Priority, address: string, latitude: number | null, longitude: number | null, notificationLevel: Types.NotificationLevel, category: { id: string, name: string } | null, zone: { id: string, name: string } | null, media: { edges: Array<{ node: { id: string, mediaType: Types.MediaType, url: string, thumbnailUrl: string | null, fileName: string, createdAt: string, width: number | null, height: number | null } | null }> } } | null, updates: { edges: Array<{ node: { id: string, clientId: string | null, type: Types.TaskUpdateType, remarks: string, percentageCompleted: number | null, occurredAt: string, status: Types.ReviewStatus, reviewNote: string, media: { edges: Array<{ node: { id: string, mediaType: Types.MediaType, url: string, thumbnailUrl: string | null, fileName: string, createdAt: string, width: number | null, height: number | null } | null }> } } | null }> } } | null }> }, reasonCodes: Array<{ code: string, labels: Array<{ language: string, text: string }> }> };

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
export const FieldMediaFragmentDoc = new TypedDocumentString(`
    fragment FieldMedia on Media {
  id
  mediaType
  url
  thumbnailUrl
  fileName
  createdAt
  width
  height
}
    `, {"fragmentName":"FieldMedia"}) as unknown as TypedDocumentString<FieldMediaFragment, unknown>;
export const FieldTaskFragmentDoc = new TypedDocumentString(`
    fragment FieldTask on Task {
  id
  status
  version
  instructions
  dueAt
  acceptedAt
  startedAt
  complaint {
    id
    reference
    title
    description
    status
    priority
    address
    latitude
    longitude
    category {
      id
      name
    }
    zone {
      id
      name
    }
    notificationLevel
    media(first: 10, where: {complaintIdNotNil: true}) {
      edges {
        node {
          ...FieldMedia
        }
      }
    }
  }
  updates(last: 6) {
    edges {
      node {
        id
        clientId
        type
        remarks
        percentageCompleted
        occurredAt
        status
        reviewNote
        media(first: 10) {
          edges {
            node {
              ...FieldMedia
            }
          }
        }
      }
    }
  }
}
    fragment FieldMedia on Media {
  id
  mediaType
  url
  thumbnailUrl
  fileName
  createdAt
  width
  height
}`, {"fragmentName":"FieldTask"}) as unknown as TypedDocumentString<FieldTaskFragment, unknown>;
export const FieldLevelDocument = new TypedDocumentString(`
    mutation FieldLevel($input: SetNotificationLevelInput!) {
  setNotificationLevel(input: $input) {
    complaint {
      id
      notificationLevel
    }
  }
}
    `) as unknown as TypedDocumentString<FieldLevelMutation, FieldLevelMutationVariables>;
export const FieldTasksDocument = new TypedDocumentString(`
    query FieldTasks($solver: ID!, $live: [TaskStatus!]!) {
  tasks(
    first: 100
    where: {solverId: $solver, statusIn: $live}
    orderBy: [{field: DUE_AT, direction: ASC}]
  ) {
    totalCount
    edges {
      node {
        ...FieldTask
      }
    }
  }
  reasonCodes(action: DECLINE) {
    code
    labels {
      language
      text
    }
  }
}
    fragment FieldTask on Task {
  id
  status
  version
  instructions
  dueAt
  acceptedAt
  startedAt
  complaint {
    id
    reference
    title
    description
    status
    priority
    address
    latitude
    longitude
    category {
      id
      name
    }
    zone {
      id
      name
    }
    notificationLevel
    media(first: 10, where: {complaintIdNotNil: true}) {
      edges {
        node {
          ...FieldMedia
        }
      }
    }
  }
  updates(last: 6) {
    edges {
      node {
        id
        clientId
        type
        remarks
        percentageCompleted
        occurredAt
        status
        reviewNote
        media(first: 10) {
          edges {
            node {
              ...FieldMedia
            }
          }
        }
      }
    }
  }
}
fragment FieldMedia on Media {
  id
  mediaType
  url
  thumbnailUrl
  fileName
  createdAt
  width
  height
}`) as unknown as TypedDocumentString<FieldTasksQuery, FieldTasksQueryVariables>;