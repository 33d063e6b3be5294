import { definedKind } from "../../lib/manifest/crd.ts";
import type { Manifest } from "../../lib/manifest/manifest.ts";
import { hasErrors } from "../../lib/object/diagnostic/diagnostic.ts";
import { field, type JsonObject, stringifyJson } from "../../lib/object/json.ts";
import { count } from "../../lib/object/message-text.ts";
import { metadataOf, annotationsOf } from "../../lib/object/metadata.ts";
import { groupKindKey } from "../../lib/object/object-ref.ts";
import { useDefinitionCache } from "../flags/cached-definitions.ts";
import type { ColorMode } from "../host/color.ts";
import { type ExitCode, exitCodes, UsageError } from "../host/exit-code.ts";
import type { Host } from "../host/host.ts";
import { printDiagnostics } from "../output/print-diagnostics.ts";
import { definitionLine } from "./definition-line.ts";

/** The flags of `crds add`. */
export interface AddFlags {
  readonly color: ColorMode;
}

/**
 * Stores the CRDs in the paths, unless one of them has an error. Throws a UsageError if there are none, or
 * two for one kind.
 */
export async function runAdd(paths: readonly string[], flags: AddFlags, host: Host): Promise<ExitCode> {
  const { readSources } = await import("../../lib/source/read-sources.ts");
  const { readDefinitionSet } = await import("../../lib/engine.ts");
  const { sources, found } = await readSources(paths, host.readStdin);
  const { definitions, diagnostics } = await readDefinitionSet(sources, found);
  await printDiagnostics(diagnostics, { sources, flags, host });
  if (hasErrors(diagnostics)) {
    host.stderr.write("nothing was stored: fix the errors\n");
    return exitCodes.invalid;
  }
  if (definitions.length === 0) {
    throw new UsageError("there is no CRD in these paths");
  }
  requireOneForEachKind(definitions);
  await useDefinitionCache(host, async (cache) =>
    cache.store(
      definitions.map(({ value }) => ({
        ...definedKind(value),
        text: `${stringifyJson(stored(value), 2)}\n`,
      })),
    ),
  );
  const lines = definitions.map(({ value }) => `${definitionLine(value)}\n`).toSorted();
  host.stdout.write(`${lines.join("")}${count(definitions.length, "CRD")} stored\n`);
  return exitCodes.converged;
}

function requireOneForEachKind(definitions: readonly Manifest[]): void {
  const byKind = Map.groupBy(definitions, ({ value }) => groupKindKey(definedKind(value)));
  const repeated = [...byKind.values()].find((same) => same.length > 1);
  if (repeated !== undefined) {
    throw new UsageError(`these CRDs define the same kind: ${repeated.map(({ name }) => name).join(", ")}`);
  }
}

const lastApplied = "kubectl.kubernetes.io/last-applied-configuration";

/** Returns what of a CRD matters to those who read it: without status and fields of the server. */
function stored(definition: JsonObject): JsonObject {
  const { [lastApplied]: _, ...annotations } = annotationsOf(definition);
  const name = field(metadataOf(definition), "name") ?? "";
  return {
    apiVersion: field(definition, "apiVersion") ?? "",
    kind: field(definition, "kind") ?? "",
    metadata: { name, ...(Object.keys(annotations).length === 0 ? {} : { annotations }) },
    spec: field(definition, "spec") ?? {},
  };
}
