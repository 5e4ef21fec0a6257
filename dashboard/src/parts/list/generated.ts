/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type AccountState =
  | 'ACTIVE'
  | 'DISABLED';

export type CategoryWhereInput = {
  and?: Array<CategoryWhereInput> | null | undefined;
  createdAt?: string | null | undefined;
  createdAtGT?: string | null | undefined;
  createdAtGTE?: string | null | undefined;
  createdAtIn?: Array<string> | null | undefined;
  createdAtLT?: string | null | undefined;
  createdAtLTE?: string | null | undefined;
  createdAtNEQ?: string | null | undefined;
  createdAtNotIn?: Array<string> | null | undefined;
  defaultPriority?: Priority | null | undefined;
  defaultPriorityIn?: Array<Priority> | null | undefined;
  defaultPriorityNEQ?: Priority | null | undefined;
  defaultPriorityNotIn?: Array<Priority> | null | undefined;
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
  not?: CategoryWhereInput | null | undefined;
  or?: Array<CategoryWhereInput> | null | undefined;
  parentId?: string | null | undefined;
  parentIdIn?: Array<string> | null | undefined;
  parentIdIsNil?: boolean | null | undefined;
  parentIdNEQ?: string | null | undefined;
  parentIdNotIn?: Array<string> | null | undefined;
  parentIdNotNil?: boolean | null | undefined;
  shownNearby?: boolean | null | undefined;
  shownNearbyNEQ?: boolean | null | undefined;
  slaHours?: number | null | undefined;
  slaHoursGT?: number | null | undefined;
  slaHoursGTE?: number | null | undefined;
  slaHoursIn?: Array<number> | null | undefined;
  slaHoursIsNil?: boolean | null | undefined;
  slaHoursLT?: number | null | undefined;
  slaHoursLTE?: number | null | undefined;
  slaHoursNEQ?: number | null | undefined;
  slaHoursNotIn?: Array<number> | null | undefined;
  slaHoursNotNil?: boolean | null | undefined;
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

export type Export =
  | 'AUDIT_ENTRIES'
  | 'BROADCASTS'
  | 'BROADCAST_RECIPIENTS'
  | 'BROADCAST_STATS'
  | 'CATEGORIES'
  | 'COMPLAINTS'
  | 'COMPLAINT_STATS'
  | 'GROUPS'
  | 'NOTIFICATIONS'
  | 'PAYMENTS'
  | 'PAYMENT_STATS'
  | 'SERVICE_PROVIDERS'
  | 'TASKS'
  | 'TASK_STATS'
  | 'USERS'
  | 'ZONES';

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

export type Priority =
  | 'HIGH'
  | 'LOW'
  | 'NORMAL'
  | 'URGENT';

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

export type TaskStatus =
  | 'ACCEPTED'
  | 'ASSIGNED'
  | 'CANCELLED'
  | 'COMPLETED'
  | 'COMPLETION_SUBMITTED'
  | 'DECLINED'
  | 'IN_PROGRESS'
  | 'RETURNED';

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

export type LookupZonesQueryVariables = Exact<{
  where?: ZoneWhereInput | null | undefined;
}>;


export type LookupZonesQuery = { zonePage: { zones: Array<{ id: string, name: string, parent: { id: string, name: string } | null }> } };

export type LookupCategoriesQueryVariables = Exact<{
  where?: CategoryWhereInput | null | undefined;
}>;


export type LookupCategoriesQuery = { categoryPage: { categories: Array<{ id: string, name: string, parent: { id: string, name: string } | null }> } };

export type LookupUsersQueryVariables = Exact<{
  where?: UserWhereInput | null | undefined;
}>;


export type LookupUsersQuery = { userPage: { users: Array<{ id: string, name: string, role: Role | null, state: AccountState | null, contact: { email: string } | null }> } };

export type LookupGroupsQueryVariables = Exact<{
  where?: GroupWhereInput | null | undefined;
}>;


export type LookupGroupsQuery = { groupPage: { groups: Array<{ id: string, name: string, description: string }> } };

export type LookupProvidersQueryVariables = Exact<{
  where?: ServiceProviderWhereInput | null | undefined;
}>;


export type LookupProvidersQuery = { serviceProviderPage: { serviceProviders: Array<{ id: string, name: string, active: boolean }> } };

export type LookupNameQueryVariables = Exact<{
  id: string;
}>;


export type LookupNameQuery = { node:
    | { name: string }
    | { reference: string, title: string }
    | { name: string }
    | { name: string }
    | { name: string }
    | { name: string }
    | Record<PropertyKey, never>
   | null };

export type ExportLinkQueryVariables = Exact<{
  of: Export;
  arguments?: unknown;
}>;


export type ExportLinkQuery = { exportLink: { url: string } };

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
export const LookupZonesDocument = new TypedDocumentString(`
    query LookupZones($where: ZoneWhereInput) {
  zonePage(where: $where, limit: 20) {
    zones {
      id
      name
      parent {
        id
        name
      }
    }
  }
}
    `) as unknown as TypedDocumentString<LookupZonesQuery, LookupZonesQueryVariables>;
export const LookupCategoriesDocument = new TypedDocumentString(`
    query LookupCategories($where: CategoryWhereInput) {
  categoryPage(where: $where, limit: 20) {
    categories {
      id
      name
      parent {
        id
        name
      }
    }
  }
}
    `) as unknown as TypedDocumentString<LookupCategoriesQuery, LookupCategoriesQueryVariables>;
export const LookupUsersDocument = new TypedDocumentString(`
    query LookupUsers($where: UserWhereInput) {
  userPage(where: $where, orderBy: [{field: NAME, direction: ASC}], limit: 20) {
    users {
      id
      name
      role
      state
      contact {
        email
      }
    }
  }
}
    `) as unknown as TypedDocumentString<LookupUsersQuery, LookupUsersQueryVariables>;
export const LookupGroupsDocument = new TypedDocumentString(`
    query LookupGroups($where: GroupWhereInput) {
  groupPage(where: $where, orderBy: [{field: NAME, direction: ASC}], limit: 20) {
    groups {
      id
      name
      description
    }
  }
}
    `) as unknown as TypedDocumentString<LookupGroupsQuery, LookupGroupsQueryVariables>;
export const LookupProvidersDocument = new TypedDocumentString(`
    query LookupProviders($where: ServiceProviderWhereInput) {
  serviceProviderPage(
    where: $where
    orderBy: [{field: NAME, direction: ASC}]
    limit: 20
  ) {
    serviceProviders {
      id
      name
      active
    }
  }
}
    `) as unknown as TypedDocumentString<LookupProvidersQuery, LookupProvidersQueryVariables>;
export const LookupNameDocument = new TypedDocumentString(`
    query LookupName($id: ID!) {
  node(id: $id) {
    ... on Zone {
      name
    }
    ... on Category {
      name
    }
    ... on User {
      name
    }
    ... on Group {
      name
    }
    ... on ServiceProvider {
      name
    }
    ... on Complaint {
      reference
      title
    }
  }
}
    `) as unknown as TypedDocumentString<LookupNameQuery, LookupNameQueryVariables>;
export const ExportLinkDocument = new TypedDocumentString(`
    query ExportLink($of: Export!, $arguments: JSON) {
  exportLink(of: $of, arguments: $arguments) {
    url
  }
}
    `) as unknown as TypedDocumentString<ExportLinkQuery, ExportLinkQueryVariables>;