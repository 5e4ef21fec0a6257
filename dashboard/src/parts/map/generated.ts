/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../../data/graph/schema.generated';

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type ComplaintRowFragment = { __typename: 'Complaint', id: string, reference: string, title: string, status: Types.ComplaintStatus, priority: Types.Priority, dueAt: string | null, overdue: boolean, createdAt: string, updatedAt: string, movedAt: string | null, reopenedCount: number, flagged: boolean, rating: number | null, source: Types.ComplaintSource, version: number, category: { id: string, name: string } | null, zone: { id: string, name: string } | null, handler: { id: string, name: string } | null, duplicateOf: { id: string, reference: string } | null, media: { edges: Array<{ node: { id: string } | null }> }, comments: { edges: Array<{ node: { id: string } | null }> }, tasks: { edges: Array<{ node: { id: string, status: Types.TaskStatus, version: number, solver: { id: string, name: string } | null } | null }> } };

export type ZoneOutlinesQueryVariables = Exact<{
  page: number;
}>;


export type ZoneOutlinesQuery = { zonePage: { zones: Array<{ id: string, name: string, boundary: unknown }>, pagination: { totalPages: number } } };

export type ComplaintExtentQueryVariables = Exact<{
  where?: Types.ComplaintWhereInput | null | undefined;
}>;


export type ComplaintExtentQuery = { complaintMap: { count: number, clusters: Array<{ count: number, bounds: { south: number, west: number, north: number, east: number } }>, complaints: Array<{ id: string, latitude: number | null, longitude: number | null }> } };

export type QueueMapQueryVariables = Exact<{
  bounds: Types.MapBoundsInput;
  zoom: number;
  where?: Types.ComplaintWhereInput | null | undefined;
}>;


export type QueueMapQuery = { complaintMap: { count: number, clusters: Array<{ count: number, bounds: { south: number, west: number, north: number, east: number }, centre: { latitude: number, longitude: number } }>, complaints: Array<{ __typename: 'Complaint', latitude: number | null, longitude: number | null, id: string, reference: string, title: string, status: Types.ComplaintStatus, priority: Types.Priority, dueAt: string | null, overdue: boolean, createdAt: string, updatedAt: string, movedAt: string | null, reopenedCount: number, flagged: boolean, rating: number | null, source: Types.ComplaintSource, version: number, category: { id: string, name: string } | null, zone: { id: string, name: string } | null, handler: { id: string, name: string } | null, duplicateOf: { id: string, reference: string } | null, media: { edges: Array<{ node: { id: string } | null }> }, comments: { edges: Array<{ node: { id: string } | null }> }, tasks: { edges: Array<{ node: { id: string, status: Types.TaskStatus, version: number, solver: { id: string, name: string } | null } | null }> } }> } };

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
export const ZoneOutlinesDocument = new TypedDocumentString(`
    query ZoneOutlines($page: Int!) {
  zonePage(page: $page, limit: 50) {
    zones {
      id
      name
      boundary
    }
    pagination {
      totalPages
    }
  }
}
    `) as unknown as TypedDocumentString<ZoneOutlinesQuery, ZoneOutlinesQueryVariables>;
export const ComplaintExtentDocument = new TypedDocumentString(`
    query ComplaintExtent($where: ComplaintWhereInput) {
  complaintMap(
    bounds: {south: -85, west: -180, north: 85, east: 180}
    zoom: 4
    where: $where
  ) {
    count
    clusters {
      count
      bounds {
        south
        west
        north
        east
      }
    }
    complaints {
      id
      latitude
      longitude
    }
  }
}
    `) as unknown as TypedDocumentString<ComplaintExtentQuery, ComplaintExtentQueryVariables>;
export const QueueMapDocument = new TypedDocumentString(`
    query QueueMap($bounds: MapBoundsInput!, $zoom: Int!, $where: ComplaintWhereInput) {
  complaintMap(bounds: $bounds, zoom: $zoom, where: $where) {
    count
    clusters {
      count
      bounds {
        south
        west
        north
        east
      }
      centre {
        latitude
        longitude
      }
    }
    complaints {
      ...ComplaintRow
      latitude
      longitude
    }
  }
}
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
}`) as unknown as TypedDocumentString<QueueMapQuery, QueueMapQueryVariables>;