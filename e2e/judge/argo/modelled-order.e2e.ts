import test from "ava";

import { plan } from "../../../lib/engine.ts";
import type { JsonObject } from "../../../lib/object/json.ts";
import { writtenKind } from "../order/published-sets.ts";
import { type ModelledTask, modelledOrder, nameWithoutEnd, rankOf } from "./modelled-order.ts";
import { randomCase } from "./random-case.ts";
import { ruleCases } from "./rule-cases.ts";

const home = "e2e-0";

/** Returns the first two writes of a set that `--compat=argocd` plans in another order than the engine's. */
function difference(objects: readonly JsonObject[]): string | undefined {
  const text = objects.map((object) => `---\n${JSON.stringify(object)}\n`).join("");
  const made = plan({
    sources: [{ name: "set.yaml", text }],
    release: "judged",
    namespace: home,
    compat: "argocd",
  });
  const tasks = modelledOrder(objects, home);
  const planned = numbered(
    made.plan.groups.flatMap((group) =>
      group.objects.map(({ manifest }) => `${manifest.kind}/${manifest.name.replace(/-gen-.*$/, "-gen-")}`),
    ),
  );
  const keys = numbered(tasks.map(({ object }) => `${writtenKind(object)}/${nameWithoutEnd(object)}`));
  const places = new Map(planned.map((key, place) => [key, place]));
  if (keys.length !== planned.length || !keys.every((key) => places.has(key))) {
    return `planned ${planned.toSorted().join(" ")}, expected ${keys.toSorted().join(" ")}`;
  }
  const members = tasks.map((task, index) => ({ task, place: places.get(keys[index] ?? "") ?? -1 }));
  const pair = members.flatMap((late, index) =>
    members
      .slice(0, index)
      .filter((early) => early.place > late.place && !isFree(early.task, late.task))
      .map(
        (early) =>
          `${nameWithoutEnd(late.task.object)} is planned before ${nameWithoutEnd(early.task.object)}`,
      ),
  );
  return pair[0];
}

function numbered(words: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  return words.map((word) => {
    const count = (counts.get(word) ?? 0) + 1;
    counts.set(word, count);
    return `${word} ${count}`;
  });
}

/** Reports whether the engine writes two objects of a wave at the same time, or in any order. */
function isFree(left: ModelledTask, right: ModelledTask): boolean {
  const isTied =
    rankOf(left.object) === rankOf(right.object) &&
    nameWithoutEnd(left.object) === nameWithoutEnd(right.object);
  return (
    left.phase === right.phase &&
    left.wave === right.wave &&
    (writtenKind(left.object) === writtenKind(right.object) || isTied)
  );
}

test("sets of one rule each are planned in the order of Argo CD's engine", (t) => {
  for (const [name, maker] of Object.entries(ruleCases)) {
    t.is(difference(maker(home).first), undefined, name);
  }
});

test("random sets are planned in the order of Argo CD's engine", (t) => {
  t.timeout(600_000);
  for (let index = 0; index < 400; index += 1) {
    const { first, second = [] } = randomCase("argo", "1", index)(home);
    t.is(difference(first), undefined, `first ${index}`);
    t.is(difference(second), undefined, `second ${index}`);
  }
});
