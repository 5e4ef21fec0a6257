/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type AcceptTaskInput = {
  expectedVersion?: number | null | undefined;
  id: string;
  occurredAt?: string | null | undefined;
};

export type ComplaintSource =
  | 'APP'
  | 'EMAIL'
  | 'IMPORT'
  | 'PHONE'
  | 'STAFF'
  | 'WEB';

export type ComplaintStatus =
  | 'ASSIGNED'
  | 'CLOSED'
  | 'IN_PROGRESS'
  | 'MERGED'
  | 'ON_HOLD'
  | 'REJECTED'
  | 'REOPENED'
  | 'RESOLVED'
  | 'SUBMITTED'
  | 'WITHDRAWN';

export type DeclineTaskInput = {
  expectedVersion?: number | null | undefined;
  id: string;
  note?: string;
  reasonCode: string;
};

export type PostTaskUpdateInput = {
  clientId?: string | null | undefined;
  expectedVersion?: number | null | undefined;
  id: string;
  idempotencyKey?: string | null | undefined;
  occurredAt?: string | null | undefined;
  percentageCompleted?: number | null | undefined;
  remarks?: string;
};

export type Priority =
  | 'HIGH'
  | 'LOW'
  | 'NORMAL'
  | 'URGENT';

export type ReturnTaskInput = {
  expectedVersion?: number | null | undefined;
  id: string;
  note?: string;
  reasonCode: string;
};

export type StartTaskInput = {
  expectedVersion?: number | null | undefined;
  id: string;
  occurredAt?: string | null | undefined;
};

export type SubmitCompletionInput = {
  clientId?: string | null | undefined;
  expectedVersion?: number | null | undefined;
  id: string;
  idempotencyKey?: string | null | undefined;
  occurredAt?: string | null | undefined;
  percentageCompleted?: number;
  remarks?: string;
};

export type TaskStatus =
  | 'ACCEPTED'
  | 'ASSIGNED'
  | 'CANCELLED'
  | 'COMPLETED'
  | 'COMPLETION_SUBMITTED'
  | 'DECLINED'
  | 'IN_PROGRESS'
  | 'RETURNED';

export type ComplaintRowFragment = { __typename: 'Complaint', id: string, reference: string, title: string, status: ComplaintStatus, priority: Priority, dueAt: string | null, overdue: boolean, createdAt: string, updatedAt: string, movedAt: string | null, reopenedCount: number, flagged: boolean, rating: number | null, source: ComplaintSource, version: number, category: { id: string, name: string } | null, zone: { id: string, name: string } | null, handler: { id: string, name: string } | null, duplicateOf: { id: string, reference: string } | null, media: { edges: Array<{ node: { id: string } | null }> }, comments: { edges: Array<{ node: { id: string } | null }> }, tasks: { edges: Array<{ node: { id: string, status: TaskStatus, version: number, solver: { id: string, name: string } | null } | null }> } };

export type OutboxAcceptMutationVariables = Exact<{
  input: AcceptTaskInput;
}>;


export type OutboxAcceptMutation = { acceptTask: { task: { id: string } } };

export type OutboxDeclineMutationVariables = Exact<{
  input: DeclineTaskInput;
}>;


export type OutboxDeclineMutation = { declineTask: { task: { id: string } } };

export type OutboxStartMutationVariables = Exact<{
  input: StartTaskInput;
}>;


export type OutboxStartMutation = { startTask: { task: { id: string } } };

export type OutboxReturnMutationVariables = Exact<{
  input: ReturnTaskInput;
}>;


export type OutboxReturnMutation = { returnTask: { task: { id: string } } };

export type OutboxProgressMutationVariables = Exact<{
  input: PostTaskUpdateInput;
}>;


export type OutboxProgressMutation = { postTaskUpdate: { update: { id: string, uploadUrl: string } } };

export type OutboxCompletionMutationVariables = Exact<{
  input: SubmitCompletionInput;
}>;


export type OutboxCompletionMutation = { submitCompletion: { update: { id: string, uploadUrl: string } } };

export type OutboxTaskQueryVariables = Exact<{
  id: string;
}>;


export type OutboxTaskQuery = { task: { id: string, status: TaskStatus, acceptedAt: string | null, startedAt: string | null, complaint: { id: string, status: ComplaintStatus } | null } | null };

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