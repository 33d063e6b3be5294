import { field, objectField, type JsonObject, type JsonValue } from "../object/json.ts";
import { compareText } from "../object/object-ref.ts";
import { readJson } from "./field-set.ts";

/** What a release remembers beyond the whereabouts of its objects. */
export interface ParentState {
  /** Whether a revision has succeeded: the next run is an upgrade. */
  readonly installed: boolean;
  /** Hashes of the manifests of Jobs that have completed and may be removed by their own ttl, by written form. */
  readonly finished: ReadonlyMap<string, string>;
}

/** The format of the state in the parent. A reader refuses what is newer than it. */
export const stateFormat = 1;

/**
 * Reads `data.state` of a parent: base64 of JSON. Undefined where it is none; without any, the state of a release that has
 * not been up.
 */
export function readState(
  encoded: JsonValue | undefined,
): { readonly format: number; readonly state: ParentState } | undefined {
  if (encoded === undefined) {
    return { format: stateFormat, state: { installed: false, finished: new Map() } };
  }
  const read =
    typeof encoded === "string" ? readJson(Buffer.from(encoded, "base64").toString("utf8")) : undefined;
  const format = field(read, "format");
  if (typeof format !== "number") {
    return undefined;
  }
  const installed = field(read, "installed") === true;
  return { format, state: { installed, finished: readHashes(objectField(read, "finished")) } };
}

function readHashes(hashes: JsonObject): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(hashes).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}

/** The state as `data.state`. Equal states give equal text. */
export function writeState({ installed, finished }: ParentState): string {
  const sorted = [...finished].toSorted(([left], [right]) => compareText(left, right));
  const state = JSON.stringify({
    format: stateFormat,
    installed,
    ...(sorted.length === 0 ? {} : { finished: Object.fromEntries(sorted) }),
  });
  return Buffer.from(state, "utf8").toString("base64");
}
