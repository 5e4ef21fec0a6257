/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../../data/graph/schema.generated';

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type TaskRowFragment = { id: string, status: Types.TaskStatus, dueAt: string | null, createdAt: string, endedAt: string | null, solver: { id: string, name: string } | null, provider: { id: string, name: string } | null, complaint: { id: string, reference: string, title: string, address: string, zone: { name: string } | null, category: { name: string } | null } | null };

export type TasksQueryVariables = Exact<{
  where?: Types.TaskWhereInput | null | undefined;
  orderBy?: Array<Types.TaskOrder> | Types.TaskOrder | null | undefined;
  page: number;
}>;


export type TasksQuery = { taskPage: { tasks: Array<{ id: string, status: Types.TaskStatus, dueAt: string | null, createdAt: string, endedAt: string | null, solver: { id: string, name: string } | null, provider: { id: string, name: string } | null, complaint: { id: string, reference: string, title: string, address: string, zone: { name: string } | null, category: { name: string } | null } | null }>, pagination: { page: number, limit: number, total: number, totalPages: number } } };

export type TaskPanelQueryVariables = Exact<{
  id: string;
  staff: boolean;
}>;


export type TaskPanelQuery = { task: { instructions: string, acceptedAt: string | null, startedAt: string | null, endReason: string, endNote: string, id: string, status: Types.TaskStatus, dueAt: string | null, createdAt: string, endedAt: string | null, assignedBy: { id: string, name: string } | null, previous: { id: string, solver: { name: string } | null } | null, payments: { edges: Array<{ node: { id: string, paymentReference: string, paymentDate: string, status: Types.PaymentStatus, type: Types.PaymentType } | null }> }, updates?: { totalCount: number, edges: Array<{ node: { id: string, type: Types.TaskUpdateType, remarks: string, percentageCompleted: number | null, occurredAt: string, status: Types.ReviewStatus, reviewNote: string, author: { name: string } | null, media: { totalCount: number } } | null }> }, solver: { id: string, name: string } | null, provider: { id: string, name: string } | null, complaint: { id: string, reference: string, title: string, address: string, zone: { name: string } | null, category: { name: string } | null } | null } | null };

export type LiveTasksSubscriptionVariables = Exact<{
  where?: Types.TaskWhereInput | null | undefined;
  after?: string | null | undefined;
}>;


export type LiveTasksSubscription = { taskChanged: { eventId: string, changes: Array<{ taskId: string, matches: boolean, task: { id: string, status: Types.TaskStatus, dueAt: string | null, createdAt: string, endedAt: string | null, solver: { id: string, name: string } | null, provider: { id: string, name: string } | null, complaint: { id: string, reference: string, title: string, address: string, zone: { name: string } | null, category: { name: string } | null } | null } }> } };

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
    address
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
    address
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
    address
    zone {
      name
    }
    category {
      name
    }
  }
}`) as unknown as TypedDocumentString<TaskPanelQuery, TaskPanelQueryVariables>;
export const LiveTasksDocument = new TypedDocumentString(`
    subscription LiveTasks($where: TaskWhereInput, $after: EventID) {
  taskChanged(where: $where, after: $after) {
    eventId
    changes {
      taskId
      matches
      task {
        ...TaskRow
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
    address
    zone {
      name
    }
    category {
      name
    }
  }
}`) as unknown as TypedDocumentString<LiveTasksSubscription, LiveTasksSubscriptionVariables>;