/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../graph/schema.generated';

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type ComplaintRowFragment = { __typename: 'Complaint', id: string, reference: string, title: string, status: Types.ComplaintStatus, priority: Types.Priority, dueAt: string | null, overdue: boolean, createdAt: string, updatedAt: string, movedAt: string | null, reopenedCount: number, flagged: boolean, rating: number | null, source: Types.ComplaintSource, version: number, category: { id: string, name: string } | null, zone: { id: string, name: string } | null, handler: { id: string, name: string } | null, duplicateOf: { id: string, reference: string } | null, media: { edges: Array<{ node: { id: string } | null }> }, comments: { edges: Array<{ node: { id: string } | null }> }, tasks: { edges: Array<{ node: { id: string, status: Types.TaskStatus, version: number, solver: { id: string, name: string } | null } | null }> } };

export type LiveComplaintsSubscriptionVariables = Exact<{
  after?: string | null | undefined;
}>;


export type LiveComplaintsSubscription = { complaintChanged: { eventId: string, changes: Array<{ complaintId: string, changed: Array<Types.ComplaintPart>, actor: { id: string, name: string } | null, complaint: { __typename: 'Complaint', id: string, reference: string, title: string, status: Types.ComplaintStatus, priority: Types.Priority, dueAt: string | null, overdue: boolean, createdAt: string, updatedAt: string, movedAt: string | null, reopenedCount: number, flagged: boolean, rating: number | null, source: Types.ComplaintSource, version: number, category: { id: string, name: string } | null, zone: { id: string, name: string } | null, handler: { id: string, name: string } | null, duplicateOf: { id: string, reference: string } | null, media: { edges: Array<{ node: { id: string } | null }> }, comments: { edges: Array<{ node: { id: string } | null }> }, tasks: { edges: Array<{ node: { id: string, status: Types.TaskStatus, version: number, solver: { id: string, name: string } | null } | null }> } } }> } };

export type RegisterMutationVariables = Exact<{
  input: Types.RegisterUserInput;
}>;


export type RegisterMutation = { registerUser: { accepted: boolean } };

export type ViewerQueryVariables = Exact<{ [key: string]: never; }>;


export type ViewerQuery = { viewer: { id: string, name: string, role: Types.Role | null, preferences: { language: string | null, theme: Types.Theme, timeZone: string | null, density: Types.Density, startView: string | null, columns: Array<{ list: string, columns: Array<string> }> } | null } | null };

export type ServiceQueryVariables = Exact<{ [key: string]: never; }>;


export type ServiceQuery = { serviceInfo: { languages: Array<string>, timeZone: string, registration: boolean, firstStart: boolean, mapTiles: string | null, version: string, organization: { name: string, logoUrl: string }, limits: { note: number, comment: number, title: number, page: number, bulk: number, passwordMinimum: number, videoBytes: number } } };

export type SetLookMutationVariables = Exact<{
  input: Types.UpdatePreferencesInput;
}>;


export type SetLookMutation = { updatePreferences: { preferences: { language: string | null, theme: Types.Theme } } };

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
export const RegisterDocument = new TypedDocumentString(`
    mutation Register($input: RegisterUserInput!) {
  registerUser(input: $input) {
    accepted
  }
}
    `) as unknown as TypedDocumentString<RegisterMutation, RegisterMutationVariables>;
export const ViewerDocument = new TypedDocumentString(`
    query Viewer {
  viewer {
    id
    name
    role
    preferences {
      language
      theme
      timeZone
      density
      columns {
        list
        columns
      }
      startView
    }
  }
}
    `) as unknown as TypedDocumentString<ViewerQuery, ViewerQueryVariables>;
export const ServiceDocument = new TypedDocumentString(`
    query Service {
  serviceInfo {
    organization {
      name
      logoUrl
    }
    languages
    timeZone
    registration
    firstStart
    mapTiles
    version
    limits {
      note
      comment
      title
      page
      bulk
      passwordMinimum
      videoBytes
    }
  }
}
    `) as unknown as TypedDocumentString<ServiceQuery, ServiceQueryVariables>;
export const SetLookDocument = new TypedDocumentString(`
    mutation SetLook($input: UpdatePreferencesInput!) {
  updatePreferences(input: $input) {
    preferences {
      language
      theme
    }
  }
}
    `) as unknown as TypedDocumentString<SetLookMutation, SetLookMutationVariables>;