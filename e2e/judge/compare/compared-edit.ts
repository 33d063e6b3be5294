import type { JsonObject } from "../../../lib/object/json.ts";
import { isRelated, storedChanges } from "./stored-changes.ts";

/** The effect on an object, as both sides name it. */
export type Fate = "unchanged" | "changed" | "added" | "removed" | "recreated" | "refused";

/** An edited object as one side sees it. */
export interface SideView {
  readonly fate: Fate;
  /** The fields that change. */
  readonly fields: readonly string[];
}

/** An edit with the report of `compare` and the state of the control plane. */
export interface ComparedEdit {
  readonly key: string;
  readonly what: string;
  readonly offline: SideView;
  readonly server: SideView;
  /** Whether converge wrote the object. */
  readonly isWritten: boolean;
  /** Whether it has another version of its API, in which it is then read. */
  readonly isConverted: boolean;
}

/** The states of an object before and after the second apply. */
export interface Observed {
  readonly written: readonly [JsonObject | undefined, JsonObject | undefined];
  readonly stored: readonly [JsonObject | undefined, JsonObject | undefined];
  readonly isRefused: boolean;
}

function uidOf(object: JsonObject): unknown {
  const { metadata } = object;
  return typeof metadata === "object" && metadata !== null && "uid" in metadata ? metadata["uid"] : undefined;
}

/** Returns what the control plane shows of an object. */
export function serverView({ written, stored, isRefused }: Observed): SideView {
  const [before, after] = stored;
  if (before === undefined || after === undefined) {
    return { fate: absentFate(before, after), fields: [] };
  }
  if (uidOf(before) !== uidOf(after)) {
    return { fate: "recreated", fields: [] };
  }
  if (isRefused) {
    return { fate: "refused", fields: [] };
  }
  const [old, now] = written;
  const manifests = [old ?? now ?? before, now ?? old ?? after] as const;
  const fields = storedChanges({ written: manifests, stored: [before, after] });
  return { fate: fields.length === 0 ? "unchanged" : "changed", fields };
}

/** Returns the fate of an object that is absent before or after. */
function absentFate(before: JsonObject | undefined, after: JsonObject | undefined): Fate {
  if (before !== undefined) {
    return "removed";
  }
  return after === undefined ? "unchanged" : "added";
}

/** The verdict about an edit. */
export type EditVerdict = "same" | "false no change" | "false change" | "other fields" | "other fate";

/** Compares both sides of an edit. */
export function verdictOf({ offline, server, isWritten, isConverted }: ComparedEdit): EditVerdict {
  if (offline.fate !== server.fate) {
    const isNewVersion = isConverted && isWritten && offline.fate === "changed";
    return isNewVersion ? "same" : otherFate(offline.fate, server.fate);
  }
  // The fields of an object in another version of its API have other names.
  const hasFields = server.fate === "changed" && !isConverted;
  return !hasFields || (isWritten && isSameChange(offline, server)) ? "same" : "other fields";
}

function isSameChange({ fields }: SideView, { fields: others }: SideView): boolean {
  return covers(fields, others) && covers(others, fields);
}

function otherFate(offline: Fate, server: Fate): EditVerdict {
  if (offline === "unchanged") {
    return "false no change";
  }
  return server === "unchanged" ? "false change" : "other fate";
}

function covers(fields: readonly string[], others: readonly string[]): boolean {
  return others.every((other) => fields.some((field) => isRelated(field, other)));
}

/** Describes a disagreement. */
export function describeEdit(edit: ComparedEdit): string {
  const { key, what, offline, server } = edit;
  return `${verdictOf(edit)}: ${key} [${what}]: compare: ${sideText(offline)}; control plane: ${sideText(server)}`;
}

function sideText({ fate, fields }: SideView): string {
  return [fate, ...fields.slice(0, 6)].join(" ").slice(0, 300);
}

/** Summarizes edits: counts of verdicts, and of edits by name. */
export function summarizeEdits(edits: readonly ComparedEdit[]): string {
  const counts = Map.groupBy(edits, verdictOf);
  const count = (verdict: EditVerdict): number => counts.get(verdict)?.length ?? 0;
  const rewritten = edits.filter(({ server, isWritten }) => server.fate === "unchanged" && isWritten).length;
  const kinds = [...Map.groupBy(edits, ({ what }) => what)]
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([what, of]) => `${what} ${String(of.length)}`);
  const wrong = `${String(count("false no change"))} false "no change", ${String(count("false change"))} false changes, ${String(count("other fields"))} with other fields, ${String(count("other fate"))} with another fate`;
  return `${String(edits.length)} edits: ${String(count("same"))} agree, ${wrong}; ${String(rewritten)} written again without a change of their fields\n(${kinds.join(", ")})`;
}
