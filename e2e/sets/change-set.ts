import { cpSync, chmodSync, globSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

import { type Document, isMap, parseAllDocuments } from "yaml";

/** A copy of a set in which one object has an additional annotation. */
export interface ChangedSet {
  readonly path: string;
  /** `ConfigMap/env`; undefined if the set has no object that can be changed so. */
  readonly object: string | undefined;
}

/** Kinds that accept a new annotation without side effects. */
const changeable: ReadonlySet<unknown> = new Set([
  "ConfigMap",
  "ServiceAccount",
  "Service",
  "ClusterRole",
  "Role",
  "StorageClass",
  "Deployment",
  "DaemonSet",
  "StatefulSet",
  "CustomResourceDefinition",
]);

/** Copies a set into a folder, and adds an annotation to its first object that can take one. */
export function changeSet(from: string, folder: string): ChangedSet {
  const path = join(folder, basename(from));
  cpSync(from, path, { recursive: true, dereference: true });
  const files = statSync(path).isDirectory()
    ? globSync("**/*.{yaml,yml,json}", { cwd: path })
        .toSorted()
        .map((file) => join(path, file))
    : [path];
  for (const file of files) {
    const documents = parseAllDocuments(readFileSync(file, "utf8"));
    const object = "empty" in documents ? undefined : annotateFirst(documents);
    if (object !== undefined) {
      // Files in the Go module cache are read-only.
      chmodSync(file, 0o644);
      writeFileSync(file, documents.map(String).join("---\n"));
      return { path, object };
    }
  }
  return { path, object: undefined };
}

function annotateFirst(documents: readonly Document[]): string | undefined {
  const document = documents.find(
    ({ contents, errors }) => errors.length === 0 && isMap(contents) && changeable.has(contents.get("kind")),
  );
  if (document === undefined) {
    return undefined;
  }
  document.setIn(["metadata", "annotations", "converge.test/changed"], "once");
  return `${String(document.get("kind"))}/${String(document.getIn(["metadata", "name"]))}`;
}
