/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../graph/schema.generated';

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type ViewerQueryVariables = Exact<{ [key: string]: never; }>;


export type ViewerQuery = { viewer: { id: string, name: string, role: Types.Role | null, preferences: { language: string | null, theme: Types.Theme, timeZone: string | null, density: Types.Density, startView: string | null, columns: Array<{ list: string, columns: Array<string> }> } | null } | null };

export type ServiceQueryVariables = Exact<{ [key: string]: never; }>;


export type ServiceQuery = { serviceInfo: { languages: Array<string>, timeZone: string, registration: boolean, mail: boolean, mailLinks: boolean, linkPage: string | null, firstStart: boolean, mapTiles: string | null, version: string, organization: { name: string, logoUrl: string }, limits: { name: number, phone: number, note: number, comment: number, title: number, page: number, bulk: number, passwordMinimum: number, remarks: number } } };

export type SetLookMutationVariables = Exact<{
  input: Types.UpdatePreferencesInput;
}>;


export type SetLookMutation = { updatePreferences: { preferences: { language: string | null, theme: Types.Theme } } };

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

export const ViewerDocument = new TypedDocumentString(`
    query Viewer {
  viewer {
    id
    name
    role
    preferences {
      language
      theme
      timeZone
      density
      columns {
        list
        columns
      }
      startView
    }
  }
}
    `) as unknown as TypedDocumentString<ViewerQuery, ViewerQueryVariables>;
export const ServiceDocument = new TypedDocumentString(`
    query Service {
  serviceInfo {
    organization {
      name
      logoUrl
    }
    languages
    timeZone
    registration
    mail
    mailLinks
    linkPage
    firstStart
    mapTiles
    version
    limits {
      name
      phone
      note
      comment
      title
      page
      bulk
      passwordMinimum
      remarks
    }
  }
}
    `) as unknown as TypedDocumentString<ServiceQuery, ServiceQueryVariables>;
export const SetLookDocument = new TypedDocumentString(`
    mutation SetLook($input: UpdatePreferencesInput!) {
  updatePreferences(input: $input) {
    preferences {
      language
      theme
    }
  }
}
    `) as unknown as TypedDocumentString<SetLookMutation, SetLookMutationVariables>;