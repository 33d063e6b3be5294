/** Objects in the waves in which kapp changes them, by key; within a wave the order is free. */
import { type JsonValue, listField, stringField } from "../../../lib/object/json.ts";
import { compareText } from "../../../lib/object/object-ref.ts";
import type { AuditEvent } from "../../control-plane/audit-log.ts";
import { keyOf } from "./change-order.ts";

export type Waves = readonly (readonly string[])[];

/** Reads the waves from the output of `kapp deploy` or `kapp delete`. */
export function wavesOfKapp(output: string): Waves {
  const waves: string[][] = [];
  for (const line of output.split("\n")) {
    if (/ ---- applying \d+ changes? /.test(line)) {
      waves.push([]);
    }
    const change = /: (?:create|update|delete) ([^/\s]+)\/(\S+) \(\S+\) (?:namespace: (\S+)|cluster)/;
    const [, kind, name, namespace = ""] = change.exec(line) ?? [];
    if (kind !== undefined && name !== undefined) {
      waves.at(-1)?.push(keyOf(kind, name, namespace));
    }
  }
  return waves.map((wave) => wave.toSorted(compareText)).filter((wave) => wave.length > 0);
}

/** The number of the wave of each object. */
export function wavePlaces(waves: Waves): ReadonlyMap<string, number> {
  return new Map(waves.flatMap((wave, place) => wave.map((key) => [key, place] as const)));
}

/** Computes the waves of a plan (`-o json`): each object comes one wave after the last that it waits for. */
export function wavesOfPlan(plan: JsonValue): Waves {
  const waits = waitsOf(plan);
  const found = new Map<string, number>();
  const waveOf = (ref: string): number => {
    const known = found.get(ref) ?? 1 + Math.max(-1, ...(waits.get(ref) ?? []).map((on) => waveOf(on)));
    found.set(ref, known);
    return known;
  };
  const waves: string[][] = [];
  for (const ref of waits.keys()) {
    (waves[waveOf(ref)] ??= []).push(keyInRef(ref));
  }
  return waves.map((wave) => wave.toSorted(compareText));
}

/** The objects of a plan with those of the same plan that each waits for, by reference. */
function waitsOf(plan: JsonValue): ReadonlyMap<string, readonly string[]> {
  const objects = listField(plan, "groups").flatMap((group) => listField(group, "objects"));
  const refs = objects.map((object) => stringField(object, "ref") ?? "");
  return new Map(
    objects.map((object, index) => [
      refs[index] ?? "",
      listField(object, "waitsFor").flatMap((wait) => {
        const on = stringField(wait, "on") ?? "";
        return refs.includes(on) ? [on] : [];
      }),
    ]),
  );
}

/** The key of the object of a reference: `/namespaces/shop/ConfigMap/env`. */
function keyInRef(ref: string): string {
  const [name = "", kind = "", namespace = "", scope] = ref.split("/").toReversed();
  return keyOf(kind, name, scope === "namespaces" ? namespace : "");
}

/** The writes to find in the audit log. */
export interface SoughtWrites {
  readonly verb: "patch" | "delete";
  /** The keys of the objects. */
  readonly keys: readonly string[];
}

/** The place of the first write of each object by converge in the audit log, in the order of the server. */
export function placesInAudit(
  events: readonly AuditEvent[],
  { verb, keys }: SoughtWrites,
): ReadonlyMap<string, number> {
  const byResource = new Map(keys.map((key) => [key.replace(/^[^/]+/, pluralOf), key]));
  const places = new Map<string, number>();
  for (const [place, event] of events.entries()) {
    const key = isWriteOfConverge(event, verb) ? byResource.get(resourceKey(event)) : undefined;
    if (key !== undefined && !places.has(key)) {
      places.set(key, place);
    }
  }
  return places;
}

function isWriteOfConverge(event: AuditEvent, verb: SoughtWrites["verb"]): boolean {
  const { userAgent, objectRef, requestURI, responseStatus } = event;
  const isSent = userAgent?.startsWith("converge/") === true && event.verb === verb;
  const hasSucceeded = responseStatus !== undefined && responseStatus.code < 300;
  return isSent && hasSucceeded && objectRef?.subresource === undefined && !requestURI.includes("dryRun=All");
}

/** The object of an event, with its resource instead of its kind: `deployments/web@shop`. */
function resourceKey({ objectRef }: AuditEvent): string {
  const { resource = "", name = "", namespace = "" } = objectRef ?? {};
  return `${resource}/${name}@${resource === "namespaces" ? "" : namespace}`;
}

/** The plural of a kind in lower case. */
function pluralOf(kind: string): string {
  if (/(?:s|x|ch)$/.test(kind)) {
    return `${kind}es`;
  }
  return /[^aeiou]y$/.test(kind) ? `${kind.slice(0, -1)}ies` : `${kind}s`;
}
