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

export type AssignComplaintInput = {
  dueAt?: string | null | undefined;
  expectedVersion?: number | null | undefined;
  id: string;
  idempotencyKey?: string | null | undefined;
  instructions?: string;
  internalNote?: string;
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

export type ClaimComplaintInput = {
  expectedVersion?: number | null | undefined;
  handlerId?: string | null | undefined;
  id: string;
};

export type CloseComplaintInput = {
  expectedVersion?: number | null | undefined;
  id: string;
  internalNote?: string;
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

export type HoldComplaintInput = {
  expectedVersion?: number | null | undefined;
  id: string;
  internalNote?: string;
  publicNote?: string;
  reasonCode: string;
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

export type MergeComplaintInput = {
  expectedVersion?: number | null | undefined;
  id: string;
  internalNote?: string;
  intoId: string;
  publicNote?: string;
  reasonCode: string;
};

export type Priority =
  | 'HIGH'
  | 'LOW'
  | 'NORMAL'
  | 'URGENT';

export type RateComplaintInput = {
  comment?: string;
  expectedVersion?: number | null | undefined;
  id: string;
  rating: number;
};

export type ReassignTaskInput = {
  dueAt?: string | null | undefined;
  expectedVersion?: number | null | undefined;
  id: string;
  idempotencyKey?: string | null | undefined;
  instructions?: string;
  internalNote?: string;
  providerId?: string | null | undefined;
  publicNote?: string;
  reasonCode?: string;
  solverId: string;
};

export type RedactCommentInput = {
  id: string;
  reason: string;
};

export type RejectComplaintInput = {
  expectedVersion?: number | null | undefined;
  id: string;
  internalNote?: string;
  publicNote: string;
  reasonCode: string;
};

export type RemoveMediaInput = {
  id: string;
  reason: string;
};

export type ReopenComplaintInput = {
  expectedVersion?: number | null | undefined;
  id: string;
  publicNote?: string;
  reasonCode: string;
};

export type ResolveComplaintInput = {
  expectedVersion?: number | null | undefined;
  id: string;
  internalNote?: string;
  publicNote: string;
};

export type ResumeComplaintInput = {
  expectedVersion?: number | null | undefined;
  id: string;
  internalNote?: string;
  publicNote?: string;
};

export type ReviewCompletionInput = {
  approved: boolean;
  expectedVersion?: number | null | undefined;
  id: string;
  note?: string;
  publicNote?: string;
};

export type ReviewStatus =
  | 'APPROVED'
  | 'REJECTED'
  | 'SUBMITTED';

export type Role =
  | 'ADMIN'
  | 'PROVIDER'
  | 'SOLVER'
  | 'SUPER_ADMIN'
  | 'USER';

export type SetMediaVisibilityInput = {
  id: string;
  visibility: Visibility;
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

export type TaskUpdateType =
  | 'COMPLETION'
  | 'PROGRESS';

export type TimelineKind =
  | 'COMMENT'
  | 'EDIT'
  | 'MEDIA'
  | 'MOVE'
  | 'TASK_STEP'
  | 'UPDATE';

export type TriageComplaintInput = {
  categoryId?: string | null | undefined;
  dueAt?: string | null | undefined;
  expectedVersion?: number | null | undefined;
  id: string;
  noDueAt?: boolean;
  priority?: Priority | null | undefined;
  zoneId?: string | null | undefined;
};

export type UnclaimComplaintInput = {
  expectedVersion?: number | null | undefined;
  id: string;
};

export type UnmergeComplaintInput = {
  expectedVersion?: number | null | undefined;
  id: string;
  internalNote?: string;
  publicNote?: string;
  reasonCode: string;
};

export type UpdateComplaintInput = {
  address?: string | null | undefined;
  description?: string | null | undefined;
  expectedVersion?: number | null | undefined;
  id: string;
  idempotencyKey?: string | null | undefined;
  latitude?: number | null | undefined;
  longitude?: number | null | undefined;
  noPosition?: boolean;
  title?: string | null | undefined;
};

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

export type WithdrawComplaintInput = {
  expectedVersion?: number | null | undefined;
  id: string;
  publicNote?: string;
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

export type MediaFileFragment = { id: string, url: string, thumbnailUrl: string | null, fileName: string, mediaType: MediaType, visibility: Visibility, width: number | null, height: number | null, durationSeconds: number | null, createdAt: string, uploadedBy: { id: string, name: string } | null };

export type OfferFragment = { action: Action, enabled: boolean, disabledReason: string, disabledCode: string | null, requiredInput: Array<string>, inputs: Array<{ name: string, type: string, required: boolean, choices: Array<string>, maxLength: number | null }> };

export type CaseTaskFragment = { id: string, status: TaskStatus, instructions: string, dueAt: string | null, acceptedAt: string | null, startedAt: string | null, endedAt: string | null, endReason: string, endNote: string, version: number, createdAt: string, solver: { id: string, name: string, contact: { id: string, phone: string } | null } | null, provider: { id: string, name: string } | null, progress: { edges: Array<{ node: { id: string, type: TaskUpdateType, percentageCompleted: number | null, remarks: string, occurredAt: string } | null }> }, availableActions: Array<{ action: Action, enabled: boolean, disabledReason: string, disabledCode: string | null, requiredInput: Array<string>, inputs: Array<{ name: string, type: string, required: boolean, choices: Array<string>, maxLength: number | null }> }> };

export type ComplaintByReferenceQueryVariables = Exact<{
  reference: string;
}>;


export type ComplaintByReferenceQuery = { complaints: { edges: Array<{ node: { id: string } | null }> } };

export type ComplaintPageQueryVariables = Exact<{
  id: string;
}>;


export type ComplaintPageQuery = { complaint: { __typename: 'Complaint', description: string, address: string, latitude: number | null, longitude: number | null, externalRef: string | null, ratingComment: string, assignedAt: string | null, resolvedAt: string | null, closedAt: string | null, heldAt: string | null, uploadUrl: string, id: string, reference: string, title: string, status: ComplaintStatus, priority: Priority, dueAt: string | null, overdue: boolean, createdAt: string, updatedAt: string, movedAt: string | null, reopenedCount: number, flagged: boolean, rating: number | null, source: ComplaintSource, version: number, submittedBy: { id: string, name: string, contact: { id: string, email: string, phone: string } | null, zone: { id: string, name: string } | null } | null, contact: { id: string, name: string, email: string, phone: string } | null, duplicates: { edges: Array<{ node: { id: string, reference: string, title: string } | null }> }, photos: { edges: Array<{ node: { id: string, url: string, thumbnailUrl: string | null, fileName: string, mediaType: MediaType, visibility: Visibility, width: number | null, height: number | null, durationSeconds: number | null, createdAt: string, uploadedBy: { id: string, name: string } | null } | null }> }, latest: { edges: Array<{ node: { id: string, status: ComplaintStatus, actorName: string, publicNote: string, createdAt: string } | null }> }, work: { edges: Array<{ node: { id: string, status: TaskStatus, instructions: string, dueAt: string | null, acceptedAt: string | null, startedAt: string | null, endedAt: string | null, endReason: string, endNote: string, version: number, createdAt: string, solver: { id: string, name: string, contact: { id: string, phone: string } | null } | null, provider: { id: string, name: string } | null, progress: { edges: Array<{ node: { id: string, type: TaskUpdateType, percentageCompleted: number | null, remarks: string, occurredAt: string } | null }> }, availableActions: Array<{ action: Action, enabled: boolean, disabledReason: string, disabledCode: string | null, requiredInput: Array<string>, inputs: Array<{ name: string, type: string, required: boolean, choices: Array<string>, maxLength: number | null }> }> } | null }> }, availableActions: Array<{ action: Action, enabled: boolean, disabledReason: string, disabledCode: string | null, requiredInput: Array<string>, inputs: Array<{ name: string, type: string, required: boolean, choices: Array<string>, maxLength: number | null }> }>, category: { id: string, name: string } | null, zone: { id: string, name: string } | null, handler: { id: string, name: string } | null, duplicateOf: { id: string, reference: string } | null, media: { edges: Array<{ node: { id: string } | null }> }, comments: { edges: Array<{ node: { id: string } | null }> }, tasks: { edges: Array<{ node: { id: string, status: TaskStatus, version: number, solver: { id: string, name: string } | null } | null }> } } | null };

export type ComplaintTimelineQueryVariables = Exact<{
  id: string;
  first: number;
  before?: string | null | undefined;
  kinds?: Array<TimelineKind> | TimelineKind | null | undefined;
}>;


export type ComplaintTimelineQuery = { complaint: { id: string, timeline: { hasMore: boolean, end: string | null, entries: Array<{ kind: TimelineKind, at: string, step: TaskStatus | null, statusLog: { id: string, status: ComplaintStatus, actorName: string, actorId: string | null, publicNote: string, internalNote: string, reasonCode: string } | null, comment: { id: string, text: string, visibility: Visibility, redacted: boolean, author: { id: string, name: string, role: Role | null } | null, media: { edges: Array<{ node: { id: string, url: string, thumbnailUrl: string | null, fileName: string, mediaType: MediaType, visibility: Visibility, width: number | null, height: number | null, durationSeconds: number | null, createdAt: string, uploadedBy: { id: string, name: string } | null } | null }> } } | null, task: { id: string, status: TaskStatus, instructions: string, endReason: string, endNote: string, solver: { id: string, name: string } | null, assignedBy: { id: string, name: string } | null } | null, taskUpdate: { id: string, type: TaskUpdateType, status: ReviewStatus, remarks: string, percentageCompleted: number | null, reviewNote: string, reviewedAt: string | null, createdAt: string, author: { id: string, name: string } | null, reviewedBy: { id: string, name: string } | null, media: { edges: Array<{ node: { id: string, url: string, thumbnailUrl: string | null, fileName: string, mediaType: MediaType, visibility: Visibility, width: number | null, height: number | null, durationSeconds: number | null, createdAt: string, uploadedBy: { id: string, name: string } | null } | null }> } } | null, media: { id: string, url: string, thumbnailUrl: string | null, fileName: string, mediaType: MediaType, visibility: Visibility, width: number | null, height: number | null, durationSeconds: number | null, createdAt: string, uploadedBy: { id: string, name: string } | null } | null, revision: { id: string, redactedAt: string | null, titleBefore: string | null, titleAfter: string | null, descriptionBefore: string | null, descriptionAfter: string | null, addressBefore: string | null, addressAfter: string | null, latitudeBefore: number | null, longitudeBefore: number | null, latitudeAfter: number | null, longitudeAfter: number | null, actor: { id: string, name: string } | null } | null }> } } | null };

export type SimilarNearbyQueryVariables = Exact<{
  latitude: number;
  longitude: number;
  metres: number;
}>;


export type SimilarNearbyQuery = { nearbyComplaints: Array<{ distance: number, ageInDays: number, complaint: { id: string, reference: string, title: string, status: ComplaintStatus, createdAt: string, category: { id: string, name: string } | null, tasks: { edges: Array<{ node: { id: string, status: TaskStatus } | null }> } } | null }> };

export type EarlierComplaintsQueryVariables = Exact<{
  where: ComplaintWhereInput;
}>;


export type EarlierComplaintsQuery = { complaints: { totalCount: number, edges: Array<{ node: { id: string, reference: string, title: string, status: ComplaintStatus, createdAt: string, tasks: { edges: Array<{ node: { id: string, status: TaskStatus } | null }> } } | null }> } };

export type FormChoicesQueryVariables = Exact<{ [key: string]: never; }>;


export type FormChoicesQuery = { zones: { edges: Array<{ node: { id: string, name: string, parentId: string | null } | null }> }, categories: { edges: Array<{ node: { id: string, name: string, parentId: string | null } | null }> } };

export type FormSolversQueryVariables = Exact<{
  id: string;
  search?: string | null | undefined;
}>;


export type FormSolversQuery = { assignableSolvers: Array<{ live: number, overdue: number, sameZone: boolean, declined: boolean, solver: { id: string, name: string } }> };

export type FormAdminsQueryVariables = Exact<{ [key: string]: never; }>;


export type FormAdminsQuery = { users: { edges: Array<{ node: { id: string, name: string } | null }> } };

export type FormComplaintsQueryVariables = Exact<{
  text: string;
}>;


export type FormComplaintsQuery = { find: { complaints: Array<{ id: string, reference: string, title: string, status: ComplaintStatus, tasks: { edges: Array<{ node: { id: string, status: TaskStatus } | null }> } }> } };

export type ReasonLabelsQueryVariables = Exact<{
  language: string;
}>;


export type ReasonLabelsQuery = { HOLD: Array<{ code: string, retired: boolean, label: string, labels: Array<{ language: string }> }>, REJECT: Array<{ code: string, retired: boolean, label: string, labels: Array<{ language: string }> }>, MERGE: Array<{ code: string, retired: boolean, label: string, labels: Array<{ language: string }> }>, UNMERGE: Array<{ code: string, retired: boolean, label: string, labels: Array<{ language: string }> }>, REOPEN: Array<{ code: string, retired: boolean, label: string, labels: Array<{ language: string }> }>, DECLINE: Array<{ code: string, retired: boolean, label: string, labels: Array<{ language: string }> }>, RETURN: Array<{ code: string, retired: boolean, label: string, labels: Array<{ language: string }> }>, REASSIGN: Array<{ code: string, retired: boolean, label: string, labels: Array<{ language: string }> }>, CANCEL: Array<{ code: string, retired: boolean, label: string, labels: Array<{ language: string }> }> };

export type CaseTriageMutationVariables = Exact<{
  input: TriageComplaintInput;
}>;


export type CaseTriageMutation = { done: { complaint: { __typename: 'Complaint', id: string, reference: string, title: string, status: ComplaintStatus, priority: Priority, dueAt: string | null, overdue: boolean, createdAt: string, updatedAt: string, movedAt: string | null, reopenedCount: number, flagged: boolean, rating: number | null, source: ComplaintSource, version: number, category: { id: string, name: string } | null, zone: { id: string, name: string } | null, handler: { id: string, name: string } | null, duplicateOf: { id: string, reference: string } | null, media: { edges: Array<{ node: { id: string } | null }> }, comments: { edges: Array<{ node: { id: string } | null }> }, tasks: { edges: Array<{ node: { id: string, status: TaskStatus, version: number, solver: { id: string, name: string } | null } | null }> } } } };

export type CaseEditMutationVariables = Exact<{
  input: UpdateComplaintInput;
}>;


export type CaseEditMutation = { done: { complaint: { __typename: 'Complaint', id: string, reference: string, title: string, status: ComplaintStatus, priority: Priority, dueAt: string | null, overdue: boolean, createdAt: string, updatedAt: string, movedAt: string | null, reopenedCount: number, flagged: boolean, rating: number | null, source: ComplaintSource, version: number, category: { id: string, name: string } | null, zone: { id: string, name: string } | null, handler: { id: string, name: string } | null, duplicateOf: { id: string, reference: string } | null, media: { edges: Array<{ node: { id: string } | null }> }, comments: { edges: Array<{ node: { id: string } | null }> }, tasks: { edges: Array<{ node: { id: string, status: TaskStatus, version: number, solver: { id: string, name: string } | null } | null }> } } } };

export type CaseAssignMutationVariables = Exact<{
  input: AssignComplaintInput;
}>;


export type CaseAssignMutation = { done: { complaint: { __typename: 'Complaint', id: string, reference: string, title: string, status: ComplaintStatus, priority: Priority, dueAt: string | null, overdue: boolean, createdAt: string, updatedAt: string, movedAt: string | null, reopenedCount: number, flagged: boolean, rating: number | null, source: ComplaintSource, version: number, category: { id: string, name: string } | null, zone: { id: string, name: string } | null, handler: { id: string, name: string } | null, duplicateOf: { id: string, reference: string } | null, media: { edges: Array<{ node: { id: string } | null }> }, comments: { edges: Array<{ node: { id: string } | null }> }, tasks: { edges: Array<{ node: { id: string, status: TaskStatus, version: number, solver: { id: string, name: string } | null } | null }> } } } };

export type CaseHoldMutationVariables = Exact<{
  input: HoldComplaintInput;
}>;


export type CaseHoldMutation = { done: { complaint: { __typename: 'Complaint', id: string, reference: string, title: string, status: ComplaintStatus, priority: Priority, dueAt: string | null, overdue: boolean, createdAt: string, updatedAt: string, movedAt: string | null, reopenedCount: number, flagged: boolean, rating: number | null, source: ComplaintSource, version: number, category: { id: string, name: string } | null, zone: { id: string, name: string } | null, handler: { id: string, name: string } | null, duplicateOf: { id: string, reference: string } | null, media: { edges: Array<{ node: { id: string } | null }> }, comments: { edges: Array<{ node: { id: string } | null }> }, tasks: { edges: Array<{ node: { id: string, status: TaskStatus, version: number, solver: { id: string, name: string } | null } | null }> } } } };

export type CaseResumeMutationVariables = Exact<{
  input: ResumeComplaintInput;
}>;


export type CaseResumeMutation = { done: { complaint: { __typename: 'Complaint', id: string, reference: string, title: string, status: ComplaintStatus, priority: Priority, dueAt: string | null, overdue: boolean, createdAt: string, updatedAt: string, movedAt: string | null, reopenedCount: number, flagged: boolean, rating: number | null, source: ComplaintSource, version: number, category: { id: string, name: string } | null, zone: { id: string, name: string } | null, handler: { id: string, name: string } | null, duplicateOf: { id: string, reference: string } | null, media: { edges: Array<{ node: { id: string } | null }> }, comments: { edges: Array<{ node: { id: string } | null }> }, tasks: { edges: Array<{ node: { id: string, status: TaskStatus, version: number, solver: { id: string, name: string } | null } | null }> } } } };

export type CaseResolveMutationVariables = Exact<{
  input: ResolveComplaintInput;
}>;


export type CaseResolveMutation = { done: { complaint: { __typename: 'Complaint', id: string, reference: string, title: string, status: ComplaintStatus, priority: Priority, dueAt: string | null, overdue: boolean, createdAt: string, updatedAt: string, movedAt: string | null, reopenedCount: number, flagged: boolean, rating: number | null, source: ComplaintSource, version: number, category: { id: string, name: string } | null, zone: { id: string, name: string } | null, handler: { id: string, name: string } | null, duplicateOf: { id: string, reference: string } | null, media: { edges: Array<{ node: { id: string } | null }> }, comments: { edges: Array<{ node: { id: string } | null }> }, tasks: { edges: Array<{ node: { id: string, status: TaskStatus, version: number, solver: { id: string, name: string } | null } | null }> } } } };

export type CaseRejectMutationVariables = Exact<{
  input: RejectComplaintInput;
}>;


export type CaseRejectMutation = { done: { complaint: { __typename: 'Complaint', id: string, reference: string, title: string, status: ComplaintStatus, priority: Priority, dueAt: string | null, overdue: boolean, createdAt: string, updatedAt: string, movedAt: string | null, reopenedCount: number, flagged: boolean, rating: number | null, source: ComplaintSource, version: number, category: { id: string, name: string } | null, zone: { id: string, name: string } | null, handler: { id: string, name: string } | null, duplicateOf: { id: string, reference: string } | null, media: { edges: Array<{ node: { id: string } | null }> }, comments: { edges: Array<{ node: { id: string } | null }> }, tasks: { edges: Array<{ node: { id: string, status: TaskStatus, version: number, solver: { id: string, name: string } | null } | null }> } } } };

export type CaseMergeMutationVariables = Exact<{
  input: MergeComplaintInput;
}>;


export type CaseMergeMutation = { done: { complaint: { __typename: 'Complaint', id: string, reference: string, title: string, status: ComplaintStatus, priority: Priority, dueAt: string | null, overdue: boolean, createdAt: string, updatedAt: string, movedAt: string | null, reopenedCount: number, flagged: boolean, rating: number | null, source: ComplaintSource, version: number, category: { id: string, name: string } | null, zone: { id: string, name: string } | null, handler: { id: string, name: string } | null, duplicateOf: { id: string, reference: string } | null, media: { edges: Array<{ node: { id: string } | null }> }, comments: { edges: Array<{ node: { id: string } | null }> }, tasks: { edges: Array<{ node: { id: string, status: TaskStatus, version: number, solver: { id: string, name: string } | null } | null }> } } } };

export type CaseUnmergeMutationVariables = Exact<{
  input: UnmergeComplaintInput;
}>;


export type CaseUnmergeMutation = { done: { complaint: { __typename: 'Complaint', id: string, reference: string, title: string, status: ComplaintStatus, priority: Priority, dueAt: string | null, overdue: boolean, createdAt: string, updatedAt: string, movedAt: string | null, reopenedCount: number, flagged: boolean, rating: number | null, source: ComplaintSource, version: number, category: { id: string, name: string } | null, zone: { id: string, name: string } | null, handler: { id: string, name: string } | null, duplicateOf: { id: string, reference: string } | null, media: { edges: Array<{ node: { id: string } | null }> }, comments: { edges: Array<{ node: { id: string } | null }> }, tasks: { edges: Array<{ node: { id: string, status: TaskStatus, version: number, solver: { id: string, name: string } | null } | null }> } } } };

export type CaseCloseMutationVariables = Exact<{
  input: CloseComplaintInput;
}>;


export type CaseCloseMutation = { done: { complaint: { __typename: 'Complaint', id: string, reference: string, title: string, status: ComplaintStatus, priority: Priority, dueAt: string | null, overdue: boolean, createdAt: string, updatedAt: string, movedAt: string | null, reopenedCount: number, flagged: boolean, rating: number | null, source: ComplaintSource, version: number, category: { id: string, name: string } | null, zone: { id: string, name: string } | null, handler: { id: string, name: string } | null, duplicateOf: { id: string, reference: string } | null, media: { edges: Array<{ node: { id: string } | null }> }, comments: { edges: Array<{ node: { id: string } | null }> }, tasks: { edges: Array<{ node: { id: string, status: TaskStatus, version: number, solver: { id: string, name: string } | null } | null }> } } } };

export type CaseReopenMutationVariables = Exact<{
  input: ReopenComplaintInput;
}>;


export type CaseReopenMutation = { done: { complaint: { __typename: 'Complaint', id: string, reference: string, title: string, status: ComplaintStatus, priority: Priority, dueAt: string | null, overdue: boolean, createdAt: string, updatedAt: string, movedAt: string | null, reopenedCount: number, flagged: boolean, rating: number | null, source: ComplaintSource, version: number, category: { id: string, name: string } | null, zone: { id: string, name: string } | null, handler: { id: string, name: string } | null, duplicateOf: { id: string, reference: string } | null, media: { edges: Array<{ node: { id: string } | null }> }, comments: { edges: Array<{ node: { id: string } | null }> }, tasks: { edges: Array<{ node: { id: string, status: TaskStatus, version: number, solver: { id: string, name: string } | null } | null }> } } } };

export type CaseClaimMutationVariables = Exact<{
  input: ClaimComplaintInput;
}>;


export type CaseClaimMutation = { done: { complaint: { __typename: 'Complaint', id: string, reference: string, title: string, status: ComplaintStatus, priority: Priority, dueAt: string | null, overdue: boolean, createdAt: string, updatedAt: string, movedAt: string | null, reopenedCount: number, flagged: boolean, rating: number | null, source: ComplaintSource, version: number, category: { id: string, name: string } | null, zone: { id: string, name: string } | null, handler: { id: string, name: string } | null, duplicateOf: { id: string, reference: string } | null, media: { edges: Array<{ node: { id: string } | null }> }, comments: { edges: Array<{ node: { id: string } | null }> }, tasks: { edges: Array<{ node: { id: string, status: TaskStatus, version: number, solver: { id: string, name: string } | null } | null }> } } } };

export type CaseUnclaimMutationVariables = Exact<{
  input: UnclaimComplaintInput;
}>;


export type CaseUnclaimMutation = { done: { complaint: { __typename: 'Complaint', id: string, reference: string, title: string, status: ComplaintStatus, priority: Priority, dueAt: string | null, overdue: boolean, createdAt: string, updatedAt: string, movedAt: string | null, reopenedCount: number, flagged: boolean, rating: number | null, source: ComplaintSource, version: number, category: { id: string, name: string } | null, zone: { id: string, name: string } | null, handler: { id: string, name: string } | null, duplicateOf: { id: string, reference: string } | null, media: { edges: Array<{ node: { id: string } | null }> }, comments: { edges: Array<{ node: { id: string } | null }> }, tasks: { edges: Array<{ node: { id: string, status: TaskStatus, version: number, solver: { id: string, name: string } | null } | null }> } } } };

export type CaseWithdrawMutationVariables = Exact<{
  input: WithdrawComplaintInput;
}>;


export type CaseWithdrawMutation = { done: { complaint: { __typename: 'Complaint', id: string, reference: string, title: string, status: ComplaintStatus, priority: Priority, dueAt: string | null, overdue: boolean, createdAt: string, updatedAt: string, movedAt: string | null, reopenedCount: number, flagged: boolean, rating: number | null, source: ComplaintSource, version: number, category: { id: string, name: string } | null, zone: { id: string, name: string } | null, handler: { id: string, name: string } | null, duplicateOf: { id: string, reference: string } | null, media: { edges: Array<{ node: { id: string } | null }> }, comments: { edges: Array<{ node: { id: string } | null }> }, tasks: { edges: Array<{ node: { id: string, status: TaskStatus, version: number, solver: { id: string, name: string } | null } | null }> } } } };

export type CaseRateMutationVariables = Exact<{
  input: RateComplaintInput;
}>;


export type CaseRateMutation = { done: { complaint: { __typename: 'Complaint', id: string, reference: string, title: string, status: ComplaintStatus, priority: Priority, dueAt: string | null, overdue: boolean, createdAt: string, updatedAt: string, movedAt: string | null, reopenedCount: number, flagged: boolean, rating: number | null, source: ComplaintSource, version: number, category: { id: string, name: string } | null, zone: { id: string, name: string } | null, handler: { id: string, name: string } | null, duplicateOf: { id: string, reference: string } | null, media: { edges: Array<{ node: { id: string } | null }> }, comments: { edges: Array<{ node: { id: string } | null }> }, tasks: { edges: Array<{ node: { id: string, status: TaskStatus, version: number, solver: { id: string, name: string } | null } | null }> } } } };

export type CaseReassignMutationVariables = Exact<{
  input: ReassignTaskInput;
}>;


export type CaseReassignMutation = { done: { task: { id: string, complaint: { __typename: 'Complaint', id: string, reference: string, title: string, status: ComplaintStatus, priority: Priority, dueAt: string | null, overdue: boolean, createdAt: string, updatedAt: string, movedAt: string | null, reopenedCount: number, flagged: boolean, rating: number | null, source: ComplaintSource, version: number, category: { id: string, name: string } | null, zone: { id: string, name: string } | null, handler: { id: string, name: string } | null, duplicateOf: { id: string, reference: string } | null, media: { edges: Array<{ node: { id: string } | null }> }, comments: { edges: Array<{ node: { id: string } | null }> }, tasks: { edges: Array<{ node: { id: string, status: TaskStatus, version: number, solver: { id: string, name: string } | null } | null }> } } | null } } };

export type CaseCancelMutationVariables = Exact<{
  input: CancelTaskInput;
}>;


export type CaseCancelMutation = { done: { task: { id: string, complaint: { __typename: 'Complaint', id: string, reference: string, title: string, status: ComplaintStatus, priority: Priority, dueAt: string | null, overdue: boolean, createdAt: string, updatedAt: string, movedAt: string | null, reopenedCount: number, flagged: boolean, rating: number | null, source: ComplaintSource, version: number, category: { id: string, name: string } | null, zone: { id: string, name: string } | null, handler: { id: string, name: string } | null, duplicateOf: { id: string, reference: string } | null, media: { edges: Array<{ node: { id: string } | null }> }, comments: { edges: Array<{ node: { id: string } | null }> }, tasks: { edges: Array<{ node: { id: string, status: TaskStatus, version: number, solver: { id: string, name: string } | null } | null }> } } | null } } };

export type CaseReviewMutationVariables = Exact<{
  input: ReviewCompletionInput;
}>;


export type CaseReviewMutation = { done: { task: { id: string, complaint: { __typename: 'Complaint', id: string, reference: string, title: string, status: ComplaintStatus, priority: Priority, dueAt: string | null, overdue: boolean, createdAt: string, updatedAt: string, movedAt: string | null, reopenedCount: number, flagged: boolean, rating: number | null, source: ComplaintSource, version: number, category: { id: string, name: string } | null, zone: { id: string, name: string } | null, handler: { id: string, name: string } | null, duplicateOf: { id: string, reference: string } | null, media: { edges: Array<{ node: { id: string } | null }> }, comments: { edges: Array<{ node: { id: string } | null }> }, tasks: { edges: Array<{ node: { id: string, status: TaskStatus, version: number, solver: { id: string, name: string } | null } | null }> } } | null } } };

export type CaseCommentMutationVariables = Exact<{
  input: CommentOnComplaintInput;
}>;


export type CaseCommentMutation = { commentOnComplaint: { comment: { id: string, uploadUrl: string } } };

export type CaseMediaVisibilityMutationVariables = Exact<{
  input: SetMediaVisibilityInput;
}>;


export type CaseMediaVisibilityMutation = { setMediaVisibility: { media: { id: string, visibility: Visibility } } };

export type CaseRedactCommentMutationVariables = Exact<{
  input: RedactCommentInput;
}>;


export type CaseRedactCommentMutation = { redactComment: { comment: { id: string } } };

export type CaseRemoveMediaMutationVariables = Exact<{
  input: RemoveMediaInput;
}>;


export type CaseRemoveMediaMutation = { removeMedia: { id: string } };

export type ComplaintPresenceSubscriptionVariables = Exact<{
  id: string;
}>;


export type ComplaintPresenceSubscription = { presence: { people: Array<{ accountId: string, name: string }> } };

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
export const MediaFileFragmentDoc = new TypedDocumentString(`
    fragment MediaFile on Media {
  id
  url
  thumbnailUrl
  fileName
  mediaType
  visibility
  width
  height
  durationSeconds
  createdAt
  uploadedBy {
    id
    name
  }
}
    `, {"fragmentName":"MediaFile"}) as unknown as TypedDocumentString<MediaFileFragment, unknown>;
export const OfferFragmentDoc = new TypedDocumentString(`
    fragment Offer on AvailableAction {
  action
  enabled
  disabledReason
  disabledCode
  requiredInput
  inputs {
    name
    type
    required
    choices
    maxLength
  }
}
    `, {"fragmentName":"Offer"}) as unknown as TypedDocumentString<OfferFragment, unknown>;
export const CaseTaskFragmentDoc = new TypedDocumentString(`
    fragment CaseTask on Task {
  id
  status
  instructions
  dueAt
  acceptedAt
  startedAt
  endedAt
  endReason
  endNote
  version
  createdAt
  solver {
    id
    name
    contact {
      id
      phone
    }
  }
  provider {
    id
    name
  }
  progress: updates(last: 1) {
    edges {
      node {
        id
        type
        percentageCompleted
        remarks
        occurredAt
      }
    }
  }
  availableActions {
    ...Offer
  }
}
    fragment Offer on AvailableAction {
  action
  enabled
  disabledReason
  disabledCode
  requiredInput
  inputs {
    name
    type
    required
    choices
    maxLength
  }
}`, {"fragmentName":"CaseTask"}) as unknown as TypedDocumentString<CaseTaskFragment, unknown>;
export const ComplaintByReferenceDocument = new TypedDocumentString(`
    query ComplaintByReference($reference: String!) {
  complaints(where: {reference: $reference}, first: 1) {
    edges {
      node {
        id
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ComplaintByReferenceQuery, ComplaintByReferenceQueryVariables>;
export const ComplaintPageDocument = new TypedDocumentString(`
    query ComplaintPage($id: ID!) {
  complaint(id: $id) {
    ...ComplaintRow
    description
    address
    latitude
    longitude
    externalRef
    ratingComment
    assignedAt
    resolvedAt
    closedAt
    heldAt
    uploadUrl
    submittedBy {
      id
      name
      contact {
        id
        email
        phone
      }
      zone {
        id
        name
      }
    }
    contact {
      id
      name
      email
      phone
    }
    duplicates(first: 20) {
      edges {
        node {
          id
          reference
          title
        }
      }
    }
    photos: media(first: 20) {
      edges {
        node {
          ...MediaFile
        }
      }
    }
    latest: statusLog(last: 3) {
      edges {
        node {
          id
          status
          actorName
          publicNote
          createdAt
        }
      }
    }
    work: tasks(last: 1) {
      edges {
        node {
          ...CaseTask
        }
      }
    }
    availableActions {
      ...Offer
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
}
fragment MediaFile on Media {
  id
  url
  thumbnailUrl
  fileName
  mediaType
  visibility
  width
  height
  durationSeconds
  createdAt
  uploadedBy {
    id
    name
  }
}
fragment Offer on AvailableAction {
  action
  enabled
  disabledReason
  disabledCode
  requiredInput
  inputs {
    name
    type
    required
    choices
    maxLength
  }
}
fragment CaseTask on Task {
  id
  status
  instructions
  dueAt
  acceptedAt
  startedAt
  endedAt
  endReason
  endNote
  version
  createdAt
  solver {
    id
    name
    contact {
      id
      phone
    }
  }
  provider {
    id
    name
  }
  progress: updates(last: 1) {
    edges {
      node {
        id
        type
        percentageCompleted
        remarks
        occurredAt
      }
    }
  }
  availableActions {
    ...Offer
  }
}`) as unknown as TypedDocumentString<ComplaintPageQuery, ComplaintPageQueryVariables>;
export const ComplaintTimelineDocument = new TypedDocumentString(`
    query ComplaintTimeline($id: ID!, $first: Int!, $before: String, $kinds: [TimelineKind!]) {
  complaint(id: $id) {
    id
    timeline(first: $first, before: $before, kinds: $kinds) {
      hasMore
      end
      entries {
        kind
        at
        step
        statusLog {
          id
          status
          actorName
          actorId
          publicNote
          internalNote
          reasonCode
        }
        comment {
          id
          text
          visibility
          redacted
          author {
            id
            name
            role
          }
          media(first: 10) {
            edges {
              node {
                ...MediaFile
              }
            }
          }
        }
        task {
          id
          status
          instructions
          endReason
          endNote
          solver {
            id
            name
          }
          assignedBy {
            id
            name
          }
        }
        taskUpdate {
          id
          type
          status
          remarks
          percentageCompleted
          reviewNote
          reviewedAt
          createdAt
          author {
            id
            name
          }
          reviewedBy {
            id
            name
          }
          media(first: 10) {
            edges {
              node {
                ...MediaFile
              }
            }
          }
        }
        media {
          ...MediaFile
        }
        revision {
          id
          actor {
            id
            name
          }
          redactedAt
          titleBefore
          titleAfter
          descriptionBefore
          descriptionAfter
          addressBefore
          addressAfter
          latitudeBefore
          longitudeBefore
          latitudeAfter
          longitudeAfter
        }
      }
    }
  }
}
    fragment MediaFile on Media {
  id
  url
  thumbnailUrl
  fileName
  mediaType
  visibility
  width
  height
  durationSeconds
  createdAt
  uploadedBy {
    id
    name
  }
}`) as unknown as TypedDocumentString<ComplaintTimelineQuery, ComplaintTimelineQueryVariables>;
export const SimilarNearbyDocument = new TypedDocumentString(`
    query SimilarNearby($latitude: Float!, $longitude: Float!, $metres: Int!) {
  nearbyComplaints(latitude: $latitude, longitude: $longitude, metres: $metres) {
    distance
    ageInDays
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
    `) as unknown as TypedDocumentString<SimilarNearbyQuery, SimilarNearbyQueryVariables>;
export const EarlierComplaintsDocument = new TypedDocumentString(`
    query EarlierComplaints($where: ComplaintWhereInput!) {
  complaints(
    where: $where
    first: 5
    orderBy: {field: CREATED_AT, direction: DESC}
  ) {
    totalCount
    edges {
      node {
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
    }
  }
}
    `) as unknown as TypedDocumentString<EarlierComplaintsQuery, EarlierComplaintsQueryVariables>;
export const FormChoicesDocument = new TypedDocumentString(`
    query FormChoices {
  zones(first: 100, orderBy: {field: NAME, direction: ASC}) {
    edges {
      node {
        id
        name
        parentId
      }
    }
  }
  categories(first: 100, orderBy: {field: NAME, direction: ASC}) {
    edges {
      node {
        id
        name
        parentId
      }
    }
  }
}
    `) as unknown as TypedDocumentString<FormChoicesQuery, FormChoicesQueryVariables>;
export const FormSolversDocument = new TypedDocumentString(`
    query FormSolvers($id: ID!, $search: String) {
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
    `) as unknown as TypedDocumentString<FormSolversQuery, FormSolversQueryVariables>;
export const FormAdminsDocument = new TypedDocumentString(`
    query FormAdmins {
  users(
    where: {roleIn: [ADMIN, SUPER_ADMIN], state: ACTIVE}
    first: 50
    orderBy: {field: NAME, direction: ASC}
  ) {
    edges {
      node {
        id
        name
      }
    }
  }
}
    `) as unknown as TypedDocumentString<FormAdminsQuery, FormAdminsQueryVariables>;
export const FormComplaintsDocument = new TypedDocumentString(`
    query FormComplaints($text: String!) {
  find(text: $text, limit: 8) {
    complaints {
      id
      reference
      title
      status
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
    `) as unknown as TypedDocumentString<FormComplaintsQuery, FormComplaintsQueryVariables>;
export const ReasonLabelsDocument = new TypedDocumentString(`
    query ReasonLabels($language: String!) {
  HOLD: reasonCodes(action: HOLD, retired: true) {
    code
    retired
    label(language: $language)
    labels {
      language
    }
  }
  REJECT: reasonCodes(action: REJECT, retired: true) {
    code
    retired
    label(language: $language)
    labels {
      language
    }
  }
  MERGE: reasonCodes(action: MERGE, retired: true) {
    code
    retired
    label(language: $language)
    labels {
      language
    }
  }
  UNMERGE: reasonCodes(action: UNMERGE, retired: true) {
    code
    retired
    label(language: $language)
    labels {
      language
    }
  }
  REOPEN: reasonCodes(action: REOPEN, retired: true) {
    code
    retired
    label(language: $language)
    labels {
      language
    }
  }
  DECLINE: reasonCodes(action: DECLINE, retired: true) {
    code
    retired
    label(language: $language)
    labels {
      language
    }
  }
  RETURN: reasonCodes(action: RETURN, retired: true) {
    code
    retired
    label(language: $language)
    labels {
      language
    }
  }
  REASSIGN: reasonCodes(action: REASSIGN, retired: true) {
    code
    retired
    label(language: $language)
    labels {
      language
    }
  }
  CANCEL: reasonCodes(action: CANCEL, retired: true) {
    code
    retired
    label(language: $language)
    labels {
      language
    }
  }
}
    `) as unknown as TypedDocumentString<ReasonLabelsQuery, ReasonLabelsQueryVariables>;
export const CaseTriageDocument = new TypedDocumentString(`
    mutation CaseTriage($input: TriageComplaintInput!) {
  done: triageComplaint(input: $input) {
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
}`) as unknown as TypedDocumentString<CaseTriageMutation, CaseTriageMutationVariables>;
export const CaseEditDocument = new TypedDocumentString(`
    mutation CaseEdit($input: UpdateComplaintInput!) {
  done: updateComplaint(input: $input) {
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
}`) as unknown as TypedDocumentString<CaseEditMutation, CaseEditMutationVariables>;
export const CaseAssignDocument = new TypedDocumentString(`
    mutation CaseAssign($input: AssignComplaintInput!) {
  done: assignComplaint(input: $input) {
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
}`) as unknown as TypedDocumentString<CaseAssignMutation, CaseAssignMutationVariables>;
export const CaseHoldDocument = new TypedDocumentString(`
    mutation CaseHold($input: HoldComplaintInput!) {
  done: holdComplaint(input: $input) {
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
}`) as unknown as TypedDocumentString<CaseHoldMutation, CaseHoldMutationVariables>;
export const CaseResumeDocument = new TypedDocumentString(`
    mutation CaseResume($input: ResumeComplaintInput!) {
  done: resumeComplaint(input: $input) {
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
}`) as unknown as TypedDocumentString<CaseResumeMutation, CaseResumeMutationVariables>;
export const CaseResolveDocument = new TypedDocumentString(`
    mutation CaseResolve($input: ResolveComplaintInput!) {
  done: resolveComplaint(input: $input) {
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
}`) as unknown as TypedDocumentString<CaseResolveMutation, CaseResolveMutationVariables>;
export const CaseRejectDocument = new TypedDocumentString(`
    mutation CaseReject($input: RejectComplaintInput!) {
  done: rejectComplaint(input: $input) {
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
}`) as unknown as TypedDocumentString<CaseRejectMutation, CaseRejectMutationVariables>;
export const CaseMergeDocument = new TypedDocumentString(`
    mutation CaseMerge($input: MergeComplaintInput!) {
  done: mergeComplaint(input: $input) {
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
}`) as unknown as TypedDocumentString<CaseMergeMutation, CaseMergeMutationVariables>;
export const CaseUnmergeDocument = new TypedDocumentString(`
    mutation CaseUnmerge($input: UnmergeComplaintInput!) {
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
}`) as unknown as TypedDocumentString<CaseUnmergeMutation, CaseUnmergeMutationVariables>;
export const CaseCloseDocument = new TypedDocumentString(`
    mutation CaseClose($input: CloseComplaintInput!) {
  done: closeComplaint(input: $input) {
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
}`) as unknown as TypedDocumentString<CaseCloseMutation, CaseCloseMutationVariables>;
export const CaseReopenDocument = new TypedDocumentString(`
    mutation CaseReopen($input: ReopenComplaintInput!) {
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
}`) as unknown as TypedDocumentString<CaseReopenMutation, CaseReopenMutationVariables>;
export const CaseClaimDocument = new TypedDocumentString(`
    mutation CaseClaim($input: ClaimComplaintInput!) {
  done: claimComplaint(input: $input) {
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
}`) as unknown as TypedDocumentString<CaseClaimMutation, CaseClaimMutationVariables>;
export const CaseUnclaimDocument = new TypedDocumentString(`
    mutation CaseUnclaim($input: UnclaimComplaintInput!) {
  done: unclaimComplaint(input: $input) {
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
}`) as unknown as TypedDocumentString<CaseUnclaimMutation, CaseUnclaimMutationVariables>;
export const CaseWithdrawDocument = new TypedDocumentString(`
    mutation CaseWithdraw($input: WithdrawComplaintInput!) {
  done: withdrawComplaint(input: $input) {
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
}`) as unknown as TypedDocumentString<CaseWithdrawMutation, CaseWithdrawMutationVariables>;
export const CaseRateDocument = new TypedDocumentString(`
    mutation CaseRate($input: RateComplaintInput!) {
  done: rateComplaint(input: $input) {
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
}`) as unknown as TypedDocumentString<CaseRateMutation, CaseRateMutationVariables>;
export const CaseReassignDocument = new TypedDocumentString(`
    mutation CaseReassign($input: ReassignTaskInput!) {
  done: reassignTask(input: $input) {
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
}`) as unknown as TypedDocumentString<CaseReassignMutation, CaseReassignMutationVariables>;
export const CaseCancelDocument = new TypedDocumentString(`
    mutation CaseCancel($input: CancelTaskInput!) {
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
}`) as unknown as TypedDocumentString<CaseCancelMutation, CaseCancelMutationVariables>;
export const CaseReviewDocument = new TypedDocumentString(`
    mutation CaseReview($input: ReviewCompletionInput!) {
  done: reviewCompletion(input: $input) {
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
}`) as unknown as TypedDocumentString<CaseReviewMutation, CaseReviewMutationVariables>;
export const CaseCommentDocument = new TypedDocumentString(`
    mutation CaseComment($input: CommentOnComplaintInput!) {
  commentOnComplaint(input: $input) {
    comment {
      id
      uploadUrl
    }
  }
}
    `) as unknown as TypedDocumentString<CaseCommentMutation, CaseCommentMutationVariables>;
export const CaseMediaVisibilityDocument = new TypedDocumentString(`
    mutation CaseMediaVisibility($input: SetMediaVisibilityInput!) {
  setMediaVisibility(input: $input) {
    media {
      id
      visibility
    }
  }
}
    `) as unknown as TypedDocumentString<CaseMediaVisibilityMutation, CaseMediaVisibilityMutationVariables>;
export const CaseRedactCommentDocument = new TypedDocumentString(`
    mutation CaseRedactComment($input: RedactCommentInput!) {
  redactComment(input: $input) {
    comment {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<CaseRedactCommentMutation, CaseRedactCommentMutationVariables>;
export const CaseRemoveMediaDocument = new TypedDocumentString(`
    mutation CaseRemoveMedia($input: RemoveMediaInput!) {
  removeMedia(input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<CaseRemoveMediaMutation, CaseRemoveMediaMutationVariables>;
export const ComplaintPresenceDocument = new TypedDocumentString(`
    subscription ComplaintPresence($id: ID!) {
  presence(complaintId: $id) {
    people {
      accountId
      name
    }
  }
}
    `) as unknown as TypedDocumentString<ComplaintPresenceSubscription, ComplaintPresenceSubscriptionVariables>;