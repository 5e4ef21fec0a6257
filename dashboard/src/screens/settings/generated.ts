/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../../data/graph/schema.generated';

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type EntryFragment = { id: string, action: string, agent: Types.Agent, subjectType: string, subjectId: string | null, address: string, createdAt: string, actor: { id: string, name: string } | null };

export type AuditQueryVariables = Exact<{
  where?: Types.AuditEntryWhereInput | null | undefined;
  orderBy?: Array<Types.AuditEntryOrder> | Types.AuditEntryOrder | null | undefined;
  page: number;
}>;


export type AuditQuery = { auditEntryPage: { auditEntries: Array<{ id: string, action: string, agent: Types.Agent, subjectType: string, subjectId: string | null, address: string, createdAt: string, actor: { id: string, name: string } | null }>, pagination: { page: number, limit: number, total: number, totalPages: number } } };

export type AuditEntryQueryVariables = Exact<{
  id: string;
}>;


export type AuditEntryQuery = { node:
    | { before: unknown, after: unknown, id: string, action: string, agent: Types.Agent, subjectType: string, subjectId: string | null, address: string, createdAt: string, actor: { id: string, name: string } | null }
    | Record<PropertyKey, never>
   | null };

export type LedgerCheckQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type LedgerCheckQuery = { ledgerCheck: { rowsChecked: number, complete: boolean, after: string | null, fault: { message: string } | null } };

export type AuditSubjectsQueryVariables = Exact<{
  ids: Array<string> | string;
}>;


export type AuditSubjectsQuery = { nodes: Array<
    | { id: string }
    | { title: string, id: string }
    | { name: string, id: string }
    | { id: string, complaint: { id: string, reference: string } | null }
    | { reference: string, title: string, id: string }
    | { id: string, complaint: { id: string, reference: string } | null }
    | { id: string, contactName: string, user: { id: string, name: string } | null, complaint: { id: string, reference: string } | null }
    | { name: string, id: string }
    | { id: string, complaint: { id: string, reference: string } | null }
    | { fileName: string, id: string, complaint: { id: string, reference: string } | null, comment: { id: string, complaint: { id: string, reference: string } | null } | null, taskUpdate: { id: string, task: { id: string, complaint: { id: string, reference: string } | null } | null } | null }
    | { id: string }
    | { paymentReference: string, id: string, provider: { id: string, name: string } | null }
    | { name: string, id: string }
    | { id: string, user: { id: string, name: string } | null }
    | { id: string }
    | { id: string, complaint: { id: string, reference: string } | null }
    | { id: string, task: { id: string, complaint: { id: string, reference: string } | null } | null }
    | { name: string, id: string }
    | { name: string, id: string }
   | null> };

export type SettingsNowFragment = { version: number, closeAfterDays: number, reopenWithinDays: number, languages: Array<string>, timeZone: string, workingDays: Array<Types.Weekday>, mapTiles: string | null, nameStaff: boolean, guestReports: boolean, organization: { name: string, address: string, logoUrl: string, color: string, email: string, phone: string, replyTo: string } };

export type SettingsPageQueryVariables = Exact<{ [key: string]: never; }>;


export type SettingsPageQuery = { settings: { version: number, closeAfterDays: number, reopenWithinDays: number, languages: Array<string>, timeZone: string, workingDays: Array<Types.Weekday>, mapTiles: string | null, nameStaff: boolean, guestReports: boolean, organization: { name: string, address: string, logoUrl: string, color: string, email: string, phone: string, replyTo: string } } };

export type UpdateSettingsMutationVariables = Exact<{
  input: Types.UpdateSettingsInput;
}>;


export type UpdateSettingsMutation = { updateSettings: { settings: { version: number, closeAfterDays: number, reopenWithinDays: number, languages: Array<string>, timeZone: string, workingDays: Array<Types.Weekday>, mapTiles: string | null, nameStaff: boolean, guestReports: boolean, organization: { name: string, address: string, logoUrl: string, color: string, email: string, phone: string, replyTo: string } } } };

export type NotificationDefaultsQueryVariables = Exact<{
  role: Types.Role;
}>;


export type NotificationDefaultsQuery = { settings: { notifications: Array<{ event: Types.NotificationEventType, area: Types.NotificationArea, label: string, channels: Array<{ channel: Types.Channel, on: boolean, chosen: boolean }> }> } };

export type SetNotificationDefaultsMutationVariables = Exact<{
  input: Types.SetNotificationDefaultsInput;
}>;


export type SetNotificationDefaultsMutation = { setNotificationDefaults: { settings: { version: number } } };

export type MailTemplatesQueryVariables = Exact<{ [key: string]: never; }>;


export type MailTemplatesQuery = { settings: { mailTemplates: Array<{ event: Types.NotificationEventType, area: Types.NotificationArea, label: string, readers: Array<Types.MailReader>, texts: Array<{ language: string, part: Types.MailPart, text: string, default: string, changed: boolean, placeholders: Array<string>, maxLength: number }> }> } };

export type MailPreviewQueryVariables = Exact<{
  input: Types.MailPreviewInput;
}>;


export type MailPreviewQuery = { mailPreview: { language: string, subject: string, text: string } };

export type SetMailTextsMutationVariables = Exact<{
  input: Types.SetMailTextsInput;
}>;


export type SetMailTextsMutation = { setMailTexts: { settings: { version: number } } };

export type SettingsHistoryQueryVariables = Exact<{
  before?: number | null | undefined;
}>;


export type SettingsHistoryQuery = { settings: { changes: Array<{ version: number, before: unknown, after: unknown, createdAt: string, actor: { id: string, name: string } }> } };

export type ReasonFragment = { action: Types.Action, code: string, retired: boolean, labels: Array<{ language: string, text: string }> };

export type ReasonsPageQueryVariables = Exact<{ [key: string]: never; }>;


export type ReasonsPageQuery = { hold: Array<{ action: Types.Action, code: string, retired: boolean, labels: Array<{ language: string, text: string }> }>, reject: Array<{ action: Types.Action, code: string, retired: boolean, labels: Array<{ language: string, text: string }> }>, merge: Array<{ action: Types.Action, code: string, retired: boolean, labels: Array<{ language: string, text: string }> }>, unmerge: Array<{ action: Types.Action, code: string, retired: boolean, labels: Array<{ language: string, text: string }> }>, reopen: Array<{ action: Types.Action, code: string, retired: boolean, labels: Array<{ language: string, text: string }> }>, decline: Array<{ action: Types.Action, code: string, retired: boolean, labels: Array<{ language: string, text: string }> }>, reassign: Array<{ action: Types.Action, code: string, retired: boolean, labels: Array<{ language: string, text: string }> }>, cancel: Array<{ action: Types.Action, code: string, retired: boolean, labels: Array<{ language: string, text: string }> }> };

export type SetReasonCodeMutationVariables = Exact<{
  input: Types.SetReasonCodeInput;
}>;


export type SetReasonCodeMutation = { setReasonCode: { reasonCode: { action: Types.Action, code: string, retired: boolean, labels: Array<{ language: string, text: string }> } } };

export type RetireReasonCodeMutationVariables = Exact<{
  input: Types.RetireReasonCodeInput;
}>;


export type RetireReasonCodeMutation = { retireReasonCode: { reasonCode: { action: Types.Action, code: string, retired: boolean, labels: Array<{ language: string, text: string }> } } };

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
export const EntryFragmentDoc = new TypedDocumentString(`
    fragment Entry on AuditEntry {
  id
  action
  agent
  subjectType
  subjectId
  address
  createdAt
  actor {
    id
    name
  }
}
    `, {"fragmentName":"Entry"}) as unknown as TypedDocumentString<EntryFragment, unknown>;
export const SettingsNowFragmentDoc = new TypedDocumentString(`
    fragment SettingsNow on Settings {
  version
  closeAfterDays
  reopenWithinDays
  organization {
    name
    address
    logoUrl
    color
    email
    phone
    replyTo
  }
  languages
  timeZone
  workingDays
  mapTiles
  nameStaff
  guestReports
}
    `, {"fragmentName":"SettingsNow"}) as unknown as TypedDocumentString<SettingsNowFragment, unknown>;
export const ReasonFragmentDoc = new TypedDocumentString(`
    fragment Reason on ReasonCode {
  action
  code
  retired
  labels {
    language
    text
  }
}
    `, {"fragmentName":"Reason"}) as unknown as TypedDocumentString<ReasonFragment, unknown>;
export const AuditDocument = new TypedDocumentString(`
    query Audit($where: AuditEntryWhereInput, $orderBy: [AuditEntryOrder!], $page: Int!) {
  auditEntryPage(where: $where, orderBy: $orderBy, page: $page, limit: 50) {
    auditEntries {
      ...Entry
    }
    pagination {
      page
      limit
      total
      totalPages
    }
  }
}
    fragment Entry on AuditEntry {
  id
  action
  agent
  subjectType
  subjectId
  address
  createdAt
  actor {
    id
    name
  }
}`) as unknown as TypedDocumentString<AuditQuery, AuditQueryVariables>;
export const AuditEntryDocument = new TypedDocumentString(`
    query AuditEntry($id: ID!) {
  node(id: $id) {
    ... on AuditEntry {
      ...Entry
      before
      after
    }
  }
}
    fragment Entry on AuditEntry {
  id
  action
  agent
  subjectType
  subjectId
  address
  createdAt
  actor {
    id
    name
  }
}`) as unknown as TypedDocumentString<AuditEntryQuery, AuditEntryQueryVariables>;
export const LedgerCheckDocument = new TypedDocumentString(`
    query LedgerCheck($after: String) {
  ledgerCheck(after: $after) {
    rowsChecked
    complete
    after
    fault {
      message
    }
  }
}
    `) as unknown as TypedDocumentString<LedgerCheckQuery, LedgerCheckQueryVariables>;
export const AuditSubjectsDocument = new TypedDocumentString(`
    query AuditSubjects($ids: [ID!]!) {
  nodes(ids: $ids) {
    id
    ... on Complaint {
      reference
      title
    }
    ... on Task {
      complaint {
        id
        reference
      }
    }
    ... on TaskUpdate {
      task {
        id
        complaint {
          id
          reference
        }
      }
    }
    ... on LateEvidence {
      complaint {
        id
        reference
      }
    }
    ... on Comment {
      complaint {
        id
        reference
      }
    }
    ... on ComplaintRevision {
      complaint {
        id
        reference
      }
    }
    ... on Media {
      fileName
      complaint {
        id
        reference
      }
      comment {
        id
        complaint {
          id
          reference
        }
      }
      taskUpdate {
        id
        task {
          id
          complaint {
            id
            reference
          }
        }
      }
    }
    ... on Payment {
      paymentReference
      provider {
        id
        name
      }
    }
    ... on Broadcast {
      title
    }
    ... on User {
      name
    }
    ... on Session {
      user {
        id
        name
      }
    }
    ... on Contact {
      contactName: name
      user {
        id
        name
      }
      complaint {
        id
        reference
      }
    }
    ... on Group {
      name
    }
    ... on Zone {
      name
    }
    ... on Category {
      name
    }
    ... on ServiceProvider {
      name
    }
  }
}
    `) as unknown as TypedDocumentString<AuditSubjectsQuery, AuditSubjectsQueryVariables>;
export const SettingsPageDocument = new TypedDocumentString(`
    query SettingsPage {
  settings {
    ...SettingsNow
  }
}
    fragment SettingsNow on Settings {
  version
  closeAfterDays
  reopenWithinDays
  organization {
    name
    address
    logoUrl
    color
    email
    phone
    replyTo
  }
  languages
  timeZone
  workingDays
  mapTiles
  nameStaff
  guestReports
}`) as unknown as TypedDocumentString<SettingsPageQuery, SettingsPageQueryVariables>;
export const UpdateSettingsDocument = new TypedDocumentString(`
    mutation UpdateSettings($input: UpdateSettingsInput!) {
  updateSettings(input: $input) {
    settings {
      ...SettingsNow
    }
  }
}
    fragment SettingsNow on Settings {
  version
  closeAfterDays
  reopenWithinDays
  organization {
    name
    address
    logoUrl
    color
    email
    phone
    replyTo
  }
  languages
  timeZone
  workingDays
  mapTiles
  nameStaff
  guestReports
}`) as unknown as TypedDocumentString<UpdateSettingsMutation, UpdateSettingsMutationVariables>;
export const NotificationDefaultsDocument = new TypedDocumentString(`
    query NotificationDefaults($role: Role!) {
  settings {
    notifications(role: $role) {
      event
      area
      label
      channels {
        channel
        on
        chosen
      }
    }
  }
}
    `) as unknown as TypedDocumentString<NotificationDefaultsQuery, NotificationDefaultsQueryVariables>;
export const SetNotificationDefaultsDocument = new TypedDocumentString(`
    mutation SetNotificationDefaults($input: SetNotificationDefaultsInput!) {
  setNotificationDefaults(input: $input) {
    settings {
      version
    }
  }
}
    `) as unknown as TypedDocumentString<SetNotificationDefaultsMutation, SetNotificationDefaultsMutationVariables>;
export const MailTemplatesDocument = new TypedDocumentString(`
    query MailTemplates {
  settings {
    mailTemplates {
      event
      area
      label
      readers
      texts {
        language
        part
        text
        default
        changed
        placeholders
        maxLength
      }
    }
  }
}
    `) as unknown as TypedDocumentString<MailTemplatesQuery, MailTemplatesQueryVariables>;
export const MailPreviewDocument = new TypedDocumentString(`
    query MailPreview($input: MailPreviewInput!) {
  mailPreview(input: $input) {
    language
    subject
    text
  }
}
    `) as unknown as TypedDocumentString<MailPreviewQuery, MailPreviewQueryVariables>;
export const SetMailTextsDocument = new TypedDocumentString(`
    mutation SetMailTexts($input: SetMailTextsInput!) {
  setMailTexts(input: $input) {
    settings {
      version
    }
  }
}
    `) as unknown as TypedDocumentString<SetMailTextsMutation, SetMailTextsMutationVariables>;
export const SettingsHistoryDocument = new TypedDocumentString(`
    query SettingsHistory($before: Int) {
  settings {
    changes(before: $before) {
      version
      before
      after
      createdAt
      actor {
        id
        name
      }
    }
  }
}
    `) as unknown as TypedDocumentString<SettingsHistoryQuery, SettingsHistoryQueryVariables>;
export const ReasonsPageDocument = new TypedDocumentString(`
    query ReasonsPage {
  hold: reasonCodes(action: HOLD, retired: true) {
    ...Reason
  }
  reject: reasonCodes(action: REJECT, retired: true) {
    ...Reason
  }
  merge: reasonCodes(action: MERGE, retired: true) {
    ...Reason
  }
  unmerge: reasonCodes(action: UNMERGE, retired: true) {
    ...Reason
  }
  reopen: reasonCodes(action: REOPEN, retired: true) {
    ...Reason
  }
  decline: reasonCodes(action: DECLINE, retired: true) {
    ...Reason
  }
  reassign: reasonCodes(action: REASSIGN, retired: true) {
    ...Reason
  }
  cancel: reasonCodes(action: CANCEL, retired: true) {
    ...Reason
  }
}
    fragment Reason on ReasonCode {
  action
  code
  retired
  labels {
    language
    text
  }
}`) as unknown as TypedDocumentString<ReasonsPageQuery, ReasonsPageQueryVariables>;
export const SetReasonCodeDocument = new TypedDocumentString(`
    mutation SetReasonCode($input: SetReasonCodeInput!) {
  setReasonCode(input: $input) {
    reasonCode {
      ...Reason
    }
  }
}
    fragment Reason on ReasonCode {
  action
  code
  retired
  labels {
    language
    text
  }
}`) as unknown as TypedDocumentString<SetReasonCodeMutation, SetReasonCodeMutationVariables>;
export const RetireReasonCodeDocument = new TypedDocumentString(`
    mutation RetireReasonCode($input: RetireReasonCodeInput!) {
  retireReasonCode(input: $input) {
    reasonCode {
      ...Reason
    }
  }
}
    fragment Reason on ReasonCode {
  action
  code
  retired
  labels {
    language
    text
  }
}`) as unknown as TypedDocumentString<RetireReasonCodeMutation, RetireReasonCodeMutationVariables>;