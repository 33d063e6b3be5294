import test from "ava";
import * as fc from "fast-check";

import { anyEvents, anyWorld } from "../../fixtures/modules/laws/law-event.ts";
import { LawHistory } from "../../fixtures/modules/laws/law-history.ts";
import { LawWorld } from "../../fixtures/modules/laws/law-world.ts";
import { undocumented } from "../../fixtures/modules/laws/told-messages.ts";

/** CONVERGE_LAW_RUNS=2000 looks longer; CONVERGE_LAW_SEED plays one run again. */
const runs = Number(process.env["CONVERGE_LAW_RUNS"] ?? 40);
const seed = process.env["CONVERGE_LAW_SEED"];
const parameters = seed === undefined ? {} : { seed: Number(seed) };

/**
 * What is forced is neither asked what it needs nor held against others: a module that runs the image of an override, or whose image runs on after it,
 * or that has gone back to the release before it, until another one is deployed or it was off; and one whose release was deployed by the annotation
 * `force`, as long as that is deployed.
 *
 * The laws, after every pass: one release of a module is deployed at most, and a pass takes it one step, never down, unless all its releases were removed;
 * in the mode Manual none goes without approval, `apply-now` or `force`; what is Superseded or Skipped stays so; releases of an overridden module
 * stay in their phase; none that is Pending or Deployed is removed in the 72 hours after the module was last asked for. And when nothing is new any more:
 * no module that is on lacks what it needs, or is at a version that another one refuses, both not forced.
 */
test("whatever happens, no module is on that lacks what it needs, and releases go one way", (t) => {
  const law = fc.property(anyWorld, anyEvents, (told, events) => {
    const world = new LawWorld(told);
    const history = new LawHistory();
    for (const event of events) {
      const passes = world.play(event);
      const broken = passes.flatMap((pass) => history.look(pass, world.state));
      t.deepEqual([...broken, ...history.rest(world.state)], []);
      t.deepEqual(undocumented(world.objects), [], "not in docs/modules-messages.md");
    }
  });
  fc.assert(law, { numRuns: runs, ...parameters });
});

test("whatever happens, passes come to an end, and one more writes nothing", (t) => {
  const law = fc.property(anyWorld, anyEvents, (told, events) => {
    const world = new LawWorld(told);
    for (const event of events) {
      t.false(world.play(event).at(-1)?.hasNews);
      t.false(world.passLater(1000).hasWritten);
    }
  });
  fc.assert(law, { numRuns: Math.ceil(runs / 4), ...parameters });
});

test("the same events lead to the same bytes, in whatever order objects are found", (t) => {
  const law = fc.property(anyWorld, anyEvents, (told, events) => {
    const world = new LawWorld(told);
    const other = new LawWorld(told, (objects) => objects.toReversed());
    for (const event of events) {
      world.play(event);
      other.play(event);
      t.is(JSON.stringify(world.objects.everything()), JSON.stringify(other.objects.everything()));
    }
  });
  fc.assert(law, { numRuns: Math.ceil(runs / 4), ...parameters });
});
