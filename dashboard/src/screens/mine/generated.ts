/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type CallerInput = {
  email?: string;
  name?: string;
  phone?: string;
};

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

export type ComplaintDimension =
  | 'CATEGORY'
  | 'GROUP'
  | 'HOUR_OF_DAY'
  | 'PRIORITY'
  | 'PROVIDER'
  | 'RATING'
  | 'REOPENED'
  | 'SOLVER'
  | 'SOURCE'
  | 'STATUS'
  | 'WEEKDAY'
  | 'ZONE';

export type ComplaintSelectionInput = {
  categoryId?: string | null | undefined;
  categoryWithin?: string | null | undefined;
  except?: Array<ComplaintSelectionInput> | null | undefined;
  from?: string | null | undefined;
  groupId?: string | null | undefined;
  hourOfDay?: number | null | undefined;
  none?: Array<ComplaintDimension> | null | undefined;
  on?: ComplaintTime | null | undefined;
  openAt?: string | null | undefined;
  priority?: Priority | null | undefined;
  providerId?: string | null | undefined;
  reopened?: boolean | null | undefined;
  solverId?: string | null | undefined;
  source?: ComplaintSource | null | undefined;
  stars?: number | null | undefined;
  status?: ComplaintStatus | null | undefined;
  timezone?: string | null | undefined;
  to?: string | null | undefined;
  weekday?: Weekday | null | undefined;
  zoneId?: string | null | undefined;
  zoneWithin?: string | null | undefined;
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

export type ComplaintTime =
  | 'CLOSED'
  | 'CREATED'
  | 'DUE'
  | 'RESOLVED';

export type ComplaintWhereInput = {
  address?: string | null | undefined;
  addressContains?: string | null | undefined;
  addressContainsFold?: string | null | undefined;
  addressEqualFold?: string | null | undefined;
  addressHasPrefix?: string | null | undefined;
  addressIn?: Array<string> | null | undefined;
  addressNEQ?: string | null | undefined;
  addressNotIn?: Array<string> | null | undefined;
  and?: Array<ComplaintWhereInput> | null | undefined;
  assignedAt?: string | null | undefined;
  assignedAtGT?: string | null | undefined;
  assignedAtGTE?: string | null | undefined;
  assignedAtIn?: Array<string> | null | undefined;
  assignedAtIsNil?: boolean | null | undefined;
  assignedAtLT?: string | null | undefined;
  assignedAtLTE?: string | null | undefined;
  assignedAtNEQ?: string | null | undefined;
  assignedAtNotIn?: Array<string> | null | undefined;
  assignedAtNotNil?: boolean | null | undefined;
  category?: SubtreeInput | null | undefined;
  categoryId?: string | null | undefined;
  categoryIdIn?: Array<string> | null | undefined;
  categoryIdIsNil?: boolean | null | undefined;
  categoryIdNEQ?: string | null | undefined;
  categoryIdNotIn?: Array<string> | null | undefined;
  categoryIdNotNil?: boolean | null | undefined;
  closedAt?: string | null | undefined;
  closedAtGT?: string | null | undefined;
  closedAtGTE?: string | null | undefined;
  closedAtIn?: Array<string> | null | undefined;
  closedAtIsNil?: boolean | null | undefined;
  closedAtLT?: string | null | undefined;
  closedAtLTE?: string | null | undefined;
  closedAtNEQ?: string | null | undefined;
  closedAtNotIn?: Array<string> | null | undefined;
  closedAtNotNil?: boolean | null | undefined;
  contactEmail?: string | null | undefined;
  contactName?: string | null | undefined;
  contactPhone?: string | null | undefined;
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
  duplicateOfId?: string | null | undefined;
  duplicateOfIdIn?: Array<string> | null | undefined;
  duplicateOfIdIsNil?: boolean | null | undefined;
  duplicateOfIdNEQ?: string | null | undefined;
  duplicateOfIdNotIn?: Array<string> | null | undefined;
  duplicateOfIdNotNil?: boolean | null | undefined;
  externalRef?: string | null | undefined;
  externalRefContains?: string | null | undefined;
  externalRefContainsFold?: string | null | undefined;
  externalRefEqualFold?: string | null | undefined;
  externalRefHasPrefix?: string | null | undefined;
  externalRefIn?: Array<string> | null | undefined;
  externalRefIsNil?: boolean | null | undefined;
  externalRefNEQ?: string | null | undefined;
  externalRefNotIn?: Array<string> | null | undefined;
  externalRefNotNil?: boolean | null | undefined;
  flagged?: boolean | null | undefined;
  handlerId?: string | null | undefined;
  hasCategory?: boolean | null | undefined;
  hasCategoryWith?: Array<CategoryWhereInput> | null | undefined;
  hasHandler?: boolean | null | undefined;
  hasMedia?: boolean | null | undefined;
  hasTask?: boolean | null | undefined;
  hasZone?: boolean | null | undefined;
  hasZoneWith?: Array<ZoneWhereInput> | null | undefined;
  heldAt?: string | null | undefined;
  heldAtGT?: string | null | undefined;
  heldAtGTE?: string | null | undefined;
  heldAtIn?: Array<string> | null | undefined;
  heldAtIsNil?: boolean | null | undefined;
  heldAtLT?: string | null | undefined;
  heldAtLTE?: string | null | undefined;
  heldAtNEQ?: string | null | undefined;
  heldAtNotIn?: Array<string> | null | undefined;
  heldAtNotNil?: boolean | null | undefined;
  id?: string | null | undefined;
  idIn?: Array<string> | null | undefined;
  idNEQ?: string | null | undefined;
  idNotIn?: Array<string> | null | undefined;
  latitude?: number | null | undefined;
  latitudeGT?: number | null | undefined;
  latitudeGTE?: number | null | undefined;
  latitudeIn?: Array<number> | null | undefined;
  latitudeIsNil?: boolean | null | undefined;
  latitudeLT?: number | null | undefined;
  latitudeLTE?: number | null | undefined;
  latitudeNEQ?: number | null | undefined;
  latitudeNotIn?: Array<number> | null | undefined;
  latitudeNotNil?: boolean | null | undefined;
  localTime?: LocalTimeInput | null | undefined;
  longitude?: number | null | undefined;
  longitudeGT?: number | null | undefined;
  longitudeGTE?: number | null | undefined;
  longitudeIn?: Array<number> | null | undefined;
  longitudeIsNil?: boolean | null | undefined;
  longitudeLT?: number | null | undefined;
  longitudeLTE?: number | null | undefined;
  longitudeNEQ?: number | null | undefined;
  longitudeNotIn?: Array<number> | null | undefined;
  longitudeNotNil?: boolean | null | undefined;
  movedAt?: string | null | undefined;
  movedAtGT?: string | null | undefined;
  movedAtGTE?: string | null | undefined;
  movedAtIn?: Array<string> | null | undefined;
  movedAtIsNil?: boolean | null | undefined;
  movedAtLT?: string | null | undefined;
  movedAtLTE?: string | null | undefined;
  movedAtNEQ?: string | null | undefined;
  movedAtNotIn?: Array<string> | null | undefined;
  movedAtNotNil?: boolean | null | undefined;
  not?: ComplaintWhereInput | null | undefined;
  or?: Array<ComplaintWhereInput> | null | undefined;
  overdue?: boolean | null | undefined;
  overdueNEQ?: boolean | null | undefined;
  priority?: Priority | null | undefined;
  priorityIn?: Array<Priority> | null | undefined;
  priorityNEQ?: Priority | null | undefined;
  priorityNotIn?: Array<Priority> | null | undefined;
  providerId?: string | null | undefined;
  providerIdIsNil?: boolean | null | undefined;
  rating?: number | null | undefined;
  ratingComment?: string | null | undefined;
  ratingCommentContains?: string | null | undefined;
  ratingCommentContainsFold?: string | null | undefined;
  ratingCommentEqualFold?: string | null | undefined;
  ratingCommentHasPrefix?: string | null | undefined;
  ratingCommentIn?: Array<string> | null | undefined;
  ratingCommentNEQ?: string | null | undefined;
  ratingCommentNotIn?: Array<string> | null | undefined;
  ratingGT?: number | null | undefined;
  ratingGTE?: number | null | undefined;
  ratingIn?: Array<number> | null | undefined;
  ratingIsNil?: boolean | null | undefined;
  ratingLT?: number | null | undefined;
  ratingLTE?: number | null | undefined;
  ratingNEQ?: number | null | undefined;
  ratingNotIn?: Array<number> | null | undefined;
  ratingNotNil?: boolean | null | undefined;
  reference?: string | null | undefined;
  referenceContains?: string | null | undefined;
  referenceContainsFold?: string | null | undefined;
  referenceEqualFold?: string | null | undefined;
  referenceHasPrefix?: string | null | undefined;
  referenceIn?: Array<string> | null | undefined;
  referenceNEQ?: string | null | undefined;
  referenceNotIn?: Array<string> | null | undefined;
  reopened?: boolean | null | undefined;
  reopenedCount?: number | null | undefined;
  reopenedCountGT?: number | null | undefined;
  reopenedCountGTE?: number | null | undefined;
  reopenedCountIn?: Array<number> | null | undefined;
  reopenedCountLT?: number | null | undefined;
  reopenedCountLTE?: number | null | undefined;
  reopenedCountNEQ?: number | null | undefined;
  reopenedCountNotIn?: Array<number> | null | undefined;
  resolvedAt?: string | null | undefined;
  resolvedAtGT?: string | null | undefined;
  resolvedAtGTE?: string | null | undefined;
  resolvedAtIn?: Array<string> | null | undefined;
  resolvedAtIsNil?: boolean | null | undefined;
  resolvedAtLT?: string | null | undefined;
  resolvedAtLTE?: string | null | undefined;
  resolvedAtNEQ?: string | null | undefined;
  resolvedAtNotIn?: Array<string> | null | undefined;
  resolvedAtNotNil?: boolean | null | undefined;
  search?: string | null | undefined;
  selection?: ComplaintSelectionInput | null | undefined;
  solverGroupId?: string | null | undefined;
  solverGroupIdIsNil?: boolean | null | undefined;
  solverId?: string | null | undefined;
  solverIdIsNil?: boolean | null | undefined;
  source?: ComplaintSource | null | undefined;
  sourceIn?: Array<ComplaintSource> | null | undefined;
  sourceNEQ?: ComplaintSource | null | undefined;
  sourceNotIn?: Array<ComplaintSource> | null | undefined;
  status?: ComplaintStatus | null | undefined;
  statusIn?: Array<ComplaintStatus> | null | undefined;
  statusNEQ?: ComplaintStatus | null | undefined;
  statusNotIn?: Array<ComplaintStatus> | null | undefined;
  submittedById?: string | null | undefined;
  submittedByIdIn?: Array<string> | null | undefined;
  submittedByIdIsNil?: boolean | null | undefined;
  submittedByIdNEQ?: string | null | undefined;
  submittedByIdNotIn?: Array<string> | null | undefined;
  submittedByIdNotNil?: boolean | null | undefined;
  title?: string | null | undefined;
  titleContains?: string | null | undefined;
  titleContainsFold?: string | null | undefined;
  titleEqualFold?: string | null | undefined;
  titleHasPrefix?: string | null | undefined;
  titleIn?: Array<string> | null | undefined;
  titleNEQ?: string | null | undefined;
  titleNotIn?: Array<string> | null | undefined;
  unrated?: boolean | null | undefined;
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
  workingProviderId?: string | null | undefined;
  workingSolverId?: string | null | undefined;
  zone?: SubtreeInput | null | undefined;
  zoneId?: string | null | undefined;
  zoneIdIn?: Array<string> | null | undefined;
  zoneIdIsNil?: boolean | null | undefined;
  zoneIdNEQ?: string | null | undefined;
  zoneIdNotIn?: Array<string> | null | undefined;
  zoneIdNotNil?: boolean | null | undefined;
};

export type LocalTimeInput = {
  hourOfDay?: number | null | undefined;
  of?: ComplaintTime;
  timezone?: string;
  weekday?: Weekday | null | undefined;
};

export type Priority =
  | 'HIGH'
  | 'LOW'
  | 'NORMAL'
  | 'URGENT';

export type SubmitComplaintInput = {
  address?: string;
  categoryId?: string | null | undefined;
  contact?: CallerInput | null | undefined;
  description?: string;
  idempotencyKey?: string | null | undefined;
  latitude?: number | null | undefined;
  longitude?: number | null | undefined;
  priority?: Priority | null | undefined;
  reporterId?: string | null | undefined;
  source?: ComplaintSource;
  title: string;
  zoneId?: string | null | undefined;
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

export type Weekday =
  | 'FRIDAY'
  | 'MONDAY'
  | 'SATURDAY'
  | 'SUNDAY'
  | 'THURSDAY'
  | 'TUESDAY'
  | 'WEDNESDAY';

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

export type MyComplaintsQueryVariables = Exact<{
  page: number;
  where?: ComplaintWhereInput | null | undefined;
}>;


export type MyComplaintsQuery = { complaintPage: { complaints: Array<{ id: string, reference: string, title: string, status: ComplaintStatus, address: string, createdAt: string, updatedAt: string, rating: number | null, category: { id: string, name: string } | null, duplicateOf: { id: string, reference: string } | null, media: { edges: Array<{ node: { id: string, thumbnailUrl: string | null } | null }> } }>, pagination: { page: number, totalPages: number, total: number, hasNext: boolean, hasPrevious: boolean } } };

export type ReportChoicesQueryVariables = Exact<{ [key: string]: never; }>;


export type ReportChoicesQuery = { categories: { edges: Array<{ node: { id: string, name: string, parentId: string | null, shownNearby: boolean } | null }> }, zones: { edges: Array<{ node: { id: string, name: string, parentId: string | null } | null }> } };

export type ReportedNearbyQueryVariables = Exact<{
  latitude: number;
  longitude: number;
  categoryId?: string | null | undefined;
}>;


export type ReportedNearbyQuery = { nearbyComplaints: Array<{ categoryName: string | null, status: ComplaintStatus, ageInDays: number, distance: number }> };

export type ReportComplaintMutationVariables = Exact<{
  input: SubmitComplaintInput;
}>;


export type ReportComplaintMutation = { submitComplaint: { complaint: { id: string, reference: string, uploadUrl: string } } };

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
export const MyComplaintsDocument = new TypedDocumentString(`
    query MyComplaints($page: Int!, $where: ComplaintWhereInput) {
  complaintPage(
    where: $where
    orderBy: [{field: UPDATED_AT, direction: DESC}]
    page: $page
    limit: 20
  ) {
    complaints {
      id
      reference
      title
      status
      address
      createdAt
      updatedAt
      rating
      category {
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
            thumbnailUrl
          }
        }
      }
    }
    pagination {
      page
      totalPages
      total
      hasNext
      hasPrevious
    }
  }
}
    `) as unknown as TypedDocumentString<MyComplaintsQuery, MyComplaintsQueryVariables>;
export const ReportChoicesDocument = new TypedDocumentString(`
    query ReportChoices {
  categories(first: 100, orderBy: [{field: NAME, direction: ASC}]) {
    edges {
      node {
        id
        name
        parentId
        shownNearby
      }
    }
  }
  zones(first: 100, orderBy: [{field: NAME, direction: ASC}]) {
    edges {
      node {
        id
        name
        parentId
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ReportChoicesQuery, ReportChoicesQueryVariables>;
export const ReportedNearbyDocument = new TypedDocumentString(`
    query ReportedNearby($latitude: Float!, $longitude: Float!, $categoryId: ID) {
  nearbyComplaints(
    latitude: $latitude
    longitude: $longitude
    metres: 100
    categoryId: $categoryId
  ) {
    categoryName
    status
    ageInDays
    distance
  }
}
    `) as unknown as TypedDocumentString<ReportedNearbyQuery, ReportedNearbyQueryVariables>;
export const ReportComplaintDocument = new TypedDocumentString(`
    mutation ReportComplaint($input: SubmitComplaintInput!) {
  submitComplaint(input: $input) {
    complaint {
      id
      reference
      uploadUrl
    }
  }
}
    `) as unknown as TypedDocumentString<ReportComplaintMutation, ReportComplaintMutationVariables>;