/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../../data/graph/schema.generated';

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type PaymentRowFragment = { id: string, type: Types.PaymentType, status: Types.PaymentStatus, amount: string, currency: string, paymentDate: string, paymentMethod: Types.PaymentMethod, paymentReference: string, invoiceNumber: string, provider: { id: string, name: string } | null };

export type PaymentsQueryVariables = Exact<{
  providerId?: string | null | undefined;
  fromDate?: string | null | undefined;
  toDate?: string | null | undefined;
  where?: Types.PaymentWhereInput | null | undefined;
  orderBy?: Array<Types.PaymentOrder> | Types.PaymentOrder | null | undefined;
  page: number;
}>;


export type PaymentsQuery = { paymentPage: { payments: Array<{ id: string, type: Types.PaymentType, status: Types.PaymentStatus, amount: string, currency: string, paymentDate: string, paymentMethod: Types.PaymentMethod, paymentReference: string, invoiceNumber: string, provider: { id: string, name: string } | null }>, summary: { count: number, totals: Array<{ currency: string, paid: string, reversed: string, net: string }> }, pagination: { page: number, limit: number, total: number, totalPages: number } } };

export type PaymentPanelQueryVariables = Exact<{
  id: string;
}>;


export type PaymentPanelQuery = { payment: { remarks: string, createdAt: string, id: string, type: Types.PaymentType, status: Types.PaymentStatus, amount: string, currency: string, paymentDate: string, paymentMethod: Types.PaymentMethod, paymentReference: string, invoiceNumber: string, period: { from: string | null, to: string | null } | null, recordedBy: { id: string, name: string } | null, reverses: { id: string, paymentReference: string } | null, reversedBy: { id: string, paymentDate: string, remarks: string, recordedBy: { name: string } | null } | null, availableActions: Array<{ action: Types.Action, enabled: boolean, disabledReason: string }>, tasks: { totalCount: number, edges: Array<{ node: { id: string, endedAt: string | null, solver: { name: string } | null, complaint: { id: string, reference: string, title: string } | null } | null }> }, provider: { id: string, name: string } | null } | null };

export type UnpaidTasksQueryVariables = Exact<{
  where?: Types.TaskWhereInput | null | undefined;
}>;


export type UnpaidTasksQuery = { taskPage: { tasks: Array<{ id: string, endedAt: string | null, solver: { name: string } | null, complaint: { id: string, reference: string, title: string } | null }>, pagination: { total: number } } };

export type RecordPaymentMutationVariables = Exact<{
  input: Types.RecordPaymentInput;
}>;


export type RecordPaymentMutation = { recordPayment: { payment: { id: string, paymentReference: string } } };

export type ReversePaymentMutationVariables = Exact<{
  input: Types.ReversePaymentInput;
}>;


export type ReversePaymentMutation = { reversePayment: { reversal: { id: string } } };

export type ProvidersQueryVariables = Exact<{
  where?: Types.ServiceProviderWhereInput | null | undefined;
  orderBy?: Array<Types.ServiceProviderOrder> | Types.ServiceProviderOrder | null | undefined;
  page: number;
}>;


export type ProvidersQuery = { serviceProviderPage: { serviceProviders: Array<{ id: string, name: string, active: boolean, version: number, createdAt: string, done: { totalCount: number }, unpaid: { totalCount: number } }>, pagination: { page: number, limit: number, total: number, totalPages: number } } };

export type ProviderPanelQueryVariables = Exact<{
  id: string;
  solvers?: Types.UserWhereInput | null | undefined;
  people: boolean;
}>;


export type ProviderPanelQuery = { serviceProvider: { id: string, name: string, active: boolean, version: number, createdAt: string, done: { totalCount: number }, unpaid: { totalCount: number } } | null, paymentPage: { payments: Array<{ id: string, type: Types.PaymentType, status: Types.PaymentStatus, amount: string, currency: string, paymentDate: string, paymentMethod: Types.PaymentMethod, paymentReference: string, invoiceNumber: string, provider: { id: string, name: string } | null }>, summary: { count: number, totals: Array<{ currency: string, paid: string, reversed: string, net: string }> } }, userPage?: { pagination: { total: number } } };

export type CreateProviderMutationVariables = Exact<{
  input: Types.CreateServiceProviderInput;
}>;


export type CreateProviderMutation = { createServiceProvider: { serviceProvider: { id: string } } };

export type UpdateProviderMutationVariables = Exact<{
  input: Types.UpdateServiceProviderInput;
}>;


export type UpdateProviderMutation = { updateServiceProvider: { serviceProvider: { id: string, version: number } } };

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
export const PaymentRowFragmentDoc = new TypedDocumentString(`
    fragment PaymentRow on Payment {
  id
  type
  status
  amount
  currency
  paymentDate
  paymentMethod
  paymentReference
  invoiceNumber
  provider {
    id
    name
  }
}
    `, {"fragmentName":"PaymentRow"}) as unknown as TypedDocumentString<PaymentRowFragment, unknown>;
export const PaymentsDocument = new TypedDocumentString(`
    query Payments($providerId: ID, $fromDate: Date, $toDate: Date, $where: PaymentWhereInput, $orderBy: [PaymentOrder!], $page: Int!) {
  paymentPage(
    providerId: $providerId
    fromDate: $fromDate
    toDate: $toDate
    where: $where
    orderBy: $orderBy
    page: $page
    limit: 50
  ) {
    payments {
      ...PaymentRow
    }
    summary {
      count
      totals {
        currency
        paid
        reversed
        net
      }
    }
    pagination {
      page
      limit
      total
      totalPages
    }
  }
}
    fragment PaymentRow on Payment {
  id
  type
  status
  amount
  currency
  paymentDate
  paymentMethod
  paymentReference
  invoiceNumber
  provider {
    id
    name
  }
}`) as unknown as TypedDocumentString<PaymentsQuery, PaymentsQueryVariables>;
export const PaymentPanelDocument = new TypedDocumentString(`
    query PaymentPanel($id: ID!) {
  payment(id: $id) {
    ...PaymentRow
    period {
      from
      to
    }
    remarks
    createdAt
    recordedBy {
      id
      name
    }
    reverses {
      id
      paymentReference
    }
    reversedBy {
      id
      paymentDate
      remarks
      recordedBy {
        name
      }
    }
    availableActions {
      action
      enabled
      disabledReason
    }
    tasks(first: 100) {
      totalCount
      edges {
        node {
          id
          endedAt
          solver {
            name
          }
          complaint {
            id
            reference
            title
          }
        }
      }
    }
  }
}
    fragment PaymentRow on Payment {
  id
  type
  status
  amount
  currency
  paymentDate
  paymentMethod
  paymentReference
  invoiceNumber
  provider {
    id
    name
  }
}`) as unknown as TypedDocumentString<PaymentPanelQuery, PaymentPanelQueryVariables>;
export const UnpaidTasksDocument = new TypedDocumentString(`
    query UnpaidTasks($where: TaskWhereInput) {
  taskPage(
    where: $where
    orderBy: [{field: ENDED_AT, direction: ASC}]
    limit: 100
  ) {
    tasks {
      id
      endedAt
      solver {
        name
      }
      complaint {
        id
        reference
        title
      }
    }
    pagination {
      total
    }
  }
}
    `) as unknown as TypedDocumentString<UnpaidTasksQuery, UnpaidTasksQueryVariables>;
export const RecordPaymentDocument = new TypedDocumentString(`
    mutation RecordPayment($input: RecordPaymentInput!) {
  recordPayment(input: $input) {
    payment {
      id
      paymentReference
    }
  }
}
    `) as unknown as TypedDocumentString<RecordPaymentMutation, RecordPaymentMutationVariables>;
export const ReversePaymentDocument = new TypedDocumentString(`
    mutation ReversePayment($input: ReversePaymentInput!) {
  reversePayment(input: $input) {
    reversal {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<ReversePaymentMutation, ReversePaymentMutationVariables>;
export const ProvidersDocument = new TypedDocumentString(`
    query Providers($where: ServiceProviderWhereInput, $orderBy: [ServiceProviderOrder!], $page: Int!) {
  serviceProviderPage(where: $where, orderBy: $orderBy, page: $page, limit: 50) {
    serviceProviders {
      id
      name
      active
      version
      createdAt
      done: tasks(first: 1, where: {status: COMPLETED}) {
        totalCount
      }
      unpaid: tasks(first: 1, where: {unpaid: true}) {
        totalCount
      }
    }
    pagination {
      page
      limit
      total
      totalPages
    }
  }
}
    `) as unknown as TypedDocumentString<ProvidersQuery, ProvidersQueryVariables>;
export const ProviderPanelDocument = new TypedDocumentString(`
    query ProviderPanel($id: ID!, $solvers: UserWhereInput, $people: Boolean!) {
  serviceProvider(id: $id) {
    id
    name
    active
    version
    createdAt
    done: tasks(first: 1, where: {status: COMPLETED}) {
      totalCount
    }
    unpaid: tasks(first: 1, where: {unpaid: true}) {
      totalCount
    }
  }
  paymentPage(providerId: $id, limit: 5) {
    payments {
      ...PaymentRow
    }
    summary {
      count
      totals {
        currency
        paid
        reversed
        net
      }
    }
  }
  userPage(where: $solvers, limit: 1) @include(if: $people) {
    pagination {
      total
    }
  }
}
    fragment PaymentRow on Payment {
  id
  type
  status
  amount
  currency
  paymentDate
  paymentMethod
  paymentReference
  invoiceNumber
  provider {
    id
    name
  }
}`) as unknown as TypedDocumentString<ProviderPanelQuery, ProviderPanelQueryVariables>;
export const CreateProviderDocument = new TypedDocumentString(`
    mutation CreateProvider($input: CreateServiceProviderInput!) {
  createServiceProvider(input: $input) {
    serviceProvider {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<CreateProviderMutation, CreateProviderMutationVariables>;
export const UpdateProviderDocument = new TypedDocumentString(`
    mutation UpdateProvider($input: UpdateServiceProviderInput!) {
  updateServiceProvider(input: $input) {
    serviceProvider {
      id
      version
    }
  }
}
    `) as unknown as TypedDocumentString<UpdateProviderMutation, UpdateProviderMutationVariables>;