export type AcceptTaskInput = {
  expectedVersion?: number | null | undefined;
  id: string;
  occurredAt?: string | null | undefined;
};

export type AccountState =
  | 'ACTIVE'
  | 'DISABLED';

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
  | 'SUBMIT_LATE_EVIDENCE'
  | 'TRIAGE'
  | 'UNCLAIM'
  | 'UNMERGE'
  | 'WITHDRAW';

export type AddGroupMembersInput = {
  expectedVersion?: number | null | undefined;
  id: string;
  userIds: Array<string>;
};

export type Agent =
  | 'ACCOUNT'
  | 'IMPORT'
  | 'LINK'
  | 'SYSTEM';

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

export type AssignComplaintsInput = {
  dueAt?: string | null | undefined;
  instructions?: string;
  internalNote?: string;
  items: Array<ComplaintItem>;
  providerId?: string | null | undefined;
  publicNote?: string;
  solverId: string;
};

export type AuditEntryOrder = {
  direction?: OrderDirection;
  field: AuditEntryOrderField;
};

export type AuditEntryOrderField =
  | 'ACTION'
  | 'CREATED_AT';

export type AuditEntryWhereInput = {
  action?: string | null | undefined;
  actionContains?: string | null | undefined;
  actionContainsFold?: string | null | undefined;
  actionEqualFold?: string | null | undefined;
  actionHasPrefix?: string | null | undefined;
  actionIn?: Array<string> | null | undefined;
  actionNEQ?: string | null | undefined;
  actionNotIn?: Array<string> | null | undefined;
  actorId?: string | null | undefined;
  actorIdIn?: Array<string> | null | undefined;
  actorIdIsNil?: boolean | null | undefined;
  actorIdNEQ?: string | null | undefined;
  actorIdNotIn?: Array<string> | null | undefined;
  actorIdNotNil?: boolean | null | undefined;
  address?: string | null | undefined;
  addressContains?: string | null | undefined;
  addressContainsFold?: string | null | undefined;
  addressEqualFold?: string | null | undefined;
  addressHasPrefix?: string | null | undefined;
  addressIn?: Array<string> | null | undefined;
  addressNEQ?: string | null | undefined;
  addressNotIn?: Array<string> | null | undefined;
  agent?: Agent | null | undefined;
  agentIn?: Array<Agent> | null | undefined;
  agentNEQ?: Agent | null | undefined;
  agentNotIn?: Array<Agent> | null | undefined;
  and?: Array<AuditEntryWhereInput> | null | undefined;
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
  not?: AuditEntryWhereInput | null | undefined;
  or?: Array<AuditEntryWhereInput> | null | undefined;
  subjectId?: string | null | undefined;
  subjectIdIn?: Array<string> | null | undefined;
  subjectIdIsNil?: boolean | null | undefined;
  subjectIdNEQ?: string | null | undefined;
  subjectIdNotIn?: Array<string> | null | undefined;
  subjectIdNotNil?: boolean | null | undefined;
  subjectType?: string | null | undefined;
  subjectTypeContains?: string | null | undefined;
  subjectTypeContainsFold?: string | null | undefined;
  subjectTypeEqualFold?: string | null | undefined;
  subjectTypeHasPrefix?: string | null | undefined;
  subjectTypeIn?: Array<string> | null | undefined;
  subjectTypeNEQ?: string | null | undefined;
  subjectTypeNotIn?: Array<string> | null | undefined;
};

export type BroadcastOrder = {
  direction?: OrderDirection;
  field: BroadcastOrderField;
};

export type BroadcastOrderField =
  | 'CREATED_AT'
  | 'RECIPIENTS'
  | 'SCHEDULED_AT'
  | 'SENT_AT'
  | 'STATUS'
  | 'TITLE';

export type BroadcastSelectionInput = {
  except?: Array<BroadcastSelectionInput> | null | undefined;
  from?: string | null | undefined;
  status?: BroadcastStatus | null | undefined;
  targetType?: TargetType | null | undefined;
  to?: string | null | undefined;
};

export type BroadcastStatus =
  | 'CANCELLED'
  | 'SCHEDULED'
  | 'SENT';

export type BroadcastWhereInput = {
  and?: Array<BroadcastWhereInput> | null | undefined;
  cancelReason?: string | null | undefined;
  cancelReasonContains?: string | null | undefined;
  cancelReasonContainsFold?: string | null | undefined;
  cancelReasonEqualFold?: string | null | undefined;
  cancelReasonHasPrefix?: string | null | undefined;
  cancelReasonIn?: Array<string> | null | undefined;
  cancelReasonNEQ?: string | null | undefined;
  cancelReasonNotIn?: Array<string> | null | undefined;
  cancelledAt?: string | null | undefined;
  cancelledAtGT?: string | null | undefined;
  cancelledAtGTE?: string | null | undefined;
  cancelledAtIn?: Array<string> | null | undefined;
  cancelledAtIsNil?: boolean | null | undefined;
  cancelledAtLT?: string | null | undefined;
  cancelledAtLTE?: string | null | undefined;
  cancelledAtNEQ?: string | null | undefined;
  cancelledAtNotIn?: Array<string> | null | undefined;
  cancelledAtNotNil?: boolean | null | undefined;
  cancelledById?: string | null | undefined;
  cancelledByIdIn?: Array<string> | null | undefined;
  cancelledByIdIsNil?: boolean | null | undefined;
  cancelledByIdNEQ?: string | null | undefined;
  cancelledByIdNotIn?: Array<string> | null | undefined;
  cancelledByIdNotNil?: boolean | null | undefined;
  completedAt?: string | null | undefined;
  completedAtGT?: string | null | undefined;
  completedAtGTE?: string | null | undefined;
  completedAtIn?: Array<string> | null | undefined;
  completedAtIsNil?: boolean | null | undefined;
  completedAtLT?: string | null | undefined;
  completedAtLTE?: string | null | undefined;
  completedAtNEQ?: string | null | undefined;
  completedAtNotIn?: Array<string> | null | undefined;
  completedAtNotNil?: boolean | null | undefined;
  createdAt?: string | null | undefined;
  createdAtGT?: string | null | undefined;
  createdAtGTE?: string | null | undefined;
  createdAtIn?: Array<string> | null | undefined;
  createdAtLT?: string | null | undefined;
  createdAtLTE?: string | null | undefined;
  createdAtNEQ?: string | null | undefined;
  createdAtNotIn?: Array<string> | null | undefined;
  createdById?: string | null | undefined;
  createdByIdIn?: Array<string> | null | undefined;
  createdByIdIsNil?: boolean | null | undefined;
  createdByIdNEQ?: string | null | undefined;
  createdByIdNotIn?: Array<string> | null | undefined;
  createdByIdNotNil?: boolean | null | undefined;
  deliveryState?: DeliveryState | null | undefined;
  deliveryStateIn?: Array<DeliveryState> | null | undefined;
  deliveryStateNEQ?: DeliveryState | null | undefined;
  deliveryStateNotIn?: Array<DeliveryState> | null | undefined;
  id?: string | null | undefined;
  idIn?: Array<string> | null | undefined;
  idNEQ?: string | null | undefined;
  idNotIn?: Array<string> | null | undefined;
  message?: string | null | undefined;
  messageContains?: string | null | undefined;
  messageContainsFold?: string | null | undefined;
  messageEqualFold?: string | null | undefined;
  messageHasPrefix?: string | null | undefined;
  messageIn?: Array<string> | null | undefined;
  messageNEQ?: string | null | undefined;
  messageNotIn?: Array<string> | null | undefined;
  not?: BroadcastWhereInput | null | undefined;
  or?: Array<BroadcastWhereInput> | null | undefined;
  scheduledAt?: string | null | undefined;
  scheduledAtGT?: string | null | undefined;
  scheduledAtGTE?: string | null | undefined;
  scheduledAtIn?: Array<string> | null | undefined;
  scheduledAtLT?: string | null | undefined;
  scheduledAtLTE?: string | null | undefined;
  scheduledAtNEQ?: string | null | undefined;
  scheduledAtNotIn?: Array<string> | null | undefined;
  search?: string | null | undefined;
  selection?: BroadcastSelectionInput | null | undefined;
  sentAt?: string | null | undefined;
  sentAtGT?: string | null | undefined;
  sentAtGTE?: string | null | undefined;
  sentAtIn?: Array<string> | null | undefined;
  sentAtIsNil?: boolean | null | undefined;
  sentAtLT?: string | null | undefined;
  sentAtLTE?: string | null | undefined;
  sentAtNEQ?: string | null | undefined;
  sentAtNotIn?: Array<string> | null | undefined;
  sentAtNotNil?: boolean | null | undefined;
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
  status?: BroadcastStatus | null | undefined;
  statusIn?: Array<BroadcastStatus> | null | undefined;
  statusNEQ?: BroadcastStatus | null | undefined;
  statusNotIn?: Array<BroadcastStatus> | null | undefined;
  targetType?: TargetType | null | undefined;
  targetTypeIn?: Array<TargetType> | null | undefined;
  targetTypeNEQ?: TargetType | null | undefined;
  targetTypeNotIn?: Array<TargetType> | null | undefined;
  targetValue?: string | null | undefined;
  targetValueContains?: string | null | undefined;
  targetValueContainsFold?: string | null | undefined;
  targetValueEqualFold?: string | null | undefined;
  targetValueHasPrefix?: string | null | undefined;
  targetValueIn?: Array<string> | null | undefined;
  targetValueNEQ?: string | null | undefined;
  targetValueNotIn?: Array<string> | null | undefined;
  timezone?: string | null | undefined;
  timezoneContains?: string | null | undefined;
  timezoneContainsFold?: string | null | undefined;
  timezoneEqualFold?: string | null | undefined;
  timezoneHasPrefix?: string | null | undefined;
  timezoneIn?: Array<string> | null | undefined;
  timezoneNEQ?: string | null | undefined;
  timezoneNotIn?: Array<string> | null | undefined;
  title?: string | null | undefined;
  titleContains?: string | null | undefined;
  titleContainsFold?: string | null | undefined;
  titleEqualFold?: string | null | undefined;
  titleHasPrefix?: string | null | undefined;
  titleIn?: Array<string> | null | undefined;
  titleNEQ?: string | null | undefined;
  titleNotIn?: Array<string> | null | undefined;
  updatedAt?: string | null | undefined;
  updatedAtGT?: string | null | undefined;
  updatedAtGTE?: string | null | undefined;
  updatedAtIn?: Array<string> | null | undefined;
  updatedAtLT?: string | null | undefined;
  updatedAtLTE?: string | null | undefined;
  updatedAtNEQ?: string | null | undefined;
  updatedAtNotIn?: Array<string> | null | undefined;
  updatedById?: string | null | undefined;
  updatedByIdIn?: Array<string> | null | undefined;
  updatedByIdIsNil?: boolean | null | undefined;
  updatedByIdNEQ?: string | null | undefined;
  updatedByIdNotIn?: Array<string> | null | undefined;
  updatedByIdNotNil?: boolean | null | undefined;
  urgent?: boolean | null | undefined;
  urgentNEQ?: boolean | null | undefined;
  version?: number | null | undefined;
  versionGT?: number | null | undefined;
  versionGTE?: number | null | undefined;
  versionIn?: Array<number> | null | undefined;
  versionLT?: number | null | undefined;
  versionLTE?: number | null | undefined;
  versionNEQ?: number | null | undefined;
  versionNotIn?: Array<number> | null | undefined;
};

export type CallerInput = {
  email?: string;
  name?: string;
  phone?: string;
};

export type CancelBroadcastInput = {
  expectedVersion?: number | null | undefined;
  id: string;
  reason?: string;
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

export type ChangeUserRoleInput = {
  expectedVersion?: number | null | undefined;
  id: string;
  providerId?: string | null | undefined;
  role: Role;
};

export type Channel =
  | 'EMAIL'
  | 'IN_APP';

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

export type CloseComplaintsInput = {
  internalNote?: string;
  items: Array<ComplaintItem>;
  publicNote?: string;
};

export type CommentOnComplaintInput = {
  complaintId: string;
  idempotencyKey?: string | null | undefined;
  mentions?: Array<string> | null | undefined;
  text: string;
  visibility?: Visibility;
};

export type ComplaintDimension =
  | 'ADDRESS'
  | 'CATEGORY'
  | 'GROUP'
  | 'HANDLER'
  | 'HOUR_OF_DAY'
  | 'PRIORITY'
  | 'PROVIDER'
  | 'RATING'
  | 'REASON_CODE'
  | 'REOPENED'
  | 'REPORTER'
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

export type ComplaintPart =
  | 'ADDRESS'
  | 'CATEGORY'
  | 'COMMENTS'
  | 'CONTACT'
  | 'CREATED'
  | 'DESCRIPTION'
  | 'DUE_AT'
  | 'DUPLICATES'
  | 'DUPLICATE_OF'
  | 'FLAGGED'
  | 'HANDLER'
  | 'LATE_EVIDENCE'
  | 'MEDIA'
  | 'OVERDUE'
  | 'POSITION'
  | 'PRIORITY'
  | 'RATING'
  | 'REVISIONS'
  | 'STATUS'
  | 'TASKS'
  | 'TITLE'
  | 'VERSION'
  | 'ZONE';

export type ComplaintSelectionInput = {
  address?: string | null | undefined;
  categoryId?: string | null | undefined;
  categoryWithin?: string | null | undefined;
  except?: Array<ComplaintSelectionInput> | null | undefined;
  from?: string | null | undefined;
  groupId?: string | null | undefined;
  handlerId?: string | null | undefined;
  hourOfDay?: number | null | undefined;
  none?: Array<ComplaintDimension> | null | undefined;
  on?: ComplaintTime | null | undefined;
  openAt?: string | null | undefined;
  priority?: Priority | null | undefined;
  providerId?: string | null | undefined;
  reasonCode?: string | null | undefined;
  reopened?: boolean | null | undefined;
  reporterId?: string | null | undefined;
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
  notificationLevel?: NotificationLevel | null | undefined;
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
  reasonCode?: string | null | undefined;
  reasonCodeIsNil?: boolean | null | undefined;
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
  toReview?: boolean | null | undefined;
  unrated?: boolean | null | undefined;
  updatedAt?: string | null | undefined;
  updatedAtGT?: string | null | undefined;
  updatedAtGTE?: string | null | undefined;
  updatedAtIn?: Array<string> | null | undefined;
  updatedAtLT?: string | null | undefined;
  updatedAtLTE?: string | null | undefined;
  updatedAtNEQ?: string | null | undefined;
  updatedAtNotIn?: Array<string> | null | undefined;
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

export type CountedViewInput = {
  key?: string;
  where?: ComplaintWhereInput | null | undefined;
};

export type CreateCategoryInput = {
  defaultPriority?: Priority;
  idempotencyKey?: string | null | undefined;
  name: string;
  parentId?: string | null | undefined;
  shownNearby?: boolean;
  slaHours?: number | null | undefined;
};

export type CreateGroupInput = {
  description?: string;
  idempotencyKey?: string | null | undefined;
  name: string;
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

export type CreateServiceProviderInput = {
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

export type CreateZoneInput = {
  idempotencyKey?: string | null | undefined;
  name: string;
  parentId?: string | null | undefined;
};

export type DeclineTaskInput = {
  expectedVersion?: number | null | undefined;
  id: string;
  note?: string;
  reasonCode: string;
};

export type DeleteMediaInput = {
  id: string;
};

export type DeleteSavedViewInput = {
  expectedVersion?: number | null | undefined;
  id: string;
};

export type DeliveryState =
  | 'CANCELLED'
  | 'COMPLETED'
  | 'FAILED'
  | 'HELD'
  | 'IN_PROGRESS'
  | 'PARTIAL'
  | 'PENDING';

export type Density =
  | 'COMFORTABLE'
  | 'COMPACT';

export type DisableUserInput = {
  expectedVersion?: number | null | undefined;
  id: string;
};

export type EditBroadcastInput = {
  channels?: Array<Channel>;
  expectedVersion?: number | null | undefined;
  id: string;
  message: string;
  targetType: TargetType;
  targetValue?: string;
  title: string;
  urgent?: boolean;
};

export type EnableUserInput = {
  expectedVersion?: number | null | undefined;
  id: string;
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

export type HeldMailDecision =
  | 'DROP'
  | 'RELEASE';

export type HoldComplaintInput = {
  expectedVersion?: number | null | undefined;
  id: string;
  internalNote?: string;
  publicNote?: string;
  reasonCode: string;
};

export type HoldComplaintsInput = {
  internalNote?: string;
  items: Array<ComplaintItem>;
  publicNote?: string;
  reasonCode: string;
};

export type IssueLinkCodeInput = {
  complaintId: string;
};

export type IssueLinkInput = {
  complaintId: string;
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

export type MailPart =
  | 'ACCOUNT'
  | 'CALLER'
  | 'NEXT'
  | 'SUBJECT'
  | 'WATCHED_SUBJECT';

export type MailPreviewInput = {
  complaintId?: string | null | undefined;
  event: NotificationEventType;
  language: string;
  reader: MailReader;
  texts?: Array<MailTextInput> | null | undefined;
};

export type MailReader =
  | 'ACCOUNT'
  | 'CALLER'
  | 'OTHER';

export type MailTextInput = {
  language: string;
  part: MailPart;
  text?: string | null | undefined;
};

export type MapBoundsInput = {
  east: number;
  north: number;
  south: number;
  west: number;
};

export type MarkAllNotificationsReadInput = {
  until?: string | null | undefined;
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

export type MergeComplaintsInput = {
  internalNote?: string;
  intoId: string;
  items: Array<ComplaintItem>;
  publicNote?: string;
  reasonCode: string;
};

export type MoveCategoryInput = {
  expectedVersion?: number | null | undefined;
  id: string;
  parentId?: string | null | undefined;
};

export type MoveZoneInput = {
  expectedVersion?: number | null | undefined;
  id: string;
  parentId?: string | null | undefined;
};

export type NotificationArea =
  | 'BROADCASTS'
  | 'COMPLAINTS'
  | 'PAYMENTS'
  | 'REPORTS'
  | 'SERVICE'
  | 'TASKS';

export type NotificationChoiceInput = {
  channel: Channel;
  event: NotificationEventType;
  on?: boolean | null | undefined;
};

export type NotificationEventType =
  | 'ADDRESS_DENIED'
  | 'ADDRESS_REFUSED'
  | 'BACKUP_MADE'
  | 'BACKUP_MISSING'
  | 'BROADCAST_DONE'
  | 'BROADCAST_FAILING'
  | 'BROADCAST_HELD'
  | 'COMPLAINT_ASSIGNED'
  | 'COMPLAINT_CLOSED'
  | 'COMPLAINT_HELD'
  | 'COMPLAINT_MERGED'
  | 'COMPLAINT_OVERDUE'
  | 'COMPLAINT_RECEIVED'
  | 'COMPLAINT_REJECTED'
  | 'COMPLAINT_REOPENED'
  | 'COMPLAINT_RESOLVED'
  | 'COMPLAINT_RESUMED'
  | 'COMPLAINT_SENT_BACK'
  | 'COMPLAINT_STARTED'
  | 'COMPLAINT_UNMERGED'
  | 'COMPLAINT_WITHDRAWN'
  | 'COMPLETION_APPROVED'
  | 'COMPLETION_SENT_BACK'
  | 'COMPLETION_SUBMITTED'
  | 'DAILY_DIGEST'
  | 'DUE_TODAY'
  | 'FILES_ADDED'
  | 'HANDED_OVER'
  | 'HANDLED_REOPENED'
  | 'HANDLED_WITHDRAWN'
  | 'LATE_EVIDENCE'
  | 'LEDGER_FAULTY'
  | 'LEDGER_SOUND'
  | 'LOW_RATING'
  | 'MAIL_REFUSED'
  | 'MAIL_TAKEN'
  | 'MENTIONED'
  | 'NEW_COMMENT'
  | 'NEW_TASK'
  | 'PAYMENT_RECORDED'
  | 'PAYMENT_REVERSED'
  | 'REPORTER_REPLIED'
  | 'TASK_CHANGED'
  | 'TASK_HELD'
  | 'TASK_RESUMED'
  | 'TASK_TAKEN'
  | 'URGENT_COMPLAINT';

export type NotificationKind =
  | 'ACCOUNT'
  | 'BROADCAST'
  | 'COMPLAINT'
  | 'TASK';

export type NotificationLevel =
  | 'MUTED'
  | 'NORMAL'
  | 'WATCHING';

export type NotificationState =
  | 'CANCELLED'
  | 'FAILED'
  | 'PENDING'
  | 'SENT'
  | 'SKIPPED';

export type NotificationWhereInput = {
  and?: Array<NotificationWhereInput> | null | undefined;
  broadcastId?: string | null | undefined;
  broadcastIdIn?: Array<string> | null | undefined;
  broadcastIdIsNil?: boolean | null | undefined;
  broadcastIdNEQ?: string | null | undefined;
  broadcastIdNotIn?: Array<string> | null | undefined;
  broadcastIdNotNil?: boolean | null | undefined;
  channel?: Channel | null | undefined;
  channelIn?: Array<Channel> | null | undefined;
  channelNEQ?: Channel | null | undefined;
  channelNotIn?: Array<Channel> | null | undefined;
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
  deliveredAt?: string | null | undefined;
  deliveredAtGT?: string | null | undefined;
  deliveredAtGTE?: string | null | undefined;
  deliveredAtIn?: Array<string> | null | undefined;
  deliveredAtIsNil?: boolean | null | undefined;
  deliveredAtLT?: string | null | undefined;
  deliveredAtLTE?: string | null | undefined;
  deliveredAtNEQ?: string | null | undefined;
  deliveredAtNotIn?: Array<string> | null | undefined;
  deliveredAtNotNil?: boolean | null | undefined;
  id?: string | null | undefined;
  idIn?: Array<string> | null | undefined;
  idNEQ?: string | null | undefined;
  idNotIn?: Array<string> | null | undefined;
  kind?: NotificationKind | null | undefined;
  message?: string | null | undefined;
  messageContains?: string | null | undefined;
  messageContainsFold?: string | null | undefined;
  messageEqualFold?: string | null | undefined;
  messageHasPrefix?: string | null | undefined;
  messageIn?: Array<string> | null | undefined;
  messageNEQ?: string | null | undefined;
  messageNotIn?: Array<string> | null | undefined;
  not?: NotificationWhereInput | null | undefined;
  or?: Array<NotificationWhereInput> | null | undefined;
  readAt?: string | null | undefined;
  readAtGT?: string | null | undefined;
  readAtGTE?: string | null | undefined;
  readAtIn?: Array<string> | null | undefined;
  readAtIsNil?: boolean | null | undefined;
  readAtLT?: string | null | undefined;
  readAtLTE?: string | null | undefined;
  readAtNEQ?: string | null | undefined;
  readAtNotIn?: Array<string> | null | undefined;
  readAtNotNil?: boolean | null | undefined;
  recipientId?: string | null | undefined;
  recipientIdIn?: Array<string> | null | undefined;
  recipientIdIsNil?: boolean | null | undefined;
  recipientIdNEQ?: string | null | undefined;
  recipientIdNotIn?: Array<string> | null | undefined;
  recipientIdNotNil?: boolean | null | undefined;
  sender?: string | null | undefined;
  senderContains?: string | null | undefined;
  senderContainsFold?: string | null | undefined;
  senderEqualFold?: string | null | undefined;
  senderHasPrefix?: string | null | undefined;
  senderIn?: Array<string> | null | undefined;
  senderNEQ?: string | null | undefined;
  senderNotIn?: Array<string> | null | undefined;
  sentAt?: string | null | undefined;
  sentAtGT?: string | null | undefined;
  sentAtGTE?: string | null | undefined;
  sentAtIn?: Array<string> | null | undefined;
  sentAtIsNil?: boolean | null | undefined;
  sentAtLT?: string | null | undefined;
  sentAtLTE?: string | null | undefined;
  sentAtNEQ?: string | null | undefined;
  sentAtNotIn?: Array<string> | null | undefined;
  sentAtNotNil?: boolean | null | undefined;
  state?: NotificationState | null | undefined;
  stateIn?: Array<NotificationState> | null | undefined;
  stateNEQ?: NotificationState | null | undefined;
  stateNotIn?: Array<NotificationState> | null | undefined;
  subjectId?: string | null | undefined;
  taskId?: string | null | undefined;
  taskIdIn?: Array<string> | null | undefined;
  taskIdIsNil?: boolean | null | undefined;
  taskIdNEQ?: string | null | undefined;
  taskIdNotIn?: Array<string> | null | undefined;
  taskIdNotNil?: boolean | null | undefined;
  title?: string | null | undefined;
  titleContains?: string | null | undefined;
  titleContainsFold?: string | null | undefined;
  titleEqualFold?: string | null | undefined;
  titleHasPrefix?: string | null | undefined;
  titleIn?: Array<string> | null | undefined;
  titleNEQ?: string | null | undefined;
  titleNotIn?: Array<string> | null | undefined;
  urgent?: boolean | null | undefined;
  urgentNEQ?: boolean | null | undefined;
};

export type OrderDirection =
  | 'ASC'
  | 'DESC';

export type PaymentDimension =
  | 'CATEGORY'
  | 'METHOD'
  | 'PROVIDER';

export type PaymentMethod =
  | 'BANK_TRANSFER'
  | 'CARD'
  | 'CASH'
  | 'CHEQUE'
  | 'OTHER'
  | 'UPI';

export type PaymentOrder = {
  direction?: OrderDirection;
  field: PaymentOrderField;
};

export type PaymentOrderField =
  | 'AMOUNT_MINOR'
  | 'CREATED_AT'
  | 'PAYMENT_DATE'
  | 'PROVIDER_NAME';

export type PaymentSelectionInput = {
  categoryId?: string | null | undefined;
  currency?: string | null | undefined;
  except?: Array<PaymentSelectionInput> | null | undefined;
  from?: string | null | undefined;
  method?: PaymentMethod | null | undefined;
  none?: Array<PaymentDimension> | null | undefined;
  providerId?: string | null | undefined;
  severalCategories?: boolean | null | undefined;
  to?: string | null | undefined;
};

export type PaymentStatus =
  | 'PAID'
  | 'REVERSED';

export type PaymentType =
  | 'REVERSAL'
  | 'SETTLEMENT';

export type PaymentWhereInput = {
  amountMinor?: string | null | undefined;
  amountMinorGT?: string | null | undefined;
  amountMinorGTE?: string | null | undefined;
  amountMinorIn?: Array<string> | null | undefined;
  amountMinorLT?: string | null | undefined;
  amountMinorLTE?: string | null | undefined;
  amountMinorNEQ?: string | null | undefined;
  amountMinorNotIn?: Array<string> | null | undefined;
  and?: Array<PaymentWhereInput> | null | undefined;
  createdAt?: string | null | undefined;
  createdAtGT?: string | null | undefined;
  createdAtGTE?: string | null | undefined;
  createdAtIn?: Array<string> | null | undefined;
  createdAtLT?: string | null | undefined;
  createdAtLTE?: string | null | undefined;
  createdAtNEQ?: string | null | undefined;
  createdAtNotIn?: Array<string> | null | undefined;
  currency?: string | null | undefined;
  currencyContains?: string | null | undefined;
  currencyContainsFold?: string | null | undefined;
  currencyEqualFold?: string | null | undefined;
  currencyHasPrefix?: string | null | undefined;
  currencyIn?: Array<string> | null | undefined;
  currencyNEQ?: string | null | undefined;
  currencyNotIn?: Array<string> | null | undefined;
  id?: string | null | undefined;
  idIn?: Array<string> | null | undefined;
  idNEQ?: string | null | undefined;
  idNotIn?: Array<string> | null | undefined;
  invoiceNumber?: string | null | undefined;
  invoiceNumberContains?: string | null | undefined;
  invoiceNumberContainsFold?: string | null | undefined;
  invoiceNumberEqualFold?: string | null | undefined;
  invoiceNumberHasPrefix?: string | null | undefined;
  invoiceNumberIn?: Array<string> | null | undefined;
  invoiceNumberNEQ?: string | null | undefined;
  invoiceNumberNotIn?: Array<string> | null | undefined;
  not?: PaymentWhereInput | null | undefined;
  or?: Array<PaymentWhereInput> | null | undefined;
  paymentDate?: string | null | undefined;
  paymentDateGT?: string | null | undefined;
  paymentDateGTE?: string | null | undefined;
  paymentDateIn?: Array<string> | null | undefined;
  paymentDateLT?: string | null | undefined;
  paymentDateLTE?: string | null | undefined;
  paymentDateNEQ?: string | null | undefined;
  paymentDateNotIn?: Array<string> | null | undefined;
  paymentMethod?: PaymentMethod | null | undefined;
  paymentMethodIn?: Array<PaymentMethod> | null | undefined;
  paymentMethodNEQ?: PaymentMethod | null | undefined;
  paymentMethodNotIn?: Array<PaymentMethod> | null | undefined;
  paymentReference?: string | null | undefined;
  paymentReferenceContains?: string | null | undefined;
  paymentReferenceContainsFold?: string | null | undefined;
  paymentReferenceEqualFold?: string | null | undefined;
  paymentReferenceHasPrefix?: string | null | undefined;
  paymentReferenceIn?: Array<string> | null | undefined;
  paymentReferenceNEQ?: string | null | undefined;
  paymentReferenceNotIn?: Array<string> | null | undefined;
  periodFrom?: string | null | undefined;
  periodFromGT?: string | null | undefined;
  periodFromGTE?: string | null | undefined;
  periodFromIn?: Array<string> | null | undefined;
  periodFromIsNil?: boolean | null | undefined;
  periodFromLT?: string | null | undefined;
  periodFromLTE?: string | null | undefined;
  periodFromNEQ?: string | null | undefined;
  periodFromNotIn?: Array<string> | null | undefined;
  periodFromNotNil?: boolean | null | undefined;
  periodTo?: string | null | undefined;
  periodToGT?: string | null | undefined;
  periodToGTE?: string | null | undefined;
  periodToIn?: Array<string> | null | undefined;
  periodToIsNil?: boolean | null | undefined;
  periodToLT?: string | null | undefined;
  periodToLTE?: string | null | undefined;
  periodToNEQ?: string | null | undefined;
  periodToNotIn?: Array<string> | null | undefined;
  periodToNotNil?: boolean | null | undefined;
  providerId?: string | null | undefined;
  providerIdIn?: Array<string> | null | undefined;
  providerIdNEQ?: string | null | undefined;
  providerIdNotIn?: Array<string> | null | undefined;
  recordedById?: string | null | undefined;
  recordedByIdIn?: Array<string> | null | undefined;
  recordedByIdIsNil?: boolean | null | undefined;
  recordedByIdNEQ?: string | null | undefined;
  recordedByIdNotIn?: Array<string> | null | undefined;
  recordedByIdNotNil?: boolean | null | undefined;
  remarks?: string | null | undefined;
  remarksContains?: string | null | undefined;
  remarksContainsFold?: string | null | undefined;
  remarksEqualFold?: string | null | undefined;
  remarksHasPrefix?: string | null | undefined;
  remarksIn?: Array<string> | null | undefined;
  remarksNEQ?: string | null | undefined;
  remarksNotIn?: Array<string> | null | undefined;
  reversesId?: string | null | undefined;
  reversesIdIn?: Array<string> | null | undefined;
  reversesIdIsNil?: boolean | null | undefined;
  reversesIdNEQ?: string | null | undefined;
  reversesIdNotIn?: Array<string> | null | undefined;
  reversesIdNotNil?: boolean | null | undefined;
  search?: string | null | undefined;
  selection?: PaymentSelectionInput | null | undefined;
  status?: PaymentStatus | null | undefined;
  taskId?: string | null | undefined;
  type?: PaymentType | null | undefined;
  typeIn?: Array<PaymentType> | null | undefined;
  typeNEQ?: PaymentType | null | undefined;
  typeNotIn?: Array<PaymentType> | null | undefined;
};

export type PostTaskUpdateInput = {
  clientId?: string | null | undefined;
  expectedVersion?: number | null | undefined;
  id: string;
  idempotencyKey?: string | null | undefined;
  occurredAt?: string | null | undefined;
  percentageCompleted?: number | null | undefined;
  remarks?: string;
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

export type ReasonLabelInput = {
  language: string;
  text: string;
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

export type RecordPaymentInput = {
  amountMinor: string;
  currency: string;
  idempotencyKey?: string | null | undefined;
  invoiceNumber?: string;
  method: PaymentMethod;
  paymentDate: string;
  periodFrom?: string | null | undefined;
  periodTo?: string | null | undefined;
  providerId: string;
  reference: string;
  remarks?: string;
  taskIds?: Array<string>;
};

export type RedactCommentInput = {
  id: string;
  reason: string;
};

export type RedactLateEvidenceInput = {
  id: string;
  reason: string;
};

export type RedeemLinkCodeInput = {
  code: string;
  reference: string;
};

export type RegisterUserInput = {
  email: string;
  name: string;
  password: string;
  phone?: string;
  zoneId?: string | null | undefined;
};

export type RejectComplaintInput = {
  expectedVersion?: number | null | undefined;
  id: string;
  internalNote?: string;
  publicNote: string;
  reasonCode: string;
};

export type RejectComplaintsInput = {
  internalNote?: string;
  items: Array<ComplaintItem>;
  publicNote: string;
  reasonCode: string;
};

export type ReleaseBroadcastInput = {
  expectedVersion?: number | null | undefined;
  id: string;
};

export type RemoveGroupMembersInput = {
  expectedVersion?: number | null | undefined;
  id: string;
  userIds: Array<string>;
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

export type RescheduleBroadcastInput = {
  expectedVersion?: number | null | undefined;
  id: string;
  note?: string;
  scheduledAt?: string | null | undefined;
  timezone?: string;
};

export type ResetUserPasswordInput = {
  id: string;
};

export type ResolveComplaintInput = {
  expectedVersion?: number | null | undefined;
  id: string;
  internalNote?: string;
  publicNote: string;
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

export type ResumeComplaintInput = {
  expectedVersion?: number | null | undefined;
  id: string;
  internalNote?: string;
  publicNote?: string;
};

export type ResumeComplaintsInput = {
  internalNote?: string;
  items: Array<ComplaintItem>;
  publicNote?: string;
};

export type RetireReasonCodeInput = {
  action: Action;
  code: string;
  expectedVersion?: number | null | undefined;
};

export type RetryFailedInput = {
  expectedVersion?: number | null | undefined;
  id: string;
};

export type ReturnTaskInput = {
  expectedVersion?: number | null | undefined;
  id: string;
  note?: string;
  reasonCode: string;
};

export type ReversePaymentInput = {
  id: string;
  idempotencyKey?: string | null | undefined;
  reason: string;
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

export type ScheduleBroadcastInput = {
  channels?: Array<Channel>;
  idempotencyKey?: string | null | undefined;
  message: string;
  scheduledAt?: string | null | undefined;
  targetType: TargetType;
  targetValue?: string;
  timezone?: string;
  title: string;
  urgent?: boolean;
};

export type SendNewLinkInput = {
  complaintId: string;
};

export type SendTestBroadcastInput = {
  channels?: Array<Channel>;
  idempotencyKey?: string | null | undefined;
  message: string;
  title: string;
  urgent?: boolean;
};

export type ServiceProviderOrder = {
  direction?: OrderDirection;
  field: ServiceProviderOrderField;
};

export type ServiceProviderOrderField =
  | 'CREATED_AT'
  | 'NAME';

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

export type SetCallerInput = {
  complaintId: string;
  contact: CallerInput;
};

export type SetEmailUpdatesInput = {
  enabled: boolean;
};

export type SetMailTextsInput = {
  event: NotificationEventType;
  expectedVersion?: number | null | undefined;
  texts: Array<MailTextInput>;
};

export type SetMediaVisibilityInput = {
  id: string;
  visibility: Visibility;
};

export type SetNotificationDefaultsInput = {
  choices: Array<NotificationChoiceInput>;
  expectedVersion?: number | null | undefined;
  role: Role;
};

export type SetNotificationLevelInput = {
  complaintId: string;
  level: NotificationLevel;
};

export type SetNotificationPreferencesInput = {
  choices?: Array<NotificationChoiceInput> | null | undefined;
  emailBroadcasts?: boolean | null | undefined;
  emailOwn?: boolean | null | undefined;
};

export type SetReasonCodeInput = {
  action: Action;
  code: string;
  expectedVersion?: number | null | undefined;
  labels: Array<ReasonLabelInput>;
};

export type StartTaskInput = {
  expectedVersion?: number | null | undefined;
  id: string;
  occurredAt?: string | null | undefined;
};

export type StopBroadcastInput = {
  expectedVersion?: number | null | undefined;
  id: string;
  reason?: string;
};

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

export type SubmitCompletionInput = {
  clientId?: string | null | undefined;
  expectedVersion?: number | null | undefined;
  id: string;
  idempotencyKey?: string | null | undefined;
  occurredAt?: string | null | undefined;
  percentageCompleted?: number;
  remarks?: string;
};

export type SubmitGuestReportInput = {
  address?: string;
  categoryId?: string | null | undefined;
  contact?: CallerInput | null | undefined;
  description?: string;
  latitude?: number | null | undefined;
  longitude?: number | null | undefined;
  proof: string;
  title: string;
  zoneId?: string | null | undefined;
};

export type SubmitLateEvidenceInput = {
  clientId: string;
  id: string;
  idempotencyKey?: string | null | undefined;
  occurredAt: string;
  percentageCompleted?: number | null | undefined;
  remarks?: string;
  type: TaskUpdateType;
};

export type SubtreeInput = {
  within: string;
};

export type TargetType =
  | 'ALL'
  | 'GROUP'
  | 'ROLE'
  | 'ZONE';

export type TaskDimension =
  | 'CATEGORY'
  | 'END_REASON'
  | 'PROVIDER'
  | 'SOLVER'
  | 'STATUS'
  | 'ZONE';

export type TaskOrder = {
  direction?: OrderDirection;
  field: TaskOrderField;
};

export type TaskOrderField =
  | 'ACCEPTED_AT'
  | 'CREATED_AT'
  | 'DUE_AT'
  | 'ENDED_AT'
  | 'SOLVER_NAME'
  | 'STATUS'
  | 'UPDATED_AT';

export type TaskSelectionInput = {
  categoryId?: string | null | undefined;
  endReason?: string | null | undefined;
  except?: Array<TaskSelectionInput> | null | undefined;
  from?: string | null | undefined;
  none?: Array<TaskDimension> | null | undefined;
  on?: TaskTime | null | undefined;
  providerId?: string | null | undefined;
  solverId?: string | null | undefined;
  status?: TaskStatus | null | undefined;
  to?: string | null | undefined;
  zoneId?: string | null | undefined;
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

export type TaskTime =
  | 'ASSIGNED'
  | 'ENDED';

export type TaskUpdateType =
  | 'COMPLETION'
  | 'PROGRESS';

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

export type Theme =
  | 'DARK'
  | 'LIGHT'
  | 'SYSTEM';

export type TimeBucket =
  | 'DAY'
  | 'HOUR'
  | 'MONTH'
  | 'QUARTER'
  | 'WEEK'
  | 'YEAR';

export type TimelineKind =
  | 'COMMENT'
  | 'EDIT'
  | 'LATE_EVIDENCE'
  | 'MEDIA'
  | 'MOVE'
  | 'TASK_STEP'
  | 'UPDATE';

export type TriageComplaintInput = {
  categoryId?: string | null | undefined;
  dueAt?: string | null | undefined;
  expectedVersion?: number | null | undefined;
  id: string;
  noCategory?: boolean;
  noDueAt?: boolean;
  noZone?: boolean;
  priority?: Priority | null | undefined;
  zoneId?: string | null | undefined;
};

export type TriageComplaintsInput = {
  categoryId?: string | null | undefined;
  dueAt?: string | null | undefined;
  items: Array<ComplaintItem>;
  noCategory?: boolean;
  noDueAt?: boolean;
  noZone?: boolean;
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

export type UpdateCategoryInput = {
  defaultPriority?: Priority | null | undefined;
  expectedVersion?: number | null | undefined;
  id: string;
  name?: string | null | undefined;
  noSlaHours?: boolean;
  shownNearby?: boolean | null | undefined;
  slaHours?: number | null | undefined;
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

export type UpdateGroupInput = {
  description?: string | null | undefined;
  expectedVersion?: number | null | undefined;
  id: string;
  name?: string | null | undefined;
};

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

export type UpdateServiceProviderInput = {
  active?: boolean | null | undefined;
  expectedVersion?: number | null | undefined;
  id: string;
  name?: string | null | undefined;
};

export type UpdateSettingsInput = {
  address?: string | null | undefined;
  closeAfterDays?: number | null | undefined;
  color?: string | null | undefined;
  email?: string | null | undefined;
  expectedVersion?: number | null | undefined;
  guestReports?: boolean | null | undefined;
  languages?: Array<string> | null | undefined;
  logoUrl?: string | null | undefined;
  mapTiles?: string | null | undefined;
  name?: string | null | undefined;
  nameStaff?: boolean | null | undefined;
  phone?: string | null | undefined;
  reopenWithinDays?: number | null | undefined;
  replyTo?: string | null | undefined;
  timeZone?: string | null | undefined;
  workingDays?: Array<Weekday> | null | undefined;
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

export type UpdateZoneInput = {
  expectedVersion?: number | null | undefined;
  id: string;
  name: string;
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
