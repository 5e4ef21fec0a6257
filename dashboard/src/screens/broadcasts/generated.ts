/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../../data/graph/schema.generated';

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type BroadcastRowFragment = { id: string, title: string, status: Types.BroadcastStatus, deliveryState: Types.DeliveryState, scheduledAt: string, timezone: string, version: number, recipientCount: number, target: { type: Types.TargetType, value: string, label: string }, createdBy: { id: string, name: string } | null };

export type BroadcastsQueryVariables = Exact<{
  where?: Types.BroadcastWhereInput | null | undefined;
  orderBy?: Array<Types.BroadcastOrder> | Types.BroadcastOrder | null | undefined;
  page: number;
}>;


export type BroadcastsQuery = { broadcastPage: { broadcasts: Array<{ id: string, title: string, status: Types.BroadcastStatus, deliveryState: Types.DeliveryState, scheduledAt: string, timezone: string, version: number, recipientCount: number, target: { type: Types.TargetType, value: string, label: string }, createdBy: { id: string, name: string } | null }>, pagination: { page: number, limit: number, total: number, totalPages: number } } };

export type BroadcastPanelQueryVariables = Exact<{
  id: string;
}>;


export type BroadcastPanelQuery = { broadcast: { message: string, channels: Array<Types.Channel>, urgent: boolean, cancelReason: string, createdAt: string, id: string, title: string, status: Types.BroadcastStatus, deliveryState: Types.DeliveryState, scheduledAt: string, timezone: string, version: number, recipientCount: number, availableActions: Array<{ action: Types.Action, enabled: boolean, disabledReason: string }>, delivery: { state: Types.DeliveryState, recipients: number, expected: number | null, pending: number, sent: number, delivered: number, read: number, failed: number, skipped: number, cancelled: number, startedAt: string | null, completedAt: string | null, byChannel: Array<{ channel: Types.Channel, recipients: number, pending: number, sent: number, delivered: number, read: number, failed: number, skipped: number, cancelled: number }> }, history: Array<{ action: string, actorName: string, note: string, createdAt: string }>, notifications: { totalCount: number, edges: Array<{ node: { id: string, channel: Types.Channel, lastError: string, attempts: number, recipient: { id: string, name: string } | null } | null }> }, target: { type: Types.TargetType, value: string, label: string }, createdBy: { id: string, name: string } | null } | null };

export type BroadcastServiceQueryVariables = Exact<{ [key: string]: never; }>;


export type BroadcastServiceQuery = { serviceInfo: { mail: boolean, timeZone: string, limits: { broadcastMessageBytes: number } } };

export type AudienceQueryVariables = Exact<{
  targetType: Types.TargetType;
  targetValue: string;
}>;


export type AudienceQuery = { broadcastAudience: { recipients: number, channels: Array<{ channel: Types.Channel, recipients: number }> } };

export type ScheduleBroadcastMutationVariables = Exact<{
  input: Types.ScheduleBroadcastInput;
}>;


export type ScheduleBroadcastMutation = { scheduleBroadcast: { broadcast: { id: string } } };

export type EditBroadcastMutationVariables = Exact<{
  input: Types.EditBroadcastInput;
}>;


export type EditBroadcastMutation = { editBroadcast: { broadcast: { id: string, version: number } } };

export type RescheduleBroadcastMutationVariables = Exact<{
  input: Types.RescheduleBroadcastInput;
}>;


export type RescheduleBroadcastMutation = { rescheduleBroadcast: { broadcast: { id: string } } };

export type ReleaseBroadcastMutationVariables = Exact<{
  input: Types.ReleaseBroadcastInput;
}>;


export type ReleaseBroadcastMutation = { releaseBroadcast: { broadcast: { id: string } } };

export type CancelBroadcastMutationVariables = Exact<{
  input: Types.CancelBroadcastInput;
}>;


export type CancelBroadcastMutation = { cancelBroadcast: { broadcast: { id: string } } };

export type StopBroadcastMutationVariables = Exact<{
  input: Types.StopBroadcastInput;
}>;


export type StopBroadcastMutation = { stopBroadcast: { broadcast: { id: string } } };

export type RetryFailedMutationVariables = Exact<{
  input: Types.RetryFailedInput;
}>;


export type RetryFailedMutation = { retryFailed: { broadcast: { id: string } } };

export type SendTestBroadcastMutationVariables = Exact<{
  input: Types.SendTestBroadcastInput;
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