import { readFileSync } from "node:fs";
import { join } from "node:path";

import test from "ava";

import type { JsonObject } from "../../lib/object/json.ts";
import { type Schema, schemaFaults } from "../../fixtures/schema-faults.ts";
import type { Clock } from "../../lib/async/clock.ts";
import { barePod, configMap, deployment, job, readyWhile, refTo } from "./manifests.ts";
import type { AuditMark } from "../control-plane/audit-log.ts";
import { startKubelet } from "../control-plane/stand-in-kubelet.ts";
import { wallClock } from "../open-test-cluster.ts";
import { openSite, type Site } from "./site.ts";
import { beginTimed } from "./timed-run.ts";

/** The last line that every container of the test cluster logs. */
const lastLine = "panic: cannot reach db:5432: connection refused";
const lines = ["starting", "reading /etc/app/config.yaml", "connecting to db:5432", lastLine];

const longJob = { "converge.test/complete-after": "2s" };

/** A clock that never lets a run follow the log of a ready pod because its workload is late. */
const patientClock: Clock = {
  ...wallClock,
  after: (milliseconds, callback) => wallClock.after(milliseconds === 500 ? 600_000 : milliseconds, callback),
};

/** The number of occurrences of a text in another. */
function times(text: string, part: string): number {
  return text.split(part).length - 1;
}

/** The number of log requests since a mark. */
async function asked(site: Site, since: AuditMark): Promise<number> {
  const events = await site.cluster.auditSince(since, site.namespace);
  const logs = events.filter(({ objectRef }) => objectRef?.subresource === "log");
  return new Set(logs.map(({ auditID }) => auditID)).size;
}

/** The containers whose logs a run printed, as `container app`. */
function loggingContainers(stdout: string): readonly string[] {
  return [...stdout.matchAll(/^logs .*(container \S+)$/gm)].map(([, throttle = ""]) => throttle);
}

test("the log of a hook is printed while the run waits for it, complete and before its end", async (t) => {
  const site = await openSite(t);
  const { code, stdout } = await site.apply([
    job("migrate", { annotations: { "helm.sh/hook": "pre-install" }, pod: longJob }),
  ]);
  t.is(code, 0, stdout);
  t.regex(stdout, /^logs +Job\/migrate pod\/migrate-\S+ container app$/m);
  t.true(stdout.includes(lines.map((line) => `  | ${line}\n`).join("")), stdout);
  t.true(stdout.indexOf(lastLine) < stdout.search(/^ready .*Job\/migrate/m), stdout);
});

test("the log of a Job that ends at once is printed completely", async (t) => {
  const site = await openSite(t);
  const { code, stdout } = await site.apply([job("quick")], "-o", "json");
  t.is(code, 0, stdout);
  const events = stdout
    .trimEnd()
    .split("\n")
    .map((line): JsonObject => JSON.parse(line));
  const log = events.findIndex(({ type }) => type === "log");
  t.like(events[log], { kind: "Job", name: "quick", container: "app", lines });
  t.true(log < events.findIndex(({ type, status }) => type === "wait" && status === "Successful"));
});

test("log lines match the JSON schema", async (t) => {
  const site = await openSite(t);
  const { stdout } = await site.apply([job("migrate", { pod: longJob })], "-o", "json");
  const path = join(import.meta.dirname, "../../docs/event.schema.json");
  const schema: Schema = JSON.parse(readFileSync(path, "utf8"));
  const events = stdout
    .trimEnd()
    .split("\n")
    .map((line): JsonObject => JSON.parse(line));
  t.true(events.some(({ type }) => type === "log"));
  t.deepEqual(
    events.flatMap((event) => schemaFaults(event, schema)),
    [],
  );
});

test("logs of init containers and all containers of one replica are printed", async (t) => {
  const site = await openSite(t);
  const image = "registry.test/app:1";
  const podSpec = {
    initContainers: [{ name: "prepare", image }],
    containers: [
      { name: "app", image },
      { name: "proxy", image },
    ],
  };
  const spec = { parallelism: 3, completions: 3 };
  const mark = await site.cluster.auditMark();
  const { code, stdout } = await site.apply([job("migrate", { pod: longJob, podSpec, spec })]);
  t.is(code, 0, stdout);
  t.deepEqual(loggingContainers(stdout).toSorted(), [
    "container app",
    "container prepare",
    "container proxy",
  ]);
  t.is(times(stdout, lastLine), 3, stdout);
  t.is(await asked(site, mark), 3);
});

const filtered = test.macro({
  title: (name) => name ?? "",
  exec: async (t, annotations: Readonly<Record<string, string>>, output: readonly string[]) => {
    const site = await openSite(t);
    const image = "registry.test/app:1";
    const podSpec = {
      containers: [
        { name: "app", image },
        { name: "proxy", image },
      ],
    };
    const { code, stdout } = await site.apply([job("migrate", { annotations, pod: longJob, podSpec })]);
    t.is(code, 0, stdout);
    const found = stdout.split("\n").flatMap((line) => {
      const [, container] = /^logs .* container (\S+)$/.exec(line) ?? [];
      return container === undefined && !line.startsWith("  | ") ? [] : [container ?? line.slice(4)];
    });
    t.deepEqual(found.toSorted(), output.toSorted());
  },
});

test("with werf.io/skip-logs no logs are printed", filtered, { "werf.io/skip-logs": "true" }, []);
test("logs of some containers can be skipped", filtered, { "werf.io/skip-logs-for-containers": "proxy" }, [
  "app",
  ...lines,
]);
test(
  "logs can be limited to some containers",
  filtered,
  { "werf.io/show-logs-only-for-containers": "proxy" },
  ["proxy", ...lines],
);
test(
  "logs can be limited to zero replicas",
  filtered,
  { "werf.io/show-logs-only-for-number-of-replicas": "0" },
  [],
);
test(
  "logs can be limited to matching lines, printed whole",
  filtered,
  { "werf.io/log-regex": "db:\\d+$", "werf.io/log-regex-for-proxy": "^read" },
  ["app", "connecting to db:5432", "proxy", "reading /etc/app/config.yaml"],
);
test(
  "matching log lines can be skipped",
  filtered,
  { "werf.io/log-regex-skip": "db", "werf.io/log-regex-skip-for-proxy": "." },
  ["app", "starting", "reading /etc/app/config.yaml"],
);

test("the log of a crashing Deployment is printed once, and not repeated with its failure", async (t) => {
  const site = await openSite(t);
  const crashing = deployment("web", { pod: { "converge.test/pod": "crash-loop" } });
  const run = beginTimed(site, [crashing], "--reconcile-timeout=1h");
  await run.said(lastLine);
  run.expire();
  const { code, stdout } = await run.ended;
  t.is(code, 3, stdout);
  t.regex(stdout, /^logs .*Deployment\/web pod\/web-\S+ container app$/m);
  t.is(times(stdout, lastLine), 1, stdout);
  t.true(stdout.indexOf(lastLine) < stdout.search(/^timed out /m), stdout);
});

test("the log of a bare Pod is printed", async (t) => {
  const site = await openSite(t);
  startKubelet(t, site.cluster, site.namespace);
  const run = site.begin([barePod("web", readyWhile(refTo(site.namespace, ["", "ConfigMap", "go"])))]);
  await run.said(lastLine);
  await site.create("configmaps", configMap("go"));
  const { code, stdout } = await run.ended;
  t.is(code, 0, stdout);
  t.is(times(stdout, lastLine), 1, stdout);
});

test("an object that is ready at once opens no log stream", async (t) => {
  const site = await openSite(t);
  const mark = await site.cluster.auditMark();
  const set = site.write([deployment("web"), barePod("solo")]);
  const words = ["apply", set, "--release", site.release, "-n", site.namespace];
  const { code, stdout } = await site.run(words, { clock: patientClock });
  t.is(code, 0, stdout);
  t.is(await asked(site, mark), 0);
});

test("with --logs=false no log stream is opened", async (t) => {
  const site = await openSite(t);
  const mark = await site.cluster.auditMark();
  const { code, stdout } = await site.apply([job("migrate", { pod: longJob })], "--logs=false");
  t.is(code, 0, stdout);
  t.deepEqual(loggingContainers(stdout), []);
  t.is(await asked(site, mark), 0);
});

test("values of Secrets are hidden in logs", async (t) => {
  const site = await openSite(t);
  const secret = {
    apiVersion: "v1",
    kind: "Secret",
    metadata: { name: "db" },
    stringData: { address: "db:5432" },
  };
  const { code, stdout } = await site.apply([secret, job("migrate", { pod: longJob })]);
  t.is(code, 0, stdout);
  t.true(stdout.includes("  | connecting to (hidden)\n"), stdout);
  t.false(stdout.includes("db:5432"), stdout);
});

test("missing permission for logs is reported once, and the run succeeds", async (t) => {
  const site = await openSite(t);
  const everything = ["get", "list", "watch", "create", "patch", "update", "delete"];
  const rules = [
    { apiGroups: ["coordination.k8s.io"], resources: ["leases"], verbs: everything },
    { apiGroups: [""], resources: ["secrets", "pods", "events"], verbs: everything },
    { apiGroups: ["apps"], resources: ["replicasets", "deployments"], verbs: everything },
    { apiGroups: ["batch"], resources: ["jobs"], verbs: everything },
  ];
  const kubeconfig = await site.cluster.kubeconfigFor(t, { namespace: site.namespace, rules });
  const set = [job("migrate", { pod: longJob }), job("other", { pod: longJob })];
  const words = ["apply", site.write(set), "--release", site.release, "-n", site.namespace];
  const { code, stdout } = await site.run(words, { kubeconfig });
  t.is(code, 0, stdout);
  t.is(times(stdout, "logs are not shown because access was denied"), 1, stdout);
  t.regex(stdout, /note: logs are not shown because access was denied.*cannot get resource "pods\/log"/);
});

test("values of a Secret that is not part of this action are hidden in logs", async (t) => {
  const site = await openSite(t);
  const secret = {
    apiVersion: "v1",
    kind: "Secret",
    metadata: { name: "paths", annotations: { "helm.sh/hook": "pre-install" } },
    stringData: { config: "/etc/app/config.yaml" },
  };
  const annotations = { "helm.sh/hook": "pre-upgrade" };
  const set = [secret, job("migrate", { annotations, pod: longJob })];
  t.is((await site.apply([secret])).code, 0);
  const { code, stdout } = await site.apply(set);
  t.is(code, 0, stdout);
  t.regex(stdout, /connecting to/);
  t.false(stdout.includes("/etc/app/config.yaml"), stdout);
});
