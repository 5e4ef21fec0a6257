/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type AccountState =
  | 'ACTIVE'
  | 'DISABLED';

export type AddGroupMembersInput = {
  expectedVersion?: number | null | undefined;
  id: string;
  userIds: Array<string>;
};

export type ChangeUserRoleInput = {
  expectedVersion?: number | null | undefined;
  id: string;
  providerId?: string | null | undefined;
  role: Role;
};

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

export type ContactWhereInput = {
  and?: Array<ContactWhereInput> | null | undefined;
  complaintId?: string | null | undefined;
  complaintIdIn?: Array<string> | null | undefined;
  complaintIdIsNil?: boolean | null | undefined;
  complaintIdNEQ?: string | null | undefined;
  complaintIdNotIn?: Array<string> | null | undefined;
  complaintIdNotNil?: boolean | null | undefined;
  createdAt?: string | null | undefined;
  createdAtGT?: string | null | undefined;
  createdAtGTE?: string | null | undefined;
  createdAtIn?: Array<string> | null | undefined;
  createdAtLT?: string | null | undefined;
  createdAtLTE?: string | null | undefined;
  createdAtNEQ?: string | null | undefined;
  createdAtNotIn?: Array<string> | null | undefined;
  email?: string | null | undefined;
  emailContains?: string | null | undefined;
  emailContainsFold?: string | null | undefined;
  emailEqualFold?: string | null | undefined;
  emailHasPrefix?: string | null | undefined;
  emailIn?: Array<string> | null | undefined;
  emailNEQ?: string | null | undefined;
  emailNotIn?: Array<string> | null | undefined;
  id?: string | null | undefined;
  idIn?: Array<string> | null | undefined;
  idNEQ?: string | null | undefined;
  idNotIn?: Array<string> | null | undefined;
  name?: string | null | undefined;
  nameContains?: string | null | undefined;
  nameContainsFold?: string | null | undefined;
  nameEqualFold?: string | null | undefined;
  nameHasPrefix?: string | null | undefined;
  nameIn?: Array<string> | null | undefined;
  nameNEQ?: string | null | undefined;
  nameNotIn?: Array<string> | null | undefined;
  not?: ContactWhereInput | null | undefined;
  or?: Array<ContactWhereInput> | null | undefined;
  phone?: string | null | undefined;
  phoneContains?: string | null | undefined;
  phoneContainsFold?: string | null | undefined;
  phoneEqualFold?: string | null | undefined;
  phoneHasPrefix?: string | null | undefined;
  phoneIn?: Array<string> | null | undefined;
  phoneNEQ?: string | null | undefined;
  phoneNotIn?: Array<string> | null | undefined;
  userId?: string | null | undefined;
  userIdIn?: Array<string> | null | undefined;
  userIdIsNil?: boolean | null | undefined;
  userIdNEQ?: string | null | undefined;
  userIdNotIn?: Array<string> | null | undefined;
  userIdNotNil?: boolean | null | undefined;
};

export type CreateGroupInput = {
  description?: string;
  idempotencyKey?: string | null | undefined;
  name: string;
};

export type CreateUserInput = {
  email: string;
  idempotencyKey?: string | null | undefined;
  name: string;
  phone?: string;
  providerId?: string | null | undefined;
  role?: Role;
  zoneId?: string | null | undefined;
};

export type DisableUserInput = {
  expectedVersion?: number | null | undefined;
  id: string;
};

export type EnableUserInput = {
  expectedVersion?: number | null | undefined;
  id: string;
};

export type GroupOrder = {
  direction?: OrderDirection;
  field: GroupOrderField;
};

export type GroupOrderField =
  | 'CREATED_AT'
  | 'NAME';

export type GroupWhereInput = {
  and?: Array<GroupWhereInput> | null | undefined;
  createdAt?: string | null | undefined;
  createdAtGT?: string | null | undefined;
  createdAtGTE?: string | null | undefined;
  createdAtIn?: Array<string> | null | undefined;
  createdAtLT?: string | null | undefined;
  createdAtLTE?: string | null | undefined;
  createdAtNEQ?: string | null | undefined;
  createdAtNotIn?: Array<string> | null | undefined;
  description?: string | null | undefined;
  descriptionContains?: string | null | undefined;
  descriptionContainsFold?: string | null | undefined;
  descriptionEqualFold?: string | null | undefined;
  descriptionHasPrefix?: string | null | undefined;
  descriptionIn?: Array<string> | null | undefined;
  descriptionNEQ?: string | null | undefined;
  descriptionNotIn?: Array<string> | null | undefined;
  id?: string | null | undefined;
  idIn?: Array<string> | null | undefined;
  idNEQ?: string | null | undefined;
  idNotIn?: Array<string> | null | undefined;
  name?: string | null | undefined;
  nameContains?: string | null | undefined;
  nameContainsFold?: string | null | undefined;
  nameEqualFold?: string | null | undefined;
  nameHasPrefix?: string | null | undefined;
  nameIn?: Array<string> | null | undefined;
  nameNEQ?: string | null | undefined;
  nameNotIn?: Array<string> | null | undefined;
  not?: GroupWhereInput | null | undefined;
  or?: Array<GroupWhereInput> | null | undefined;
  version?: number | null | undefined;
  versionGT?: number | null | undefined;
  versionGTE?: number | null | undefined;
  versionIn?: Array<number> | null | undefined;
  versionLT?: number | null | undefined;
  versionLTE?: number | null | undefined;
  versionNEQ?: number | null | undefined;
  versionNotIn?: Array<number> | null | undefined;
};

export type OrderDirection =
  | 'ASC'
  | 'DESC';

export type Priority =
  | 'HIGH'
  | 'LOW'
  | 'NORMAL'
  | 'URGENT';

export type RemoveGroupMembersInput = {
  expectedVersion?: number | null | undefined;
  id: string;
  userIds: Array<string>;
};

export type ResetUserPasswordInput = {
  id: string;
};

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

export type ServiceProviderWhereInput = {
  active?: boolean | null | undefined;
  activeNEQ?: boolean | null | undefined;
  and?: Array<ServiceProviderWhereInput> | null | undefined;
  createdAt?: string | null | undefined;
  createdAtGT?: string | null | undefined;
  createdAtGTE?: string | null | undefined;
  createdAtIn?: Array<string> | null | undefined;
  createdAtLT?: string | null | undefined;
  createdAtLTE?: string | null | undefined;
  createdAtNEQ?: string | null | undefined;
  createdAtNotIn?: Array<string> | null | undefined;
  id?: string | null | undefined;
  idIn?: Array<string> | null | undefined;
  idNEQ?: string | null | undefined;
  idNotIn?: Array<string> | null | undefined;
  name?: string | null | undefined;
  nameContains?: string | null | undefined;
  nameContainsFold?: string | null | undefined;
  nameEqualFold?: string | null | undefined;
  nameHasPrefix?: string | null | undefined;
  nameIn?: Array<string> | null | undefined;
  nameNEQ?: string | null | undefined;
  nameNotIn?: Array<string> | null | undefined;
  not?: ServiceProviderWhereInput | null | undefined;
  or?: Array<ServiceProviderWhereInput> | null | undefined;
  search?: string | null | undefined;
  version?: number | null | undefined;
  versionGT?: number | null | undefined;
  versionGTE?: number | null | undefined;
  versionIn?: Array<number> | null | undefined;
  versionLT?: number | null | undefined;
  versionLTE?: number | null | undefined;
  versionNEQ?: number | null | undefined;
  versionNotIn?: Array<number> | null | undefined;
};

export type SubtreeInput = {
  within: string;
};

export type TaskDimension =
  | 'PROVIDER'
  | 'SOLVER'
  | 'STATUS';

export type TaskSelectionInput = {
  from?: string | null | undefined;
  none?: Array<TaskDimension> | null | undefined;
  providerId?: string | null | undefined;
  solverId?: string | null | undefined;
  status?: TaskStatus | null | undefined;
  to?: string | null | undefined;
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

export type TaskWhereInput = {
  acceptedAt?: string | null | undefined;
  acceptedAtGT?: string | null | undefined;
  acceptedAtGTE?: string | null | undefined;
  acceptedAtIn?: Array<string> | null | undefined;
  acceptedAtIsNil?: boolean | null | undefined;
  acceptedAtLT?: string | null | undefined;
  acceptedAtLTE?: string | null | undefined;
  acceptedAtNEQ?: string | null | undefined;
  acceptedAtNotIn?: Array<string> | null | undefined;
  acceptedAtNotNil?: boolean | null | undefined;
  and?: Array<TaskWhereInput> | null | undefined;
  assignedById?: string | null | undefined;
  assignedByIdIn?: Array<string> | null | undefined;
  assignedByIdIsNil?: boolean | null | undefined;
  assignedByIdNEQ?: string | null | undefined;
  assignedByIdNotIn?: Array<string> | null | undefined;
  assignedByIdNotNil?: boolean | null | undefined;
  category?: SubtreeInput | null | undefined;
  categoryId?: string | null | undefined;
  complaintId?: string | null | undefined;
  complaintIdIn?: Array<string> | null | undefined;
  complaintIdNEQ?: string | null | undefined;
  complaintIdNotIn?: Array<string> | null | undefined;
  createdAt?: string | null | undefined;
  createdAtGT?: string | null | undefined;
  createdAtGTE?: string | null | undefined;
  createdAtIn?: Array<string> | null | undefined;
  createdAtLT?: string | null | undefined;
  createdAtLTE?: string | null | undefined;
  createdAtNEQ?: string | null | undefined;
  createdAtNotIn?: Array<string> | null | undefined;
  dueAt?: string | null | undefined;
  dueAtGT?: string | null | undefined;
  dueAtGTE?: string | null | undefined;
  dueAtIn?: Array<string> | null | undefined;
  dueAtIsNil?: boolean | null | undefined;
  dueAtLT?: string | null | undefined;
  dueAtLTE?: string | null | undefined;
  dueAtNEQ?: string | null | undefined;
  dueAtNotIn?: Array<string> | null | undefined;
  dueAtNotNil?: boolean | null | undefined;
  endNote?: string | null | undefined;
  endNoteContains?: string | null | undefined;
  endNoteContainsFold?: string | null | undefined;
  endNoteEqualFold?: string | null | undefined;
  endNoteHasPrefix?: string | null | undefined;
  endNoteIn?: Array<string> | null | undefined;
  endNoteNEQ?: string | null | undefined;
  endNoteNotIn?: Array<string> | null | undefined;
  endReason?: string | null | undefined;
  endReasonContains?: string | null | undefined;
  endReasonContainsFold?: string | null | undefined;
  endReasonEqualFold?: string | null | undefined;
  endReasonHasPrefix?: string | null | undefined;
  endReasonIn?: Array<string> | null | undefined;
  endReasonNEQ?: string | null | undefined;
  endReasonNotIn?: Array<string> | null | undefined;
  endedAt?: string | null | undefined;
  endedAtGT?: string | null | undefined;
  endedAtGTE?: string | null | undefined;
  endedAtIn?: Array<string> | null | undefined;
  endedAtIsNil?: boolean | null | undefined;
  endedAtLT?: string | null | undefined;
  endedAtLTE?: string | null | undefined;
  endedAtNEQ?: string | null | undefined;
  endedAtNotIn?: Array<string> | null | undefined;
  endedAtNotNil?: boolean | null | undefined;
  id?: string | null | undefined;
  idIn?: Array<string> | null | undefined;
  idNEQ?: string | null | undefined;
  idNotIn?: Array<string> | null | undefined;
  instructions?: string | null | undefined;
  instructionsContains?: string | null | undefined;
  instructionsContainsFold?: string | null | undefined;
  instructionsEqualFold?: string | null | undefined;
  instructionsHasPrefix?: string | null | undefined;
  instructionsIn?: Array<string> | null | undefined;
  instructionsNEQ?: string | null | undefined;
  instructionsNotIn?: Array<string> | null | undefined;
  not?: TaskWhereInput | null | undefined;
  or?: Array<TaskWhereInput> | null | undefined;
  overdue?: boolean | null | undefined;
  previousId?: string | null | undefined;
  previousIdIn?: Array<string> | null | undefined;
  previousIdIsNil?: boolean | null | undefined;
  previousIdNEQ?: string | null | undefined;
  previousIdNotIn?: Array<string> | null | undefined;
  previousIdNotNil?: boolean | null | undefined;
  providerId?: string | null | undefined;
  providerIdIn?: Array<string> | null | undefined;
  providerIdIsNil?: boolean | null | undefined;
  providerIdNEQ?: string | null | undefined;
  providerIdNotIn?: Array<string> | null | undefined;
  providerIdNotNil?: boolean | null | undefined;
  search?: string | null | undefined;
  selection?: TaskSelectionInput | null | undefined;
  solverId?: string | null | undefined;
  solverIdIn?: Array<string> | null | undefined;
  solverIdNEQ?: string | null | undefined;
  solverIdNotIn?: Array<string> | null | undefined;
  startedAt?: string | null | undefined;
  startedAtGT?: string | null | undefined;
  startedAtGTE?: string | null | undefined;
  startedAtIn?: Array<string> | null | undefined;
  startedAtIsNil?: boolean | null | undefined;
  startedAtLT?: string | null | undefined;
  startedAtLTE?: string | null | undefined;
  startedAtNEQ?: string | null | undefined;
  startedAtNotIn?: Array<string> | null | undefined;
  startedAtNotNil?: boolean | null | undefined;
  status?: TaskStatus | null | undefined;
  statusIn?: Array<TaskStatus> | null | undefined;
  statusNEQ?: TaskStatus | null | undefined;
  statusNotIn?: Array<TaskStatus> | null | undefined;
  unpaid?: boolean | null | undefined;
  updatedAt?: string | null | undefined;
  updatedAtGT?: string | null | undefined;
  updatedAtGTE?: string | null | undefined;
  updatedAtIn?: Array<string> | null | undefined;
  updatedAtLT?: string | null | undefined;
  updatedAtLTE?: string | null | undefined;
  updatedAtNEQ?: string | null | undefined;
  updatedAtNotIn?: Array<string> | null | undefined;
  version?: number | null | undefined;
  versionGT?: number | null | undefined;
  versionGTE?: number | null | undefined;
  versionIn?: Array<number> | null | undefined;
  versionLT?: number | null | undefined;
  versionLTE?: number | null | undefined;
  versionNEQ?: number | null | undefined;
  versionNotIn?: Array<number> | null | undefined;
  zone?: SubtreeInput | null | undefined;
  zoneId?: string | null | undefined;
};

export type UpdateGroupInput = {
  description?: string | null | undefined;
  expectedVersion?: number | null | undefined;
  id: string;
  name?: string | null | undefined;
};

export type UpdateUserInput = {
  email?: string | null | undefined;
  expectedVersion?: number | null | undefined;
  id: string;
  name?: string | null | undefined;
  noProvider?: boolean;
  noZone?: boolean;
  phone?: string | null | undefined;
  providerId?: string | null | undefined;
  zoneId?: string | null | undefined;
};

export type UserOrder = {
  direction?: OrderDirection;
  field: UserOrderField;
};

export type UserOrderField =
  | 'CONTACT_EMAIL'
  | 'CREATED_AT'
  | 'LAST_SIGN_IN_AT'
  | 'NAME'
  | 'ROLE'
  | 'STATE';

export type UserWhereInput = {
  and?: Array<UserWhereInput> | null | undefined;
  createdAt?: string | null | undefined;
  createdAtGT?: string | null | undefined;
  createdAtGTE?: string | null | undefined;
  createdAtIn?: Array<string> | null | undefined;
  createdAtLT?: string | null | undefined;
  createdAtLTE?: string | null | undefined;
  createdAtNEQ?: string | null | undefined;
  createdAtNotIn?: Array<string> | null | undefined;
  disabledAt?: string | null | undefined;
  disabledAtGT?: string | null | undefined;
  disabledAtGTE?: string | null | undefined;
  disabledAtIn?: Array<string> | null | undefined;
  disabledAtIsNil?: boolean | null | undefined;
  disabledAtLT?: string | null | undefined;
  disabledAtLTE?: string | null | undefined;
  disabledAtNEQ?: string | null | undefined;
  disabledAtNotIn?: Array<string> | null | undefined;
  disabledAtNotNil?: boolean | null | undefined;
  groupId?: string | null | undefined;
  hasContact?: boolean | null | undefined;
  hasContactWith?: Array<ContactWhereInput> | null | undefined;
  hasGroups?: boolean | null | undefined;
  hasGroupsWith?: Array<GroupWhereInput> | null | undefined;
  hasProvider?: boolean | null | undefined;
  hasProviderWith?: Array<ServiceProviderWhereInput> | null | undefined;
  hasZone?: boolean | null | undefined;
  hasZoneWith?: Array<ZoneWhereInput> | null | undefined;
  id?: string | null | undefined;
  idIn?: Array<string> | null | undefined;
  idNEQ?: string | null | undefined;
  idNotIn?: Array<string> | null | undefined;
  lastSignInAt?: string | null | undefined;
  lastSignInAtGT?: string | null | undefined;
  lastSignInAtGTE?: string | null | undefined;
  lastSignInAtIn?: Array<string> | null | undefined;
  lastSignInAtIsNil?: boolean | null | undefined;
  lastSignInAtLT?: string | null | undefined;
  lastSignInAtLTE?: string | null | undefined;
  lastSignInAtNEQ?: string | null | undefined;
  lastSignInAtNotIn?: Array<string> | null | undefined;
  lastSignInAtNotNil?: boolean | null | undefined;
  name?: string | null | undefined;
  nameContains?: string | null | undefined;
  nameContainsFold?: string | null | undefined;
  nameEqualFold?: string | null | undefined;
  nameHasPrefix?: string | null | undefined;
  nameIn?: Array<string> | null | undefined;
  nameNEQ?: string | null | undefined;
  nameNotIn?: Array<string> | null | undefined;
  not?: UserWhereInput | null | undefined;
  or?: Array<UserWhereInput> | null | undefined;
  providerId?: string | null | undefined;
  providerIdIn?: Array<string> | null | undefined;
  providerIdIsNil?: boolean | null | undefined;
  providerIdNEQ?: string | null | undefined;
  providerIdNotIn?: Array<string> | null | undefined;
  providerIdNotNil?: boolean | null | undefined;
  role?: Role | null | undefined;
  roleIn?: Array<Role> | null | undefined;
  roleNEQ?: Role | null | undefined;
  roleNotIn?: Array<Role> | null | undefined;
  search?: string | null | undefined;
  state?: AccountState | null | undefined;
  stateIn?: Array<AccountState> | null | undefined;
  stateNEQ?: AccountState | null | undefined;
  stateNotIn?: Array<AccountState> | null | undefined;
  zone?: SubtreeInput | null | undefined;
  zoneId?: string | null | undefined;
  zoneIdIn?: Array<string> | null | undefined;
  zoneIdIsNil?: boolean | null | undefined;
  zoneIdNEQ?: string | null | undefined;
  zoneIdNotIn?: Array<string> | null | undefined;
  zoneIdNotNil?: boolean | null | undefined;
};

export type ZoneWhereInput = {
  and?: Array<ZoneWhereInput> | null | undefined;
  createdAt?: string | null | undefined;
  createdAtGT?: string | null | undefined;
  createdAtGTE?: string | null | undefined;
  createdAtIn?: Array<string> | null | undefined;
  createdAtLT?: string | null | undefined;
  createdAtLTE?: string | null | undefined;
  createdAtNEQ?: string | null | undefined;
  createdAtNotIn?: Array<string> | null | undefined;
  id?: string | null | undefined;
  idIn?: Array<string> | null | undefined;
  idNEQ?: string | null | undefined;
  idNotIn?: Array<string> | null | undefined;
  name?: string | null | undefined;
  nameContains?: string | null | undefined;
  nameContainsFold?: string | null | undefined;
  nameEqualFold?: string | null | undefined;
  nameHasPrefix?: string | null | undefined;
  nameIn?: Array<string> | null | undefined;
  nameNEQ?: string | null | undefined;
  nameNotIn?: Array<string> | null | undefined;
  not?: ZoneWhereInput | null | undefined;
  or?: Array<ZoneWhereInput> | null | undefined;
  parentId?: string | null | undefined;
  parentIdIn?: Array<string> | null | undefined;
  parentIdIsNil?: boolean | null | undefined;
  parentIdNEQ?: string | null | undefined;
  parentIdNotIn?: Array<string> | null | undefined;
  parentIdNotNil?: boolean | null | undefined;
  version?: number | null | undefined;
  versionGT?: number | null | undefined;
  versionGTE?: number | null | undefined;
  versionIn?: Array<number> | null | undefined;
  versionLT?: number | null | undefined;
  versionLTE?: number | null | undefined;
  versionNEQ?: number | null | undefined;
  versionNotIn?: Array<number> | null | undefined;
  within?: string | null | undefined;
};

export type ComplaintRowFragment = { __typename: 'Complaint', id: string, reference: string, title: string, status: ComplaintStatus, priority: Priority, dueAt: string | null, overdue: boolean, createdAt: string, updatedAt: string, movedAt: string | null, reopenedCount: number, flagged: boolean, rating: number | null, source: ComplaintSource, version: number, category: { id: string, name: string } | null, zone: { id: string, name: string } | null, handler: { id: string, name: string } | null, duplicateOf: { id: string, reference: string } | null, media: { edges: Array<{ node: { id: string } | null }> }, comments: { edges: Array<{ node: { id: string } | null }> }, tasks: { edges: Array<{ node: { id: string, status: TaskStatus, version: number, solver: { id: string, name: string } | null } | null }> } };

export type PersonFragment = { id: string, name: string, version: number | null, role: Role | null, state: AccountState | null, disabledAt: string | null, lastSignInAt: string | null, createdAt: string | null, zone: { id: string, name: string } | null, provider: { id: string, name: string } | null, contact: { email: string, phone: string } | null };

export type PeopleQueryVariables = Exact<{
  where?: UserWhereInput | null | undefined;
  orderBy?: Array<UserOrder> | UserOrder | null | undefined;
  page: number;
}>;


export type PeopleQuery = { userPage: { users: Array<{ id: string, name: string, version: number | null, role: Role | null, state: AccountState | null, disabledAt: string | null, lastSignInAt: string | null, createdAt: string | null, zone: { id: string, name: string } | null, provider: { id: string, name: string } | null, contact: { email: string, phone: string } | null }>, pagination: { page: number, limit: number, total: number, totalPages: number } } };

export type PersonPanelQueryVariables = Exact<{
  id: string;
  live?: TaskWhereInput | null | undefined;
}>;


export type PersonPanelQuery = { node:
    | { id: string, name: string, version: number | null, role: Role | null, state: AccountState | null, disabledAt: string | null, lastSignInAt: string | null, createdAt: string | null, groups: { edges: Array<{ node: { id: string, name: string } | null }> }, sessions: { edges: Array<{ node: { id: string, createdAt: string, lastUsedAt: string, expiresAt: string, userAgent: string, address: string } | null }> }, zone: { id: string, name: string } | null, provider: { id: string, name: string } | null, contact: { email: string, phone: string } | null }
    | Record<PropertyKey, never>
   | null, taskPage: { pagination: { total: number } } };

export type CreateUserMutationVariables = Exact<{
  input: CreateUserInput;
}>;


export type CreateUserMutation = { createUser: { password: string | null, user: { id: string, name: string, version: number | null, role: Role | null, state: AccountState | null, disabledAt: string | null, lastSignInAt: string | null, createdAt: string | null, zone: { id: string, name: string } | null, provider: { id: string, name: string } | null, contact: { email: string, phone: string } | null } } };

export type UpdateUserMutationVariables = Exact<{
  input: UpdateUserInput;
}>;


export type UpdateUserMutation = { updateUser: { user: { id: string, name: string, version: number | null, role: Role | null, state: AccountState | null, disabledAt: string | null, lastSignInAt: string | null, createdAt: string | null, zone: { id: string, name: string } | null, provider: { id: string, name: string } | null, contact: { email: string, phone: string } | null } } };

export type ChangeUserRoleMutationVariables = Exact<{
  input: ChangeUserRoleInput;
}>;


export type ChangeUserRoleMutation = { changeUserRole: { user: { id: string, name: string, version: number | null, role: Role | null, state: AccountState | null, disabledAt: string | null, lastSignInAt: string | null, createdAt: string | null, zone: { id: string, name: string } | null, provider: { id: string, name: string } | null, contact: { email: string, phone: string } | null } } };

export type DisableUserMutationVariables = Exact<{
  input: DisableUserInput;
}>;


export type DisableUserMutation = { disableUser: { user: { id: string, name: string, version: number | null, role: Role | null, state: AccountState | null, disabledAt: string | null, lastSignInAt: string | null, createdAt: string | null, zone: { id: string, name: string } | null, provider: { id: string, name: string } | null, contact: { email: string, phone: string } | null }, scheduledBroadcasts: Array<{ id: string, title: string, scheduledAt: string }> } };

export type EnableUserMutationVariables = Exact<{
  input: EnableUserInput;
}>;


export type EnableUserMutation = { enableUser: { user: { id: string, name: string, version: number | null, role: Role | null, state: AccountState | null, disabledAt: string | null, lastSignInAt: string | null, createdAt: string | null, zone: { id: string, name: string } | null, provider: { id: string, name: string } | null, contact: { email: string, phone: string } | null } } };

export type ResetUserPasswordMutationVariables = Exact<{
  input: ResetUserPasswordInput;
}>;


export type ResetUserPasswordMutation = { resetUserPassword: { password: string } };

export type RevokeSessionMutationVariables = Exact<{
  input: RevokeSessionInput;
}>;


export type RevokeSessionMutation = { revokeSession: { session: { id: string, revokedAt: string | null } } };

export type RevokeAllSessionsMutationVariables = Exact<{
  input: RevokeAllSessionsInput;
}>;


export type RevokeAllSessionsMutation = { revokeAllSessions: { ended: number } };

export type GroupsQueryVariables = Exact<{
  where?: GroupWhereInput | null | undefined;
  orderBy?: Array<GroupOrder> | GroupOrder | null | undefined;
  page: number;
}>;


export type GroupsQuery = { groupPage: { groups: Array<{ id: string, name: string, description: string, version: number, createdAt: string, members: { totalCount: number } }>, pagination: { page: number, limit: number, total: number, totalPages: number } } };

export type GroupPanelQueryVariables = Exact<{
  id: string;
  after?: string | null | undefined;
}>;


export type GroupPanelQuery = { node:
    | { id: string, name: string, description: string, version: number, createdAt: string, members: { totalCount: number, pageInfo: { hasNextPage: boolean, endCursor: string | null }, edges: Array<{ node: { id: string, name: string, role: Role | null, state: AccountState | null } | null }> } }
    | Record<PropertyKey, never>
   | null };

export type CreateGroupMutationVariables = Exact<{
  input: CreateGroupInput;
}>;


export type CreateGroupMutation = { createGroup: { group: { id: string, name: string } } };

export type UpdateGroupMutationVariables = Exact<{
  input: UpdateGroupInput;
}>;


export type UpdateGroupMutation = { updateGroup: { group: { id: string, name: string, description: string, version: number } } };

export type AddGroupMembersMutationVariables = Exact<{
  input: AddGroupMembersInput;
}>;


export type AddGroupMembersMutation = { addGroupMembers: { added: number, group: { id: string, version: number } } };

export type RemoveGroupMembersMutationVariables = Exact<{
  input: RemoveGroupMembersInput;
}>;


export type RemoveGroupMembersMutation = { removeGroupMembers: { removed: number, group: { id: string, version: number } } };

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
    email
    phone
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
    email
    phone
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
    email
    phone
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
    email
    phone
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
    email
    phone
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
    email
    phone
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
    email
    phone
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
    email
    phone
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
    query GroupPanel($id: ID!, $after: Cursor) {
  node(id: $id) {
    ... on Group {
      id
      name
      description
      version
      createdAt
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
    `) as unknown as TypedDocumentString<GroupPanelQuery, GroupPanelQueryVariables>;
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