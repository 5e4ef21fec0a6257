// Types for the documents of the desk: beside the documents of each folder that has some stands a generated.ts; what the schema itself names is in one file for all.
// The schema is read from the repository's SDL; fragments in src/data/graph are for the folders that spread them.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

import type { CodegenConfig } from "@graphql-codegen/cli";

const documents = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".graphql"))
  .map((file) => join("src", file));
const folders = new Set(documents.map((file) => dirname(file)));

const textOf = (files: string[]) => files.map((file) => readFileSync(file, "utf8")).join("");

// The files of fragments that the documents of a folder spread.
function fragmentsFor(folder: string): string[] {
  const text = textOf(documents.filter((file) => dirname(file) === folder));
  return documents.filter((file) => {
    const names = [...textOf([file]).matchAll(/^fragment (\w+)/gm)].map(([, name]) => name);
    return dirname(file) === "src/data/graph" && names.some((name) => new RegExp(`\\.\\.\\.${name}\\b`).test(text));
  });
}

// What gqlgen declares by itself.
const directives = `
  directive @goModel(model: String, models: [String!], forceGenerate: Boolean) on OBJECT | INPUT_OBJECT | SCALAR | ENUM | INTERFACE | UNION
  directive @goField(forceResolver: Boolean, name: String, omittable: Boolean, type: String, forceGenerate: Boolean, autoBindGetterHaser: Boolean) on INPUT_FIELD_DEFINITION | FIELD_DEFINITION
  directive @goTag(key: String!, value: String) on INPUT_FIELD_DEFINITION | FIELD_DEFINITION
  directive @goEnum(value: String) on ENUM_VALUE
`;

const options = {
  documentMode: "string",
  disableDescriptions: true,
  optimizeDocumentNode: true,
  dedupeFragments: true,
  strictScalars: true,
  useTypeImports: true,
  enumType: "string-literal",
  avoidOptionals: false,
  scalars: {
    ID: "string",
    Cursor: "string",
    Date: "string",
    Decimal: "string",
    EventID: "string",
    JSON: "unknown",
    MediaFile: "never",
    MinorUnits: "string",
    Time: "string",
  },
};

const shared = "src/data/graph/schema.generated.ts"; // the enumerations and inputs that documents name

const config: CodegenConfig = {
  schema: [directives, "../graph/*.graphqls", "../graph/ent.graphql"],
  generates: {
    [shared]: {
      documents: ["src/**/*.graphql"],
      plugins: ["typescript-operations"],
      config: { ...options, generateOperationTypes: false },
    },
    ...Object.fromEntries(
      [...folders].map((folder) => [
        join(folder, "generated.ts"),
        {
          documents: [...new Set([join(folder, "*.graphql"), ...fragmentsFor(folder)])],
          plugins: ["typescript-operations", "typed-document-node"],
          config: { ...options, importSchemaTypesFrom: shared },
        },
      ]),
    ),
  },
};

export default config;
