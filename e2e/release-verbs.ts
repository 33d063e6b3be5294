import type { Recorded } from "../fixtures/recording-shell.ts";
import type { Site } from "./apply/site.ts";

/** Runs a verb on the release of a site. */
export function verb(site: Site, ...words: readonly string[]): Promise<Recorded> {
  return site.run([...words, "--release", site.release, "-n", site.namespace]);
}

/** The lines of its history, without their times. */
export async function historyLines(site: Site): Promise<readonly string[]> {
  const { stdout } = await verb(site, "history");
  return stdout
    .trimEnd()
    .split("\n")
    .map((line) => line.replace(/ \d{4}-\S+Z /, " ").replaceAll(/ +/g, " "));
}

/** The names of the Secrets that store its revisions. */
export async function revisionSecrets(site: Site): Promise<readonly string[]> {
  const { text } = await site.cluster.api("GET", `/api/v1/namespaces/${site.namespace}/secrets`);
  const list: { readonly items: readonly { readonly metadata: { readonly name: string } }[] } =
    JSON.parse(text);
  return list.items
    .map(({ metadata }) => metadata.name)
    .filter((name) => name.startsWith(`converge.${site.release}.`))
    .toSorted();
}
