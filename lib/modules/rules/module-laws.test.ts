import test from "ava";
import * as fc from "fast-check";

import {
  anyEvents,
  anyModel,
  type LawEvent,
  type GivenVersion,
} from "../../../fixtures/modules/laws/law-event.ts";
import { LawHistory } from "../../../fixtures/modules/laws/law-history.ts";
import { LawModel } from "../../../fixtures/modules/laws/law-model.ts";
import { reportedCondition } from "../../../fixtures/modules/enablement/module-model.ts";
import { undocumented } from "../../../fixtures/modules/laws/documented-messages.ts";
import type { JsonObject } from "../../object/json.ts";

/** CONVERGE_LAW_RUNS=2000 looks longer; CONVERGE_LAW_SEED plays one run again. */
const runs = Number(process.env["CONVERGE_LAW_RUNS"] ?? 40);
const seed = process.env["CONVERGE_LAW_SEED"];
const parameters = seed === undefined ? {} : { seed: Number(seed) };

/**
 * What is forced is neither asked what it needs nor held against others: a module that runs the image of an
 * override, or whose image runs on after it, or that has gone back to the release before it; and one whose
 * release was deployed by the annotation `force`. That ends when another release of it is deployed, when it
 * is off, and, but for images that run, when the controllers start anew: they analyse all modules then.
 *
 * The laws, after every pass: one release of a module is deployed at most, and a pass takes it one step,
 * never down, unless all its releases were removed; in the mode Manual none goes without approval,
 * `apply-now` or `force`; what is Superseded or Skipped stays so; releases of an overridden module stay in
 * their phase; none that is Pending or Deployed is removed in the 72 hours after the module was last asked
 * for, but below the deployed one. And when nothing is new any more: no module that is on lacks what it
 * needs, or is at a version that another one refuses, both not forced.
 */
test("whatever happens, no module is on that lacks what it needs, and releases go one way", (t) => {
  const law = fc.property(anyModel, anyEvents, (given, events) => {
    const model = new LawModel(given);
    const history = new LawHistory();
    for (const event of events) {
      if (event.type === "restart") {
        history.restart();
      }
      const passes = model.play(event);
      const broken = passes.flatMap((pass) => history.look(pass, model.state));
      t.deepEqual([...broken, ...history.rest(model.state)], []);
      t.deepEqual(undocumented(model.objects), [], "not in docs/modules/messages.md");
    }
  });
  fc.assert(law, { numRuns: runs, ...parameters });
});

test("whatever happens, passes come to an end, and one more writes nothing", (t) => {
  const law = fc.property(anyModel, anyEvents, (given, events) => {
    const model = new LawModel(given);
    for (const event of events) {
      t.false(model.play(event).at(-1)?.hasChanged);
      t.false(model.passLater(1000).hasWritten);
    }
  });
  fc.assert(law, { numRuns: Math.ceil(runs / 4), ...parameters });
});

test("the same events lead to the same bytes, in whatever order objects are found", (t) => {
  const law = fc.property(anyModel, anyEvents, (given, events) => {
    const model = new LawModel(given);
    const other = new LawModel(given, (objects) => objects.toReversed());
    for (const event of events) {
      model.play(event);
      other.play(event);
      t.is(JSON.stringify(model.objects.everything()), JSON.stringify(other.objects.everything()));
    }
  });
  fc.assert(law, { numRuns: Math.ceil(runs / 4), ...parameters });
});

interface Tale {
  readonly versions: readonly GivenVersion[];
  readonly events: readonly LawEvent[];
  /** Each release with its phase and message, then the Module with what it says of itself. */
  readonly end: readonly string[];
}

/** What random events rarely come upon. */
const ends = test.macro({
  title: (title = "") => title,
  exec: (t, { versions, events, end }: Tale) => {
    const modules = [{ versions, isOn: true }];
    const model = new LawModel({ modules, deckhouse: "v1.73.0", kubernetes: "1.31.0" });
    for (const event of events) {
      model.play(event);
    }
    const releases = model.objects
      .releasesOf("a")
      .map(({ name, phase, message }) => [name, phase, message].join(" ").trim());
    t.deepEqual([...releases, reportedCondition(model.objects, "a")], end);
  },
});

function version(number: string, requirements: JsonObject = {}): GivenVersion {
  return { version: number, definition: { requirements } };
}

const begin: LawEvent = { type: "time", minutes: 1 };
const moves: LawEvent = { type: "channel", module: 0, at: 1 };

test("a suspended release stands still while its module is overridden, though its settings fit again", ends, {
  versions: [version("1.0.0"), version("1.1.0")],
  events: [
    { type: "files", module: 0, at: 1, are: "unfit" },
    begin,
    moves,
    { type: "override", module: 0, tag: "main", rollback: false },
    { type: "files", module: 0, at: 1, are: "fine" },
  ],
  end: ["a-v1.0.0 Deployed", "a-v1.1.0 Suspended validation failed: replicas: 5 is too much", "True"],
});

test("a module that is off for its requirements takes the release that it needs to come back", ends, {
  versions: [version("1.0.0", { deckhouse: "< 1.75" }), version("1.1.0")],
  events: [begin, { type: "restart", deckhouse: "v1.75.0" }, moves],
  end: ["a-v1.0.0 Superseded", "a-v1.1.0 Deployed", "True"],
});

test(
  "the image of an override that is gone runs until the next release, which does not wait for the one before",
  ends,
  {
    versions: [version("1.0.0"), version("1.1.0")],
    events: [
      begin,
      { type: "override", module: 0, tag: "main", rollback: false },
      { type: "release override", module: 0 },
      moves,
    ],
    end: ["a-v1.0.0 Superseded", "a-v1.1.0 Deployed", "True"],
  },
);
