import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { parse } from "yaml";

/** A schema as JSON, in any dialect. */
interface JsonSchema {
  readonly [keyword: string]: unknown;
}

/**
 * Converts a schema of OpenAPI 3 into JSON Schema for kubeconform: unknown fields are faults, as in converge.
 * The schemas of the benchmark are trees, so recursion suffices.
 */
export function jsonSchemaOf(schema: JsonSchema): JsonSchema {
  const { properties, items, additionalProperties, allOf, anyOf, oneOf, $ref, default: _, ...rest } = schema;
  const isOpen = rest["x-kubernetes-preserve-unknown-fields"] === true;
  return {
    ...rest,
    ...(typeof $ref === "string" ? { $ref: $ref.replace("#/components/schemas/", "#/definitions/") } : {}),
    ...(isSchema(properties) ? { properties: eachOf(properties), additionalProperties: isOpen } : {}),
    ...(isSchema(items) ? { items: jsonSchemaOf(items) } : {}),
    ...(isSchema(additionalProperties) ? { additionalProperties: jsonSchemaOf(additionalProperties) } : {}),
    ...choices({ allOf, anyOf, oneOf }),
  };
}

function eachOf(schemas: JsonSchema): JsonSchema {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, isSchema(schema) ? jsonSchemaOf(schema) : schema]),
  );
}

function choices(keywords: JsonSchema): JsonSchema {
  return Object.fromEntries(
    Object.entries(keywords).flatMap(([name, schemas]) =>
      Array.isArray(schemas) ? [[name, schemas.filter(isSchema).map(jsonSchemaOf)]] : [],
    ),
  );
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

interface DefinitionText {
  readonly spec: {
    readonly versions: readonly { readonly schema: { readonly openAPIV3Schema: JsonSchema } }[];
  };
}

/** The JSON Schema of the first version of a CRD. Metadata is left to the validator. */
export function schemaOfDefinition(text: string): JsonSchema {
  const definition: DefinitionText = parse(text);
  const [version] = definition.spec.versions;
  if (version === undefined) {
    throw new Error("the definition has no version");
  }
  const schema = jsonSchemaOf(version.schema.openAPIV3Schema);
  const open = isSchema(schema["properties"]) ? schema["properties"] : {};
  return { ...schema, properties: { ...open, metadata: { type: "object" } } };
}

interface OpenApiFile {
  readonly components: { readonly schemas: JsonSchema };
}

/**
 * The JSON Schema of a built-in kind, from the Go module of Kubernetes from which the peer kubectl is built.
 * Throws without Go, or if that module is missing and cannot be fetched.
 */
export function schemaOfBuiltin(file: string, kind: string): JsonSchema {
  const answer = execFileSync("go", ["mod", "download", "-json", "k8s.io/kubernetes"], {
    cwd: join(import.meta.dirname, "../../e2e/peers/kubectl"),
    env: { ...process.env, GOWORK: "off", GOFLAGS: "" },
    encoding: "utf8",
  });
  const { Dir: folder }: { readonly Dir: string } = JSON.parse(answer);
  const { components }: OpenApiFile = JSON.parse(
    readFileSync(join(folder, "api/openapi-spec/v3", file), "utf8"),
  );
  const name = Object.keys(components.schemas).find((one) => one.endsWith(`.${kind}`));
  return { $ref: `#/definitions/${name}`, definitions: eachOf(components.schemas) };
}
