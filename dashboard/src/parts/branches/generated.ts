/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../../data/graph/schema.generated';

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type ZoneBranchesQueryVariables = Exact<{
  where?: Types.ZoneWhereInput | null | undefined;
  limit: number;
}>;


export type ZoneBranchesQuery = { zonePage: { zones: Array<{ id: string, name: string, parentId: string | null, parent: { id: string, name: string } | null }>, pagination: { total: number } } };

export type CategoryBranchesQueryVariables = Exact<{
  where?: Types.CategoryWhereInput | null | undefined;
  limit: number;
}>;


export type CategoryBranchesQuery = { categoryPage: { categories: Array<{ id: string, name: string, parentId: string | null, parent: { id: string, name: string } | null }>, pagination: { total: number } } };

export type PeopleToChooseQueryVariables = Exact<{
  where?: Types.UserWhereInput | null | undefined;
  limit: number;
}>;


export type PeopleToChooseQuery = { userPage: { users: Array<{ id: string, name: string, zone: { id: string, name: string } | null }>, pagination: { total: number } } };

export type GroupsToChooseQueryVariables = Exact<{
  where?: Types.GroupWhereInput | null | undefined;
  limit: number;
}>;


export type GroupsToChooseQuery = { groupPage: { groups: Array<{ id: string, name: string }>, pagination: { total: number } } };

export type ProvidersToChooseQueryVariables = Exact<{
  where?: Types.ServiceProviderWhereInput | null | undefined;
  limit: number;
}>;


export type ProvidersToChooseQuery = { serviceProviderPage: { serviceProviders: Array<{ id: string, name: string }>, pagination: { total: number } } };

export type ReportersToChooseQueryVariables = Exact<{
  text: string;
}>;


export type ReportersToChooseQuery = { find: { users: Array<{ id: string, name: string }>, callers: Array<{ name: string, phone: string, email: string }> } };

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

export const ZoneBranchesDocument = new TypedDocumentString(`
    query ZoneBranches($where: ZoneWhereInput, $limit: Int!) {
  zonePage(where: $where, limit: $limit) {
    zones {
      id
      name
      parentId
      parent {
        id
        name
      }
    }
    pagination {
      total
    }
  }
}
    `) as unknown as TypedDocumentString<ZoneBranchesQuery, ZoneBranchesQueryVariables>;
export const CategoryBranchesDocument = new TypedDocumentString(`
    query CategoryBranches($where: CategoryWhereInput, $limit: Int!) {
  categoryPage(where: $where, limit: $limit) {
    categories {
      id
      name
      parentId
      parent {
        id
        name
      }
    }
    pagination {
      total
    }
  }
}
    `) as unknown as TypedDocumentString<CategoryBranchesQuery, CategoryBranchesQueryVariables>;
export const PeopleToChooseDocument = new TypedDocumentString(`
    query PeopleToChoose($where: UserWhereInput, $limit: Int!) {
  userPage(where: $where, orderBy: [{field: NAME, direction: ASC}], limit: $limit) {
    users {
      id
      name
      zone {
        id
        name
      }
    }
    pagination {
      total
    }
  }
}
    `) as unknown as TypedDocumentString<PeopleToChooseQuery, PeopleToChooseQueryVariables>;
export const GroupsToChooseDocument = new TypedDocumentString(`
    query GroupsToChoose($where: GroupWhereInput, $limit: Int!) {
  groupPage(
    where: $where
    orderBy: [{field: NAME, direction: ASC}]
    limit: $limit
  ) {
    groups {
      id
      name
    }
    pagination {
      total
    }
  }
}
    `) as unknown as TypedDocumentString<GroupsToChooseQuery, GroupsToChooseQueryVariables>;
export const ProvidersToChooseDocument = new TypedDocumentString(`
    query ProvidersToChoose($where: ServiceProviderWhereInput, $limit: Int!) {
  serviceProviderPage(
    where: $where
    orderBy: [{field: NAME, direction: ASC}]
    limit: $limit
  ) {
    serviceProviders {
      id
      name
    }
    pagination {
      total
    }
  }
}
    `) as unknown as TypedDocumentString<ProvidersToChooseQuery, ProvidersToChooseQueryVariables>;
export const ReportersToChooseDocument = new TypedDocumentString(`
    query ReportersToChoose($text: String!) {
  find(text: $text, limit: 20) {
    users {
      id
      name
    }
    callers {
      name
      phone
      email
    }
  }
}
    `) as unknown as TypedDocumentString<ReportersToChooseQuery, ReportersToChooseQueryVariables>;