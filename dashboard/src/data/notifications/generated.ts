/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../graph/schema.generated';

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type RetryEmailAddressMutationVariables = Exact<{
  contact: string;
}>;


export type RetryEmailAddressMutation = { retryEmailAddress: { contact: { id: string, refusedAt: string | null } } };

export type NotificationRowFragment = { id: string, title: string, message: string, sender: string, urgent: boolean, readAt: string | null, createdAt: string, broadcastId: string | null, complaintId: string | null, taskId: string | null, complaint: { reference: string, title: string } | null, task: { status: Types.TaskStatus } | null };

export type BellQueryVariables = Exact<{ [key: string]: never; }>;


export type BellQuery = { unreadNotifications: number, urgent: { totalCount: number, edges: Array<{ node: { id: string, title: string, message: string, sender: string, urgent: boolean, readAt: string | null, createdAt: string, broadcastId: string | null, complaintId: string | null, taskId: string | null, complaint: { reference: string, title: string } | null, task: { status: Types.TaskStatus } | null } | null }> } };

export type NotificationsQueryVariables = Exact<{
  after?: string | null | undefined;
  where?: Types.NotificationWhereInput | null | undefined;
}>;


export type NotificationsQuery = { notifications: { edges: Array<{ node: { id: string, title: string, message: string, sender: string, urgent: boolean, readAt: string | null, createdAt: string, broadcastId: string | null, complaintId: string | null, taskId: string | null, complaint: { reference: string, title: string } | null, task: { status: Types.TaskStatus } | null } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type NotificationQueryVariables = Exact<{
  where?: Types.NotificationWhereInput | null | undefined;
}>;


export type NotificationQuery = { notifications: { edges: Array<{ node: { id: string, title: string, message: string, sender: string, urgent: boolean, readAt: string | null, createdAt: string, broadcastId: string | null, complaintId: string | null, taskId: string | null, complaint: { reference: string, title: string } | null, task: { status: Types.TaskStatus } | null } | null }> } };

export type MarkReadMutationVariables = Exact<{
  id: string;
}>;


export type MarkReadMutation = { markNotificationRead: { notification: { id: string, readAt: string | null } } };

export type MarkUnreadMutationVariables = Exact<{
  id: string;
}>;


export type MarkUnreadMutation = { markNotificationUnread: { notification: { id: string, readAt: string | null } } };

export type MarkAllReadMutationVariables = Exact<{
  input?: Types.MarkAllNotificationsReadInput | null | undefined;
}>;


export type MarkAllReadMutation = { markAllNotificationsRead: { marked: number, more: boolean, until: string } };

export type LiveNotificationsSubscriptionVariables = Exact<{
  after?: string | null | undefined;
}>;


export type LiveNotificationsSubscription = { notificationsChanged: { eventId: string, unread: number, notification: { id: string, title: string } | null } };

export type HeldMailQueryVariables = Exact<{ [key: string]: never; }>;


export type HeldMailQuery = { heldMail: { since: string, count: number, decision: Types.HeldMailDecision | null } | null };

export type ReleaseHeldMailMutationVariables = Exact<{
  since: string;
}>;


export type ReleaseHeldMailMutation = { releaseHeldMail: { heldMail: { count: number } } };

export type DropHeldMailMutationVariables = Exact<{
  since: string;
}>;


export type DropHeldMailMutation = { dropHeldMail: { heldMail: { count: number } } };

export type MoveMailQueryVariables = Exact<{
  id: string;
  action: Types.Action;
  publicNote: string;
}>;


export type MoveMailQuery = { complaintMailPreview: { language: string, subject: string, text: string } | null };

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
export const NotificationRowFragmentDoc = new TypedDocumentString(`
    fragment NotificationRow on Notification {
  id
  title
  message
  sender
  urgent
  readAt
  createdAt
  broadcastId
  complaintId
  taskId
  complaint {
    reference
    title
  }
  task {
    status
  }
}
    `, {"fragmentName":"NotificationRow"}) as unknown as TypedDocumentString<NotificationRowFragment, unknown>;
export const RetryEmailAddressDocument = new TypedDocumentString(`
    mutation RetryEmailAddress($contact: ID!) {
  retryEmailAddress(input: {contactId: $contact}) {
    contact {
      id
      refusedAt
    }
  }
}
    `) as unknown as TypedDocumentString<RetryEmailAddressMutation, RetryEmailAddressMutationVariables>;
export const BellDocument = new TypedDocumentString(`
    query Bell {
  unreadNotifications(atMost: 100)
  urgent: notifications(first: 3, where: {urgent: true, readAtIsNil: true}) {
    totalCount
    edges {
      node {
        ...NotificationRow
      }
    }
  }
}
    fragment NotificationRow on Notification {
  id
  title
  message
  sender
  urgent
  readAt
  createdAt
  broadcastId
  complaintId
  taskId
  complaint {
    reference
    title
  }
  task {
    status
  }
}`) as unknown as TypedDocumentString<BellQuery, BellQueryVariables>;
export const NotificationsDocument = new TypedDocumentString(`
    query Notifications($after: Cursor, $where: NotificationWhereInput) {
  notifications(first: 20, after: $after, where: $where) {
    edges {
      node {
        ...NotificationRow
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    fragment NotificationRow on Notification {
  id
  title
  message
  sender
  urgent
  readAt
  createdAt
  broadcastId
  complaintId
  taskId
  complaint {
    reference
    title
  }
  task {
    status
  }
}`) as unknown as TypedDocumentString<NotificationsQuery, NotificationsQueryVariables>;
export const NotificationDocument = new TypedDocumentString(`
    query Notification($where: NotificationWhereInput) {
  notifications(first: 1, where: $where) {
    edges {
      node {
        ...NotificationRow
      }
    }
  }
}
    fragment NotificationRow on Notification {
  id
  title
  message
  sender
  urgent
  readAt
  createdAt
  broadcastId
  complaintId
  taskId
  complaint {
    reference
    title
  }
  task {
    status
  }
}`) as unknown as TypedDocumentString<NotificationQuery, NotificationQueryVariables>;
export const MarkReadDocument = new TypedDocumentString(`
    mutation MarkRead($id: ID!) {
  markNotificationRead(input: {id: $id}) {
    notification {
      id
      readAt
    }
  }
}
    `) as unknown as TypedDocumentString<MarkReadMutation, MarkReadMutationVariables>;
export const MarkUnreadDocument = new TypedDocumentString(`
    mutation MarkUnread($id: ID!) {
  markNotificationUnread(input: {id: $id}) {
    notification {
      id
      readAt
    }
  }
}
    `) as unknown as TypedDocumentString<MarkUnreadMutation, MarkUnreadMutationVariables>;
export const MarkAllReadDocument = new TypedDocumentString(`
    mutation MarkAllRead($input: MarkAllNotificationsReadInput) {
  markAllNotificationsRead(input: $input) {
    marked
    more
    until
  }
}
    `) as unknown as TypedDocumentString<MarkAllReadMutation, MarkAllReadMutationVariables>;
export const LiveNotificationsDocument = new TypedDocumentString(`
    subscription LiveNotifications($after: EventID) {
  notificationsChanged(after: $after) {
    eventId
    unread
    notification {
      id
      title
    }
  }
}
    `) as unknown as TypedDocumentString<LiveNotificationsSubscription, LiveNotificationsSubscriptionVariables>;
export const HeldMailDocument = new TypedDocumentString(`
    query HeldMail {
  heldMail {
    since
    count
    decision
  }
}
    `) as unknown as TypedDocumentString<HeldMailQuery, HeldMailQueryVariables>;
export const ReleaseHeldMailDocument = new TypedDocumentString(`
    mutation ReleaseHeldMail($since: Time!) {
  releaseHeldMail(input: {since: $since}) {
    heldMail {
      count
    }
  }
}
    `) as unknown as TypedDocumentString<ReleaseHeldMailMutation, ReleaseHeldMailMutationVariables>;
export const DropHeldMailDocument = new TypedDocumentString(`
    mutation DropHeldMail($since: Time!) {
  dropHeldMail(input: {since: $since}) {
    heldMail {
      count
    }
  }
}
    `) as unknown as TypedDocumentString<DropHeldMailMutation, DropHeldMailMutationVariables>;
export const MoveMailDocument = new TypedDocumentString(`
    query MoveMail($id: ID!, $action: Action!, $publicNote: String!) {
  complaintMailPreview(id: $id, action: $action, publicNote: $publicNote) {
    language
    subject
    text
  }
}
    `) as unknown as TypedDocumentString<MoveMailQuery, MoveMailQueryVariables>;