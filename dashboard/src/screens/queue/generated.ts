/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type Action =
  | 'ACCEPT'
  | 'ASSIGN'
  | 'CANCEL'
  | 'CLAIM'
  | 'CLOSE'
  | 'COMMENT'
  | 'DECLINE'
  | 'EDIT'
  | 'HOLD'
  | 'MERGE'
  | 'POST_UPDATE'
  | 'RATE'
  | 'REASSIGN'
  | 'REJECT'
  | 'RELEASE'
  | 'REOPEN'
  | 'RESCHEDULE'
  | 'RESOLVE'
  | 'RESUME'
  | 'RETRY_FAILED'
  | 'RETURN'
  | 'REVERSE'
  | 'REVIEW_COMPLETION'
  | 'START'
  | 'STOP'
  | 'SUBMIT_COMPLETION'
  | 'TRIAGE'
  | 'UNCLAIM'
  | 'UNMERGE'
  | 'WITHDRAW';

export type AssignComplaintsInput = {
  dueAt?: string | null | undefined;
  instructions?: string;
  internalNote?: string;
  items: Array<ComplaintItem>;
  providerId?: string | null | undefined;
  publicNote?: string;
  solverId: string;
};

export type CancelTaskInput = {
  expectedVersion?: number | null | undefined;
  id: string;
  note?: string;
  reasonCode: string;
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

export type CloseComplaintsInput = {
  internalNote?: string;
  items: Array<ComplaintItem>;
  publicNote?: string;
};

export type CommentOnComplaintInput = {
  complaintId: string;
  idempotencyKey?: string | null | undefined;
  text: string;
  visibility?: Visibility;
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

export type ComplaintItem = {
  expectedVersion?: number | null | undefined;
  id: string;
};

export type ComplaintOrder = {
  direction?: OrderDirection;
  field: ComplaintOrderField;
};

export type ComplaintOrderField =
  | 'ASSIGNED_AT'
  | 'CATEGORY_NAME'
  | 'CLOSED_AT'
  | 'CREATED_AT'
  | 'DUE_AT'
  | 'HANDLER_NAME'
  | 'MOVED_AT'
  | 'PRIORITY'
  | 'RATING'
  | 'REFERENCE'
  | 'REOPENED_COUNT'
  | 'RESOLVED_AT'
  | 'SOURCE'
  | 'STATUS'
  | 'TITLE'
  | 'UPDATED_AT'
  | 'ZONE_NAME';

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

export type CountedViewInput = {
  key?: string;
  where?: ComplaintWhereInput | null | undefined;
};

export type CreateSavedViewInput = {
  columns?: Array<string> | null | undefined;
  filter?: unknown;
  idempotencyKey?: string | null | undefined;
  list: ViewList;
  name: string;
  orderBy?: unknown;
  sharedWith?: Role | null | undefined;
};

export type DeleteSavedViewInput = {
  expectedVersion?: number | null | undefined;
  id: string;
};

export type Density =
  | 'COMFORTABLE'
  | 'COMPACT';

export type HoldComplaintsInput = {
  internalNote?: string;
  items: Array<ComplaintItem>;
  publicNote?: string;
  reasonCode: string;
};

export type ListColumnsInput = {
  columns: Array<string>;
  list: string;
};

export type LocalTimeInput = {
  hourOfDay?: number | null | undefined;
  of?: ComplaintTime;
  timezone?: string;
  weekday?: Weekday | null | undefined;
};

export type MediaType =
  | 'IMAGE'
  | 'VIDEO';

export type MergeComplaintsInput = {
  internalNote?: string;
  intoId: string;
  items: Array<ComplaintItem>;
  publicNote?: string;
  reasonCode: string;
};

export type OrderDirection =
  | 'ASC'
  | 'DESC';

export type Priority =
  | 'HIGH'
  | 'LOW'
  | 'NORMAL'
  | 'URGENT';

export type RejectComplaintsInput = {
  internalNote?: string;
  items: Array<ComplaintItem>;
  publicNote: string;
  reasonCode: string;
};

export type ReopenComplaintInput = {
  expectedVersion?: number | null | undefined;
  id: string;
  publicNote?: string;
  reasonCode: string;
};

export type ResolveComplaintsInput = {
  internalNote?: string;
  items: Array<ComplaintItem>;
  publicNote: string;
};

export type RestoreSavedViewInput = {
  expectedVersion?: number | null | undefined;
  id: string;
};

export type ResumeComplaintsInput = {
  internalNote?: string;
  items: Array<ComplaintItem>;
  publicNote?: string;
};

export type Role =
  | 'ADMIN'
  | 'PROVIDER'
  | 'SOLVER'
  | 'SUPER_ADMIN'
  | 'USER';

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

export type Theme =
  | 'DARK'
  | 'LIGHT'
  | 'SYSTEM';

export type TriageComplaintsInput = {
  categoryId?: string | null | undefined;
  dueAt?: string | null | undefined;
  items: Array<ComplaintItem>;
  noDueAt?: boolean;
  priority?: Priority | null | undefined;
  zoneId?: string | null | undefined;
};

export type UnmergeComplaintInput = {
  expectedVersion?: number | null | undefined;
  id: string;
  internalNote?: string;
  publicNote?: string;
  reasonCode: string;
};

export type UpdatePreferencesInput = {
  columns?: Array<ListColumnsInput> | null | undefined;
  density?: Density | null | undefined;
  language?: string | null | undefined;
  startView?: string | null | undefined;
  theme?: Theme | null | undefined;
  timeZone?: string | null | undefined;
};

export type ViewList =
  | 'AUDIT_ENTRIES'
  | 'BROADCASTS'
  | 'CATEGORIES'
  | 'COMPLAINTS'
  | 'GROUPS'
  | 'NOTIFICATIONS'
  | 'PAYMENTS'
  | 'SERVICE_PROVIDERS'
  | 'TASKS'
  | 'USERS'
  | 'ZONES';

export type Visibility =
  | 'INTERNAL'
  | 'PUBLIC';

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

export type QueueQueryVariables = Exact<{
  where?: ComplaintWhereInput | null | undefined;
  orderBy?: Array<ComplaintOrder> | ComplaintOrder | null | undefined;
  after?: string | null | undefined;
  first: number;
}>;


export type QueueQuery = { complaints: { totalCount: number, pageInfo: { hasNextPage: boolean, endCursor: string | null }, edges: Array<{ node: { __typename: 'Complaint', id: string, reference: string, title: string, status: ComplaintStatus, priority: Priority, dueAt: string | null, overdue: boolean, createdAt: string, updatedAt: string, movedAt: string | null, reopenedCount: number, flagged: boolean, rating: number | null, source: ComplaintSource, version: number, category: { id: string, name: string } | null, zone: { id: string, name: string } | null, handler: { id: string, name: string } | null, duplicateOf: { id: string, reference: string } | null, media: { edges: Array<{ node: { id: string } | null }> }, comments: { edges: Array<{ node: { id: string } | null }> }, tasks: { edges: Array<{ node: { id: string, status: TaskStatus, version: number, solver: { id: string, name: string } | null } | null }> } } | null }> } };

export type QueueMatchesQueryVariables = Exact<{
  where: ComplaintWhereInput;
  first: number;
}>;


export type QueueMatchesQuery = { complaints: { edges: Array<{ node: { __typename: 'Complaint', id: string, reference: string, title: string, status: ComplaintStatus, priority: Priority, dueAt: string | null, overdue: boolean, createdAt: string, updatedAt: string, movedAt: string | null, reopenedCount: number, flagged: boolean, rating: number | null, source: ComplaintSource, version: number, category: { id: string, name: string } | null, zone: { id: string, name: string } | null, handler: { id: string, name: string } | null, duplicateOf: { id: string, reference: string } | null, media: { edges: Array<{ node: { id: string } | null }> }, comments: { edges: Array<{ node: { id: string } | null }> }, tasks: { edges: Array<{ node: { id: string, status: TaskStatus, version: number, solver: { id: string, name: string } | null } | null }> } } | null }> } };

export type QueueItemsQueryVariables = Exact<{
  where?: ComplaintWhereInput | null | undefined;
  orderBy?: Array<ComplaintOrder> | ComplaintOrder | null | undefined;
  after?: string | null | undefined;
}>;


export type QueueItemsQuery = { complaints: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, edges: Array<{ node: { id: string, version: number, reference: string } | null }> } };

export type QueueCountsQueryVariables = Exact<{
  views: Array<CountedViewInput> | CountedViewInput;
}>;


export type QueueCountsQuery = { complaintCountsFor: Array<{ key: string, count: number, label: string }> };

export type QueueChoicesQueryVariables = Exact<{ [key: string]: never; }>;


export type QueueChoicesQuery = { zones: { totalCount: number, edges: Array<{ node: { id: string, name: string, parentId: string | null } | null }> }, categories: { totalCount: number, edges: Array<{ node: { id: string, name: string, parentId: string | null } | null }> } };

export type QueueSolversQueryVariables = Exact<{
  id: string;
  search?: string | null | undefined;
}>;


export type QueueSolversQuery = { assignableSolvers: Array<{ live: number, overdue: number, sameZone: boolean, declined: boolean, solver: { id: string, name: string } }> };

export type QueueSolverNamesQueryVariables = Exact<{ [key: string]: never; }>;


export type QueueSolverNamesQuery = { workload: { solvers: Array<{ live: number, solver: { id: string, name: string } }> } };

export type QueueReasonsQueryVariables = Exact<{
  action: Action;
  language: string;
}>;


export type QueueReasonsQuery = { reasonCodes: Array<{ code: string, label: string }> };

export type QueueActionsQueryVariables = Exact<{
  id: string;
}>;


export type QueueActionsQuery = { complaint: { id: string, version: number, availableActions: Array<{ action: Action, enabled: boolean, disabledReason: string }> } | null };

export type QueueSimilarQueryVariables = Exact<{
  text: string;
}>;


export type QueueSimilarQuery = { find: { complaints: Array<{ id: string, reference: string, title: string, status: ComplaintStatus, zone: { id: string, name: string } | null, tasks: { edges: Array<{ node: { id: string, status: TaskStatus } | null }> } }> } };

export type PeekQueryVariables = Exact<{
  id: string;
}>;


export type PeekQuery = { complaint: { __typename: 'Complaint', description: string, address: string, id: string, reference: string, title: string, status: ComplaintStatus, priority: Priority, dueAt: string | null, overdue: boolean, createdAt: string, updatedAt: string, movedAt: string | null, reopenedCount: number, flagged: boolean, rating: number | null, source: ComplaintSource, version: number, submittedBy: { id: string, name: string } | null, contact: { name: string, email: string, phone: string } | null, photos: { edges: Array<{ node: { id: string, url: string, thumbnailUrl: string | null, fileName: string, mediaType: MediaType } | null }> }, statusLog: { edges: Array<{ node: { id: string, status: ComplaintStatus, actorName: string, publicNote: string, internalNote: string, createdAt: string } | null }> }, notes: { edges: Array<{ node: { id: string, text: string, visibility: Visibility, createdAt: string, author: { id: string, name: string } | null } | null }> }, availableActions: Array<{ action: Action, enabled: boolean, disabledReason: string }>, category: { id: string, name: string } | null, zone: { id: string, name: string } | null, handler: { id: string, name: string } | null, duplicateOf: { id: string, reference: string } | null, media: { edges: Array<{ node: { id: string } | null }> }, comments: { edges: Array<{ node: { id: string } | null }> }, tasks: { edges: Array<{ node: { id: string, status: TaskStatus, version: number, solver: { id: string, name: string } | null } | null }> } } | null };

export type QueueExportQueryVariables = Exact<{
  arguments: unknown;
}>;


export type QueueExportQuery = { exportLink: { url: string } };

export type QueueTriageMutationVariables = Exact<{
  input: TriageComplaintsInput;
}>;


export type QueueTriageMutation = { done: { results: Array<{ id: string, complaint: { __typename: 'Complaint', id: string, reference: string, title: string, status: ComplaintStatus, priority: Priority, dueAt: string | null, overdue: boolean, createdAt: string, updatedAt: string, movedAt: string | null, reopenedCount: number, flagged: boolean, rating: number | null, source: ComplaintSource, version: number, category: { id: string, name: string } | null, zone: { id: string, name: string } | null, handler: { id: string, name: string } | null, duplicateOf: { id: string, reference: string } | null, media: { edges: Array<{ node: { id: string } | null }> }, comments: { edges: Array<{ node: { id: string } | null }> }, tasks: { edges: Array<{ node: { id: string, status: TaskStatus, version: number, solver: { id: string, name: string } | null } | null }> } } | null, error: { code: string, message: string, fields: Array<{ field: string, message: string }> } | null }> } };

export type QueueAssignMutationVariables = Exact<{
  input: AssignComplaintsInput;
}>;


export type QueueAssignMutation = { done: { results: Array<{ id: string, complaint: { __typename: 'Complaint', id: string, reference: string, title: string, status: ComplaintStatus, priority: Priority, dueAt: string | null, overdue: boolean, createdAt: string, updatedAt: string, movedAt: string | null, reopenedCount: number, flagged: boolean, rating: number | null, source: ComplaintSource, version: number, category: { id: string, name: string } | null, zone: { id: string, name: string } | null, handler: { id: string, name: string } | null, duplicateOf: { id: string, reference: string } | null, media: { edges: Array<{ node: { id: string } | null }> }, comments: { edges: Array<{ node: { id: string } | null }> }, tasks: { edges: Array<{ node: { id: string, status: TaskStatus, version: number, solver: { id: string, name: string } | null } | null }> } } | null, error: { code: string, message: string, fields: Array<{ field: string, message: string }> } | null }> } };

export type QueueRejectMutationVariables = Exact<{
  input: RejectComplaintsInput;
}>;


export type QueueRejectMutation = { done: { results: Array<{ id: string, complaint: { __typename: 'Complaint', id: string, reference: string, title: string, status: ComplaintStatus, priority: Priority, dueAt: string | null, overdue: boolean, createdAt: string, updatedAt: string, movedAt: string | null, reopenedCount: number, flagged: boolean, rating: number | null, source: ComplaintSource, version: number, category: { id: string, name: string } | null, zone: { id: string, name: string } | null, handler: { id: string, name: string } | null, duplicateOf: { id: string, reference: string } | null, media: { edges: Array<{ node: { id: string } | null }> }, comments: { edges: Array<{ node: { id: string } | null }> }, tasks: { edges: Array<{ node: { id: string, status: TaskStatus, version: number, solver: { id: string, name: string } | null } | null }> } } | null, error: { code: string, message: string, fields: Array<{ field: string, message: string }> } | null }> } };

export type QueueHoldMutationVariables = Exact<{
  input: HoldComplaintsInput;
}>;


export type QueueHoldMutation = { done: { results: Array<{ id: string, complaint: { __typename: 'Complaint', id: string, reference: string, title: string, status: ComplaintStatus, priority: Priority, dueAt: string | null, overdue: boolean, createdAt: string, updatedAt: string, movedAt: string | null, reopenedCount: number, flagged: boolean, rating: number | null, source: ComplaintSource, version: number, category: { id: string, name: string } | null, zone: { id: string, name: string } | null, handler: { id: string, name: string } | null, duplicateOf: { id: string, reference: string } | null, media: { edges: Array<{ node: { id: string } | null }> }, comments: { edges: Array<{ node: { id: string } | null }> }, tasks: { edges: Array<{ node: { id: string, status: TaskStatus, version: number, solver: { id: string, name: string } | null } | null }> } } | null, error: { code: string, message: string, fields: Array<{ field: string, message: string }> } | null }> } };

export type QueueResumeMutationVariables = Exact<{
  input: ResumeComplaintsInput;
}>;


export type QueueResumeMutation = { done: { results: Array<{ id: string, complaint: { __typename: 'Complaint', id: string, reference: string, title: string, status: ComplaintStatus, priority: Priority, dueAt: string | null, overdue: boolean, createdAt: string, updatedAt: string, movedAt: string | null, reopenedCount: number, flagged: boolean, rating: number | null, source: ComplaintSource, version: number, category: { id: string, name: string } | null, zone: { id: string, name: string } | null, handler: { id: string, name: string } | null, duplicateOf: { id: string, reference: string } | null, media: { edges: Array<{ node: { id: string } | null }> }, comments: { edges: Array<{ node: { id: string } | null }> }, tasks: { edges: Array<{ node: { id: string, status: TaskStatus, version: number, solver: { id: string, name: string } | null } | null }> } } | null, error: { code: string, message: string, fields: Array<{ field: string, message: string }> } | null }> } };

export type QueueResolveMutationVariables = Exact<{
  input: ResolveComplaintsInput;
}>;


export type QueueResolveMutation = { done: { results: Array<{ id: string, complaint: { __typename: 'Complaint', id: string, reference: string, title: string, status: ComplaintStatus, priority: Priority, dueAt: string | null, overdue: boolean, createdAt: string, updatedAt: string, movedAt: string | null, reopenedCount: number, flagged: boolean, rating: number | null, source: ComplaintSource, version: number, category: { id: string, name: string } | null, zone: { id: string, name: string } | null, handler: { id: string, name: string } | null, duplicateOf: { id: string, reference: string } | null, media: { edges: Array<{ node: { id: string } | null }> }, comments: { edges: Array<{ node: { id: string } | null }> }, tasks: { edges: Array<{ node: { id: string, status: TaskStatus, version: number, solver: { id: string, name: string } | null } | null }> } } | null, error: { code: string, message: string, fields: Array<{ field: string, message: string }> } | null }> } };

export type QueueCloseMutationVariables = Exact<{
  input: CloseComplaintsInput;
}>;


export type QueueCloseMutation = { done: { results: Array<{ id: string, complaint: { __typename: 'Complaint', id: string, reference: string, title: string, status: ComplaintStatus, priority: Priority, dueAt: string | null, overdue: boolean, createdAt: string, updatedAt: string, movedAt: string | null, reopenedCount: number, flagged: boolean, rating: number | null, source: ComplaintSource, version: number, category: { id: string, name: string } | null, zone: { id: string, name: string } | null, handler: { id: string, name: string } | null, duplicateOf: { id: string, reference: string } | null, media: { edges: Array<{ node: { id: string } | null }> }, comments: { edges: Array<{ node: { id: string } | null }> }, tasks: { edges: Array<{ node: { id: string, status: TaskStatus, version: number, solver: { id: string, name: string } | null } | null }> } } | null, error: { code: string, message: string, fields: Array<{ field: string, message: string }> } | null }> } };

export type QueueMergeMutationVariables = Exact<{
  input: MergeComplaintsInput;
}>;


export type QueueMergeMutation = { done: { results: Array<{ id: string, complaint: { __typename: 'Complaint', id: string, reference: string, title: string, status: ComplaintStatus, priority: Priority, dueAt: string | null, overdue: boolean, createdAt: string, updatedAt: string, movedAt: string | null, reopenedCount: number, flagged: boolean, rating: number | null, source: ComplaintSource, version: number, category: { id: string, name: string } | null, zone: { id: string, name: string } | null, handler: { id: string, name: string } | null, duplicateOf: { id: string, reference: string } | null, media: { edges: Array<{ node: { id: string } | null }> }, comments: { edges: Array<{ node: { id: string } | null }> }, tasks: { edges: Array<{ node: { id: string, status: TaskStatus, version: number, solver: { id: string, name: string } | null } | null }> } } | null, error: { code: string, message: string, fields: Array<{ field: string, message: string }> } | null }> } };

export type QueueReopenMutationVariables = Exact<{
  input: ReopenComplaintInput;
}>;


export type QueueReopenMutation = { done: { complaint: { __typename: 'Complaint', id: string, reference: string, title: string, status: ComplaintStatus, priority: Priority, dueAt: string | null, overdue: boolean, createdAt: string, updatedAt: string, movedAt: string | null, reopenedCount: number, flagged: boolean, rating: number | null, source: ComplaintSource, version: number, category: { id: string, name: string } | null, zone: { id: string, name: string } | null, handler: { id: string, name: string } | null, duplicateOf: { id: string, reference: string } | null, media: { edges: Array<{ node: { id: string } | null }> }, comments: { edges: Array<{ node: { id: string } | null }> }, tasks: { edges: Array<{ node: { id: string, status: TaskStatus, version: number, solver: { id: string, name: string } | null } | null }> } } } };

export type QueueUnmergeMutationVariables = Exact<{
  input: UnmergeComplaintInput;
}>;


export type QueueUnmergeMutation = { done: { complaint: { __typename: 'Complaint', id: string, reference: string, title: string, status: ComplaintStatus, priority: Priority, dueAt: string | null, overdue: boolean, createdAt: string, updatedAt: string, movedAt: string | null, reopenedCount: number, flagged: boolean, rating: number | null, source: ComplaintSource, version: number, category: { id: string, name: string } | null, zone: { id: string, name: string } | null, handler: { id: string, name: string } | null, duplicateOf: { id: string, reference: string } | null, media: { edges: Array<{ node: { id: string } | null }> }, comments: { edges: Array<{ node: { id: string } | null }> }, tasks: { edges: Array<{ node: { id: string, status: TaskStatus, version: number, solver: { id: string, name: string } | null } | null }> } } } };

export type QueueUnassignMutationVariables = Exact<{
  input: CancelTaskInput;
}>;


export type QueueUnassignMutation = { done: { task: { id: string, complaint: { __typename: 'Complaint', id: string, reference: string, title: string, status: ComplaintStatus, priority: Priority, dueAt: string | null, overdue: boolean, createdAt: string, updatedAt: string, movedAt: string | null, reopenedCount: number, flagged: boolean, rating: number | null, source: ComplaintSource, version: number, category: { id: string, name: string } | null, zone: { id: string, name: string } | null, handler: { id: string, name: string } | null, duplicateOf: { id: string, reference: string } | null, media: { edges: Array<{ node: { id: string } | null }> }, comments: { edges: Array<{ node: { id: string } | null }> }, tasks: { edges: Array<{ node: { id: string, status: TaskStatus, version: number, solver: { id: string, name: string } | null } | null }> } } | null } } };

export type QueueNoteMutationVariables = Exact<{
  input: CommentOnComplaintInput;
}>;


export type QueueNoteMutation = { done: { comment: { id: string } } };

export type QueueColumnsMutationVariables = Exact<{
  input: UpdatePreferencesInput;
}>;


export type QueueColumnsMutation = { updatePreferences: { preferences: { density: Density } } };

export type SavedViewsQueryVariables = Exact<{ [key: string]: never; }>;


export type SavedViewsQuery = { savedViews: Array<{ id: string, name: string, filter: unknown, orderBy: unknown, own: boolean, sharedWith: Role | null, version: number }> };

export type SaveViewMutationVariables = Exact<{
  input: CreateSavedViewInput;
}>;


export type SaveViewMutation = { createSavedView: { savedView: { id: string } } };

export type DeleteViewMutationVariables = Exact<{
  input: DeleteSavedViewInput;
}>;


export type DeleteViewMutation = { deleteSavedView: { savedView: { id: string } } };

export type RestoreViewMutationVariables = Exact<{
  input: RestoreSavedViewInput;
}>;


export type RestoreViewMutation = { restoreSavedView: { savedView: { id: string } } };

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
export const QueueDocument = new TypedDocumentString(`
    query Queue($where: ComplaintWhereInput, $orderBy: [ComplaintOrder!], $after: Cursor, $first: Int!) {
  complaints(where: $where, orderBy: $orderBy, after: $after, first: $first) {
    totalCount
    pageInfo {
      hasNextPage
      endCursor
    }
    edges {
      node {
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
}`) as unknown as TypedDocumentString<QueueQuery, QueueQueryVariables>;
export const QueueMatchesDocument = new TypedDocumentString(`
    query QueueMatches($where: ComplaintWhereInput!, $first: Int!) {
  complaints(where: $where, first: $first) {
    edges {
      node {
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
}`) as unknown as TypedDocumentString<QueueMatchesQuery, QueueMatchesQueryVariables>;
export const QueueItemsDocument = new TypedDocumentString(`
    query QueueItems($where: ComplaintWhereInput, $orderBy: [ComplaintOrder!], $after: Cursor) {
  complaints(where: $where, orderBy: $orderBy, after: $after, first: 100) {
    pageInfo {
      hasNextPage
      endCursor
    }
    edges {
      node {
        id
        version
        reference
      }
    }
  }
}
    `) as unknown as TypedDocumentString<QueueItemsQuery, QueueItemsQueryVariables>;
export const QueueCountsDocument = new TypedDocumentString(`
    query QueueCounts($views: [CountedViewInput!]!) {
  complaintCountsFor(views: $views) {
    key
    count
    label
  }
}
    `) as unknown as TypedDocumentString<QueueCountsQuery, QueueCountsQueryVariables>;
export const QueueChoicesDocument = new TypedDocumentString(`
    query QueueChoices {
  zones(first: 100, orderBy: {field: NAME, direction: ASC}) {
    totalCount
    edges {
      node {
        id
        name
        parentId
      }
    }
  }
  categories(first: 100, orderBy: {field: NAME, direction: ASC}) {
    totalCount
    edges {
      node {
        id
        name
        parentId
      }
    }
  }
}
    `) as unknown as TypedDocumentString<QueueChoicesQuery, QueueChoicesQueryVariables>;
export const QueueSolversDocument = new TypedDocumentString(`
    query QueueSolvers($id: ID!, $search: String) {
  assignableSolvers(complaintId: $id, search: $search, limit: 20) {
    solver {
      id
      name
    }
    live
    overdue
    sameZone
    declined
  }
}
    `) as unknown as TypedDocumentString<QueueSolversQuery, QueueSolversQueryVariables>;
export const QueueSolverNamesDocument = new TypedDocumentString(`
    query QueueSolverNames {
  workload(where: {state: ACTIVE}, limit: 100) {
    solvers {
      solver {
        id
        name
      }
      live
    }
  }
}
    `) as unknown as TypedDocumentString<QueueSolverNamesQuery, QueueSolverNamesQueryVariables>;
export const QueueReasonsDocument = new TypedDocumentString(`
    query QueueReasons($action: Action!, $language: String!) {
  reasonCodes(action: $action) {
    code
    label(language: $language)
  }
}
    `) as unknown as TypedDocumentString<QueueReasonsQuery, QueueReasonsQueryVariables>;
export const QueueActionsDocument = new TypedDocumentString(`
    query QueueActions($id: ID!) {
  complaint(id: $id) {
    id
    version
    availableActions {
      action
      enabled
      disabledReason
    }
  }
}
    `) as unknown as TypedDocumentString<QueueActionsQuery, QueueActionsQueryVariables>;
export const QueueSimilarDocument = new TypedDocumentString(`
    query QueueSimilar($text: String!) {
  find(text: $text, limit: 8) {
    complaints {
      id
      reference
      title
      status
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
    `) as unknown as TypedDocumentString<QueueSimilarQuery, QueueSimilarQueryVariables>;
export const PeekDocument = new TypedDocumentString(`
    query Peek($id: ID!) {
  complaint(id: $id) {
    ...ComplaintRow
    description
    address
    submittedBy {
      id
      name
    }
    contact {
      name
      email
      phone
    }
    photos: media(first: 8) {
      edges {
        node {
          id
          url
          thumbnailUrl
          fileName
          mediaType
        }
      }
    }
    statusLog(last: 4) {
      edges {
        node {
          id
          status
          actorName
          publicNote
          internalNote
          createdAt
        }
      }
    }
    notes: comments(last: 3) {
      edges {
        node {
          id
          text
          visibility
          createdAt
          author {
            id
            name
          }
        }
      }
    }
    availableActions {
      action
      enabled
      disabledReason
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
}`) as unknown as TypedDocumentString<PeekQuery, PeekQueryVariables>;
export const QueueExportDocument = new TypedDocumentString(`
    query QueueExport($arguments: JSON!) {
  exportLink(of: COMPLAINTS, arguments: $arguments) {
    url
  }
}
    `) as unknown as TypedDocumentString<QueueExportQuery, QueueExportQueryVariables>;
export const QueueTriageDocument = new TypedDocumentString(`
    mutation QueueTriage($input: TriageComplaintsInput!) {
  done: triageComplaints(input: $input) {
    results {
      id
      complaint {
        ...ComplaintRow
      }
      error {
        code
        message
        fields {
          field
          message
        }
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
}`) as unknown as TypedDocumentString<QueueTriageMutation, QueueTriageMutationVariables>;
export const QueueAssignDocument = new TypedDocumentString(`
    mutation QueueAssign($input: AssignComplaintsInput!) {
  done: assignComplaints(input: $input) {
    results {
      id
      complaint {
        ...ComplaintRow
      }
      error {
        code
        message
        fields {
          field
          message
        }
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
}`) as unknown as TypedDocumentString<QueueAssignMutation, QueueAssignMutationVariables>;
export const QueueRejectDocument = new TypedDocumentString(`
    mutation QueueReject($input: RejectComplaintsInput!) {
  done: rejectComplaints(input: $input) {
    results {
      id
      complaint {
        ...ComplaintRow
      }
      error {
        code
        message
        fields {
          field
          message
        }
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
}`) as unknown as TypedDocumentString<QueueRejectMutation, QueueRejectMutationVariables>;
export const QueueHoldDocument = new TypedDocumentString(`
    mutation QueueHold($input: HoldComplaintsInput!) {
  done: holdComplaints(input: $input) {
    results {
      id
      complaint {
        ...ComplaintRow
      }
      error {
        code
        message
        fields {
          field
          message
        }
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
}`) as unknown as TypedDocumentString<QueueHoldMutation, QueueHoldMutationVariables>;
export const QueueResumeDocument = new TypedDocumentString(`
    mutation QueueResume($input: ResumeComplaintsInput!) {
  done: resumeComplaints(input: $input) {
    results {
      id
      complaint {
        ...ComplaintRow
      }
      error {
        code
        message
        fields {
          field
          message
        }
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
}`) as unknown as TypedDocumentString<QueueResumeMutation, QueueResumeMutationVariables>;
export const QueueResolveDocument = new TypedDocumentString(`
    mutation QueueResolve($input: ResolveComplaintsInput!) {
  done: resolveComplaints(input: $input) {
    results {
      id
      complaint {
        ...ComplaintRow
      }
      error {
        code
        message
        fields {
          field
          message
        }
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
}`) as unknown as TypedDocumentString<QueueResolveMutation, QueueResolveMutationVariables>;
export const QueueCloseDocument = new TypedDocumentString(`
    mutation QueueClose($input: CloseComplaintsInput!) {
  done: closeComplaints(input: $input) {
    results {
      id
      complaint {
        ...ComplaintRow
      }
      error {
        code
        message
        fields {
          field
          message
        }
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
}`) as unknown as TypedDocumentString<QueueCloseMutation, QueueCloseMutationVariables>;
export const QueueMergeDocument = new TypedDocumentString(`
    mutation QueueMerge($input: MergeComplaintsInput!) {
  done: mergeComplaints(input: $input) {
    results {
      id
      complaint {
        ...ComplaintRow
      }
      error {
        code
        message
        fields {
          field
          message
        }
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
}`) as unknown as TypedDocumentString<QueueMergeMutation, QueueMergeMutationVariables>;
export const QueueReopenDocument = new TypedDocumentString(`
    mutation QueueReopen($input: ReopenComplaintInput!) {
  done: reopenComplaint(input: $input) {
    complaint {
      ...ComplaintRow
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
}`) as unknown as TypedDocumentString<QueueReopenMutation, QueueReopenMutationVariables>;
export const QueueUnmergeDocument = new TypedDocumentString(`
    mutation QueueUnmerge($input: UnmergeComplaintInput!) {
  done: unmergeComplaint(input: $input) {
    complaint {
      ...ComplaintRow
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
}`) as unknown as TypedDocumentString<QueueUnmergeMutation, QueueUnmergeMutationVariables>;
export const QueueUnassignDocument = new TypedDocumentString(`
    mutation QueueUnassign($input: CancelTaskInput!) {
  done: cancelTask(input: $input) {
    task {
      id
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
}`) as unknown as TypedDocumentString<QueueUnassignMutation, QueueUnassignMutationVariables>;
export const QueueNoteDocument = new TypedDocumentString(`
    mutation QueueNote($input: CommentOnComplaintInput!) {
  done: commentOnComplaint(input: $input) {
    comment {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<QueueNoteMutation, QueueNoteMutationVariables>;
export const QueueColumnsDocument = new TypedDocumentString(`
    mutation QueueColumns($input: UpdatePreferencesInput!) {
  updatePreferences(input: $input) {
    preferences {
      density
    }
  }
}
    `) as unknown as TypedDocumentString<QueueColumnsMutation, QueueColumnsMutationVariables>;
export const SavedViewsDocument = new TypedDocumentString(`
    query SavedViews {
  savedViews(list: COMPLAINTS) {
    id
    name
    filter
    orderBy
    own
    sharedWith
    version
  }
}
    `) as unknown as TypedDocumentString<SavedViewsQuery, SavedViewsQueryVariables>;
export const SaveViewDocument = new TypedDocumentString(`
    mutation SaveView($input: CreateSavedViewInput!) {
  createSavedView(input: $input) {
    savedView {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<SaveViewMutation, SaveViewMutationVariables>;
export const DeleteViewDocument = new TypedDocumentString(`
    mutation DeleteView($input: DeleteSavedViewInput!) {
  deleteSavedView(input: $input) {
    savedView {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<DeleteViewMutation, DeleteViewMutationVariables>;
export const RestoreViewDocument = new TypedDocumentString(`
    mutation RestoreView($input: RestoreSavedViewInput!) {
  restoreSavedView(input: $input) {
    savedView {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<RestoreViewMutation, RestoreViewMutationVariables>;