import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

import type { Program } from "../measure.ts";
import { isBuilt, peerPath } from "../../e2e/peers/build-peers.ts";
import type { PeerReport } from "../result.ts";
import { databaseDefinition } from "./custom-resource-input.ts";
import { schemaOfBuiltin, schemaOfDefinition } from "./json-schema.ts";

/** The names of programs in the report. */
export const validateName = "converge validate";
export const planName = "converge plan";
export const uncheckedPlanName = "converge plan --validate=ignore";
export const kubeconformName = "kubeconform";
export const dryRunName = "kubectl apply --dry-run=server";

/** The command by which converge of the built package does one thing with a path. */
export function convergeProgram(converge: string, words: readonly string[], path: string): Program {
  return { command: process.execPath, args: [converge, ...words, path], isNode: true };
}

const notBuilt = "not built: make bench-peers";

/** The folder of the schemas that kubeconform needs, or the reason why there is none. */
export type SchemaFolder = { readonly schemas: string } | { readonly unusable: string };

/** The operations of the peers, and the reasons why they take no part. */
export function validationPeers(
  schemas: SchemaFolder,
  whyNoDryRun: string | undefined,
): readonly PeerReport[] {
  return [
    {
      program: kubeconformName,
      does: "checks by JSON schemas made of the same OpenAPI: no rules, no defaults, of a definition not what lies below items",
      unusable: "unusable" in schemas ? schemas.unusable : null,
    },
    {
      program: dryRunName,
      does: "asks the control plane of the tests about each, and of fewer custom resources",
      unusable: whyNoDryRun ?? (isBuilt("kubectl") ? null : notBuilt),
    },
  ];
}

/** Writes the schemas that kubeconform needs into the folder. */
export async function layOutSchemas(folder: string): Promise<SchemaFolder> {
  if (!isBuilt("kubeconform")) {
    return { unusable: notBuilt };
  }
  try {
    return { schemas: await writeSchemas(folder) };
  } catch (error) {
    const [reason] = String(error).split("\n");
    return { unusable: `its schemas cannot be made: ${reason}` };
  }
}

async function writeSchemas(folder: string): Promise<string> {
  const schemas = join(folder, "schemas");
  await mkdir(schemas);
  const extensions = "apis__apiextensions.k8s.io__v1_openapi.json";
  const files = {
    "database-bench-v1": schemaOfDefinition(databaseDefinition("bench.example.com")),
    "deployment-apps-v1": schemaOfBuiltin("apis__apps__v1_openapi.json", "Deployment"),
    "customresourcedefinition-apiextensions-v1": schemaOfBuiltin(extensions, "CustomResourceDefinition"),
  };
  for (const [name, schema] of Object.entries(files)) {
    await writeFile(join(schemas, `${name}.json`), JSON.stringify(schema));
  }
  return schemas;
}

/** The command by which kubeconform checks a file. */
export function kubeconformProgram(schemas: string, file: string): Program {
  const args = ["-schema-location", `${schemas}/{{.ResourceKind}}{{.KindSuffix}}.json`, "-summary", file];
  return { command: peerPath("kubeconform"), args, isNode: false };
}

/** The command by which the server validates a file. The cache of kubectl goes into the folder. */
export function dryRunProgram(kubeconfig: string, folder: string, file: string): Program {
  return {
    command: peerPath("kubectl"),
    args: ["apply", "--dry-run=server", "-f", file],
    env: { KUBECONFIG: kubeconfig, KUBECACHEDIR: join(folder, "kubectl-cache") },
    isNode: false,
  };
}
