import test from "ava";

import type { AuditEvent } from "../control-plane/audit-log.ts";
import { openFleet } from "./fleet.ts";
import { configMap, readyAt } from "./sync-site.ts";

const names = ["a", "b", "c", "d", "e"];

test("after a restart, a unit needs one read of its record, and a list and a watch for each of its kinds", async (t) => {
  const { repository, configure, beginFleet, cluster, namespace } = await openFleet(t);
  configure(names.map((name) => ({ name })));
  const commit = await repository.commit(
    Object.fromEntries(
      names.flatMap((name) => [
        [`${name}/one.yaml`, configMap(`${name}-one`)],
        [`${name}/two.yaml`, configMap(`${name}-two`)],
        [
          `${name}/account.yaml`,
          JSON.stringify({ apiVersion: "v1", kind: "ServiceAccount", metadata: { name: `${name}-account` } }),
        ],
      ]),
    ),
  );
  const words = ["--identity", "sync-0"];
  const first = beginFleet(words);
  for (const name of names) {
    await readyAt(first, commit, name);
  }
  await first.stop();
  const mark = await cluster.auditMark();
  const second = beginFleet(words);
  for (const name of names) {
    await readyAt(second, commit, name);
  }
  const asked = async (): Promise<readonly string[]> => wordsOf(await cluster.auditSince(mark, namespace));
  while ((await asked()).filter((one) => one.startsWith("watch")).length < 2 * names.length) {
    await new Promise(setImmediate);
  }
  await second.stop();
  t.deepEqual(
    Object.fromEntries(
      [...Map.groupBy(await asked(), (one) => one)].map(([one, { length }]) => [one, length]),
    ),
    {
      "get secrets": 5,
      "list configmaps": 5,
      "list serviceaccounts": 5,
      "watch configmaps": 5,
      "watch serviceaccounts": 5,
    },
  );
});

/**
 * The requests for units, without those for members and Unit resources, whose cost does not grow with the
 * number of units.
 */
function wordsOf(events: readonly AuditEvent[]): readonly string[] {
  return events
    .filter(({ verb, stage }) => stage === (verb === "watch" ? "ResponseStarted" : "ResponseComplete"))
    .map(({ verb, objectRef }) => `${verb} ${objectRef?.resource}`)
    .filter((words) => !/ (?:leases|units)$/.test(words));
}
