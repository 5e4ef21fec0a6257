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

export type OwnAccountQueryVariables = Exact<{ [key: string]: never; }>;


export type OwnAccountQuery = { viewer: { id: string, name: string, version: number | null, role: Types.Role | null, zone: { id: string, name: string } | null, contact: { email: string, phone: string } | null, groups: { edges: Array<{ node: { id: string, name: string } | null }> }, preferences: { language: string | null, theme: Types.Theme, timeZone: string | null, density: Types.Density } | null, sessions: { edges: Array<{ node: { id: string, createdAt: string, lastUsedAt: string, userAgent: string, address: string } | null }> } } | null, notificationPreferences: { emailBroadcasts: boolean, emailOwn: boolean }, serviceInfo: { mail: boolean, timeZone: string, limits: { passwordMinimum: number } } };

export type UpdateOwnProfileMutationVariables = Exact<{
  input: Types.UpdateOwnProfileInput;
}>;


export type UpdateOwnProfileMutation = { updateOwnProfile: { user: { id: string, version: number | null } } };

export type UpdatePreferencesMutationVariables = Exact<{
  input: Types.UpdatePreferencesInput;
}>;


export type UpdatePreferencesMutation = { updatePreferences: { preferences: { language: string | null } } };

export type SetNotificationPreferencesMutationVariables = Exact<{
  input: Types.SetNotificationPreferencesInput;
}>;


export type SetNotificationPreferencesMutation = { setNotificationPreferences: { preferences: { emailBroadcasts: boolean, emailOwn: boolean } } };

export type RevokeOwnSessionMutationVariables = Exact<{
  input: Types.RevokeSessionInput;
}>;


export type RevokeOwnSessionMutation = { revokeSession: { session: { id: string } } };

export type RevokeOtherSessionsMutationVariables = Exact<{
  input: Types.RevokeAllSessionsInput;
}>;


export type RevokeOtherSessionsMutation = { revokeAllSessions: { ended: number } };

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
export const OwnAccountDocument = new TypedDocumentString(`
    query OwnAccount {
  viewer {
    id
    name
    version
    role
    zone {
      id
      name
    }
    contact {
      email
      phone
    }
    groups(first: 50) {
      edges {
        node {
          id
          name
        }
      }
    }
    preferences {
      language
      theme
      timeZone
      density
    }
    sessions(
      first: 50
      where: {revokedAtIsNil: true}
      orderBy: [{field: CREATED_AT, direction: DESC}]
    ) {
      edges {
        node {
          id
          createdAt
          lastUsedAt
          userAgent
          address
        }
      }
    }
  }
  notificationPreferences {
    emailBroadcasts
    emailOwn
  }
  serviceInfo {
    mail
    timeZone
    limits {
      passwordMinimum
    }
  }
}
    `) as unknown as TypedDocumentString<OwnAccountQuery, OwnAccountQueryVariables>;
export const UpdateOwnProfileDocument = new TypedDocumentString(`
    mutation UpdateOwnProfile($input: UpdateOwnProfileInput!) {
  updateOwnProfile(input: $input) {
    user {
      id
      version
    }
  }
}
    `) as unknown as TypedDocumentString<UpdateOwnProfileMutation, UpdateOwnProfileMutationVariables>;
export const UpdatePreferencesDocument = new TypedDocumentString(`
    mutation UpdatePreferences($input: UpdatePreferencesInput!) {
  updatePreferences(input: $input) {
    preferences {
      language
    }
  }
}
    `) as unknown as TypedDocumentString<UpdatePreferencesMutation, UpdatePreferencesMutationVariables>;
export const SetNotificationPreferencesDocument = new TypedDocumentString(`
    mutation SetNotificationPreferences($input: SetNotificationPreferencesInput!) {
  setNotificationPreferences(input: $input) {
    preferences {
      emailBroadcasts
      emailOwn
    }
  }
}
    `) as unknown as TypedDocumentString<SetNotificationPreferencesMutation, SetNotificationPreferencesMutationVariables>;
export const RevokeOwnSessionDocument = new TypedDocumentString(`
    mutation RevokeOwnSession($input: RevokeSessionInput!) {
  revokeSession(input: $input) {
    session {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<RevokeOwnSessionMutation, RevokeOwnSessionMutationVariables>;
export const RevokeOtherSessionsDocument = new TypedDocumentString(`
    mutation RevokeOtherSessions($input: RevokeAllSessionsInput!) {
  revokeAllSessions(input: $input) {
    ended
  }
}
    `) as unknown as TypedDocumentString<RevokeOtherSessionsMutation, RevokeOtherSessionsMutationVariables>;