/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../../data/graph/schema.generated';

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type IntakeCallersQueryVariables = Exact<{
  text: string;
}>;


export type IntakeCallersQuery = { callerLookup: Array<{ name: string, email: string, phone: string, openCount: number, complaintCount: number, user: { id: string, name: string, zone: { id: string, name: string } | null } | null, complaints: Array<{ id: string, reference: string, title: string, status: Types.ComplaintStatus, createdAt: string, tasks: { edges: Array<{ node: { id: string, status: Types.TaskStatus } | null }> } }>, openComplaints: Array<{ id: string, reference: string, title: string, status: Types.ComplaintStatus, createdAt: string, zone: { id: string, name: string } | null, tasks: { edges: Array<{ node: { id: string, status: Types.TaskStatus } | null }> } }> }> };

export type IntakePlacesQueryVariables = Exact<{
  text: string;
}>;


export type IntakePlacesQuery = { complaints: { edges: Array<{ node: { id: string, address: string, latitude: number | null, longitude: number | null, zone: { id: string, name: string } | null } | null }> } };

export type IntakeNearbyQueryVariables = Exact<{
  latitude: number;
  longitude: number;
}>;


export type IntakeNearbyQuery = { nearbyComplaints: Array<{ distance: number, complaint: { id: string, reference: string, title: string, status: Types.ComplaintStatus, createdAt: string, category: { id: string, name: string } | null, tasks: { edges: Array<{ node: { id: string, status: Types.TaskStatus } | null }> } } | null }> };

export type IntakeSubmitMutationVariables = Exact<{
  input: Types.SubmitComplaintInput;
}>;


export type IntakeSubmitMutation = { submitComplaint: { complaint: { id: string, reference: string, version: number } } };

export type IntakeMergeMutationVariables = Exact<{
  input: Types.MergeComplaintInput;
}>;


export type IntakeMergeMutation = { mergeComplaint: { complaint: { id: string, status: Types.ComplaintStatus } } };

export type IntakeNoteMutationVariables = Exact<{
  input: Types.CommentOnComplaintInput;
}>;


export type IntakeNoteMutation = { commentOnComplaint: { comment: { id: string } } };

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

export const IntakeCallersDocument = new TypedDocumentString(`
    query IntakeCallers($text: String!) {
  callerLookup(text: $text, limit: 6) {
    name
    email
    phone
    user {
      id
      name
      zone {
        id
        name
      }
    }
    openCount
    complaintCount
    complaints {
      id
      reference
      title
      status
      createdAt
      tasks(last: 1) {
        edges {
          node {
            id
            status
          }
        }
      }
    }
    openComplaints {
      id
      reference
      title
      status
      createdAt
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
    `) as unknown as TypedDocumentString<IntakeCallersQuery, IntakeCallersQueryVariables>;
export const IntakePlacesDocument = new TypedDocumentString(`
    query IntakePlaces($text: String!) {
  complaints(
    where: {search: $text}
    first: 30
    orderBy: {field: CREATED_AT, direction: DESC}
  ) {
    edges {
      node {
        id
        address
        latitude
        longitude
        zone {
          id
          name
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<IntakePlacesQuery, IntakePlacesQueryVariables>;
export const IntakeNearbyDocument = new TypedDocumentString(`
    query IntakeNearby($latitude: Float!, $longitude: Float!) {
  nearbyComplaints(latitude: $latitude, longitude: $longitude, metres: 150) {
    distance
    complaint {
      id
      reference
      title
      status
      createdAt
      category {
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
    `) as unknown as TypedDocumentString<IntakeNearbyQuery, IntakeNearbyQueryVariables>;
export const IntakeSubmitDocument = new TypedDocumentString(`
    mutation IntakeSubmit($input: SubmitComplaintInput!) {
  submitComplaint(input: $input) {
    complaint {
      id
      reference
      version
    }
  }
}
    `) as unknown as TypedDocumentString<IntakeSubmitMutation, IntakeSubmitMutationVariables>;
export const IntakeMergeDocument = new TypedDocumentString(`
    mutation IntakeMerge($input: MergeComplaintInput!) {
  mergeComplaint(input: $input) {
    complaint {
      id
      status
    }
  }
}
    `) as unknown as TypedDocumentString<IntakeMergeMutation, IntakeMergeMutationVariables>;
export const IntakeNoteDocument = new TypedDocumentString(`
    mutation IntakeNote($input: CommentOnComplaintInput!) {
  commentOnComplaint(input: $input) {
    comment {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<IntakeNoteMutation, IntakeNoteMutationVariables>;