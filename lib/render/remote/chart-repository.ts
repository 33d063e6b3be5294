import { type JsonValue, listField, objectField, stringField, stringsField } from "../../object/json.ts";
import { RegistryError } from "../../oci/model/registry-error.ts";
import { parseChartDocument } from "../chart-dependencies.ts";
import { archiveDigest } from "./chart-cache.ts";
import {
  chooseVersion,
  type ChartReference,
  formatReference,
  type PulledArchive,
} from "./chart-reference.ts";
import { download, nextAddress, type WantedFile } from "./download.ts";
import { type FetchContext, fetchLimits } from "./fetch-context.ts";
import { repositoryCredentials } from "./repository-credentials.ts";

/** Fetches the archive of a chart from a chart repository, by its `index.yaml`. Throws RegistryError. */
export async function fetchFromRepository(
  reference: ChartReference,
  context: FetchContext,
): Promise<PulledArchive> {
  const base = baseOf(reference);
  const index = new URL(base);
  index.pathname += "index.yaml";
  const credentials = repositoryCredentials(reference.repository, context);
  const wanted = { url: index, most: fetchLimits.index, mayLeaveHost: allows(context), credentials };
  const entry = findEntry(await download(wanted, context), reference);
  const digest = digestOf(entry, reference);
  const file = fileOf(entry, { base, reference, mayLeaveHost: allows(context) || digest !== undefined });
  const archive = await download({ ...file, credentials }, context);
  const own = archiveDigest(archive);
  if (digest !== undefined && own !== digest) {
    const about = formatReference(reference);
    throw new RegistryError("refused", `${about}: the archive has the digest ${own} instead of ${digest}`);
  }
  return { archive, digest: own };
}

/** With a list of hosts, that decides instead. */
function allows({ settings }: FetchContext): boolean {
  return settings.allowedHosts !== undefined;
}

function baseOf({ repository }: ChartReference): URL {
  const url = URL.parse(repository);
  if (url === null || !["http:", "https:"].includes(url.protocol) || url.username + url.password !== "") {
    throw new RegistryError("refused", `${JSON.stringify(repository)} is not the URL of a chart repository`);
  }
  url.pathname = url.pathname.replace(/\/*$/, "/");
  return url;
}

function findEntry(index: Buffer, reference: ChartReference): JsonValue {
  const text = blockOf(index.toString("utf8"), reference.name);
  const { value } = parseChartDocument("index.yaml", text);
  const versions = listField(objectField(value, "entries"), reference.name);
  if (versions.length === 0) {
    throw new RegistryError("missing", `${formatReference(reference)}: the repository has no such chart`);
  }
  const exact = versions.find((entry) => versionOf(entry) === reference.version);
  const chosen = exact === undefined ? chooseVersion(versions.map(versionOf), reference) : undefined;
  return exact ?? versions.find((entry) => versionOf(entry) === chosen) ?? null;
}

function versionOf(entry: JsonValue): string {
  return stringField(entry, "version") ?? "";
}

/** Returns the entry of one chart in an index that is written as Helm does; otherwise the whole index. */
function blockOf(index: string, name: string): string {
  const lines = index.split("\n");
  const start = lines.indexOf(`  ${name}:`, lines.indexOf("entries:"));
  if (!lines.includes("entries:") || start === -1) {
    return index;
  }
  const end = lines.findIndex((line, at) => at > start && /^(?: {2})?[^\s#-]/.test(line));
  return ["entries:", ...lines.slice(start, end === -1 ? undefined : end)].join("\n");
}

function digestOf(entry: JsonValue, reference: ChartReference): string | undefined {
  const text = stringField(entry, "digest") ?? "";
  const digest = text.startsWith("sha256:") ? text : `sha256:${text}`;
  if (text !== "" && !/^sha256:[0-9a-f]{64}$/.test(digest)) {
    const about = formatReference(reference);
    throw new RegistryError(
      "refused",
      `${about}: ${JSON.stringify(text)} in index.yaml is not a sha256 digest`,
    );
  }
  return text === "" ? undefined : digest;
}

interface Located {
  readonly base: URL;
  readonly reference: ChartReference;
  readonly mayLeaveHost: boolean;
}

function fileOf(entry: JsonValue, { base, reference, mayLeaveHost }: Located): WantedFile {
  const [address] = stringsField(entry, "urls");
  if (address === undefined) {
    throw new RegistryError("missing", `${formatReference(reference)}: index.yaml has no URL of the archive`);
  }
  const url = nextAddress(address, base, { url: base, mayLeaveHost });
  return { url, most: fetchLimits.archive, mayLeaveHost };
}
