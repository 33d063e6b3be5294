/** Three replicas as processes, of which one is killed. */
import { join } from "node:path";

import test from "ava";

import { unitsAnnotation } from "../../lib/sync/membership/advertised-units.ts";
import { memberSeconds, memberLeaseName } from "../../lib/sync/membership/member-lease.ts";
import type { AuditEvent } from "../control-plane/audit-log.ts";
import { testFolder } from "../git/test-folder.ts";
import { openFleet, setWritesOf } from "./fleet.ts";
import { startTestProcess } from "./test-process.ts";
import { configMap } from "./sync-site.ts";

const program = join(import.meta.dirname, "../../cmd/converge.mjs");

const units = Array.from({ length: 30 }, (_, index) => `unit-${String(index).padStart(2, "0")}`);
const identities = ["sync-0", "sync-1", "sync-2"];

/** Milliseconds for a run to begin after a Lease has expired: replicas look every second. */
const margin = 10_000;

/**
 * The times of successful requests to an object (`patch leases/x`), in milliseconds since 1970, by the clock
 * of the server.
 */
function timesOf(events: readonly AuditEvent[], request: string): readonly number[] {
  return events
    .filter(
      ({ verb, objectRef, responseStatus }) =>
        `${verb} ${objectRef?.resource}/${objectRef?.name}` === request && (responseStatus?.code ?? 0) < 300,
    )
    .map(({ requestReceivedTimestamp }) => Date.parse(requestReceivedTimestamp));
}

test("the units of a killed replica are taken over once its Lease expires, and nothing is written twice", async (t) => {
  t.timeout(180_000);
  const { cluster, configure, file, kubeconfig, namespace, repository, requests } = await openFleet(t);
  configure(units.map((name) => ({ name })));
  const commit = async (version: string): Promise<string> =>
    repository.commit(
      Object.fromEntries(units.map((name) => [`${name}/env.yaml`, configMap(name, { version })])),
    );
  const keepersAt = async (version: string): Promise<readonly string[]> =>
    Promise.all(
      units.map(async (unit) => {
        const path = `/apis/converge.dev/v1/namespaces/${namespace}/units/${unit}`;
        const found = await cluster.until(
          path,
          (object) =>
            object?.status?.["phase"] === "Ready" &&
            JSON.stringify(object.status["appliedRevision"]).includes(version),
          150,
        );
        return String(found?.status?.["keptBy"]);
      }),
    );
  const mark = await cluster.auditMark();
  const replicas = identities.map((identity) =>
    startTestProcess(t, [process.execPath, program, "sync", "--config", file, "--identity", identity], {
      folder: testFolder(t),
      env: { KUBECONFIG: kubeconfig },
    }),
  );
  for (const identity of identities) {
    const lease = memberLeaseName({ sync: "fleet", identity });
    const path = `/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases/${lease}`;
    await cluster.until(path, (object) => object?.metadata.annotations?.[unitsAnnotation] !== undefined);
  }
  const before = await keepersAt(await commit("1"));
  t.deepEqual(new Set(before), new Set(identities));

  await replicas[1]?.kill();
  const after = await keepersAt(await commit("2"));
  t.deepEqual(new Set(after), new Set(["sync-0", "sync-2"]));
  for (const [index, keeper] of after.entries()) {
    t.true(before[index] === "sync-1" || before[index] === keeper, `${units[index]} is moved to ${keeper}`);
  }
  const events = await cluster.auditSince(mark, namespace);
  const lease = memberLeaseName({ sync: "fleet", identity: "sync-1" });
  const expiry = (timesOf(events, `patch leases/${lease}`).at(-1) ?? Number.NaN) + memberSeconds * 1000;
  for (const unit of units.filter((_, index) => before[index] === "sync-1")) {
    const written = (timesOf(events, `patch configmaps/${unit}`).at(-1) ?? Number.NaN) - expiry;
    t.true(written >= 0, `${unit} is written ${written} ms after the Lease expired`);
    // A run begins with its record; how long it takes depends on the machine.
    const reads = timesOf(events, `get secrets/converge-${unit}`).filter((time) => time >= expiry);
    const begun = Math.min(...reads) - expiry;
    t.true(begun < margin, `the run of ${unit} begins ${begun} ms after the Lease expired`);
  }
  const writes = setWritesOf(await requests(mark)).toSorted();
  t.deepEqual(
    writes,
    units.flatMap((unit) => [`patch configmaps/${unit}`, `patch configmaps/${unit}`]),
  );
});
