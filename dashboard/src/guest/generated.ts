/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../data/graph/schema.generated';

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type GuestFormQueryVariables = Exact<{ [key: string]: never; }>;


export type GuestFormQuery = { serviceInfo: { linkPage: string | null, timeZone: string, mapTiles: string | null, mailLinks: boolean, organization: { name: string, logoUrl: string, email: string, phone: string } }, guestForm: { categories: Array<{ id: string, name: string, depth: number }>, zones: Array<{ id: string, name: string, depth: number }>, area: { south: number, west: number, north: number, east: number } | null, challenge: { algorithm: string, challenge: string, maxNumber: number, salt: string, signature: string } } | null };

export type GuestChallengeQueryVariables = Exact<{ [key: string]: never; }>;


export type GuestChallengeQuery = { guestForm: { challenge: { algorithm: string, challenge: string, maxNumber: number, salt: string, signature: string } } | null };

export type GuestNearbyQueryVariables = Exact<{
  latitude: number;
  longitude: number;
  categoryId?: string | null | undefined;
}>;


export type GuestNearbyQuery = { nearbyComplaints: Array<{ categoryName: string | null, status: Types.ComplaintStatus, ageInDays: number, distance: number }> };

export type GuestReportMutationVariables = Exact<{
  input: Types.SubmitGuestReportInput;
}>;


export type GuestReportMutation = { submitGuestReport: { reference: string, token: string, uploadUrl: string } };

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

export const GuestFormDocument = new TypedDocumentString(`
    query GuestForm {
  serviceInfo {
    linkPage
    timeZone
    mapTiles
    mailLinks
    organization {
      name
      logoUrl
      email
      phone
    }
  }
  guestForm {
    categories {
      id
      name
      depth
    }
    zones {
      id
      name
      depth
    }
    area {
      south
      west
      north
      east
    }
    challenge {
      algorithm
      challenge
      maxNumber
      salt
      signature
    }
  }
}
    `) as unknown as TypedDocumentString<GuestFormQuery, GuestFormQueryVariables>;
export const GuestChallengeDocument = new TypedDocumentString(`
    query GuestChallenge {
  guestForm {
    challenge {
      algorithm
      challenge
      maxNumber
      salt
      signature
    }
  }
}
    `) as unknown as TypedDocumentString<GuestChallengeQuery, GuestChallengeQueryVariables>;
export const GuestNearbyDocument = new TypedDocumentString(`
    query GuestNearby($latitude: Float!, $longitude: Float!, $categoryId: ID) {
  nearbyComplaints(
    latitude: $latitude
    longitude: $longitude
    categoryId: $categoryId
  ) {
    categoryName
    status
    ageInDays
    distance
  }
}
    `) as unknown as TypedDocumentString<GuestNearbyQuery, GuestNearbyQueryVariables>;
export const GuestReportDocument = new TypedDocumentString(`
    mutation GuestReport($input: SubmitGuestReportInput!) {
  submitGuestReport(input: $input) {
    reference
    token
    uploadUrl
  }
}
    `) as unknown as TypedDocumentString<GuestReportMutation, GuestReportMutationVariables>;