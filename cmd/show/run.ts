import type { RemoteChartFlags } from "../flags/remote-chart-flags.ts";
import type { Diagnostic } from "../../lib/object/diagnostic/diagnostic.ts";
import type { JsonObject } from "../../lib/object/json.ts";
import {
  kubernetesOf,
  readDefinitions,
  readPolicies,
  type PolicyFlags,
  type SchemaFlags,
} from "../flags/validation-flags.ts";
import { cachedDefinitions } from "../flags/cached-definitions.ts";
import { type ExitCode, exitCodes, UsageError } from "../host/exit-code.ts";
import { openSourcesOffline, type RenderFlags, withRenderSignal } from "../flags/render-flags.ts";
import type { Host } from "../host/host.ts";
import { printDiagnostics } from "../output/print-diagnostics.ts";
import type { PathFlags } from "../flags/path-flags.ts";
import type { OpenApiVersion } from "../../lib/validate/openapi/object-meta-schema.ts";
import type { ColorMode } from "../host/color.ts";

/** Shows one of the objects in the paths. Throws a UsageError if it cannot be shown. */
export async function runShow(
  object: string,
  paths: readonly string[],
  { flags, host }: { readonly flags: ShowFlags; readonly host: Host },
): Promise<ExitCode> {
  const { show } = await import("../../lib/engine.ts");
  const { release, namespace } = flags;
  const sources = await openSourcesOffline(paths, flags, host);
  const texts = await withRenderSignal(sources, host, (signal) =>
    sources.read({ release, namespace, action: "install", signal }),
  );
  if (typeof texts === "number") {
    return texts;
  }
  const { definitions, found } = await readDefinitions(flags);
  const { signal } = new AbortController();
  const policies = flags.policies === undefined ? undefined : await readPolicies(flags, { host, signal });
  const shown = await show({
    object,
    namespace,
    sources: texts.sources,
    definitions,
    ...cachedDefinitions(flags, host),
    steps: stepsOf(flags),
    minor: kubernetesOf(flags),
    ...(policies && { policies: policies.sources }),
    ...(flags.openapi === undefined ? {} : { openApi: flags.openapi }),
  });
  const reported = await sources.inTemplates(
    findingsToPrint([...texts.found, ...found, ...(policies?.found ?? []), ...shown.diagnostics]),
  );
  const read = [...sources.latest(), ...definitions, ...(policies?.sources ?? [])];
  await printDiagnostics(reported, { sources: read, flags, host });
  if ("fault" in shown) {
    throw new UsageError(shown.fault);
  }
  host.stdout.write(await textOf(shown.value, flags));
  return exitCodes.converged;
}

/** Without either flag, both steps are done, as by the server. */
function stepsOf({ defaulted, pruned }: ShowFlags): {
  readonly defaulted: boolean;
  readonly pruned: boolean;
} {
  return defaulted || pruned ? { defaulted, pruned } : { defaulted: true, pruned: true };
}

function findingsToPrint(found: readonly Diagnostic[]): readonly Diagnostic[] {
  return found.filter(({ severity, code }) => severity !== "note" || shownNotes.has(code));
}

/** Notes that explain the object that is shown. */
const shownNotes: ReadonlySet<Diagnostic["code"]> = new Set<Diagnostic["code"]>([
  "CrdsCached",
  "PolicyMutation",
  "PolicyUndecided",
]);

async function textOf(value: JsonObject, { output, showSecrets }: ShowFlags): Promise<string> {
  const { shownObject } = await import("../../lib/report/validation/shown-object.ts");
  const shown = showSecrets ? value : shownObject(value);
  if (output === "json") {
    const { harmlessJson } = await import("../../lib/report/document/json-document.ts");
    return `${harmlessJson(shown, 2)}\n`;
  }
  const { exactYaml } = await import("../../lib/report/document/exact-yaml.ts");
  return `${exactYaml(shown).join("\n")}\n`;
}

/** The parsed flags of `show`. */
export interface ShowFlags extends SchemaFlags, PolicyFlags, PathFlags, RenderFlags, RemoteChartFlags {
  readonly namespace: string;
  readonly release: string;
  readonly defaulted: boolean;
  readonly pruned: boolean;
  readonly openapi?: OpenApiVersion;
  readonly showSecrets: boolean;
  readonly output: "yaml" | "json";
  readonly color: ColorMode;
}
