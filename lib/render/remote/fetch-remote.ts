import { realpathSync } from "node:fs";

import { RegistryError } from "../../oci/model/registry-error.ts";
import type { Renderable } from "../renderable.ts";
import type { CompletedChart } from "./add-dependencies.ts";
import { archiveDigest, openChartCache } from "./chart-cache.ts";
import { type ChartReference, type FetchedChart, isExact } from "./chart-reference.ts";
import { fetchChart, fetchPinned } from "./fetch-chart.ts";
import { type FetchContext, withFetchTimeout } from "./fetch-context.ts";

/**
 * Fetches a chart that a path names in a registry into the cache, with a note of its digest. Throws the
 * signal's reason when that aborts.
 */
export async function fetchRemote(chart: Renderable, context: FetchContext): Promise<CompletedChart> {
  return complete(chart, context, fetchChart);
}

/** Fetches a chart that a kustomization names; one of an exact version only once, without a note. */
export async function fetchListed(chart: Renderable, context: FetchContext): Promise<CompletedChart> {
  if (!isExact(chart.remote?.version ?? "")) {
    return complete(chart, context, fetchChart);
  }
  const { completed, found } = await complete(chart, context, fetchPinned);
  return { completed, found: found.filter(({ severity }) => severity !== "note") };
}

async function complete(
  chart: Renderable,
  context: FetchContext,
  fetch: typeof fetchChart,
): Promise<CompletedChart> {
  try {
    const reference = referenceTo(chart);
    const fetched = await withFetchTimeout(context, async (signal) =>
      fetch(reference, { ...context, signal }),
    );
    const file = fileOf(fetched, context);
    const message = `${chart.name} is the chart ${fetched.name} ${fetched.version} with the digest ${fetched.digest}`;
    return {
      completed: { ...chart, path: file, realPath: realpathSync(file) },
      found: [{ code: "ChartFetched", severity: "note", message }],
    };
  } catch (error) {
    context.signal.throwIfAborted();
    if (!(error instanceof RegistryError)) {
      throw error;
    }
    const message = `${chart.name} cannot be fetched: ${error.message}`;
    return { completed: chart, found: [{ code: "ChartUnavailable", severity: "error", message }] };
  }
}

function referenceTo({ path, remote = {} }: Renderable): ChartReference {
  const { repo, version } = remote;
  const reference = repo === undefined ? parseReference(path) : { repository: repo, name: path, version: "" };
  return { ...reference, version: version ?? reference.version };
}

const referenceForm =
  /^(?<repository>oci:\/\/.+)\/(?<name>[^/:@]+)(?::(?<tag>[^/:@]+)|@(?<digest>sha256:[0-9a-f]{64}))?$/;

/** Parses `oci://HOST/PATH/NAME`, with `:VERSION` or `@sha256:…`. Throws RegistryError. */
function parseReference(path: string): ChartReference {
  const { repository = "", name = "", tag = "", digest } = referenceForm.exec(path)?.groups ?? {};
  if (name === "") {
    const form = "write oci://HOST/PATH/NAME:VERSION or oci://HOST/PATH/NAME@sha256:DIGEST";
    throw new RegistryError("refused", `that is not the address of a chart: ${form}`);
  }
  const version = tag.replaceAll("_", "+");
  if (version !== "" && !isExact(version)) {
    throw new RegistryError("refused", `${JSON.stringify(tag)} is not a version such as 1.2.3`);
  }
  return { repository, name, version, ...(digest === undefined ? {} : { digest }) };
}

function fileOf({ archive }: FetchedChart, { env }: FetchContext): string {
  const cache = openChartCache(env);
  const digest = archiveDigest(archive);
  const file = cache.fileOf(digest);
  if (file === undefined || cache.read(digest) === undefined) {
    const remedy = "set XDG_CACHE_HOME to a folder that this user may write to";
    throw new RegistryError("refused", `the cache of charts cannot be written: ${remedy}`);
  }
  return file;
}
