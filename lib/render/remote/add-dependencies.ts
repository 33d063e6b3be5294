import type { Diagnostic } from "../../object/diagnostic/diagnostic.ts";
import { type JsonValue, listField, stringField } from "../../object/json.ts";
import { hideUserinfo } from "../../object/message-text.ts";
import { RegistryError } from "../../oci/model/registry-error.ts";
import { type IncompleteChart, missingDependencies, readChartDocument } from "../chart-dependencies.ts";
import type { AddedFile, Renderable } from "../renderable.ts";
import { type ChartReference, isExact } from "./chart-reference.ts";
import { type FetchContext, fetchLimits, withFetchTimeout } from "./fetch-context.ts";

/** A chart with its dependencies, or without them and with what is wrong. */
export interface CompletedChart {
  readonly completed: Renderable;
  readonly found: readonly Diagnostic[];
}

/**
 * Adds the dependencies that are not in `charts/`, as `Chart.lock` pins them: from registries, repositories
 * and folders below the root. A chart without a lock is returned as it is: the renderer reports what is
 * missing. Throws the signal's reason when that aborts.
 */
export async function addDependencies(
  chart: Renderable,
  root: string,
  context: FetchContext,
): Promise<CompletedChart> {
  const incomplete = readMissing(chart);
  const lock = incomplete && readChartDocument(chart, incomplete.isFirst ? firstLock(chart) : "Chart.lock");
  if (incomplete === undefined || lock === undefined) {
    return { completed: chart, found: [] };
  }
  const locked = listField(lock.value, "dependencies");
  const stale = await staleness(chart, incomplete, { digest: stringField(lock.value, "digest"), locked });
  if (stale !== undefined) {
    return { completed: chart, found: [{ ...stale, origin: lock.locate(["digest"]) }] };
  }
  return withFetchTimeout(context, async (signal) =>
    addAll(chart, { incomplete, locked, root, context: { ...context, signal } }),
  );
}

function readMissing(chart: Renderable): IncompleteChart | undefined {
  try {
    return missingDependencies(chart);
  } catch {
    // Faults of the folder are reported by the renderer.
    return undefined;
  }
}

/** Charts of the first version may have the lock of later ones. */
function firstLock(chart: Renderable): string {
  const own = "requirements.lock";
  return readChartDocument(chart, own) === undefined ? "Chart.lock" : own;
}

interface Lock {
  readonly digest: string | undefined;
  readonly locked: readonly JsonValue[];
}

async function staleness(
  { name }: Renderable,
  { isFirst, listed }: IncompleteChart,
  { digest, locked }: Lock,
): Promise<Diagnostic | undefined> {
  const { firstLockDigest, lockDigest } = await import("./chart-lock.ts");
  const isFresh =
    digest === lockDigest({ listed, locked }) || (isFirst && digest === firstLockDigest(listed));
  const message = `the lock of ${name} is not of the dependencies that the chart lists: run \`helm dependency update ${name}\``;
  return isFresh ? undefined : { code: "ChartLockStale", severity: "error", message };
}

interface Addition {
  readonly incomplete: IncompleteChart;
  readonly locked: readonly JsonValue[];
  readonly root: string;
  readonly context: FetchContext;
}

async function addAll(chart: Renderable, addition: Addition): Promise<CompletedChart> {
  const { incomplete, locked, context } = addition;
  const added = new Map<string, AddedFile>();
  const found: Diagnostic[] = [];
  let size = 0;
  for (const [index, each] of locked.entries()) {
    const reference = referenceOf(each);
    if (incomplete.missing.has(reference.name) && reference.repository !== "") {
      try {
        const files = await filesOf(reference, chart, addition);
        files.forEach((file) => added.set(file.path, file));
        size += files.reduce((sum, { content }) => sum + content.length, 0);
        demandSize(size);
      } catch (error) {
        const origin = incomplete.locate(["dependencies", index]);
        found.push({ ...unavailable(error, { chart, reference, context }), origin });
      }
    }
  }
  return { completed: { ...chart, added: [...added.values()] }, found };
}

function referenceOf(dependency: JsonValue): ChartReference {
  const text = (name: string): string => stringField(dependency, name) ?? "";
  return { repository: text("repository"), name: text("name"), version: text("version") };
}

async function filesOf(
  reference: ChartReference,
  { realPath }: Renderable,
  { root, context }: Addition,
): Promise<readonly AddedFile[]> {
  const { name, repository } = reference;
  demandPlain(reference);
  if (repository.startsWith("file://")) {
    const { filesOfLocalChart } = await import("./local-chart.ts");
    return filesOfLocalChart(reference, { chart: realPath, root });
  }
  const { fetchPinned } = await import("./fetch-chart.ts");
  const { archive, version } = await fetchPinned(reference, context);
  return [{ path: `charts/${name}-${version}.tgz`, content: archive }];
}

/** The name and the version become a path. */
function demandPlain({ name, version, repository }: ChartReference): void {
  if (!/^[\w.-]+$/.test(name) || name.startsWith(".")) {
    throw new RegistryError("refused", `${JSON.stringify(name)} is not the name of a chart`);
  }
  if (!isExact(version)) {
    throw new RegistryError("refused", `the lock pins no version but ${JSON.stringify(version)}`);
  }
  if (!/^(?:oci|https?|file):\/\//.test(repository)) {
    const known = "known are oci://, https://, http:// and file://";
    throw new RegistryError(
      "refused",
      `the repository ${JSON.stringify(hideUserinfo(repository))} is not supported: ${known}`,
    );
  }
}

function demandSize(size: number): void {
  if (size > fetchLimits.total) {
    throw new RegistryError("refused", `all dependencies have more than ${fetchLimits.total} bytes`);
  }
}

interface Attempt {
  readonly chart: Renderable;
  readonly reference: ChartReference;
  readonly context: FetchContext;
}

function unavailable(error: unknown, { chart, reference, context }: Attempt): Diagnostic {
  if (!(error instanceof RegistryError)) {
    context.signal.throwIfAborted();
    throw error;
  }
  const message = `${chart.name}: its dependency ${reference.name} cannot be fetched: ${error.message}`;
  return { code: "ChartUnavailable", severity: "error", message };
}
