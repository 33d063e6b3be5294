import test from "ava";
import * as fc from "fast-check";

import { defines, object, planned, pods } from "../../fixtures/planned.ts";
import type { JsonObject } from "../object/json.ts";
import { planJson } from "../report/plan/plan-json.ts";
import type { Plan, PlannedObject } from "./plan.ts";

const names = ["a", "b", "c", "d", "e", "f", "g", "h"] as const;
const kinds = ["Deployment", "ConfigMap", "Job", "StatefulSet"] as const;
const groups: Readonly<Record<string, string>> = {
  Deployment: "apps",
  StatefulSet: "apps",
  Job: "batch",
  ConfigMap: "",
};

interface Sketch {
  readonly kind: (typeof kinds)[number];
  readonly weight: number | undefined;
  readonly hook: string | undefined;
  readonly deployOn: string | undefined;
  readonly needs: readonly number[];
  readonly freedBy: number | undefined;
  readonly mounts: number | undefined;
  readonly namespaced: boolean;
}

const anyIndex = fc.nat({ max: names.length - 1 });
const optional = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined, freq: 3 });
const sketches = fc.array(
  fc.record<Sketch>({
    kind: fc.constantFrom(...kinds),
    weight: optional(fc.integer({ min: -2, max: 2 })),
    hook: fc.option(
      fc.constantFrom("pre-install", "post-install", "pre-install,post-install", "pre-delete"),
      {
        nil: undefined,
        freq: 5,
      },
    ),
    deployOn: fc.option(
      fc.constantFrom("install", "upgrade", "pre-install,install", "install,post-install", "post-uninstall"),
      { nil: undefined, freq: 4 },
    ),
    needs: fc.array(anyIndex, { maxLength: 2 }),
    freedBy: fc.option(anyIndex, { nil: undefined, freq: 6 }),
    mounts: optional(anyIndex),
    namespaced: fc.boolean(),
  }),
  { minLength: 1, maxLength: names.length },
);

/**
 * Objects with mostly consistent dependencies; `--invalid=skip` leaves out those with conflicting ones.
 */
function drawSet(drawn: readonly Sketch[]): readonly JsonObject[] {
  const namespaceOf = (sketch: Sketch): string => (sketch.namespaced ? "shop" : "default");
  const objects = drawn.map((sketch, at) => {
    const needed = sketch.needs
      .filter((other) => other < at)
      .flatMap((other) => {
        const target = drawn[other];
        return target === undefined
          ? []
          : [`${groups[target.kind]}/namespaces/${namespaceOf(target)}/${target.kind}/${names[other]}`];
      });
    const annotations: Record<string, string> = {
      ...(needed.length === 0 ? {} : { "config.kubernetes.io/depends-on": [...new Set(needed)].join(",") }),
      ...(sketch.weight === undefined ? {} : { "werf.io/weight": String(sketch.weight) }),
      ...(sketch.hook === undefined ? {} : { "helm.sh/hook": sketch.hook }),
      ...(sketch.deployOn === undefined ? {} : { "werf.io/deploy-on": sketch.deployOn }),
      ...(sketch.freedBy === undefined
        ? {}
        : { "werf.io/deploy-dependency-x": `state=ready,name=${names[sketch.freedBy]}` }),
    };
    const mounts =
      sketch.mounts === undefined ? {} : { volumes: [{ configMap: { name: names[sketch.mounts] ?? "" } }] };
    const body = sketch.kind === "ConfigMap" ? {} : pods(mounts, { app: names[at] ?? "" });
    return object(`${sketch.kind}/${names[at]}`, { namespace: namespaceOf(sketch), annotations, body });
  });
  return [
    ...objects,
    object("Namespace/shop"),
    object("CustomResourceDefinition/things.example.com", { body: defines("example.com", "Thing") }),
    object("example.com/v1/Thing/thing"),
  ];
}

/** The position of each object: its group, and its index in the order of sending. */
function positions(plan: Plan): ReadonlyMap<PlannedObject, readonly [number, number]> {
  return new Map(
    plan.groups.flatMap((group) =>
      group.objects.map((one, at) => [one, [group.index, at] as const] as const),
    ),
  );
}

test("every edge of a plan is met by the order of the groups, or of the objects in a group", (t) => {
  fc.assert(
    fc.property(sketches, fc.constantFrom("install", "delete"), (drawn, action) => {
      const { plan } = planned(drawSet(drawn), {
        invalid: "skip",
        action: action === "delete" ? "delete" : "install",
      });
      const where = positions(plan);
      for (const [one, [group, at]] of where) {
        for (const wait of one.waitsFor.filter(({ external }) => !external)) {
          // An object of several stages occurs several times; its dependents come at least after the first.
          const target = [...where].find(([other]) => other.manifest.key === wait.on);
          const [targetGroup, targetAt] = target?.[1] ?? [Infinity, Infinity];
          const isBefore =
            targetGroup < group ||
            (["present", "deleting"].includes(wait.until) && targetGroup === group && targetAt < at);
          t.true(isBefore, `${one.manifest.key} (group ${group}) after ${wait.on} (group ${targetGroup})`);
        }
      }
    }),
    { numRuns: 150 },
  );
});

test("stages and weights ascend, barriers refer to earlier groups, and each hook has its own group", (t) => {
  const stages = ["crds", "pre", "main", "post"];
  fc.assert(
    fc.property(sketches, (drawn) => {
      const { groups: found } = planned(drawSet(drawn), { invalid: "skip" }).plan;
      found.forEach((group, at) => {
        t.is(group.index, at + 1);
        t.true(group.after.every((other) => other < group.index));
        t.true(group.objects.length === 1 || group.objects.every((one) => one.hook === null));
        const before = found
          .slice(0, at)
          .filter((other) => other.stage === group.stage && other.weight !== null);
        t.true(group.weight === null || before.every((other) => (other.weight ?? 0) <= (group.weight ?? 0)));
        t.true(stages.indexOf(found[at - 1]?.stage ?? "crds") <= stages.indexOf(group.stage));
      });
    }),
    { numRuns: 150 },
  );
});

test("an explicit weight is kept unless the object is freed", (t) => {
  fc.assert(
    fc.property(sketches, (drawn) => {
      for (const group of planned(drawSet(drawn), { invalid: "skip" }).plan.groups) {
        for (const { manifest, freed } of group.objects) {
          const sketch = drawn[names.findIndex((name) => name === manifest.name)];
          t.true(freed || sketch?.weight === undefined || sketch.weight === group.weight);
        }
      }
    }),
    { numRuns: 150 },
  );
});

test("the order of files does not change the JSON of a plan", (t) => {
  fc.assert(
    fc.property(sketches, fc.infiniteStream(fc.nat()), (drawn, random) => {
      const files = drawSet(drawn).map((one, at) => [`${at}.json`, [one]] as const);
      const shuffled = files
        .map((file) => [random.next().value, file] as const)
        .toSorted(([left], [right]) => left - right)
        .map(([, file]) => file);
      const options = { invalid: "skip" } as const;
      t.is(
        planJson(planned(Object.fromEntries(shuffled), options).plan),
        planJson(planned(Object.fromEntries(files), options).plan),
      );
    }),
    { numRuns: 150 },
  );
});

/** Objects of the main stage alone, without hooks. */
function drawOrdinary(drawn: readonly Sketch[]): ReturnType<typeof drawSet> {
  return drawSet(drawn.map((sketch) => ({ ...sketch, hook: undefined, deployOn: undefined })));
}

function isLast({ manifest }: PlannedObject): boolean {
  return ["Namespace", "CustomResourceDefinition"].includes(manifest.kind);
}

/** The position of each object of a plan by its key: its group, and its index in the group. */
function placesByKey(plan: Plan): ReadonlyMap<string, readonly [group: number, at: number]> {
  return new Map([...positions(plan)].map(([one, place]) => [one.manifest.key, place]));
}

test("a deletion reverses every edge of an installation, including edges until present", (t) => {
  fc.assert(
    fc.property(sketches, (drawn) => {
      const set = drawOrdinary(drawn);
      const { plan } = planned(set, { invalid: "skip", action: "delete" });
      const places = placesByKey(plan);
      const isBehind = (needed: string, user: string, until: string): boolean => {
        const [[group, at] = [Infinity, 0], [later, laterAt] = [0, 0]] = [
          places.get(user),
          places.get(needed),
        ];
        return later > group || (later === group && laterAt > at && until === "present");
      };
      const users = planned(set, { invalid: "skip" }).plan.groups.flatMap((group) => group.objects);
      for (const { manifest, waitsFor } of users.filter((one) => !isLast(one))) {
        for (const { on, until, rule } of waitsFor) {
          t.true(isBehind(on, manifest.key, until), `${on} behind ${manifest.key} (${rule})`);
        }
      }
    }),
    { numRuns: 150 },
  );
});

test("every object of a valid set is planned exactly once", (t) => {
  fc.assert(
    fc.property(sketches, (drawn) => {
      const set = drawSet(drawn.map((sketch) => ({ ...sketch, hook: undefined, deployOn: undefined })));
      const result = planned(set);
      const keys = result.plan.groups.flatMap((group) => group.objects.map(({ manifest }) => manifest.key));
      t.is(new Set(keys).size, keys.length);
      t.is(keys.length, result.refused ? 0 : set.length);
    }),
    { numRuns: 150 },
  );
});

/**
 * The objects that are certain to be ready before each object starts: those of its barrier and its ready
 * edges, directly or indirectly. Of an object that occurs several times, the last occurrence before it is
 * awaited.
 */
function readyBefore(plan: Plan): ReadonlyMap<PlannedObject, ReadonlySet<PlannedObject>> {
  const before = new Map<PlannedObject, ReadonlySet<PlannedObject>>();
  for (const group of plan.groups) {
    for (const one of group.objects) {
      const barred = (one.after ?? group.after).flatMap((index) => {
        const other = plan.groups[index - 1];
        return other?.objects.filter((member) => !member.freed || other.stage !== group.stage) ?? [];
      });
      const needed = one.waitsFor
        .filter(({ until }) => until === "ready")
        .flatMap(({ on }) => [...before.keys()].filter(({ manifest }) => manifest.key === on).slice(-1));
      const direct = [...barred, ...needed];
      before.set(one, new Set([...direct, ...direct.flatMap((other) => [...(before.get(other) ?? [])])]));
    }
  }
  return before;
}

test("earlier stages and lower weights are ready before later ones, except objects freed from their weight", (t) => {
  const stages = ["crds", "pre", "main", "post"];
  fc.assert(
    fc.property(sketches, (drawn) => {
      const { plan } = planned(drawSet(drawn), { invalid: "skip" });
      const before = readyBefore(plan);
      const all = plan.groups.flatMap((group) => group.objects.map((one) => ({ one, group })));
      for (const { one, group } of all) {
        const earlier = all.filter((other) => {
          const byStage = stages.indexOf(other.group.stage) < stages.indexOf(group.stage);
          const byWeight =
            other.group.stage === group.stage && (other.group.weight ?? 0) < (group.weight ?? 0);
          const haveWeights = group.weight !== null && other.group.weight !== null;
          return byStage || (byWeight && haveWeights && !one.freed && !other.one.freed);
        });
        for (const other of earlier) {
          const isReady = before.get(one)?.has(other.one) === true;
          t.true(isReady, `${one.manifest.key} (group ${group.index}) without ${other.one.manifest.key}`);
        }
      }
    }),
    { numRuns: 150 },
  );
});
