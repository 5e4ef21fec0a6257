/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../../data/graph/schema.generated';

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type LookupZonesQueryVariables = Exact<{
  where?: Types.ZoneWhereInput | null | undefined;
}>;


export type LookupZonesQuery = { zonePage: { zones: Array<{ id: string, name: string, parent: { id: string, name: string } | null }> } };

export type LookupCategoriesQueryVariables = Exact<{
  where?: Types.CategoryWhereInput | null | undefined;
}>;


export type LookupCategoriesQuery = { categoryPage: { categories: Array<{ id: string, name: string, parent: { id: string, name: string } | null }> } };

export type LookupUsersQueryVariables = Exact<{
  where?: Types.UserWhereInput | null | undefined;
}>;


export type LookupUsersQuery = { userPage: { users: Array<{ id: string, name: string, role: Types.Role | null, state: Types.AccountState | null, contact: { email: string } | null }> } };

export type LookupGroupsQueryVariables = Exact<{
  where?: Types.GroupWhereInput | null | undefined;
}>;


export type LookupGroupsQuery = { groupPage: { groups: Array<{ id: string, name: string, description: string }> } };

export type LookupProvidersQueryVariables = Exact<{
  where?: Types.ServiceProviderWhereInput | null | undefined;
}>;


export type LookupProvidersQuery = { serviceProviderPage: { serviceProviders: Array<{ id: string, name: string, active: boolean }> } };

export type LookupComplaintsQueryVariables = Exact<{
  where?: Types.ComplaintWhereInput | null | undefined;
}>;


export type LookupComplaintsQuery = { complaintPage: { complaints: Array<{ id: string, reference: string, title: string }> } };

export type LookupNameQueryVariables = Exact<{
  id: string;
}>;


export type LookupNameQuery = { node:
    | { name: string }
    | { reference: string, title: string }
    | { name: string }
    | { name: string }
    | { name: string }
    | { name: string }
    | Record<PropertyKey, never>
   | null };

export type ExportLinkQueryVariables = Exact<{
  of: Types.Export;
  arguments?: unknown;
}>;


export type ExportLinkQuery = { exportLink: { url: string } };

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

export const LookupZonesDocument = new TypedDocumentString(`
    query LookupZones($where: ZoneWhereInput) {
  zonePage(where: $where, limit: 20) {
    zones {
      id
      name
      parent {
        id
        name
      }
    }
  }
}
    `) as unknown as TypedDocumentString<LookupZonesQuery, LookupZonesQueryVariables>;
export const LookupCategoriesDocument = new TypedDocumentString(`
    query LookupCategories($where: CategoryWhereInput) {
  categoryPage(where: $where, limit: 20) {
    categories {
      id
      name
      parent {
        id
        name
      }
    }
  }
}
    `) as unknown as TypedDocumentString<LookupCategoriesQuery, LookupCategoriesQueryVariables>;
export const LookupUsersDocument = new TypedDocumentString(`
    query LookupUsers($where: UserWhereInput) {
  userPage(where: $where, orderBy: [{field: NAME, direction: ASC}], limit: 20) {
    users {
      id
      name
      role
      state
      contact {
        email
      }
    }
  }
}
    `) as unknown as TypedDocumentString<LookupUsersQuery, LookupUsersQueryVariables>;
export const LookupGroupsDocument = new TypedDocumentString(`
    query LookupGroups($where: GroupWhereInput) {
  groupPage(where: $where, orderBy: [{field: NAME, direction: ASC}], limit: 20) {
    groups {
      id
      name
      description
    }
  }
}
    `) as unknown as TypedDocumentString<LookupGroupsQuery, LookupGroupsQueryVariables>;
export const LookupProvidersDocument = new TypedDocumentString(`
    query LookupProviders($where: ServiceProviderWhereInput) {
  serviceProviderPage(
    where: $where
    orderBy: [{field: NAME, direction: ASC}]
    limit: 20
  ) {
    serviceProviders {
      id
      name
      active
    }
  }
}
    `) as unknown as TypedDocumentString<LookupProvidersQuery, LookupProvidersQueryVariables>;
export const LookupComplaintsDocument = new TypedDocumentString(`
    query LookupComplaints($where: ComplaintWhereInput) {
  complaintPage(where: $where, limit: 20) {
    complaints {
      id
      reference
      title
    }
  }
}
    `) as unknown as TypedDocumentString<LookupComplaintsQuery, LookupComplaintsQueryVariables>;
export const LookupNameDocument = new TypedDocumentString(`
    query LookupName($id: ID!) {
  node(id: $id) {
    ... on Zone {
      name
    }
    ... on Category {
      name
    }
    ... on User {
      name
    }
    ... on Group {
      name
    }
    ... on ServiceProvider {
      name
    }
    ... on Complaint {
      reference
      title
    }
  }
}
    `) as unknown as TypedDocumentString<LookupNameQuery, LookupNameQueryVariables>;
export const ExportLinkDocument = new TypedDocumentString(`
    query ExportLink($of: Export!, $arguments: JSON) {
  exportLink(of: $of, arguments: $arguments) {
    url
  }
}
    `) as unknown as TypedDocumentString<ExportLinkQuery, ExportLinkQueryVariables>;