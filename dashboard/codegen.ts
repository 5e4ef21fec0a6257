// Types for the documents of the desk: beside the documents of each folder that has some stands a generated.ts; what the schema itself names is in one file for all.
// The schema is read from the repository's SDL; fragments in src/graph are for all folders.
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";

import type { CodegenConfig } from "@graphql-codegen/cli";

const folders = new Set(
  readdirSync("src", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".graphql"))
    .map((file) => dirname(join("src", file))),
);

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

const shared = "src/graph/schema.generated.ts"; // the enumerations and inputs that documents name

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
          documents: [...new Set([join(folder, "*.graphql"), "src/graph/*.graphql"])],
          plugins: ["typescript-operations", "typed-document-node"],
          config: { ...options, importSchemaTypesFrom: shared },
        },
      ]),
    ),
  },
};

export default config;
