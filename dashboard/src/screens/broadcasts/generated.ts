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

export type CancelBroadcastInput = {
  expectedVersion?: number | null | undefined;
  id: string;
  reason?: string;
};

export type Channel =
  | 'EMAIL'
  | 'IN_APP';

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

export type DeliveryState =
  | 'CANCELLED'
  | 'COMPLETED'
  | 'FAILED'
  | 'HELD'
  | 'IN_PROGRESS'
  | 'PARTIAL'
  | 'PENDING';

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

export type OrderDirection =
  | 'ASC'
  | 'DESC';

export type Priority =
  | 'HIGH'
  | 'LOW'
  | 'NORMAL'
  | 'URGENT';

export type ReleaseBroadcastInput = {
  expectedVersion?: number | null | undefined;
  id: string;
};

export type RescheduleBroadcastInput = {
  expectedVersion?: number | null | undefined;
  id: string;
  note?: string;
  scheduledAt?: string | null | undefined;
  timezone?: string;
};

export type RetryFailedInput = {
  expectedVersion?: number | null | undefined;
  id: string;
};

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

export type SendTestBroadcastInput = {
  channels?: Array<Channel>;
  idempotencyKey?: string | null | undefined;
  message: string;
  title: string;
};

export type StopBroadcastInput = {
  expectedVersion?: number | null | undefined;
  id: string;
  reason?: string;
};

export type TargetType =
  | 'ALL'
  | 'GROUP'
  | 'ROLE'
  | 'ZONE';

export type TaskStatus =
  | 'ACCEPTED'
  | 'ASSIGNED'
  | 'CANCELLED'
  | 'COMPLETED'
  | 'COMPLETION_SUBMITTED'
  | 'DECLINED'
  | 'IN_PROGRESS'
  | 'RETURNED';

export type ComplaintRowFragment = { __typename: 'Complaint', id: string, reference: string, title: string, status: ComplaintStatus, priority: Priority, dueAt: string | null, overdue: boolean, createdAt: string, updatedAt: string, movedAt: string | null, reopenedCount: number, flagged: boolean, rating: number | null, source: ComplaintSource, version: number, category: { id: string, name: string } | null, zone: { id: string, name: string } | null, handler: { id: string, name: string } | null, duplicateOf: { id: string, reference: string } | null, media: { edges: Array<{ node: { id: string } | null }> }, comments: { edges: Array<{ node: { id: string } | null }> }, tasks: { edges: Array<{ node: { id: string, status: TaskStatus, version: number, solver: { id: string, name: string } | null } | null }> } };

export type BroadcastRowFragment = { id: string, title: string, status: BroadcastStatus, deliveryState: DeliveryState, scheduledAt: string, timezone: string, version: number, recipientCount: number, target: { type: TargetType, value: string, label: string }, createdBy: { id: string, name: string } | null };

export type BroadcastsQueryVariables = Exact<{
  where?: BroadcastWhereInput | null | undefined;
  orderBy?: Array<BroadcastOrder> | BroadcastOrder | null | undefined;
  page: number;
}>;


export type BroadcastsQuery = { broadcastPage: { broadcasts: Array<{ id: string, title: string, status: BroadcastStatus, deliveryState: DeliveryState, scheduledAt: string, timezone: string, version: number, recipientCount: number, target: { type: TargetType, value: string, label: string }, createdBy: { id: string, name: string } | null }>, pagination: { page: number, limit: number, total: number, totalPages: number } } };

export type BroadcastPanelQueryVariables = Exact<{
  id: string;
}>;


export type BroadcastPanelQuery = { broadcast: { message: string, channels: Array<Channel>, urgent: boolean, cancelReason: string, createdAt: string, id: string, title: string, status: BroadcastStatus, deliveryState: DeliveryState, scheduledAt: string, timezone: string, version: number, recipientCount: number, availableActions: Array<{ action: Action, enabled: boolean, disabledReason: string }>, delivery: { state: DeliveryState, recipients: number, expected: number | null, pending: number, sent: number, delivered: number, read: number, failed: number, skipped: number, cancelled: number, startedAt: string | null, completedAt: string | null, byChannel: Array<{ channel: Channel, recipients: number, pending: number, sent: number, delivered: number, read: number, failed: number, skipped: number, cancelled: number }> }, history: Array<{ action: string, actorName: string, note: string, createdAt: string }>, notifications: { totalCount: number, edges: Array<{ node: { id: string, channel: Channel, lastError: string, attempts: number, recipient: { id: string, name: string } | null } | null }> }, target: { type: TargetType, value: string, label: string }, createdBy: { id: string, name: string } | null } | null };

export type BroadcastServiceQueryVariables = Exact<{ [key: string]: never; }>;


export type BroadcastServiceQuery = { serviceInfo: { mail: boolean, timeZone: string, limits: { broadcastMessageBytes: number } } };

export type AudienceQueryVariables = Exact<{
  targetType: TargetType;
  targetValue: string;
}>;


export type AudienceQuery = { broadcastAudience: { recipients: number, channels: Array<{ channel: Channel, recipients: number }> } };

export type ScheduleBroadcastMutationVariables = Exact<{
  input: ScheduleBroadcastInput;
}>;


export type ScheduleBroadcastMutation = { scheduleBroadcast: { broadcast: { id: string } } };

export type EditBroadcastMutationVariables = Exact<{
  input: EditBroadcastInput;
}>;


export type EditBroadcastMutation = { editBroadcast: { broadcast: { id: string, version: number } } };

export type RescheduleBroadcastMutationVariables = Exact<{
  input: RescheduleBroadcastInput;
}>;


export type RescheduleBroadcastMutation = { rescheduleBroadcast: { broadcast: { id: string } } };

export type ReleaseBroadcastMutationVariables = Exact<{
  input: ReleaseBroadcastInput;
}>;


export type ReleaseBroadcastMutation = { releaseBroadcast: { broadcast: { id: string } } };

export type CancelBroadcastMutationVariables = Exact<{
  input: CancelBroadcastInput;
}>;


export type CancelBroadcastMutation = { cancelBroadcast: { broadcast: { id: string } } };

export type StopBroadcastMutationVariables = Exact<{
  input: StopBroadcastInput;
}>;


export type StopBroadcastMutation = { stopBroadcast: { broadcast: { id: string } } };

export type RetryFailedMutationVariables = Exact<{
  input: RetryFailedInput;
}>;


export type RetryFailedMutation = { retryFailed: { broadcast: { id: string } } };

export type SendTestBroadcastMutationVariables = Exact<{
  input: SendTestBroadcastInput;
}>;


export type SendTestBroadcastMutation = { sendTestBroadcast: { notification: { id: string } } };

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
export const BroadcastRowFragmentDoc = new TypedDocumentString(`
    fragment BroadcastRow on Broadcast {
  id
  title
  status
  deliveryState
  scheduledAt
  timezone
  version
  recipientCount
  target {
    type
    value
    label
  }
  createdBy {
    id
    name
  }
}
    `, {"fragmentName":"BroadcastRow"}) as unknown as TypedDocumentString<BroadcastRowFragment, unknown>;
export const BroadcastsDocument = new TypedDocumentString(`
    query Broadcasts($where: BroadcastWhereInput, $orderBy: [BroadcastOrder!], $page: Int!) {
  broadcastPage(where: $where, orderBy: $orderBy, page: $page, limit: 50) {
    broadcasts {
      ...BroadcastRow
    }
    pagination {
      page
      limit
      total
      totalPages
    }
  }
}
    fragment BroadcastRow on Broadcast {
  id
  title
  status
  deliveryState
  scheduledAt
  timezone
  version
  recipientCount
  target {
    type
    value
    label
  }
  createdBy {
    id
    name
  }
}`) as unknown as TypedDocumentString<BroadcastsQuery, BroadcastsQueryVariables>;
export const BroadcastPanelDocument = new TypedDocumentString(`
    query BroadcastPanel($id: ID!) {
  broadcast(id: $id) {
    ...BroadcastRow
    message
    channels
    urgent
    cancelReason
    createdAt
    availableActions {
      action
      enabled
      disabledReason
    }
    delivery {
      state
      recipients
      expected
      pending
      sent
      delivered
      read
      failed
      skipped
      cancelled
      startedAt
      completedAt
      byChannel {
        channel
        recipients
        pending
        sent
        delivered
        read
        failed
        skipped
        cancelled
      }
    }
    history {
      action
      actorName
      note
      createdAt
    }
    notifications(first: 50, where: {state: FAILED}) {
      totalCount
      edges {
        node {
          id
          channel
          lastError
          attempts
          recipient {
            id
            name
          }
        }
      }
    }
  }
}
    fragment BroadcastRow on Broadcast {
  id
  title
  status
  deliveryState
  scheduledAt
  timezone
  version
  recipientCount
  target {
    type
    value
    label
  }
  createdBy {
    id
    name
  }
}`) as unknown as TypedDocumentString<BroadcastPanelQuery, BroadcastPanelQueryVariables>;
export const BroadcastServiceDocument = new TypedDocumentString(`
    query BroadcastService {
  serviceInfo {
    mail
    timeZone
    limits {
      broadcastMessageBytes
    }
  }
}
    `) as unknown as TypedDocumentString<BroadcastServiceQuery, BroadcastServiceQueryVariables>;
export const AudienceDocument = new TypedDocumentString(`
    query Audience($targetType: TargetType!, $targetValue: String!) {
  broadcastAudience(targetType: $targetType, targetValue: $targetValue) {
    recipients
    channels {
      channel
      recipients
    }
  }
}
    `) as unknown as TypedDocumentString<AudienceQuery, AudienceQueryVariables>;
export const ScheduleBroadcastDocument = new TypedDocumentString(`
    mutation ScheduleBroadcast($input: ScheduleBroadcastInput!) {
  scheduleBroadcast(input: $input) {
    broadcast {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<ScheduleBroadcastMutation, ScheduleBroadcastMutationVariables>;
export const EditBroadcastDocument = new TypedDocumentString(`
    mutation EditBroadcast($input: EditBroadcastInput!) {
  editBroadcast(input: $input) {
    broadcast {
      id
      version
    }
  }
}
    `) as unknown as TypedDocumentString<EditBroadcastMutation, EditBroadcastMutationVariables>;
export const RescheduleBroadcastDocument = new TypedDocumentString(`
    mutation RescheduleBroadcast($input: RescheduleBroadcastInput!) {
  rescheduleBroadcast(input: $input) {
    broadcast {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<RescheduleBroadcastMutation, RescheduleBroadcastMutationVariables>;
export const ReleaseBroadcastDocument = new TypedDocumentString(`
    mutation ReleaseBroadcast($input: ReleaseBroadcastInput!) {
  releaseBroadcast(input: $input) {
    broadcast {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<ReleaseBroadcastMutation, ReleaseBroadcastMutationVariables>;
export const CancelBroadcastDocument = new TypedDocumentString(`
    mutation CancelBroadcast($input: CancelBroadcastInput!) {
  cancelBroadcast(input: $input) {
    broadcast {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<CancelBroadcastMutation, CancelBroadcastMutationVariables>;
export const StopBroadcastDocument = new TypedDocumentString(`
    mutation StopBroadcast($input: StopBroadcastInput!) {
  stopBroadcast(input: $input) {
    broadcast {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<StopBroadcastMutation, StopBroadcastMutationVariables>;
export const RetryFailedDocument = new TypedDocumentString(`
    mutation RetryFailed($input: RetryFailedInput!) {
  retryFailed(input: $input) {
    broadcast {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<RetryFailedMutation, RetryFailedMutationVariables>;
export const SendTestBroadcastDocument = new TypedDocumentString(`
    mutation SendTestBroadcast($input: SendTestBroadcastInput!) {
  sendTestBroadcast(input: $input) {
    notification {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<SendTestBroadcastMutation, SendTestBroadcastMutationVariables>;