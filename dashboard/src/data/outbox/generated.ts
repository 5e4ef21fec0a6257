/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../graph/schema.generated';

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type OutboxAcceptMutationVariables = Exact<{
  input: Types.AcceptTaskInput;
}>;


export type OutboxAcceptMutation = { acceptTask: { task: { id: string } } };

export type OutboxDeclineMutationVariables = Exact<{
  input: Types.DeclineTaskInput;
}>;


export type OutboxDeclineMutation = { declineTask: { task: { id: string } } };

export type OutboxStartMutationVariables = Exact<{
  input: Types.StartTaskInput;
}>;


export type OutboxStartMutation = { startTask: { task: { id: string } } };

export type OutboxReturnMutationVariables = Exact<{
  input: Types.ReturnTaskInput;
}>;


export type OutboxReturnMutation = { returnTask: { task: { id: string } } };

export type OutboxProgressMutationVariables = Exact<{
  input: Types.PostTaskUpdateInput;
}>;


export type OutboxProgressMutation = { postTaskUpdate: { update: { id: string, uploadUrl: string } } };

export type OutboxCompletionMutationVariables = Exact<{
  input: Types.SubmitCompletionInput;
}>;


export type OutboxCompletionMutation = { submitCompletion: { update: { id: string, uploadUrl: string } } };

export type OutboxLateMutationVariables = Exact<{
  input: Types.SubmitLateEvidenceInput;
}>;


export type OutboxLateMutation = { submitLateEvidence: { lateEvidence: { id: string, uploadUrl: string } } };

export type OutboxTaskQueryVariables = Exact<{
  id: string;
}>;


export type OutboxTaskQuery = { task: { id: string, status: Types.TaskStatus, acceptedAt: string | null, startedAt: string | null, complaint: { id: string, status: Types.ComplaintStatus } | null } | null };

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

export const OutboxAcceptDocument = new TypedDocumentString(`
    mutation OutboxAccept($input: AcceptTaskInput!) {
  acceptTask(input: $input) {
    task {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<OutboxAcceptMutation, OutboxAcceptMutationVariables>;
export const OutboxDeclineDocument = new TypedDocumentString(`
    mutation OutboxDecline($input: DeclineTaskInput!) {
  declineTask(input: $input) {
    task {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<OutboxDeclineMutation, OutboxDeclineMutationVariables>;
export const OutboxStartDocument = new TypedDocumentString(`
    mutation OutboxStart($input: StartTaskInput!) {
  startTask(input: $input) {
    task {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<OutboxStartMutation, OutboxStartMutationVariables>;
export const OutboxReturnDocument = new TypedDocumentString(`
    mutation OutboxReturn($input: ReturnTaskInput!) {
  returnTask(input: $input) {
    task {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<OutboxReturnMutation, OutboxReturnMutationVariables>;
export const OutboxProgressDocument = new TypedDocumentString(`
    mutation OutboxProgress($input: PostTaskUpdateInput!) {
  postTaskUpdate(input: $input) {
    update {
      id
      uploadUrl
    }
  }
}
    `) as unknown as TypedDocumentString<OutboxProgressMutation, OutboxProgressMutationVariables>;
export const OutboxCompletionDocument = new TypedDocumentString(`
    mutation OutboxCompletion($input: SubmitCompletionInput!) {
  submitCompletion(input: $input) {
    update {
      id
      uploadUrl
    }
  }
}
    `) as unknown as TypedDocumentString<OutboxCompletionMutation, OutboxCompletionMutationVariables>;
export const OutboxLateDocument = new TypedDocumentString(`
    mutation OutboxLate($input: SubmitLateEvidenceInput!) {
  submitLateEvidence(input: $input) {
    lateEvidence {
      id
      uploadUrl
    }
  }
}
    `) as unknown as TypedDocumentString<OutboxLateMutation, OutboxLateMutationVariables>;
export const OutboxTaskDocument = new TypedDocumentString(`
    query OutboxTask($id: ID!) {
  task(id: $id) {
    id
    status
    acceptedAt
    startedAt
    complaint {
      id
      status
    }
  }
}
    `) as unknown as TypedDocumentString<OutboxTaskQuery, OutboxTaskQueryVariables>;