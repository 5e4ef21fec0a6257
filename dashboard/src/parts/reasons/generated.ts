/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type ReasonLabelsQueryVariables = Exact<{
  language: string;
}>;


export type ReasonLabelsQuery = { HOLD: Array<{ code: string, retired: boolean, label: string, labels: Array<{ language: string }> }>, REJECT: Array<{ code: string, retired: boolean, label: string, labels: Array<{ language: string }> }>, MERGE: Array<{ code: string, retired: boolean, label: string, labels: Array<{ language: string }> }>, UNMERGE: Array<{ code: string, retired: boolean, label: string, labels: Array<{ language: string }> }>, REOPEN: Array<{ code: string, retired: boolean, label: string, labels: Array<{ language: string }> }>, DECLINE: Array<{ code: string, retired: boolean, label: string, labels: Array<{ language: string }> }>, RETURN: Array<{ code: string, retired: boolean, label: string, labels: Array<{ language: string }> }>, REASSIGN: Array<{ code: string, retired: boolean, label: string, labels: Array<{ language: string }> }>, CANCEL: Array<{ code: string, retired: boolean, label: string, labels: Array<{ language: string }> }> };

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

export const ReasonLabelsDocument = new TypedDocumentString(`
    query ReasonLabels($language: String!) {
  HOLD: reasonCodes(action: HOLD, retired: true) {
    code
    retired
    label(language: $language)
    labels {
      language
    }
  }
  REJECT: reasonCodes(action: REJECT, retired: true) {
    code
    retired
    label(language: $language)
    labels {
      language
    }
  }
  MERGE: reasonCodes(action: MERGE, retired: true) {
    code
    retired
    label(language: $language)
    labels {
      language
    }
  }
  UNMERGE: reasonCodes(action: UNMERGE, retired: true) {
    code
    retired
    label(language: $language)
    labels {
      language
    }
  }
  REOPEN: reasonCodes(action: REOPEN, retired: true) {
    code
    retired
    label(language: $language)
    labels {
      language
    }
  }
  DECLINE: reasonCodes(action: DECLINE, retired: true) {
    code
    retired
    label(language: $language)
    labels {
      language
    }
  }
  RETURN: reasonCodes(action: RETURN, retired: true) {
    code
    retired
    label(language: $language)
    labels {
      language
    }
  }
  REASSIGN: reasonCodes(action: REASSIGN, retired: true) {
    code
    retired
    label(language: $language)
    labels {
      language
    }
  }
  CANCEL: reasonCodes(action: CANCEL, retired: true) {
    code
    retired
    label(language: $language)
    labels {
      language
    }
  }
}
    `) as unknown as TypedDocumentString<ReasonLabelsQuery, ReasonLabelsQueryVariables>;