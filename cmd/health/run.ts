import type { JudgedObject } from "../../lib/health/judge-objects.ts";
import type { HealthRuleSources, ReadinessMode } from "../../lib/readiness/readiness.ts";
import type { ClusterFlags } from "../flags/cluster-flags.ts";
import { type HealthFlags, readHealthFlags } from "../flags/health-flags.ts";
import { type PathFlags, pathsOf } from "../flags/path-flags.ts";
import { readDefinitions, type SchemaFlags } from "../flags/validation-flags.ts";
import { type ColorMode, wantsColor } from "../host/color.ts";
import { type ExitCode, exitCodes, UsageError } from "../host/exit-code.ts";
import type { Host } from "../host/host.ts";
import { printDiagnostics } from "../output/print-diagnostics.ts";
import { printError, withCluster } from "../session/with-cluster.ts";

/** The flags of `health`. */
export interface HealthCommandFlags extends ClusterFlags, PathFlags, HealthFlags, Pick<SchemaFlags, "crds"> {
  readonly readiness: ReadinessMode;
  /** Milliseconds since 1970. */
  readonly now?: number;
  readonly output: "text" | "json";
  readonly color: ColorMode;
}

/** A call of the verb. */
interface HealthCall {
  readonly flags: HealthCommandFlags;
  readonly host: Host;
  readonly healthRules: HealthRuleSources | undefined;
}

/**
 * Shows whether objects are ready. A document that cannot be read does not keep the others from being shown.
 * Throws a UsageError if nothing is named, or files and objects of the cluster together.
 */
export async function runHealth(
  words: readonly string[],
  flags: HealthCommandFlags,
  host: Host,
): Promise<ExitCode> {
  const live = words.flatMap((word) => liveName(word, host) ?? []);
  const paths = pathsOf(
    flags,
    words.filter((word) => liveName(word, host) === undefined),
  );
  if (paths.length + live.length === 0) {
    throw new UsageError(
      "no objects given: name files, - for standard input, or objects such as `converge health deployment/web`",
    );
  }
  if (paths.length > 0 && live.length > 0) {
    const [path] = paths;
    throw new UsageError(`name either files or objects of the cluster, not both: ${path} is read as a file`);
  }
  if (live.length > 0 && (flags.now !== undefined || flags.crds !== undefined)) {
    throw new UsageError("--now and --crds are for files: objects of the cluster are judged as they are now");
  }
  const call: HealthCall = { flags, host, healthRules: await readHealthFlags(flags, host) };
  return paths.length > 0 ? judgeFiles(paths, call) : judgeLive(live, call);
}

interface NamedObject {
  readonly resource: string;
  readonly group: string;
  readonly name: string;
}

/** Reads `deployment/web` and `certificates.cert-manager.io/shop`; undefined for a path. */
function liveName(word: string, { exists }: Host): NamedObject | undefined {
  const parts =
    /^(?<resource>[A-Za-z][A-Za-z0-9-]*)(?:\.(?<group>[a-z0-9.-]+))?\/(?<name>[a-z0-9][a-z0-9.:-]*)$/.exec(
      word,
    )?.groups;
  if (parts === undefined || exists(word) || /\.(?:ya?ml|json)$/.test(word)) {
    return undefined;
  }
  const { resource = "", group = "", name = "" } = parts;
  return { resource, group, name };
}

async function judgeFiles(
  paths: readonly string[],
  { flags, host, healthRules }: HealthCall,
): Promise<ExitCode> {
  const { readSources } = await import("../../lib/source/read-sources.ts");
  const { findObjects, judgeObjects } = await import("../../lib/health/judge-objects.ts");
  const { healthRuleSources } = await import("../../lib/health/builtin/health-rule-sources.ts");
  const { sources, found } = await readSources(paths, host.readStdin);
  const { objects, diagnostics } = findObjects(sources);
  const given = await readDefinitions(flags);
  const definitions = findObjects(given.definitions);
  const faults = [...found, ...given.found, ...diagnostics, ...definitions.diagnostics];
  await printDiagnostics(faults, { sources: [...sources, ...given.definitions], flags, host });
  const judged = judgeObjects(objects, {
    mode: flags.readiness,
    healthRules: healthRules ?? healthRuleSources(),
    now: flags.now ?? host.clock.now(),
    definitions: definitions.objects.map(({ value }) => value),
  });
  const code = judged.length === 0 ? exitCodes.invalid : await show(judged, flags, host);
  return faults.some(({ severity }) => severity === "error") ? exitCodes.invalid : code;
}

async function judgeLive(
  names: readonly NamedObject[],
  { flags, host, healthRules }: HealthCall,
): Promise<ExitCode> {
  return withCluster({ flags, host }, async (context) => {
    const { healthOfLive } = await import("../../lib/apply/judge/live-health.ts");
    const { namespace, readiness } = flags;
    const rules = healthRules === undefined ? {} : { healthRules };
    const judged = await healthOfLive({ names, namespace, readiness, ...rules }, context);
    if ("unknown" in judged) {
      const kinds = judged.unknown.join(", ");
      printError(`the server does not serve ${kinds}: \`kubectl api-resources\` lists what it serves`, host);
      return exitCodes.invalid;
    }
    return show(judged, flags, host);
  });
}

async function show(
  judged: readonly JudgedObject[],
  { output, color }: HealthCommandFlags,
  host: Host,
): Promise<ExitCode> {
  const { healthJson, healthTable } = await import("../../lib/report/health/health-report.ts");
  const { stdout } = host;
  const style = { color: wantsColor(color, stdout, host), width: stdout.width };
  stdout.write(output === "json" ? healthJson(judged) : healthTable(judged, style));
  return codeOf(judged);
}

function codeOf(judged: readonly JudgedObject[]): ExitCode {
  const states = new Set(judged.map(({ readiness }) => readiness.state));
  if (states.has("Failed")) {
    return exitCodes.failed;
  }
  const isDone = [...states].every((state) => state === "Current" || state === "Suspended");
  return isDone ? exitCodes.converged : exitCodes.timedOut;
}
