/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../../data/graph/schema.generated';

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type FiguresFragment = { count: number, sla: { met: number, missed: number, share: number | null }, timeToResolution: { count: number, median: number | null, p90: number | null }, rating: { count: number, average: number | null } };

export type ReportQueryVariables = Exact<{
  where?: Types.ComplaintWhereInput | null | undefined;
  timezone: string;
  from: string;
  to?: string | null | undefined;
}>;


export type ReportQuery = { resolved: { total: { filter: unknown, count: number, sla: { met: number, missed: number, share: number | null }, timeToResolution: { count: number, median: number | null, p90: number | null }, rating: { count: number, average: number | null } } }, byZone: { buckets: Array<{ zoneId: string | null, zoneName: string | null, rest: boolean, filter: unknown, count: number, sla: { met: number, missed: number, share: number | null }, timeToResolution: { count: number, median: number | null, p90: number | null }, rating: { count: number, average: number | null } }> }, byCategory: { buckets: Array<{ categoryId: string | null, categoryName: string | null, rest: boolean, filter: unknown, count: number, sla: { met: number, missed: number, share: number | null }, timeToResolution: { count: number, median: number | null, p90: number | null }, rating: { count: number, average: number | null } }> } };

export type ReportBeforeQueryVariables = Exact<{
  where?: Types.ComplaintWhereInput | null | undefined;
  timezone: string;
  from: string;
  to: string;
}>;


export type ReportBeforeQuery = { resolved: { total: { count: number, sla: { met: number, missed: number, share: number | null }, timeToResolution: { count: number, median: number | null, p90: number | null }, rating: { count: number, average: number | null } } }, submitted: { total: { count: number } } };

export type ReportFlowQueryVariables = Exact<{
  where?: Types.ComplaintWhereInput | null | undefined;
  bucket: Types.TimeBucket;
  timezone: string;
  from: string;
  to?: string | null | undefined;
}>;


export type ReportFlowQuery = { complaintBacklog: Array<{ from: string, to: string, open: number, submitted: number, ended: number, filter: unknown }> };

export type ReportWorkloadQueryVariables = Exact<{
  timezone: string;
}>;


export type ReportWorkloadQuery = { workload: { solvers: Array<{ live: number, overdue: number, completedThisWeek: number, medianTime: number | null, solver: { id: string, name: string, zone: { id: string, name: string } | null } }>, pagination: { total: number } } };

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
export const FiguresFragmentDoc = new TypedDocumentString(`
    fragment Figures on ComplaintBucket {
  count
  sla {
    met
    missed
    share
  }
  timeToResolution {
    count
    median
    p90
  }
  rating {
    count
    average
  }
}
    `, {"fragmentName":"Figures"}) as unknown as TypedDocumentString<FiguresFragment, unknown>;
export const ReportDocument = new TypedDocumentString(`
    query Report($where: ComplaintWhereInput, $timezone: String!, $from: Time!, $to: Time) {
  resolved: complaintStats(
    where: $where
    on: RESOLVED
    from: $from
    to: $to
    timezone: $timezone
  ) {
    total {
      filter
      ...Figures
    }
  }
  byZone: complaintStats(
    where: $where
    on: RESOLVED
    from: $from
    to: $to
    timezone: $timezone
    groupBy: [ZONE]
    top: 12
    sortBy: COUNT
  ) {
    buckets {
      zoneId
      zoneName
      rest
      filter
      ...Figures
    }
  }
  byCategory: complaintStats(
    where: $where
    on: RESOLVED
    from: $from
    to: $to
    timezone: $timezone
    groupBy: [CATEGORY]
    top: 12
    sortBy: COUNT
  ) {
    buckets {
      categoryId
      categoryName
      rest
      filter
      ...Figures
    }
  }
}
    fragment Figures on ComplaintBucket {
  count
  sla {
    met
    missed
    share
  }
  timeToResolution {
    count
    median
    p90
  }
  rating {
    count
    average
  }
}`) as unknown as TypedDocumentString<ReportQuery, ReportQueryVariables>;
export const ReportBeforeDocument = new TypedDocumentString(`
    query ReportBefore($where: ComplaintWhereInput, $timezone: String!, $from: Time!, $to: Time!) {
  resolved: complaintStats(
    where: $where
    on: RESOLVED
    from: $from
    to: $to
    timezone: $timezone
  ) {
    total {
      ...Figures
    }
  }
  submitted: complaintStats(
    where: $where
    from: $from
    to: $to
    timezone: $timezone
  ) {
    total {
      count
    }
  }
}
    fragment Figures on ComplaintBucket {
  count
  sla {
    met
    missed
    share
  }
  timeToResolution {
    count
    median
    p90
  }
  rating {
    count
    average
  }
}`) as unknown as TypedDocumentString<ReportBeforeQuery, ReportBeforeQueryVariables>;
export const ReportFlowDocument = new TypedDocumentString(`
    query ReportFlow($where: ComplaintWhereInput, $bucket: TimeBucket!, $timezone: String!, $from: Time!, $to: Time) {
  complaintBacklog(
    where: $where
    bucket: $bucket
    timezone: $timezone
    from: $from
    to: $to
  ) {
    from
    to
    open
    submitted
    ended
    filter
  }
}
    `) as unknown as TypedDocumentString<ReportFlowQuery, ReportFlowQueryVariables>;
export const ReportWorkloadDocument = new TypedDocumentString(`
    query ReportWorkload($timezone: String!) {
  workload(
    where: {state: ACTIVE}
    orderBy: {field: LIVE, direction: DESC}
    timezone: $timezone
    page: 1
    limit: 20
  ) {
    solvers {
      solver {
        id
        name
        zone {
          id
          name
        }
      }
      live
      overdue
      completedThisWeek
      medianTime
    }
    pagination {
      total
    }
  }
}
    `) as unknown as TypedDocumentString<ReportWorkloadQuery, ReportWorkloadQueryVariables>;