import { isObject, type JsonObject, type JsonValue } from "../../object/json.ts";
import { AccessError } from "../model/api-error.ts";
import type { AccessRequest } from "../access/access-request.ts";
import { entryFault, innerOf, innersOf, entryText, type KubeconfigEntry } from "./kubeconfig-entry.ts";

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
    throw new AccessError(`${file} is no kubeconfig: that says apiVersion: v1 and kind: Config`);
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
    throw new AccessError(`${file}:${line}:${col} is no valid YAML (${fault.code})`);
  } catch (error) {
    if (error instanceof AccessError) {
      throw error;
    }
    // Without the cause, which may quote the text: runaway aliases, mappings nested too deeply.
    throw endless(file);
  }
}

function endless(file: string): AccessError {
  return new AccessError(`${file} is no kubeconfig that can be read: its YAML nests or repeats without end`);
}

function asObject(file: string, root: JsonValue): JsonObject {
  if (root === null) {
    return {};
  }
  if (!isObject(root)) {
    throw new AccessError(`${file} is no kubeconfig: it holds no mapping`);
  }
  return root;
}
