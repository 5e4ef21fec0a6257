/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../../data/graph/schema.generated';

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type OwnAccountQueryVariables = Exact<{ [key: string]: never; }>;


export type OwnAccountQuery = { viewer: { id: string, name: string, version: number | null, role: Types.Role | null, zone: { id: string, name: string } | null, contact: { email: string, phone: string, confirmedAt: string | null, deniedAt: string | null, refusedAt: string | null, unsubscribedAt: string | null } | null, groups: { edges: Array<{ node: { id: string, name: string } | null }> }, preferences: { language: string | null, theme: Types.Theme, timeZone: string | null, density: Types.Density } | null, sessions: { edges: Array<{ node: { id: string, createdAt: string, lastUsedAt: string, userAgent: string, address: string } | null }> } } | null, notificationPreferences: { emailBroadcasts: boolean, emailOwn: boolean, events: Array<{ event: Types.NotificationEventType, area: Types.NotificationArea, label: string, channels: Array<{ channel: Types.Channel, on: boolean, chosen: boolean }> }> }, serviceInfo: { mail: boolean, timeZone: string, limits: { passwordMinimum: number } } };

export type RevokeOwnSessionMutationVariables = Exact<{
  input: Types.RevokeSessionInput;
}>;


export type RevokeOwnSessionMutation = { revokeSession: { session: { id: string } } };

export type RevokeOtherSessionsMutationVariables = Exact<{
  input: Types.RevokeAllSessionsInput;
}>;


export type RevokeOtherSessionsMutation = { revokeAllSessions: { ended: number } };

export type SetNotificationPreferencesMutationVariables = Exact<{
  input: Types.SetNotificationPreferencesInput;
}>;


export type SetNotificationPreferencesMutation = { setNotificationPreferences: { preferences: { emailBroadcasts: boolean, emailOwn: boolean } } };

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
      confirmedAt
      deniedAt
      refusedAt
      unsubscribedAt
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
    events {
      event
      area
      label
      channels {
        channel
        on
        chosen
      }
    }
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