/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
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
  | 'TRIAGE'
  | 'UNCLAIM'
  | 'UNMERGE'
  | 'WITHDRAW';

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

export type CreateServiceProviderInput = {
  idempotencyKey?: string | null | undefined;
  name: string;
};

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
  currency?: string | null | undefined;
  from?: string | null | undefined;
  method?: PaymentMethod | null | undefined;
  providerId?: string | null | undefined;
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

export type Priority =
  | 'HIGH'
  | 'LOW'
  | 'NORMAL'
  | 'URGENT';

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

export type ReversePaymentInput = {
  id: string;
  idempotencyKey?: string | null | undefined;
  reason: string;
};

export type Role =
  | 'ADMIN'
  | 'PROVIDER'
  | 'SOLVER'
  | 'SUPER_ADMIN'
  | 'USER';

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

export type UpdateServiceProviderInput = {
  active?: boolean | null | undefined;
  expectedVersion?: number | null | undefined;
  id: string;
  name?: string | null | undefined;
};

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

export type PaymentRowFragment = { id: string, type: PaymentType, status: PaymentStatus, amount: string, currency: string, paymentDate: string, paymentMethod: PaymentMethod, paymentReference: string, invoiceNumber: string, provider: { id: string, name: string } | null };

export type PaymentsQueryVariables = Exact<{
  providerId?: string | null | undefined;
  fromDate?: string | null | undefined;
  toDate?: string | null | undefined;
  where?: PaymentWhereInput | null | undefined;
  orderBy?: Array<PaymentOrder> | PaymentOrder | null | undefined;
  page: number;
}>;


export type PaymentsQuery = { paymentPage: { payments: Array<{ id: string, type: PaymentType, status: PaymentStatus, amount: string, currency: string, paymentDate: string, paymentMethod: PaymentMethod, paymentReference: string, invoiceNumber: string, provider: { id: string, name: string } | null }>, summary: { count: number, totals: Array<{ currency: string, paid: string, reversed: string, net: string }> }, pagination: { page: number, limit: number, total: number, totalPages: number } } };

export type PaymentPanelQueryVariables = Exact<{
  id: string;
}>;


export type PaymentPanelQuery = { payment: { remarks: string, createdAt: string, id: string, type: PaymentType, status: PaymentStatus, amount: string, currency: string, paymentDate: string, paymentMethod: PaymentMethod, paymentReference: string, invoiceNumber: string, period: { from: string | null, to: string | null } | null, recordedBy: { id: string, name: string } | null, reverses: { id: string, paymentReference: string } | null, reversedBy: { id: string, paymentDate: string, remarks: string, recordedBy: { name: string } | null } | null, availableActions: Array<{ action: Action, enabled: boolean, disabledReason: string }>, tasks: { totalCount: number, edges: Array<{ node: { id: string, endedAt: string | null, solver: { name: string } | null, complaint: { id: string, reference: string, title: string } | null } | null }> }, provider: { id: string, name: string } | null } | null };

export type UnpaidTasksQueryVariables = Exact<{
  where?: TaskWhereInput | null | undefined;
}>;


export type UnpaidTasksQuery = { taskPage: { tasks: Array<{ id: string, endedAt: string | null, solver: { name: string } | null, complaint: { id: string, reference: string, title: string } | null }>, pagination: { total: number } } };

export type RecordPaymentMutationVariables = Exact<{
  input: RecordPaymentInput;
}>;


export type RecordPaymentMutation = { recordPayment: { payment: { id: string, paymentReference: string } } };

export type ReversePaymentMutationVariables = Exact<{
  input: ReversePaymentInput;
}>;


export type ReversePaymentMutation = { reversePayment: { reversal: { id: string } } };

export type ProvidersQueryVariables = Exact<{
  where?: ServiceProviderWhereInput | null | undefined;
  orderBy?: Array<ServiceProviderOrder> | ServiceProviderOrder | null | undefined;
  page: number;
}>;


export type ProvidersQuery = { serviceProviderPage: { serviceProviders: Array<{ id: string, name: string, active: boolean, version: number, createdAt: string, done: { totalCount: number }, unpaid: { totalCount: number } }>, pagination: { page: number, limit: number, total: number, totalPages: number } } };

export type ProviderPanelQueryVariables = Exact<{
  id: string;
  solvers?: UserWhereInput | null | undefined;
  people: boolean;
}>;


export type ProviderPanelQuery = { serviceProvider: { id: string, name: string, active: boolean, version: number, createdAt: string, done: { totalCount: number }, unpaid: { totalCount: number } } | null, paymentPage: { payments: Array<{ id: string, type: PaymentType, status: PaymentStatus, amount: string, currency: string, paymentDate: string, paymentMethod: PaymentMethod, paymentReference: string, invoiceNumber: string, provider: { id: string, name: string } | null }>, summary: { count: number, totals: Array<{ currency: string, paid: string, reversed: string, net: string }> } }, userPage?: { pagination: { total: number } } };

export type CreateProviderMutationVariables = Exact<{
  input: CreateServiceProviderInput;
}>;


export type CreateProviderMutation = { createServiceProvider: { serviceProvider: { id: string } } };

export type UpdateProviderMutationVariables = Exact<{
  input: UpdateServiceProviderInput;
}>;


export type UpdateProviderMutation = { updateServiceProvider: { serviceProvider: { id: string, version: number } } };

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
export const PaymentRowFragmentDoc = new TypedDocumentString(`
    fragment PaymentRow on Payment {
  id
  type
  status
  amount
  currency
  paymentDate
  paymentMethod
  paymentReference
  invoiceNumber
  provider {
    id
    name
  }
}
    `, {"fragmentName":"PaymentRow"}) as unknown as TypedDocumentString<PaymentRowFragment, unknown>;
export const PaymentsDocument = new TypedDocumentString(`
    query Payments($providerId: ID, $fromDate: Date, $toDate: Date, $where: PaymentWhereInput, $orderBy: [PaymentOrder!], $page: Int!) {
  paymentPage(
    providerId: $providerId
    fromDate: $fromDate
    toDate: $toDate
    where: $where
    orderBy: $orderBy
    page: $page
    limit: 50
  ) {
    payments {
      ...PaymentRow
    }
    summary {
      count
      totals {
        currency
        paid
        reversed
        net
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
    fragment PaymentRow on Payment {
  id
  type
  status
  amount
  currency
  paymentDate
  paymentMethod
  paymentReference
  invoiceNumber
  provider {
    id
    name
  }
}`) as unknown as TypedDocumentString<PaymentsQuery, PaymentsQueryVariables>;
export const PaymentPanelDocument = new TypedDocumentString(`
    query PaymentPanel($id: ID!) {
  payment(id: $id) {
    ...PaymentRow
    period {
      from
      to
    }
    remarks
    createdAt
    recordedBy {
      id
      name
    }
    reverses {
      id
      paymentReference
    }
    reversedBy {
      id
      paymentDate
      remarks
      recordedBy {
        name
      }
    }
    availableActions {
      action
      enabled
      disabledReason
    }
    tasks(first: 100) {
      totalCount
      edges {
        node {
          id
          endedAt
          solver {
            name
          }
          complaint {
            id
            reference
            title
          }
        }
      }
    }
  }
}
    fragment PaymentRow on Payment {
  id
  type
  status
  amount
  currency
  paymentDate
  paymentMethod
  paymentReference
  invoiceNumber
  provider {
    id
    name
  }
}`) as unknown as TypedDocumentString<PaymentPanelQuery, PaymentPanelQueryVariables>;
export const UnpaidTasksDocument = new TypedDocumentString(`
    query UnpaidTasks($where: TaskWhereInput) {
  taskPage(
    where: $where
    orderBy: [{field: ENDED_AT, direction: ASC}]
    limit: 100
  ) {
    tasks {
      id
      endedAt
      solver {
        name
      }
      complaint {
        id
        reference
        title
      }
    }
    pagination {
      total
    }
  }
}
    `) as unknown as TypedDocumentString<UnpaidTasksQuery, UnpaidTasksQueryVariables>;
export const RecordPaymentDocument = new TypedDocumentString(`
    mutation RecordPayment($input: RecordPaymentInput!) {
  recordPayment(input: $input) {
    payment {
      id
      paymentReference
    }
  }
}
    `) as unknown as TypedDocumentString<RecordPaymentMutation, RecordPaymentMutationVariables>;
export const ReversePaymentDocument = new TypedDocumentString(`
    mutation ReversePayment($input: ReversePaymentInput!) {
  reversePayment(input: $input) {
    reversal {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<ReversePaymentMutation, ReversePaymentMutationVariables>;
export const ProvidersDocument = new TypedDocumentString(`
    query Providers($where: ServiceProviderWhereInput, $orderBy: [ServiceProviderOrder!], $page: Int!) {
  serviceProviderPage(where: $where, orderBy: $orderBy, page: $page, limit: 50) {
    serviceProviders {
      id
      name
      active
      version
      createdAt
      done: tasks(first: 1, where: {status: COMPLETED}) {
        totalCount
      }
      unpaid: tasks(first: 1, where: {unpaid: true}) {
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
    `) as unknown as TypedDocumentString<ProvidersQuery, ProvidersQueryVariables>;
export const ProviderPanelDocument = new TypedDocumentString(`
    query ProviderPanel($id: ID!, $solvers: UserWhereInput, $people: Boolean!) {
  serviceProvider(id: $id) {
    id
    name
    active
    version
    createdAt
    done: tasks(first: 1, where: {status: COMPLETED}) {
      totalCount
    }
    unpaid: tasks(first: 1, where: {unpaid: true}) {
      totalCount
    }
  }
  paymentPage(providerId: $id, limit: 5) {
    payments {
      ...PaymentRow
    }
    summary {
      count
      totals {
        currency
        paid
        reversed
        net
      }
    }
  }
  userPage(where: $solvers, limit: 1) @include(if: $people) {
    pagination {
      total
    }
  }
}
    fragment PaymentRow on Payment {
  id
  type
  status
  amount
  currency
  paymentDate
  paymentMethod
  paymentReference
  invoiceNumber
  provider {
    id
    name
  }
}`) as unknown as TypedDocumentString<ProviderPanelQuery, ProviderPanelQueryVariables>;
export const CreateProviderDocument = new TypedDocumentString(`
    mutation CreateProvider($input: CreateServiceProviderInput!) {
  createServiceProvider(input: $input) {
    serviceProvider {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<CreateProviderMutation, CreateProviderMutationVariables>;
export const UpdateProviderDocument = new TypedDocumentString(`
    mutation UpdateProvider($input: UpdateServiceProviderInput!) {
  updateServiceProvider(input: $input) {
    serviceProvider {
      id
      version
    }
  }
}
    `) as unknown as TypedDocumentString<UpdateProviderMutation, UpdateProviderMutationVariables>;