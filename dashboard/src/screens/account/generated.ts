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

export type Density =
  | 'COMFORTABLE'
  | 'COMPACT';

export type ListColumnsInput = {
  columns: Array<string>;
  list: string;
};

export type Priority =
  | 'HIGH'
  | 'LOW'
  | 'NORMAL'
  | 'URGENT';

export type RevokeAllSessionsInput = {
  keepCurrent?: boolean;
  userId?: string | null | undefined;
};

export type RevokeSessionInput = {
  id: string;
};

export type Role =
  | 'ADMIN'
  | 'PROVIDER'
  | 'SOLVER'
  | 'SUPER_ADMIN'
  | 'USER';

export type SetNotificationPreferencesInput = {
  emailBroadcasts?: boolean | null | undefined;
  emailOwn?: boolean | null | undefined;
};

export type TaskStatus =
  | 'ACCEPTED'
  | 'ASSIGNED'
  | 'CANCELLED'
  | 'COMPLETED'
  | 'COMPLETION_SUBMITTED'
  | 'DECLINED'
  | 'IN_PROGRESS'
  | 'RETURNED';

export type Theme =
  | 'DARK'
  | 'LIGHT'
  | 'SYSTEM';

export type UpdateOwnProfileInput = {
  expectedVersion?: number | null | undefined;
  name?: string | null | undefined;
  noZone?: boolean;
  phone?: string | null | undefined;
  zoneId?: string | null | undefined;
};

export type UpdatePreferencesInput = {
  columns?: Array<ListColumnsInput> | null | undefined;
  density?: Density | null | undefined;
  language?: string | null | undefined;
  startView?: string | null | undefined;
  theme?: Theme | null | undefined;
  timeZone?: string | null | undefined;
};

export type ComplaintRowFragment = { __typename: 'Complaint', id: string, reference: string, title: string, status: ComplaintStatus, priority: Priority, dueAt: string | null, overdue: boolean, createdAt: string, updatedAt: string, movedAt: string | null, reopenedCount: number, flagged: boolean, rating: number | null, source: ComplaintSource, version: number, category: { id: string, name: string } | null, zone: { id: string, name: string } | null, handler: { id: string, name: string } | null, duplicateOf: { id: string, reference: string } | null, media: { edges: Array<{ node: { id: string } | null }> }, comments: { edges: Array<{ node: { id: string } | null }> }, tasks: { edges: Array<{ node: { id: string, status: TaskStatus, version: number, solver: { id: string, name: string } | null } | null }> } };

export type OwnAccountQueryVariables = Exact<{ [key: string]: never; }>;


export type OwnAccountQuery = { viewer: { id: string, name: string, version: number | null, role: Role | null, zone: { id: string, name: string } | null, contact: { email: string, phone: string } | null, groups: { edges: Array<{ node: { id: string, name: string } | null }> }, preferences: { language: string | null, theme: Theme, timeZone: string | null, density: Density } | null, sessions: { edges: Array<{ node: { id: string, createdAt: string, lastUsedAt: string, userAgent: string, address: string } | null }> } } | null, notificationPreferences: { emailBroadcasts: boolean, emailOwn: boolean }, serviceInfo: { mail: boolean, timeZone: string, limits: { passwordMinimum: number } } };

export type UpdateOwnProfileMutationVariables = Exact<{
  input: UpdateOwnProfileInput;
}>;


export type UpdateOwnProfileMutation = { updateOwnProfile: { user: { id: string, version: number | null } } };

export type UpdatePreferencesMutationVariables = Exact<{
  input: UpdatePreferencesInput;
}>;


export type UpdatePreferencesMutation = { updatePreferences: { preferences: { language: string | null } } };

export type SetNotificationPreferencesMutationVariables = Exact<{
  input: SetNotificationPreferencesInput;
}>;


export type SetNotificationPreferencesMutation = { setNotificationPreferences: { preferences: { emailBroadcasts: boolean, emailOwn: boolean } } };

export type RevokeOwnSessionMutationVariables = Exact<{
  input: RevokeSessionInput;
}>;


export type RevokeOwnSessionMutation = { revokeSession: { session: { id: string } } };

export type RevokeOtherSessionsMutationVariables = Exact<{
  input: RevokeAllSessionsInput;
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