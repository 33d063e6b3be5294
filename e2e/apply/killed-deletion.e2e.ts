import test from "ava";

import { type KillPoint, killRun, revisionSecretsOf } from "./killed-run.ts";
import { applying, homeOf, runAgain } from "./killed-set.ts";
import { openSite } from "./site.ts";

interface Killed {
  readonly instant: KillPoint;
  /** The requests that the server handled for the killed deletion, and for the next one. */
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

test("a deletion killed while it waits for a pre-delete hook runs that hook again", deletesTheRest, {
  instant: { when: "after", method: "PATCH", object: "jobs/farewell" },
  seen: [farewell],
  again: ["delete jobs/farewell", farewell, ...gone, parting],
});
test("a deletion killed while it deletes objects runs its hooks again and deletes the rest", deletesTheRest, {
  instant: { when: "after", method: "DELETE", object: "configmaps/env" },
  seen: [farewell, "delete configmaps/env"],
  again: ["delete jobs/farewell", farewell, "delete configmaps/early", parting],
});
test("a deletion killed while it waits for a post-delete hook runs its hooks again", deletesTheRest, {
  instant: { when: "after", method: "PATCH", object: "jobs/parting" },
  seen: [farewell, ...gone, parting],
  again: ["delete jobs/farewell", farewell, "delete jobs/parting", parting],
});
test("a deletion killed after its revisions were deleted does not run its hooks again", deletesTheRest, {
  instant: { when: "after", method: "DELETE", object: "secrets/converge.shop.v1" },
  seen: [farewell, ...gone, parting],
  again: [],
});
test(
  "a deletion killed after the record was deleted only deletes the lock when it is repeated",
  deletesTheRest,
  {
    instant: { when: "after", method: "DELETE", object: "secrets/converge-shop" },
    seen: [farewell, ...gone, parting],
    again: [],
  },
);

test("deleting a release whose run was killed before it stored the record removes the stored revision", async (t) => {
  const site = await openSite(t);
  const instant: KillPoint = { when: "after", method: "PATCH", object: "secrets/converge.shop.v1" };
  await killRun(t, site, { words: applying(site, "1"), instant });
  t.deepEqual(await revisionSecretsOf(site), ["converge.shop.v1"]);
  const { code, stdout } = await site.run(["delete", ...homeOf(site)]);
  t.is(code, 0, stdout);
  t.deepEqual(await revisionSecretsOf(site), []);
});
