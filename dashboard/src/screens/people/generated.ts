/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../../data/graph/schema.generated';

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type PersonFragment = { id: string, name: string, version: number | null, role: Types.Role | null, state: Types.AccountState | null, disabledAt: string | null, lastSignInAt: string | null, createdAt: string | null, zone: { id: string, name: string } | null, provider: { id: string, name: string } | null, contact: { id: string, email: string, phone: string, confirmedAt: string | null, deniedAt: string | null, refusedAt: string | null, unsubscribedAt: string | null } | null };

export type PeopleQueryVariables = Exact<{
  where?: Types.UserWhereInput | null | undefined;
  orderBy?: Array<Types.UserOrder> | Types.UserOrder | null | undefined;
  page: number;
}>;


export type PeopleQuery = { userPage: { users: Array<{ id: string, name: string, version: number | null, role: Types.Role | null, state: Types.AccountState | null, disabledAt: string | null, lastSignInAt: string | null, createdAt: string | null, zone: { id: string, name: string } | null, provider: { id: string, name: string } | null, contact: { id: string, email: string, phone: string, confirmedAt: string | null, deniedAt: string | null, refusedAt: string | null, unsubscribedAt: string | null } | null }>, pagination: { page: number, limit: number, total: number, totalPages: number } } };

export type PersonPanelQueryVariables = Exact<{
  id: string;
  live?: Types.TaskWhereInput | null | undefined;
}>;


export type PersonPanelQuery = { node:
    | { id: string, name: string, version: number | null, role: Types.Role | null, state: Types.AccountState | null, disabledAt: string | null, lastSignInAt: string | null, createdAt: string | null, groups: { edges: Array<{ node: { id: string, name: string } | null }> }, sessions: { edges: Array<{ node: { id: string, createdAt: string, lastUsedAt: string, expiresAt: string, userAgent: string, address: string } | null }> }, zone: { id: string, name: string } | null, provider: { id: string, name: string } | null, contact: { id: string, email: string, phone: string, confirmedAt: string | null, deniedAt: string | null, refusedAt: string | null, unsubscribedAt: string | null } | null }
    | Record<PropertyKey, never>
   | null, taskPage: { pagination: { total: number } } };

export type CreateUserMutationVariables = Exact<{
  input: Types.CreateUserInput;
}>;


export type CreateUserMutation = { createUser: { password: string | null, user: { id: string, name: string, version: number | null, role: Types.Role | null, state: Types.AccountState | null, disabledAt: string | null, lastSignInAt: string | null, createdAt: string | null, zone: { id: string, name: string } | null, provider: { id: string, name: string } | null, contact: { id: string, email: string, phone: string, confirmedAt: string | null, deniedAt: string | null, refusedAt: string | null, unsubscribedAt: string | null } | null } } };

export type UpdateUserMutationVariables = Exact<{
  input: Types.UpdateUserInput;
}>;


export type UpdateUserMutation = { updateUser: { user: { id: string, name: string, version: number | null, role: Types.Role | null, state: Types.AccountState | null, disabledAt: string | null, lastSignInAt: string | null, createdAt: string | null, zone: { id: string, name: string } | null, provider: { id: string, name: string } | null, contact: { id: string, email: string, phone: string, confirmedAt: string | null, deniedAt: string | null, refusedAt: string | null, unsubscribedAt: string | null } | null } } };

export type ChangeUserRoleMutationVariables = Exact<{
  input: Types.ChangeUserRoleInput;
}>;


export type ChangeUserRoleMutation = { changeUserRole: { user: { id: string, name: string, version: number | null, role: Types.Role | null, state: Types.AccountState | null, disabledAt: string | null, lastSignInAt: string | null, createdAt: string | null, zone: { id: string, name: string } | null, provider: { id: string, name: string } | null, contact: { id: string, email: string, phone: string, confirmedAt: string | null, deniedAt: string | null, refusedAt: string | null, unsubscribedAt: string | null } | null } } };

export type DisableUserMutationVariables = Exact<{
  input: Types.DisableUserInput;
}>;


export type DisableUserMutation = { disableUser: { user: { id: string, name: string, version: number | null, role: Types.Role | null, state: Types.AccountState | null, disabledAt: string | null, lastSignInAt: string | null, createdAt: string | null, zone: { id: string, name: string } | null, provider: { id: string, name: string } | null, contact: { id: string, email: string, phone: string, confirmedAt: string | null, deniedAt: string | null, refusedAt: string | null, unsubscribedAt: string | null } | null }, scheduledBroadcasts: Array<{ id: string, title: string, scheduledAt: string }> } };

export type EnableUserMutationVariables = Exact<{
  input: Types.EnableUserInput;
}>;


export type EnableUserMutation = { enableUser: { user: { id: string, name: string, version: number | null, role: Types.Role | null, state: Types.AccountState | null, disabledAt: string | null, lastSignInAt: string | null, createdAt: string | null, zone: { id: string, name: string } | null, provider: { id: string, name: string } | null, contact: { id: string, email: string, phone: string, confirmedAt: string | null, deniedAt: string | null, refusedAt: string | null, unsubscribedAt: string | null } | null } } };

export type ResetUserPasswordMutationVariables = Exact<{
  input: Types.ResetUserPasswordInput;
}>;


export type ResetUserPasswordMutation = { resetUserPassword: { password: string } };

export type RevokeSessionMutationVariables = Exact<{
  input: Types.RevokeSessionInput;
}>;


export type RevokeSessionMutation = { revokeSession: { session: { id: string, revokedAt: string | null } } };

export type RevokeAllSessionsMutationVariables = Exact<{
  input: Types.RevokeAllSessionsInput;
}>;


export type RevokeAllSessionsMutation = { revokeAllSessions: { ended: number } };

export type GroupsQueryVariables = Exact<{
  where?: Types.GroupWhereInput | null | undefined;
  orderBy?: Array<Types.GroupOrder> | Types.GroupOrder | null | undefined;
  page: number;
}>;


export type GroupsQuery = { groupPage: { groups: Array<{ id: string, name: string, description: string, version: number, createdAt: string, members: { totalCount: number } }>, pagination: { page: number, limit: number, total: number, totalPages: number } } };

export type GroupPanelQueryVariables = Exact<{
  id: string;
}>;


export type GroupPanelQuery = { node:
    | { id: string, name: string, description: string, version: number, createdAt: string, members: { totalCount: number } }
    | Record<PropertyKey, never>
   | null };

export type GroupMembersQueryVariables = Exact<{
  id: string;
  after?: string | null | undefined;
}>;


export type GroupMembersQuery = { node:
    | { members: { totalCount: number, pageInfo: { hasNextPage: boolean, endCursor: string | null }, edges: Array<{ node: { id: string, name: string, role: Types.Role | null, state: Types.AccountState | null } | null }> } }
    | Record<PropertyKey, never>
   | null };

export type CreateGroupMutationVariables = Exact<{
  input: Types.CreateGroupInput;
}>;


export type CreateGroupMutation = { createGroup: { group: { id: string, name: string } } };

export type UpdateGroupMutationVariables = Exact<{
  input: Types.UpdateGroupInput;
}>;


export type UpdateGroupMutation = { updateGroup: { group: { id: string, name: string, description: string, version: number } } };

export type AddGroupMembersMutationVariables = Exact<{
  input: Types.AddGroupMembersInput;
}>;


export type AddGroupMembersMutation = { addGroupMembers: { added: number, group: { id: string, version: number } } };

export type RemoveGroupMembersMutationVariables = Exact<{
  input: Types.RemoveGroupMembersInput;
}>;


export type RemoveGroupMembersMutation = { removeGroupMembers: { removed: number, group: { id: string, version: number } } };

export type PeopleCallersQueryVariables = Exact<{
  text: string;
}>;


export type PeopleCallersQuery = { find: { callers: Array<{ name: string, phone: string, email: string, complaintCount: number }> } };

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
export const PersonFragmentDoc = new TypedDocumentString(`
    fragment Person on User {
  id
  name
  version
  role
  state
  disabledAt
  lastSignInAt
  createdAt
  zone {
    id
    name
  }
  provider {
    id
    name
  }
  contact {
    id
    email
    phone
    confirmedAt
    deniedAt
    refusedAt
    unsubscribedAt
  }
}
    `, {"fragmentName":"Person"}) as unknown as TypedDocumentString<PersonFragment, unknown>;
export const PeopleDocument = new TypedDocumentString(`
    query People($where: UserWhereInput, $orderBy: [UserOrder!], $page: Int!) {
  userPage(where: $where, orderBy: $orderBy, page: $page, limit: 50) {
    users {
      ...Person
    }
    pagination {
      page
      limit
      total
      totalPages
    }
  }
}
    fragment Person on User {
  id
  name
  version
  role
  state
  disabledAt
  lastSignInAt
  createdAt
  zone {
    id
    name
  }
  provider {
    id
    name
  }
  contact {
    id
    email
    phone
    confirmedAt
    deniedAt
    refusedAt
    unsubscribedAt
  }
}`) as unknown as TypedDocumentString<PeopleQuery, PeopleQueryVariables>;
export const PersonPanelDocument = new TypedDocumentString(`
    query PersonPanel($id: ID!, $live: TaskWhereInput) {
  node(id: $id) {
    ... on User {
      ...Person
      groups(first: 50, orderBy: [{field: NAME, direction: ASC}]) {
        edges {
          node {
            id
            name
          }
        }
      }
      sessions(
        first: 20
        where: {revokedAtIsNil: true}
        orderBy: [{field: CREATED_AT, direction: DESC}]
      ) {
        edges {
          node {
            id
            createdAt
            lastUsedAt
            expiresAt
            userAgent
            address
          }
        }
      }
    }
  }
  taskPage(where: $live, limit: 1) {
    pagination {
      total
    }
  }
}
    fragment Person on User {
  id
  name
  version
  role
  state
  disabledAt
  lastSignInAt
  createdAt
  zone {
    id
    name
  }
  provider {
    id
    name
  }
  contact {
    id
    email
    phone
    confirmedAt
    deniedAt
    refusedAt
    unsubscribedAt
  }
}`) as unknown as TypedDocumentString<PersonPanelQuery, PersonPanelQueryVariables>;
export const CreateUserDocument = new TypedDocumentString(`
    mutation CreateUser($input: CreateUserInput!) {
  createUser(input: $input) {
    password
    user {
      ...Person
    }
  }
}
    fragment Person on User {
  id
  name
  version
  role
  state
  disabledAt
  lastSignInAt
  createdAt
  zone {
    id
    name
  }
  provider {
    id
    name
  }
  contact {
    id
    email
    phone
    confirmedAt
    deniedAt
    refusedAt
    unsubscribedAt
  }
}`) as unknown as TypedDocumentString<CreateUserMutation, CreateUserMutationVariables>;
export const UpdateUserDocument = new TypedDocumentString(`
    mutation UpdateUser($input: UpdateUserInput!) {
  updateUser(input: $input) {
    user {
      ...Person
    }
  }
}
    fragment Person on User {
  id
  name
  version
  role
  state
  disabledAt
  lastSignInAt
  createdAt
  zone {
    id
    name
  }
  provider {
    id
    name
  }
  contact {
    id
    email
    phone
    confirmedAt
    deniedAt
    refusedAt
    unsubscribedAt
  }
}`) as unknown as TypedDocumentString<UpdateUserMutation, UpdateUserMutationVariables>;
export const ChangeUserRoleDocument = new TypedDocumentString(`
    mutation ChangeUserRole($input: ChangeUserRoleInput!) {
  changeUserRole(input: $input) {
    user {
      ...Person
    }
  }
}
    fragment Person on User {
  id
  name
  version
  role
  state
  disabledAt
  lastSignInAt
  createdAt
  zone {
    id
    name
  }
  provider {
    id
    name
  }
  contact {
    id
    email
    phone
    confirmedAt
    deniedAt
    refusedAt
    unsubscribedAt
  }
}`) as unknown as TypedDocumentString<ChangeUserRoleMutation, ChangeUserRoleMutationVariables>;
export const DisableUserDocument = new TypedDocumentString(`
    mutation DisableUser($input: DisableUserInput!) {
  disableUser(input: $input) {
    user {
      ...Person
    }
    scheduledBroadcasts {
      id
      title
      scheduledAt
    }
  }
}
    fragment Person on User {
  id
  name
  version
  role
  state
  disabledAt
  lastSignInAt
  createdAt
  zone {
    id
    name
  }
  provider {
    id
    name
  }
  contact {
    id
    email
    phone
    confirmedAt
    deniedAt
    refusedAt
    unsubscribedAt
  }
}`) as unknown as TypedDocumentString<DisableUserMutation, DisableUserMutationVariables>;
export const EnableUserDocument = new TypedDocumentString(`
    mutation EnableUser($input: EnableUserInput!) {
  enableUser(input: $input) {
    user {
      ...Person
    }
  }
}
    fragment Person on User {
  id
  name
  version
  role
  state
  disabledAt
  lastSignInAt
  createdAt
  zone {
    id
    name
  }
  provider {
    id
    name
  }
  contact {
    id
    email
    phone
    confirmedAt
    deniedAt
    refusedAt
    unsubscribedAt
  }
}`) as unknown as TypedDocumentString<EnableUserMutation, EnableUserMutationVariables>;
export const ResetUserPasswordDocument = new TypedDocumentString(`
    mutation ResetUserPassword($input: ResetUserPasswordInput!) {
  resetUserPassword(input: $input) {
    password
  }
}
    `) as unknown as TypedDocumentString<ResetUserPasswordMutation, ResetUserPasswordMutationVariables>;
export const RevokeSessionDocument = new TypedDocumentString(`
    mutation RevokeSession($input: RevokeSessionInput!) {
  revokeSession(input: $input) {
    session {
      id
      revokedAt
    }
  }
}
    `) as unknown as TypedDocumentString<RevokeSessionMutation, RevokeSessionMutationVariables>;
export const RevokeAllSessionsDocument = new TypedDocumentString(`
    mutation RevokeAllSessions($input: RevokeAllSessionsInput!) {
  revokeAllSessions(input: $input) {
    ended
  }
}
    `) as unknown as TypedDocumentString<RevokeAllSessionsMutation, RevokeAllSessionsMutationVariables>;
export const GroupsDocument = new TypedDocumentString(`
    query Groups($where: GroupWhereInput, $orderBy: [GroupOrder!], $page: Int!) {
  groupPage(where: $where, orderBy: $orderBy, page: $page, limit: 50) {
    groups {
      id
      name
      description
      version
      createdAt
      members(first: 1) {
        totalCount
      }
    }
    pagination {
      page
      limit
      total
      totalPages
    }
  }
}
    `) as unknown as TypedDocumentString<GroupsQuery, GroupsQueryVariables>;
export const GroupPanelDocument = new TypedDocumentString(`
    query GroupPanel($id: ID!) {
  node(id: $id) {
    ... on Group {
      id
      name
      description
      version
      createdAt
      members(first: 1) {
        totalCount
      }
    }
  }
}
    `) as unknown as TypedDocumentString<GroupPanelQuery, GroupPanelQueryVariables>;
export const GroupMembersDocument = new TypedDocumentString(`
    query GroupMembers($id: ID!, $after: Cursor) {
  node(id: $id) {
    ... on Group {
      members(first: 50, after: $after, orderBy: [{field: NAME, direction: ASC}]) {
        totalCount
        pageInfo {
          hasNextPage
          endCursor
        }
        edges {
          node {
            id
            name
            role
            state
          }
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<GroupMembersQuery, GroupMembersQueryVariables>;
export const CreateGroupDocument = new TypedDocumentString(`
    mutation CreateGroup($input: CreateGroupInput!) {
  createGroup(input: $input) {
    group {
      id
      name
    }
  }
}
    `) as unknown as TypedDocumentString<CreateGroupMutation, CreateGroupMutationVariables>;
export const UpdateGroupDocument = new TypedDocumentString(`
    mutation UpdateGroup($input: UpdateGroupInput!) {
  updateGroup(input: $input) {
    group {
      id
      name
      description
      version
    }
  }
}
    `) as unknown as TypedDocumentString<UpdateGroupMutation, UpdateGroupMutationVariables>;
export const AddGroupMembersDocument = new TypedDocumentString(`
    mutation AddGroupMembers($input: AddGroupMembersInput!) {
  addGroupMembers(input: $input) {
    added
    group {
      id
      version
    }
  }
}
    `) as unknown as TypedDocumentString<AddGroupMembersMutation, AddGroupMembersMutationVariables>;
export const RemoveGroupMembersDocument = new TypedDocumentString(`
    mutation RemoveGroupMembers($input: RemoveGroupMembersInput!) {
  removeGroupMembers(input: $input) {
    removed
    group {
      id
      version
    }
  }
}
    `) as unknown as TypedDocumentString<RemoveGroupMembersMutation, RemoveGroupMembersMutationVariables>;
export const PeopleCallersDocument = new TypedDocumentString(`
    query PeopleCallers($text: String!) {
  find(text: $text, limit: 20) {
    callers {
      name
      phone
      email
      complaintCount
    }
  }
}
    `) as unknown as TypedDocumentString<PeopleCallersQuery, PeopleCallersQueryVariables>;