/** Limits on the plan of one unit: a plan is carried out in the thread that all units share. */
import type { SetToPlan } from "../../apply/plan/plan-set.ts";
import type { Manifest } from "../../manifest/manifest.ts";
import type { Diagnostic } from "../../object/diagnostic/diagnostic.ts";
import type { PlanResult } from "../../plan/make-plan.ts";
import { isArray, isObject, type JsonValue } from "../../object/json.ts";

const mostObjects = 10_000;

/** Over all objects. */
const mostWaits = 200_000;

const mostDiagnostics = 1000;

/** Bytes of an object: no API server accepts a larger request. */
const mostOfObject = 3 * 2 ** 20;

/** Characters of all manifests of a unit. */
const mostText = 32 * 2 ** 20;

type Frame = Pick<SetToPlan, "action" | "release" | "namespace">;

/** Returns the refusal of a set that exceeds a limit. */
export function refusal(
  { action, release, namespace }: Frame,
  fault: Pick<Diagnostic, "message" | "ref" | "origin">,
): PlanResult {
  const diagnostics = [{ code: "TooLarge" as const, severity: "error" as const, ...fault }];
  return { refused: true, plan: { action, release, namespace, groups: [], resting: [], diagnostics } };
}

/**
 * Refuses a set with too much text, at the file that exceeds the limit; undefined if the set is within it.
 */
export function refusalOfText(set: SetToPlan): PlanResult | undefined {
  let characters = 0;
  for (const { name, text } of [...set.sources, ...(set.again ?? [])]) {
    characters += text.length;
    if (characters > mostText) {
      const message = `the manifests of this unit exceed ${mostText / 2 ** 20} MiB with this file: split it into several units`;
      return refusal(set, { message, origin: { file: name, line: 1 } });
    }
  }
  return undefined;
}

/**
 * Returns the plan if it is within the limits, otherwise its refusal. Of too many diagnostics only the first
 * are reported, errors before others.
 */
export function withinLimits({ plan, refused }: PlanResult): PlanResult {
  const objects = plan.groups.flatMap((group) => group.objects);
  const manifests = [...objects, ...plan.resting].map(({ manifest }) => manifest);
  const beyond = manifests[mostObjects];
  if (beyond !== undefined) {
    const message = `this unit has ${manifests.length} objects, and ${mostObjects} are allowed, which this one exceeds: split it into several units`;
    return refusal(plan, { message, ...whereIs(beyond) });
  }
  const huge = manifests.find(({ value }) => leastLength(value) > mostOfObject);
  if (huge !== undefined) {
    const message = `this object is larger than ${mostOfObject / 2 ** 20} MiB, which no API server accepts: split it, or make it smaller`;
    return refusal(plan, { message, ...whereIs(huge) });
  }
  const waits = objects.reduce((sum, { waitsFor }) => sum + waitsFor.length, 0);
  if (waits > mostWaits) {
    const worst = objects.reduce((most, one) => (one.waitsFor.length > most.waitsFor.length ? one : most));
    const message = `the objects of this unit have ${waits} dependencies, and ${mostWaits} are allowed; this one has ${worst.waitsFor.length}: split the unit, or reduce its dependencies`;
    return refusal(plan, { message, ...whereIs(worst.manifest) });
  }
  return { plan: { ...plan, diagnostics: firstOf(plan.diagnostics) }, refused };
}

function whereIs({ key, origin }: Manifest): Pick<Diagnostic, "ref" | "origin"> {
  return { ref: key, origin };
}

function firstOf(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  if (diagnostics.length <= mostDiagnostics) {
    return diagnostics;
  }
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  const others = diagnostics.filter(({ severity }) => severity !== "error");
  const first = [...errors, ...others].slice(0, mostDiagnostics);
  const message = `${diagnostics.length - mostDiagnostics} more diagnostics of this unit are not listed: fix these, or run converge validate`;
  return [...first, { code: "FaultsOmitted", severity: "warning", message }];
}

/** Returns the least number of bytes that a value takes as JSON. Complexity: linear in the value. */
export function leastLength(value: JsonValue): number {
  let length = 0;
  const left: JsonValue[] = [value];
  // One by one: a list may have more entries than a call may have arguments.
  const add = (part: JsonValue): void => {
    left.push(part);
  };
  for (let part = left.pop(); part !== undefined; part = left.pop()) {
    if (typeof part === "string") {
      length += part.length + 2;
    } else if (isArray(part)) {
      length += part.length + 1;
      part.forEach(add);
    } else if (isObject(part)) {
      const keys = Object.keys(part);
      length += keys.reduce((sum, key) => sum + key.length + 4, 1);
      Object.values(part).forEach(add);
    } else {
      length += 1;
    }
  }
  return length;
}
