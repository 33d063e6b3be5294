import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

import type { Program } from "../measure.ts";
import { isBuilt, peerPath } from "../peers/build-peers.ts";
import type { PeerReport } from "../result.ts";
import { databaseDefinition } from "./custom-resource-input.ts";
import { schemaOfBuiltin, schemaOfDefinition } from "./json-schema.ts";

/** The names of programs in the report. */
export const validateName = "converge validate";
export const planName = "converge plan";
export const uncheckedPlanName = "converge plan --validate=ignore";
export const kubeconformName = "kubeconform";
export const dryRunName = "kubectl apply --dry-run=server";

/** How converge of the built package does one thing with a path. */
export function convergeProgram(converge: string, words: readonly string[], path: string): Program {
  return { command: process.execPath, args: [converge, ...words, path], isNode: true };
}

/** What the peers do, and why they take no part. */
export function validationPeers(
  schemas: string | undefined,
  whyNoDryRun: string | undefined,
): readonly PeerReport[] {
  const notBuilt = "not built: make bench-peers";
  return [
    {
      program: kubeconformName,
      does: "checks by JSON schemas made of the same OpenAPI: no rules, no defaults, of a definition not what lies below items",
      unusable: schemas === undefined ? notBuilt : null,
    },
    {
      program: dryRunName,
      does: "asks the control plane of the tests about each; of fewer objects",
      unusable: whyNoDryRun ?? (isBuilt("kubectl") ? null : notBuilt),
    },
  ];
}

/** Lays out the schemas that kubeconform needs in the folder; undefined where it cannot take part. */
export async function layOutSchemas(folder: string): Promise<string | undefined> {
  if (!isBuilt("kubeconform")) {
    return undefined;
  }
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

/** How kubeconform checks a file. */
export function kubeconformProgram(schemas: string, file: string): Program {
  const args = ["-schema-location", `${schemas}/{{.ResourceKind}}{{.KindSuffix}}.json`, "-summary", file];
  return { command: peerPath("kubeconform"), args, isNode: false };
}

/** How the server is asked about a file. What kubectl keeps goes into the folder. */
export function dryRunProgram(kubeconfig: string, folder: string, file: string): Program {
  return {
    command: peerPath("kubectl"),
    args: ["apply", "--dry-run=server", "-f", file],
    env: { KUBECONFIG: kubeconfig, KUBECACHEDIR: join(folder, "kubectl-cache") },
    isNode: false,
  };
}
