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

/** CONVERGE_LAW_RUNS=2000 tests longer; CONVERGE_LAW_SEED repeats one run. */
const runs = Number(process.env["CONVERGE_LAW_RUNS"] ?? 40);
const seed = process.env["CONVERGE_LAW_SEED"];
const parameters = seed === undefined ? {} : { seed: Number(seed) };

/**
 * Forced modules are exempt from requirements: their own, and those of other modules on them. A module is
 * forced if it runs the image of an override, still runs it after the override was deleted, or was rolled
 * back to the release before it, and if its release was deployed by the annotation `force`. That ends when
 * another release of it is deployed, when it is disabled, and (except for images that still run) when the
 * controllers restart, which analyses all modules again.
 *
 * The laws, after every pass: at most one release of a module is deployed, and a pass takes it one step,
 * never down, unless all its releases were removed; in the mode Manual no release is deployed without
 * approval, `apply-now` or `force`; Superseded and Skipped releases stay so; releases of an overridden module
 * stay in their phase; no Pending or Deployed release is removed within 72 hours after the module was last
 * enabled, except below the deployed one. And once nothing changes any more: no enabled module lacks a
 * required module, or has a version that another module does not support, unless one of the two is forced.
 */
test("after any events, no enabled module has unmet requirements, and releases only move forward", (t) => {
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

test("after any events, reconciliation ends, and one more pass writes nothing", (t) => {
  const law = fc.property(anyModel, anyEvents, (given, events) => {
    const model = new LawModel(given);
    for (const event of events) {
      t.false(model.play(event).at(-1)?.hasChanged);
      t.false(model.passLater(1000).hasWritten);
    }
  });
  fc.assert(law, { numRuns: Math.ceil(runs / 4), ...parameters });
});

test("the same events give byte-identical objects, whatever the order of the objects", (t) => {
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

interface Scenario {
  readonly versions: readonly GivenVersion[];
  readonly events: readonly LawEvent[];
  /** Each release with its phase and message, then the condition of the Module. */
  readonly end: readonly string[];
}

/** Sequences that random events rarely reach. */
const ends = test.macro({
  title: (title = "") => title,
  exec: (t, { versions, events, end }: Scenario) => {
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

test("a suspended release of an overridden module stays suspended even if the settings fit again", ends, {
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

test("a module that is disabled for its requirements takes the release that meets them", ends, {
  versions: [version("1.0.0", { deckhouse: "< 1.75" }), version("1.1.0")],
  events: [begin, { type: "restart", deckhouse: "v1.75.0" }, moves],
  end: ["a-v1.0.0 Superseded", "a-v1.1.0 Deployed", "True"],
});

test(
  "the image of a deleted override runs until the next release, which does not wait for the earlier one",
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
