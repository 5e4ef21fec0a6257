/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../../graph/schema.generated';

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type ComplaintRowFragment = { __typename: 'Complaint', id: string, reference: string, title: string, status: Types.ComplaintStatus, priority: Types.Priority, dueAt: string | null, overdue: boolean, createdAt: string, updatedAt: string, movedAt: string | null, reopenedCount: number, flagged: boolean, rating: number | null, source: Types.ComplaintSource, version: number, category: { id: string, name: string } | null, zone: { id: string, name: string } | null, handler: { id: string, name: string } | null, duplicateOf: { id: string, reference: string } | null, media: { edges: Array<{ node: { id: string } | null }> }, comments: { edges: Array<{ node: { id: string } | null }> }, tasks: { edges: Array<{ node: { id: string, status: Types.TaskStatus, version: number, solver: { id: string, name: string } | null } | null }> } };

export type LiveComplaintsSubscriptionVariables = Exact<{
  after?: string | null | undefined;
}>;


export type LiveComplaintsSubscription = { complaintChanged: { eventId: string, changes: Array<{ complaintId: string, changed: Array<Types.ComplaintPart>, actor: { id: string, name: string } | null, complaint: { __typename: 'Complaint', id: string, reference: string, title: string, status: Types.ComplaintStatus, priority: Types.Priority, dueAt: string | null, overdue: boolean, createdAt: string, updatedAt: string, movedAt: string | null, reopenedCount: number, flagged: boolean, rating: number | null, source: Types.ComplaintSource, version: number, category: { id: string, name: string } | null, zone: { id: string, name: string } | null, handler: { id: string, name: string } | null, duplicateOf: { id: string, reference: string } | null, media: { edges: Array<{ node: { id: string } | null }> }, comments: { edges: Array<{ node: { id: string } | null }> }, tasks: { edges: Array<{ node: { id: string, status: Types.TaskStatus, version: number, solver: { id: string, name: string } | null } | null }> } } }> } };

export type ZonesQueryVariables = Exact<{
  page: number;
}>;


export type ZonesQuery = { zonePage: { zones: Array<{ id: string, name: string, parentId: string | null, version: number, createdAt: string }>, pagination: { totalPages: number } } };

export type ZoneNowQueryVariables = Exact<{
  id: string;
}>;


export type ZoneNowQuery = { node:
    | { id: string, name: string, version: number, parent: { id: string, name: string } | null }
    | Record<PropertyKey, never>
   | null };

export type ZoneUseQueryVariables = Exact<{
  id: string;
  people?: Types.UserWhereInput | null | undefined;
}>;


export type ZoneUseQuery = { complaintCountsFor: Array<{ label: string }>, userPage: { pagination: { total: number } } };

export type CreateZoneMutationVariables = Exact<{
  input: Types.CreateZoneInput;
}>;


export type CreateZoneMutation = { createZone: { zone: { id: string, name: string, version: number } } };

export type UpdateZoneMutationVariables = Exact<{
  input: Types.UpdateZoneInput;
}>;


export type UpdateZoneMutation = { updateZone: { zone: { id: string, version: number } } };

export type MoveZoneMutationVariables = Exact<{
  input: Types.MoveZoneInput;
}>;


export type MoveZoneMutation = { moveZone: { zone: { id: string, version: number } } };

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
export const LiveComplaintsDocument = new TypedDocumentString(`
    subscription LiveComplaints($after: EventID) {
  complaintChanged(after: $after) {
    eventId
    changes {
      complaintId
      changed
      actor {
        id
        name
      }
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
}`) as unknown as TypedDocumentString<LiveComplaintsSubscription, LiveComplaintsSubscriptionVariables>;
export const ZonesDocument = new TypedDocumentString(`
    query Zones($page: Int!) {
  zonePage(page: $page, limit: 100) {
    zones {
      id
      name
      parentId
      version
      createdAt
    }
    pagination {
      totalPages
    }
  }
}
    `) as unknown as TypedDocumentString<ZonesQuery, ZonesQueryVariables>;
export const ZoneNowDocument = new TypedDocumentString(`
    query ZoneNow($id: ID!) {
  node(id: $id) {
    ... on Zone {
      id
      name
      version
      parent {
        id
        name
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ZoneNowQuery, ZoneNowQueryVariables>;
export const ZoneUseDocument = new TypedDocumentString(`
    query ZoneUse($id: ID!, $people: UserWhereInput) {
  complaintCountsFor(
    views: [{key: "open", where: {zone: {within: $id}, statusIn: [SUBMITTED, ASSIGNED, IN_PROGRESS, ON_HOLD, REOPENED]}}]
  ) {
    label
  }
  userPage(where: $people, limit: 1) {
    pagination {
      total
    }
  }
}
    `) as unknown as TypedDocumentString<ZoneUseQuery, ZoneUseQueryVariables>;
export const CreateZoneDocument = new TypedDocumentString(`
    mutation CreateZone($input: CreateZoneInput!) {
  createZone(input: $input) {
    zone {
      id
      name
      version
    }
  }
}
    `) as unknown as TypedDocumentString<CreateZoneMutation, CreateZoneMutationVariables>;
export const UpdateZoneDocument = new TypedDocumentString(`
    mutation UpdateZone($input: UpdateZoneInput!) {
  updateZone(input: $input) {
    zone {
      id
      version
    }
  }
}
    `) as unknown as TypedDocumentString<UpdateZoneMutation, UpdateZoneMutationVariables>;
export const MoveZoneDocument = new TypedDocumentString(`
    mutation MoveZone($input: MoveZoneInput!) {
  moveZone(input: $input) {
    zone {
      id
      version
    }
  }
}
    `) as unknown as TypedDocumentString<MoveZoneMutation, MoveZoneMutationVariables>;