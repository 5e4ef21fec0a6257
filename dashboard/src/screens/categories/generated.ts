/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../../data/graph/schema.generated';

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type CategoriesQueryVariables = Exact<{
  page: number;
}>;


export type CategoriesQuery = { categoryPage: { categories: Array<{ id: string, name: string, parentId: string | null, slaHours: number | null, defaultPriority: Types.Priority, shownNearby: boolean, version: number, createdAt: string }>, pagination: { totalPages: number } } };

export type CategoryNowQueryVariables = Exact<{
  id: string;
}>;


export type CategoryNowQuery = { node:
    | { id: string, name: string, slaHours: number | null, defaultPriority: Types.Priority, shownNearby: boolean, version: number, parent: { id: string, name: string } | null }
    | Record<PropertyKey, never>
   | null };

export type CategoryUseQueryVariables = Exact<{
  open: Types.ComplaintWhereInput;
}>;


export type CategoryUseQuery = { complaintCountsFor: Array<{ count: number, more: boolean }> };

export type CreateCategoryMutationVariables = Exact<{
  input: Types.CreateCategoryInput;
}>;


export type CreateCategoryMutation = { createCategory: { category: { id: string, name: string, version: number } } };

export type UpdateCategoryMutationVariables = Exact<{
  input: Types.UpdateCategoryInput;
}>;


export type UpdateCategoryMutation = { updateCategory: { category: { id: string, version: number } } };

export type MoveCategoryMutationVariables = Exact<{
  input: Types.MoveCategoryInput;
}>;


export type MoveCategoryMutation = { moveCategory: { category: { id: string, version: number } } };

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

export const CategoriesDocument = new TypedDocumentString(`
    query Categories($page: Int!) {
  categoryPage(page: $page, limit: 100) {
    categories {
      id
      name
      parentId
      slaHours
      defaultPriority
      shownNearby
      version
      createdAt
    }
    pagination {
      totalPages
    }
  }
}
    `) as unknown as TypedDocumentString<CategoriesQuery, CategoriesQueryVariables>;
export const CategoryNowDocument = new TypedDocumentString(`
    query CategoryNow($id: ID!) {
  node(id: $id) {
    ... on Category {
      id
      name
      slaHours
      defaultPriority
      shownNearby
      version
      parent {
        id
        name
      }
    }
  }
}
    `) as unknown as TypedDocumentString<CategoryNowQuery, CategoryNowQueryVariables>;
export const CategoryUseDocument = new TypedDocumentString(`
    query CategoryUse($open: ComplaintWhereInput!) {
  complaintCountsFor(views: [{key: "open", where: $open}]) {
    count
    more
  }
}
    `) as unknown as TypedDocumentString<CategoryUseQuery, CategoryUseQueryVariables>;
export const CreateCategoryDocument = new TypedDocumentString(`
    mutation CreateCategory($input: CreateCategoryInput!) {
  createCategory(input: $input) {
    category {
      id
      name
      version
    }
  }
}
    `) as unknown as TypedDocumentString<CreateCategoryMutation, CreateCategoryMutationVariables>;
export const UpdateCategoryDocument = new TypedDocumentString(`
    mutation UpdateCategory($input: UpdateCategoryInput!) {
  updateCategory(input: $input) {
    category {
      id
      version
    }
  }
}
    `) as unknown as TypedDocumentString<UpdateCategoryMutation, UpdateCategoryMutationVariables>;
export const MoveCategoryDocument = new TypedDocumentString(`
    mutation MoveCategory($input: MoveCategoryInput!) {
  moveCategory(input: $input) {
    category {
      id
      version
    }
  }
}
    `) as unknown as TypedDocumentString<MoveCategoryMutation, MoveCategoryMutationVariables>;