import { delimiter, join, resolve } from "node:path";

import { isObject, type JsonObject, type JsonValue } from "../../object/json.ts";
import { AccessError } from "../model/api-error.ts";
import type { AccessRequest } from "../access/access-request.ts";
import { entryFault, innerOf, innersOf, entryText, type KubeconfigEntry } from "./kubeconfig-entry.ts";
import { readIfPresent, readNeeded } from "../model/read-file.ts";

/** The merged content of one or several kubeconfig files. For equal names the first one counts. */
export interface Kubeconfig {
  /** The files that existed, in order, as absolute paths. */
  readonly files: readonly string[];
  /** Empty if no file names one. */
  readonly currentContext: string;
  readonly clusters: ReadonlyMap<string, KubeconfigEntry>;
  readonly contexts: ReadonlyMap<string, KubeconfigEntry>;
  readonly users: ReadonlyMap<string, KubeconfigEntry>;
}

/** The limit on alias expansion beyond which a kubeconfig is refused. */
const maxAliasCount = 100;

/** Parses one kubeconfig. Throws an AccessError that names file and line or field, and quotes no value. */
export async function readKubeconfig(
  file: string,
  text: string,
  { readPlainYaml }: Pick<AccessRequest, "readPlainYaml"> = {},
): Promise<Kubeconfig> {
  const plain = readPlainYaml?.(text);
  const fields = plain === undefined ? await parseYaml(file, text) : asObject(file, plain);
  const root = { fields, file, path: "" };
  const apiVersion = entryText(root, "apiVersion");
  const kind = entryText(root, "kind");
  if ((kind !== "" && kind !== "Config") || (apiVersion !== "" && apiVersion !== "v1")) {
    throw new AccessError(`${file} is not a kubeconfig: expected apiVersion: v1 and kind: Config`);
  }
  return {
    files: [file],
    currentContext: entryText(root, "current-context"),
    clusters: named(root, "clusters", "cluster"),
    contexts: named(root, "contexts", "context"),
    users: named(root, "users", "user"),
  };
}

/**
 * Merges kubeconfigs as kubectl does: the first entry of a name wins, nothing of a later one is merged into
 * it.
 */
export function mergeKubeconfigs(kubeconfigs: readonly Kubeconfig[]): Kubeconfig {
  const merged = (part: "clusters" | "contexts" | "users"): ReadonlyMap<string, KubeconfigEntry> =>
    new Map(kubeconfigs.toReversed().flatMap((kubeconfig) => [...kubeconfig[part]]));
  return {
    files: kubeconfigs.flatMap(({ files }) => files),
    currentContext: kubeconfigs.find(({ currentContext }) => currentContext !== "")?.currentContext ?? "",
    clusters: merged("clusters"),
    contexts: merged("contexts"),
    users: merged("users"),
  };
}

function named(root: KubeconfigEntry, list: string, what: string): ReadonlyMap<string, KubeconfigEntry> {
  const found = new Map<string, KubeconfigEntry>();
  for (const entry of innersOf(root, list)) {
    const name = entryText(entry, "name");
    if (name === "") {
      throw entryFault(entry, "name", "is missing");
    }
    const inner = innerOf(entry, what) ?? { fields: {}, file: entry.file, path: `${entry.path}.${what}` };
    if (!found.has(name)) {
      found.set(name, inner);
    }
  }
  return found;
}

async function parseYaml(file: string, text: string): Promise<JsonObject> {
  const { LineCounter, parseDocument } = await import("yaml");
  const lines = new LineCounter();
  try {
    // Parser errors may quote the offending text, which may be a token: only its position is reported.
    const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: false });
    const [fault] = document.errors;
    if (fault === undefined) {
      return asObject(file, document.toJS({ maxAliasCount }));
    }
    if (fault.code === "RESOURCE_EXHAUSTION") {
      throw endless(file);
    }
    const { line, col } = lines.linePos(fault.pos[0]);
    throw new AccessError(`${file}:${line}:${col} is not valid YAML (${fault.code})`);
  } catch (error) {
    if (error instanceof AccessError) {
      throw error;
    }
    // Without the cause, which may quote the text: runaway aliases, mappings nested too deeply.
    throw endless(file);
  }
}

function endless(file: string): AccessError {
  return new AccessError(`${file} is not a readable kubeconfig: its YAML is nested or repeated without end`);
}

function asObject(file: string, root: JsonValue): JsonObject {
  if (root === null) {
    return {};
  }
  if (!isObject(root)) {
    throw new AccessError(`${file} is not a kubeconfig: it is not a mapping`);
  }
  return root;
}

/** The kubeconfig of a request, and where it was looked for: used by the message when there is none. */
export interface FoundKubeconfig {
  /** Undefined if no file exists. */
  readonly kubeconfig: Kubeconfig | undefined;
  /** Whether `--kubeconfig` names it: then there is no fallback. */
  readonly isExplicit: boolean;
  /** `KUBECONFIG (/a, /b)` or `/home/me/.kube/config` */
  readonly lookedAt: string;
}

/**
 * Reads the kubeconfig as kubectl does: `--kubeconfig`, else the files that KUBECONFIG lists, else
 * `~/.kube/config`. Missing files of KUBECONFIG are skipped. Throws an AccessError for a file that cannot be
 * read or parsed.
 */
export async function findKubeconfig(request: AccessRequest): Promise<FoundKubeconfig> {
  const flag = request.kubeconfig ?? "";
  if (flag !== "") {
    const file = resolve(flag);
    const kubeconfig = await readKubeconfig(file, await readNeeded(file, "--kubeconfig"), request);
    return { kubeconfig, isExplicit: true, lookedAt: file };
  }
  const list = request.env["KUBECONFIG"] ?? "";
  if (list !== "") {
    const files = [...new Set(list.split(delimiter).filter((name) => name !== ""))].map((name) =>
      resolve(name),
    );
    return {
      kubeconfig: await readAll(files, request),
      isExplicit: false,
      lookedAt: `KUBECONFIG (${files.join(", ")})`,
    };
  }
  const file = join(request.homeDirectory, ".kube", "config");
  return { kubeconfig: await readAll([file], request), isExplicit: false, lookedAt: file };
}

async function readAll(files: readonly string[], request: AccessRequest): Promise<Kubeconfig | undefined> {
  const found: Kubeconfig[] = [];
  for (const file of files) {
    const text = await readIfPresent(file, "kubeconfig");
    if (text !== undefined) {
      found.push(await readKubeconfig(file, text, request));
    }
  }
  return found.length === 0 ? undefined : mergeKubeconfigs(found);
}
