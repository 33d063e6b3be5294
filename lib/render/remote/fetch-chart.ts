import { type ChartReference, demandNoUserinfo, type FetchedChart } from "./chart-reference.ts";
import { openChartCache } from "./chart-cache.ts";
import { fetchFromRepository } from "./chart-repository.ts";
import { checkArchive } from "./check-archive.ts";
import { type FetchContext, guardOf } from "./fetch-context.ts";
import { repositoryCredentials } from "./repository-credentials.ts";
import { pullChart } from "./pull-chart.ts";

/** Fetches a chart and checks it. Throws RegistryError. */
export async function fetchChart(reference: ChartReference, context: FetchContext): Promise<FetchedChart> {
  demandNoUserinfo(reference);
  const isRegistry = /^oci:\/\//i.test(reference.repository);
  const pulled = isRegistry
    ? await pullChart(reference, context)
    : await fetchFromRepository(reference, context);
  const version = checkArchive(pulled.archive, reference);
  openChartCache(context.env).store(pulled.archive, keyOf(reference, context));
  return { ...pulled, name: reference.name, version };
}

/** Fetches a chart whose version is pinned, from the cache if it was fetched before. Throws RegistryError. */
export async function fetchPinned(reference: ChartReference, context: FetchContext): Promise<FetchedChart> {
  demandNoUserinfo(reference);
  const address = URL.parse(reference.repository.replace(/^oci:/i, "https:"));
  if (address !== null) {
    guardOf(context.settings)(address);
  }
  const cache = openChartCache(context.env);
  const digest = cache.recall(keyOf(reference, context));
  const archive = digest === undefined ? undefined : cache.read(digest);
  if (digest === undefined || archive === undefined) {
    return fetchChart(reference, context);
  }
  return { archive, digest, name: reference.name, version: checkArchive(archive, reference) };
}

/** Returns the key of a chart in the cache: if it needed credentials, it is found only with those. */
function keyOf({ repository, name, version, digest = "" }: ChartReference, context: FetchContext): string {
  const { place } = repositoryCredentials(repository, context) ?? {};
  return [repository, name, version, digest, ...(place === undefined ? [] : [place])].join("\n");
}
