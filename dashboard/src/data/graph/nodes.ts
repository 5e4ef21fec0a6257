interface Connection<Row> {
  edges: readonly ({ node: Row | null } | null)[] | null;
}

// nodes returns the rows of a page of a connection; none of one that was not asked for, or that is not for the viewer.
export const nodes = <Row>(of: Connection<Row> | null | undefined): Row[] =>
  (of?.edges ?? []).flatMap((edge) => edge?.node ?? []);
