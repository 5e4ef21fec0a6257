/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../../data/graph/schema.generated';

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type MyComplaintsQueryVariables = Exact<{
  page: number;
  where?: Types.ComplaintWhereInput | null | undefined;
}>;


export type MyComplaintsQuery = { complaintPage: { complaints: Array<{ id: string, reference: string, title: string, status: Types.ComplaintStatus, address: string, createdAt: string, updatedAt: string, rating: number | null, category: { id: string, name: string } | null, duplicateOf: { id: string, reference: string } | null, media: { edges: Array<{ node: { id: string, thumbnailUrl: string | null } | null }> } }>, pagination: { page: number, totalPages: number, total: number, hasNext: boolean, hasPrevious: boolean } } };

export type ReportedNearbyQueryVariables = Exact<{
  latitude: number;
  longitude: number;
  categoryId?: string | null | undefined;
}>;


export type ReportedNearbyQuery = { nearbyComplaints: Array<{ categoryName: string | null, status: Types.ComplaintStatus, ageInDays: number, distance: number }> };

export type ReportComplaintMutationVariables = Exact<{
  input: Types.SubmitComplaintInput;
}>;


export type ReportComplaintMutation = { submitComplaint: { complaint: { id: string, reference: string, uploadUrl: string } } };

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

export const MyComplaintsDocument = new TypedDocumentString(`
    query MyComplaints($page: Int!, $where: ComplaintWhereInput) {
  complaintPage(
    where: $where
    orderBy: [{field: UPDATED_AT, direction: DESC}]
    page: $page
    limit: 20
  ) {
    complaints {
      id
      reference
      title
      status
      address
      createdAt
      updatedAt
      rating
      category {
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
            thumbnailUrl(size: S)
          }
        }
      }
    }
    pagination {
      page
      totalPages
      total
      hasNext
      hasPrevious
    }
  }
}
    `) as unknown as TypedDocumentString<MyComplaintsQuery, MyComplaintsQueryVariables>;
export const ReportedNearbyDocument = new TypedDocumentString(`
    query ReportedNearby($latitude: Float!, $longitude: Float!, $categoryId: ID) {
  nearbyComplaints(
    latitude: $latitude
    longitude: $longitude
    metres: 100
    categoryId: $categoryId
  ) {
    categoryName
    status
    ageInDays
    distance
  }
}
    `) as unknown as TypedDocumentString<ReportedNearbyQuery, ReportedNearbyQueryVariables>;
export const ReportComplaintDocument = new TypedDocumentString(`
    mutation ReportComplaint($input: SubmitComplaintInput!) {
  submitComplaint(input: $input) {
    complaint {
      id
      reference
      uploadUrl
    }
  }
}
    `) as unknown as TypedDocumentString<ReportComplaintMutation, ReportComplaintMutationVariables>;