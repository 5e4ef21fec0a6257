/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../data/graph/schema.generated';

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type TrackQueryVariables = Exact<{ [key: string]: never; }>;


export type TrackQuery = { emailUpdates: boolean | null, serviceInfo: { linkPage: string | null, timeZone: string, organization: { name: string, logoUrl: string, email: string, phone: string } }, reasonCodes: Array<{ code: string, label: string, labels: Array<{ language: string }> }>, trackedComplaint: { id: string, reference: string, title: string, description: string, status: Types.ComplaintStatus, address: string, createdAt: string, dueAt: string | null, movedAt: string | null, duplicateOfId: string | null, rating: number | null, ratingComment: string, uploadUrl: string, category: { id: string, name: string } | null, availableActions: Array<{ action: Types.Action, enabled: boolean, inputs: Array<{ name: string, maxLength: number | null }> }>, statusLog: { edges: Array<{ node: { id: string, status: Types.ComplaintStatus, publicNote: string, createdAt: string } | null }> }, comments: { edges: Array<{ node: { id: string, text: string, redacted: boolean, agent: Types.Agent, createdAt: string, media: { edges: Array<{ node: { id: string, url: string, thumbnailUrl: string | null, mediaType: Types.MediaType, fileName: string, width: number | null, height: number | null, createdAt: string } | null }> } } | null }> }, media: { edges: Array<{ node: { id: string, url: string, thumbnailUrl: string | null, mediaType: Types.MediaType, fileName: string, width: number | null, height: number | null, createdAt: string } | null }> } } | null };

export type TrackOtherQueryVariables = Exact<{
  id: string;
}>;


export type TrackOtherQuery = { complaintStatusLog: Array<{ id: string, status: Types.ComplaintStatus, publicNote: string, createdAt: string }> };

export type TrackServiceQueryVariables = Exact<{ [key: string]: never; }>;


export type TrackServiceQuery = { serviceInfo: { linkPage: string | null, timeZone: string, organization: { name: string, logoUrl: string, email: string, phone: string } } };

export type TrackMessageMutationVariables = Exact<{
  input: Types.CommentOnComplaintInput;
}>;


export type TrackMessageMutation = { commentOnComplaint: { comment: { id: string, uploadUrl: string } } };

export type TrackRatingMutationVariables = Exact<{
  input: Types.RateComplaintInput;
}>;


export type TrackRatingMutation = { rateComplaint: { complaint: { id: string } } };

export type TrackReopeningMutationVariables = Exact<{
  input: Types.ReopenComplaintInput;
}>;


export type TrackReopeningMutation = { reopenComplaint: { complaint: { id: string } } };

export type TrackWithdrawalMutationVariables = Exact<{
  input: Types.WithdrawComplaintInput;
}>;


export type TrackWithdrawalMutation = { withdrawComplaint: { complaint: { id: string } } };

export type TrackEmailMutationVariables = Exact<{
  input: Types.SetEmailUpdatesInput;
}>;


export type TrackEmailMutation = { setEmailUpdates: { emailUpdates: boolean } };

export type TrackCodeMutationVariables = Exact<{
  input: Types.RedeemLinkCodeInput;
}>;


export type TrackCodeMutation = { redeemLinkCode: { token: string } };

export type TrackInfoFragment = { linkPage: string | null, timeZone: string, organization: { name: string, logoUrl: string, email: string, phone: string } };

export type TrackFileFragment = { id: string, url: string, thumbnailUrl: string | null, mediaType: Types.MediaType, fileName: string, width: number | null, height: number | null, createdAt: string };

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
export const TrackInfoFragmentDoc = new TypedDocumentString(`
    fragment TrackInfo on ServiceInfo {
  linkPage
  timeZone
  organization {
    name
    logoUrl
    email
    phone
  }
}
    `, {"fragmentName":"TrackInfo"}) as unknown as TypedDocumentString<TrackInfoFragment, unknown>;
export const TrackFileFragmentDoc = new TypedDocumentString(`
    fragment TrackFile on Media {
  id
  url
  thumbnailUrl(size: M)
  mediaType
  fileName
  width
  height
  createdAt
}
    `, {"fragmentName":"TrackFile"}) as unknown as TypedDocumentString<TrackFileFragment, unknown>;
export const TrackDocument = new TypedDocumentString(`
    query Track {
  serviceInfo {
    ...TrackInfo
  }
  emailUpdates
  reasonCodes(action: REOPEN) {
    code
    label
    labels {
      language
    }
  }
  trackedComplaint {
    id
    reference
    title
    description
    status
    address
    createdAt
    dueAt
    movedAt
    duplicateOfId
    rating
    ratingComment
    uploadUrl
    category {
      id
      name
    }
    availableActions {
      action
      enabled
      inputs {
        name
        maxLength
      }
    }
    statusLog(last: 100) {
      edges {
        node {
          id
          status
          publicNote
          createdAt
        }
      }
    }
    comments(last: 100) {
      edges {
        node {
          id
          text
          redacted
          agent
          createdAt
          media(first: 10) {
            edges {
              node {
                ...TrackFile
              }
            }
          }
        }
      }
    }
    media(first: 20) {
      edges {
        node {
          ...TrackFile
        }
      }
    }
  }
}
    fragment TrackInfo on ServiceInfo {
  linkPage
  timeZone
  organization {
    name
    logoUrl
    email
    phone
  }
}
fragment TrackFile on Media {
  id
  url
  thumbnailUrl(size: M)
  mediaType
  fileName
  width
  height
  createdAt
}`) as unknown as TypedDocumentString<TrackQuery, TrackQueryVariables>;
export const TrackOtherDocument = new TypedDocumentString(`
    query TrackOther($id: ID!) {
  complaintStatusLog(complaintId: $id) {
    id
    status
    publicNote
    createdAt
  }
}
    `) as unknown as TypedDocumentString<TrackOtherQuery, TrackOtherQueryVariables>;
export const TrackServiceDocument = new TypedDocumentString(`
    query TrackService {
  serviceInfo {
    ...TrackInfo
  }
}
    fragment TrackInfo on ServiceInfo {
  linkPage
  timeZone
  organization {
    name
    logoUrl
    email
    phone
  }
}`) as unknown as TypedDocumentString<TrackServiceQuery, TrackServiceQueryVariables>;
export const TrackMessageDocument = new TypedDocumentString(`
    mutation TrackMessage($input: CommentOnComplaintInput!) {
  commentOnComplaint(input: $input) {
    comment {
      id
      uploadUrl
    }
  }
}
    `) as unknown as TypedDocumentString<TrackMessageMutation, TrackMessageMutationVariables>;
export const TrackRatingDocument = new TypedDocumentString(`
    mutation TrackRating($input: RateComplaintInput!) {
  rateComplaint(input: $input) {
    complaint {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<TrackRatingMutation, TrackRatingMutationVariables>;
export const TrackReopeningDocument = new TypedDocumentString(`
    mutation TrackReopening($input: ReopenComplaintInput!) {
  reopenComplaint(input: $input) {
    complaint {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<TrackReopeningMutation, TrackReopeningMutationVariables>;
export const TrackWithdrawalDocument = new TypedDocumentString(`
    mutation TrackWithdrawal($input: WithdrawComplaintInput!) {
  withdrawComplaint(input: $input) {
    complaint {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<TrackWithdrawalMutation, TrackWithdrawalMutationVariables>;
export const TrackEmailDocument = new TypedDocumentString(`
    mutation TrackEmail($input: SetEmailUpdatesInput!) {
  setEmailUpdates(input: $input) {
    emailUpdates
  }
}
    `) as unknown as TypedDocumentString<TrackEmailMutation, TrackEmailMutationVariables>;
export const TrackCodeDocument = new TypedDocumentString(`
    mutation TrackCode($input: RedeemLinkCodeInput!) {
  redeemLinkCode(input: $input) {
    token
  }
}
    `) as unknown as TypedDocumentString<TrackCodeMutation, TrackCodeMutationVariables>;