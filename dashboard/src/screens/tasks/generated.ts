/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
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

export type OrderDirection =
  | 'ASC'
  | 'DESC';

export type PaymentStatus =
  | 'PAID'
  | 'REVERSED';

export type PaymentType =
  | 'REVERSAL'
  | 'SETTLEMENT';

export type Priority =
  | 'HIGH'
  | 'LOW'
  | 'NORMAL'
  | 'URGENT';

export type ReviewStatus =
  | 'APPROVED'
  | 'REJECTED'
  | 'SUBMITTED';

export type SubtreeInput = {
  within: string;
};

export type TaskDimension =
  | 'PROVIDER'
  | 'SOLVER'
  | 'STATUS';

export type TaskOrder = {
  direction?: OrderDirection;
  field: TaskOrderField;
};

export type TaskOrderField =
  | 'ACCEPTED_AT'
  | 'CREATED_AT'
  | 'DUE_AT'
  | 'ENDED_AT'
  | 'SOLVER_NAME'
  | 'STATUS'
  | 'UPDATED_AT';

export type TaskSelectionInput = {
  from?: string | null | undefined;
  none?: Array<TaskDimension> | null | undefined;
  providerId?: string | null | undefined;
  solverId?: string | null | undefined;
  status?: TaskStatus | null | undefined;
  to?: string | null | undefined;
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

export type TaskUpdateType =
  | 'COMPLETION'
  | 'PROGRESS';

export type TaskWhereInput = {
  acceptedAt?: string | null | undefined;
  acceptedAtGT?: string | null | undefined;
  acceptedAtGTE?: string | null | undefined;
  acceptedAtIn?: Array<string> | null | undefined;
  acceptedAtIsNil?: boolean | null | undefined;
  acceptedAtLT?: string | null | undefined;
  acceptedAtLTE?: string | null | undefined;
  acceptedAtNEQ?: string | null | undefined;
  acceptedAtNotIn?: Array<string> | null | undefined;
  acceptedAtNotNil?: boolean | null | undefined;
  and?: Array<TaskWhereInput> | null | undefined;
  assignedById?: string | null | undefined;
  assignedByIdIn?: Array<string> | null | undefined;
  assignedByIdIsNil?: boolean | null | undefined;
  assignedByIdNEQ?: string | null | undefined;
  assignedByIdNotIn?: Array<string> | null | undefined;
  assignedByIdNotNil?: boolean | null | undefined;
  category?: SubtreeInput | null | undefined;
  categoryId?: string | null | undefined;
  complaintId?: string | null | undefined;
  complaintIdIn?: Array<string> | null | undefined;
  complaintIdNEQ?: string | null | undefined;
  complaintIdNotIn?: Array<string> | null | undefined;
  createdAt?: string | null | undefined;
  createdAtGT?: string | null | undefined;
  createdAtGTE?: string | null | undefined;
  createdAtIn?: Array<string> | null | undefined;
  createdAtLT?: string | null | undefined;
  createdAtLTE?: string | null | undefined;
  createdAtNEQ?: string | null | undefined;
  createdAtNotIn?: Array<string> | null | undefined;
  dueAt?: string | null | undefined;
  dueAtGT?: string | null | undefined;
  dueAtGTE?: string | null | undefined;
  dueAtIn?: Array<string> | null | undefined;
  dueAtIsNil?: boolean | null | undefined;
  dueAtLT?: string | null | undefined;
  dueAtLTE?: string | null | undefined;
  dueAtNEQ?: string | null | undefined;
  dueAtNotIn?: Array<string> | null | undefined;
  dueAtNotNil?: boolean | null | undefined;
  endNote?: string | null | undefined;
  endNoteContains?: string | null | undefined;
  endNoteContainsFold?: string | null | undefined;
  endNoteEqualFold?: string | null | undefined;
  endNoteHasPrefix?: string | null | undefined;
  endNoteIn?: Array<string> | null | undefined;
  endNoteNEQ?: string | null | undefined;
  endNoteNotIn?: Array<string> | null | undefined;
  endReason?: string | null | undefined;
  endReasonContains?: string | null | undefined;
  endReasonContainsFold?: string | null | undefined;
  endReasonEqualFold?: string | null | undefined;
  endReasonHasPrefix?: string | null | undefined;
  endReasonIn?: Array<string> | null | undefined;
  endReasonNEQ?: string | null | undefined;
  endReasonNotIn?: Array<string> | null | undefined;
  endedAt?: string | null | undefined;
  endedAtGT?: string | null | undefined;
  endedAtGTE?: string | null | undefined;
  endedAtIn?: Array<string> | null | undefined;
  endedAtIsNil?: boolean | null | undefined;
  endedAtLT?: string | null | undefined;
  endedAtLTE?: string | null | undefined;
  endedAtNEQ?: string | null | undefined;
  endedAtNotIn?: Array<string> | null | undefined;
  endedAtNotNil?: boolean | null | undefined;
  id?: string | null | undefined;
  idIn?: Array<string> | null | undefined;
  idNEQ?: string | null | undefined;
  idNotIn?: Array<string> | null | undefined;
  instructions?: string | null | undefined;
  instructionsContains?: string | null | undefined;
  instructionsContainsFold?: string | null | undefined;
  instructionsEqualFold?: string | null | undefined;
  instructionsHasPrefix?: string | null | undefined;
  instructionsIn?: Array<string> | null | undefined;
  instructionsNEQ?: string | null | undefined;
  instructionsNotIn?: Array<string> | null | undefined;
  not?: TaskWhereInput | null | undefined;
  or?: Array<TaskWhereInput> | null | undefined;
  overdue?: boolean | null | undefined;
  previousId?: string | null | undefined;
  previousIdIn?: Array<string> | null | undefined;
  previousIdIsNil?: boolean | null | undefined;
  previousIdNEQ?: string | null | undefined;
  previousIdNotIn?: Array<string> | null | undefined;
  previousIdNotNil?: boolean | null | undefined;
  providerId?: string | null | undefined;
  providerIdIn?: Array<string> | null | undefined;
  providerIdIsNil?: boolean | null | undefined;
  providerIdNEQ?: string | null | undefined;
  providerIdNotIn?: Array<string> | null | undefined;
  providerIdNotNil?: boolean | null | undefined;
  search?: string | null | undefined;
  selection?: TaskSelectionInput | null | undefined;
  solverId?: string | null | undefined;
  solverIdIn?: Array<string> | null | undefined;
  solverIdNEQ?: string | null | undefined;
  solverIdNotIn?: Array<string> | null | undefined;
  startedAt?: string | null | undefined;
  startedAtGT?: string | null | undefined;
  startedAtGTE?: string | null | undefined;
  startedAtIn?: Array<string> | null | undefined;
  startedAtIsNil?: boolean | null | undefined;
  startedAtLT?: string | null | undefined;
  startedAtLTE?: string | null | undefined;
  startedAtNEQ?: string | null | undefined;
  startedAtNotIn?: Array<string> | null | undefined;
  startedAtNotNil?: boolean | null | undefined;
  status?: TaskStatus | null | undefined;
  statusIn?: Array<TaskStatus> | null | undefined;
  statusNEQ?: TaskStatus | null | undefined;
  statusNotIn?: Array<TaskStatus> | null | undefined;
  unpaid?: boolean | null | undefined;
  updatedAt?: string | null | undefined;
  updatedAtGT?: string | null | undefined;
  updatedAtGTE?: string | null | undefined;
  updatedAtIn?: Array<string> | null | undefined;
  updatedAtLT?: string | null | undefined;
  updatedAtLTE?: string | null | undefined;
  updatedAtNEQ?: string | null | undefined;
  updatedAtNotIn?: Array<string> | null | undefined;
  version?: number | null | undefined;
  versionGT?: number | null | undefined;
  versionGTE?: number | null | undefined;
  versionIn?: Array<number> | null | undefined;
  versionLT?: number | null | undefined;
  versionLTE?: number | null | undefined;
  versionNEQ?: number | null | undefined;
  versionNotIn?: Array<number> | null | undefined;
  zone?: SubtreeInput | null | undefined;
  zoneId?: string | null | undefined;
};

export type ComplaintRowFragment = { __typename: 'Complaint', id: string, reference: string, title: string, status: ComplaintStatus, priority: Priority, dueAt: string | null, overdue: boolean, createdAt: string, updatedAt: string, movedAt: string | null, reopenedCount: number, flagged: boolean, rating: number | null, source: ComplaintSource, version: number, category: { id: string, name: string } | null, zone: { id: string, name: string } | null, handler: { id: string, name: string } | null, duplicateOf: { id: string, reference: string } | null, media: { edges: Array<{ node: { id: string } | null }> }, comments: { edges: Array<{ node: { id: string } | null }> }, tasks: { edges: Array<{ node: { id: string, status: TaskStatus, version: number, solver: { id: string, name: string } | null } | null }> } };

export type TaskRowFragment = { id: string, status: TaskStatus, dueAt: string | null, createdAt: string, endedAt: string | null, solver: { id: string, name: string } | null, provider: { id: string, name: string } | null, complaint: { id: string, reference: string, title: string, zone: { name: string } | null, category: { name: string } | null } | null };

export type TasksQueryVariables = Exact<{
  where?: TaskWhereInput | null | undefined;
  orderBy?: Array<TaskOrder> | TaskOrder | null | undefined;
  page: number;
}>;


export type TasksQuery = { taskPage: { tasks: Array<{ id: string, status: TaskStatus, dueAt: string | null, createdAt: string, endedAt: string | null, solver: { id: string, name: string } | null, provider: { id: string, name: string } | null, complaint: { id: string, reference: string, title: string, zone: { name: string } | null, category: { name: string } | null } | null }>, pagination: { page: number, limit: number, total: number, totalPages: number } } };

export type TaskPanelQueryVariables = Exact<{
  id: string;
  staff: boolean;
}>;


export type TaskPanelQuery = { task: { instructions: string, acceptedAt: string | null, startedAt: string | null, endReason: string, endNote: string, id: string, status: TaskStatus, dueAt: string | null, createdAt: string, endedAt: string | null, assignedBy: { id: string, name: string } | null, previous: { id: string, solver: { name: string } | null } | null, payments: { edges: Array<{ node: { id: string, paymentReference: string, paymentDate: string, status: PaymentStatus, type: PaymentType } | null }> }, updates?: { totalCount: number, edges: Array<{ node: { id: string, type: TaskUpdateType, remarks: string, percentageCompleted: number | null, occurredAt: string, status: ReviewStatus, reviewNote: string, author: { name: string } | null, media: { totalCount: number } } | null }> }, solver: { id: string, name: string } | null, provider: { id: string, name: string } | null, complaint: { id: string, reference: string, title: string, zone: { name: string } | null, category: { name: string } | null } | null } | null };

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
export const TaskRowFragmentDoc = new TypedDocumentString(`
    fragment TaskRow on Task {
  id
  status
  dueAt
  createdAt
  endedAt
  solver {
    id
    name
  }
  provider {
    id
    name
  }
  complaint {
    id
    reference
    title
    zone {
      name
    }
    category {
      name
    }
  }
}
    `, {"fragmentName":"TaskRow"}) as unknown as TypedDocumentString<TaskRowFragment, unknown>;
export const TasksDocument = new TypedDocumentString(`
    query Tasks($where: TaskWhereInput, $orderBy: [TaskOrder!], $page: Int!) {
  taskPage(where: $where, orderBy: $orderBy, page: $page, limit: 50) {
    tasks {
      ...TaskRow
    }
    pagination {
      page
      limit
      total
      totalPages
    }
  }
}
    fragment TaskRow on Task {
  id
  status
  dueAt
  createdAt
  endedAt
  solver {
    id
    name
  }
  provider {
    id
    name
  }
  complaint {
    id
    reference
    title
    zone {
      name
    }
    category {
      name
    }
  }
}`) as unknown as TypedDocumentString<TasksQuery, TasksQueryVariables>;
export const TaskPanelDocument = new TypedDocumentString(`
    query TaskPanel($id: ID!, $staff: Boolean!) {
  task(id: $id) {
    ...TaskRow
    instructions
    acceptedAt
    startedAt
    endReason
    endNote
    assignedBy {
      id
      name
    }
    previous {
      id
      solver {
        name
      }
    }
    payments(first: 10) {
      edges {
        node {
          id
          paymentReference
          paymentDate
          status
          type
        }
      }
    }
    updates(last: 50) @include(if: $staff) {
      totalCount
      edges {
        node {
          id
          type
          remarks
          percentageCompleted
          occurredAt
          status
          reviewNote
          author {
            name
          }
          media(first: 1) {
            totalCount
          }
        }
      }
    }
  }
}
    fragment TaskRow on Task {
  id
  status
  dueAt
  createdAt
  endedAt
  solver {
    id
    name
  }
  provider {
    id
    name
  }
  complaint {
    id
    reference
    title
    zone {
      name
    }
    category {
      name
    }
  }
}`) as unknown as TypedDocumentString<TaskPanelQuery, TaskPanelQueryVariables>;