import test from "ava";

import { type Instant, killRun, revisionSecretsOf } from "./killed-run.ts";
import { applying, homeOf, runAgain } from "./killed-set.ts";
import { openSite } from "./site.ts";

interface Killed {
  readonly instant: Instant;
  /** What the server has done for the deletion that was killed, and for the next one. */
  readonly seen: readonly string[];
  readonly again: readonly string[];
}

const deletesTheRest = test.macro(async (t, { instant, seen, again }: Killed) => {
  const site = await openSite(t);
  const { code: applied, stdout: said } = await site.run(applying(site, "2"));
  t.is(applied, 0, said);
  const words = ["delete", ...homeOf(site)];
  t.deepEqual(await killRun(t, site, { words, instant }), seen);
  const { code, stdout, writes } = await runAgain(site, words);
  t.is(code, 0, stdout);
  t.deepEqual(writes, again, stdout);
  t.deepEqual(await revisionSecretsOf(site), []);
  for (const path of [
    "secrets/converge-shop",
    "coordination.k8s.io/leases/converge-shop",
    "configmaps/early",
    "configmaps/env",
  ]) {
    t.is(await site.get(path), undefined, path);
  }
  t.truthy(await site.get("batch/jobs/parting"), "hooks of a deletion belong to nobody, and stay");
});

const farewell = "patch jobs/farewell";
const parting = "patch jobs/parting";
const gone = ["delete configmaps/env", "delete configmaps/early"];

test("killed while it waits for a hook before it, a deletion runs that hook anew", deletesTheRest, {
  instant: { when: "after", method: "PATCH", object: "jobs/farewell" },
  seen: [farewell],
  again: ["delete jobs/farewell", farewell, ...gone, parting],
});
test("killed among its objects, a deletion runs its hooks and deletes the rest", deletesTheRest, {
  instant: { when: "after", method: "DELETE", object: "configmaps/env" },
  seen: [farewell, "delete configmaps/env"],
  again: ["delete jobs/farewell", farewell, "delete configmaps/early", parting],
});
test("killed while it waits for a hook behind it, a deletion runs its hooks anew", deletesTheRest, {
  instant: { when: "after", method: "PATCH", object: "jobs/parting" },
  seen: [farewell, ...gone, parting],
  again: ["delete jobs/farewell", farewell, "delete jobs/parting", parting],
});
test("killed when its revisions are gone, a deletion runs no hooks again", deletesTheRest, {
  instant: { when: "after", method: "DELETE", object: "secrets/converge.shop.v1" },
  seen: [farewell, ...gone, parting],
  again: [],
});
test("killed when the release is forgotten, a deletion has only its lock to delete", deletesTheRest, {
  instant: { when: "after", method: "DELETE", object: "secrets/converge-shop" },
  seen: [farewell, ...gone, parting],
  again: [],
});
