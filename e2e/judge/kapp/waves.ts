/** Objects in the waves in which they are written, by name; within a wave the order is free. */
import { type JsonValue, listField, stringField } from "../../../lib/object/json.ts";
import { compareText } from "../../../lib/object/object-ref.ts";

export type Waves = readonly (readonly string[])[];

/** Reads the waves from the output of `kapp deploy`. */
export function wavesOfKapp(output: string): Waves {
  const waves: string[][] = [];
  for (const line of output.split("\n")) {
    if (/ ---- applying \d+ changes? /.test(line)) {
      waves.push([]);
    }
    const [, name] = /: create \S+\/(\S+) \(v1\)/.exec(line) ?? [];
    if (name !== undefined) {
      waves.at(-1)?.push(name);
    }
  }
  return waves.map((wave) => wave.toSorted(compareText)).filter((wave) => wave.length > 0);
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
    (waves[waveOf(ref)] ??= []).push(nameIn(ref));
  }
  return waves.map((wave) => wave.toSorted(compareText));
}

/** The objects of a plan with those of the same plan that each waits for, by reference. */
export function waitsOf(plan: JsonValue): ReadonlyMap<string, readonly string[]> {
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

/** The name in a reference: `/namespaces/shop/ConfigMap/env`. */
export function nameIn(ref: string): string {
  return ref.slice(ref.lastIndexOf("/") + 1);
}
