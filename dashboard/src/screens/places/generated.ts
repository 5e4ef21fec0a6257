/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../../data/graph/schema.generated';

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
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
  open: Types.ComplaintWhereInput;
  people?: Types.UserWhereInput | null | undefined;
}>;


export type ZoneUseQuery = { complaintCountsFor: Array<{ count: number, more: boolean }>, userPage: { pagination: { total: number } } };

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
    query ZoneUse($open: ComplaintWhereInput!, $people: UserWhereInput) {
  complaintCountsFor(views: [{key: "open", where: $open}]) {
    count
    more
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