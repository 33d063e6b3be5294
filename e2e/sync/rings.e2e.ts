import test, { type ExecutionContext } from "ava";

import type { JsonObject } from "../../lib/object/json.ts";
import { objectField, stringField } from "../../lib/object/json.ts";
import type { LiveObject } from "../control-plane/api.ts";
import { type ControlledClock, controlledClock } from "./controlled-clock.ts";
import { type Fleet, openFleet, setWritesOf } from "./fleet.ts";
import { line, textOf } from "./sidecar.ts";
import { configMap, readyAt } from "./sync-site.ts";

const hour = 3_600_000;

interface RingSite extends Fleet {
  readonly clock: ControlledClock;
  /** Waits until the Unit resource is as wanted. */
  readonly reported: (unit: string, wanted: (status: JsonObject) => boolean) => Promise<JsonObject>;
  /** Commits both sets with that version; the first one may be broken. */
  readonly commit: (version: string, alpha?: string) => Promise<string>;
  /** Changes a ConfigMap, and waits until it has its version again. */
  readonly drift: (name: string, version: string) => Promise<void>;
}

/** A fleet with these settings, whose clock is set to noon of a Monday in winter. */
async function openRings(t: ExecutionContext, settings: JsonObject): Promise<RingSite> {
  const fleet = await openFleet(t);
  const { repository, namespace, cluster, at } = fleet;
  const clock = controlledClock();
  clock.set(Date.UTC(2027, 0, 4, 12) - clock.now());
  fleet.configure(
    JSON.stringify({
      apiVersion: "converge.dev/v1",
      kind: "Sync",
      name: "fleet",
      defaults: { source: { url: repository.url, ref: "main" }, interval: "1s" },
      ...settings,
    }),
  );
  return {
    ...fleet,
    clock,
    commit: async (version, alpha = configMap("alpha", { version })) =>
      repository.commit({ "alpha/env.yaml": alpha, "beta/env.yaml": configMap("beta", { version }) }),
    reported: async (unit, wanted) => {
      const path = `/apis/converge.dev/v1/namespaces/${namespace}/units/${unit}`;
      const found = await cluster.until(path, (object) => wanted(statusIn(object)), 100);
      return statusIn(found);
    },
    drift: async (name, version) => {
      await fleet.patch(`configmaps/${name}`, { data: { version: "drifted" } });
      await cluster.until(at(`configmaps/${name}`), (object) => versionOf(object) === version);
    },
  };
}

function statusIn(object: LiveObject | undefined): JsonObject {
  return objectField({ status: JSON.parse(JSON.stringify(object?.status ?? {})) }, "status");
}

function versionOf(object: LiveObject | undefined): string | undefined {
  return stringField(JSON.parse(JSON.stringify(object?.data ?? {})), "version");
}

function waitsFor(words: string): (status: JsonObject) => boolean {
  return (status) => stringField(status, "waitsFor") === words;
}

function hasApplied(commit: string): (status: JsonObject) => boolean {
  return (status) =>
    stringField(objectField(status, "appliedRevision"), "commit") === commit && status["phase"] === "Ready";
}

/** Two rings of one unit each, with one source. */
const twoRings = {
  rings: [{ name: "canary" }, { name: "all", promoteAfter: "1h" }],
  units: [
    { name: "alpha", ring: "canary", source: { path: "alpha" } },
    { name: "beta", ring: "all", source: { path: "beta" } },
  ],
};

/** A unit that is changed only in the evening of working days. */
const inTheEvening = {
  units: [
    {
      name: "beta",
      windows: [{ schedule: "0 22 * * 1-5", duration: "4h", timeZone: "Europe/Lisbon" }],
      source: { path: "beta" },
    },
  ],
};

/** The message of a wait for a maintenance window. */
function opening(commit: string, time: string): string {
  return `waits for a window to apply ${short(commit)}: next window opens at ${time}`;
}

function short(commit: string): string {
  return commit.slice(0, 12);
}

test("a ring gets a commit once the previous ring was ready at it for promoteAfter, and keeps it afterwards", async (t) => {
  const site = await openRings(t, twoRings);
  const { beginFleet, clock, commit, cluster, drift, get, reported, requests } = site;
  const mark = await cluster.auditMark();
  const first = await commit("1");
  const sidecar = beginFleet([], clock);
  await readyAt(sidecar, first, "alpha");
  const waiting = await reported("beta", (status) => status["waitsUntil"] !== undefined);
  t.is(waiting["phase"], "Blocked");
  t.regex(
    stringField(waiting, "waitsFor") ?? "",
    new RegExp(
      `^waits for ring canary: 1 of 1 unit ready at ${short(first)}, promoted at 2027-01-04T13:\\d\\d:\\d\\dZ$`,
    ),
  );
  t.is(await get("configmaps/beta"), undefined);
  clock.set(hour);
  await readyAt(sidecar, first, "beta");

  const second = await commit("2", "kind: [");
  await reported("alpha", (status) => status["phase"] === "Stalled");
  clock.set(2 * hour);
  const none = `waits for ring canary: 0 of 1 unit ready at ${short(second)}`;
  await reported("beta", waitsFor(none));
  await drift("beta", "1");
  t.is((await sidecar.stop()).code, 0);
  const restarted = beginFleet([], clock);
  await restarted.received(line("runEnded", { unit: "beta", commit: first, verdict: "converged" }), 0);
  await reported("beta", waitsFor(none));
  await drift("beta", "1");

  const third = await commit("3");
  await readyAt(restarted, third, "alpha");
  await reported("beta", (status) => status["waitsUntil"] !== undefined);
  clock.set(hour);
  await readyAt(restarted, third, "beta");
  t.is(versionOf(await cluster.until(site.at("configmaps/beta"), () => true)), "3");
  const writes = setWritesOf(await requests(mark)).filter((write) => write === "patch configmaps/beta");
  // Two commits, and two corrections of the edits of this test.
  t.is(writes.length, 4);
});

test("an annotation promotes the newest commit, even if the previous ring is not ready at it", async (t) => {
  const { beginFleet, clock, commit, kubectl, reported } = await openRings(t, twoRings);
  const first = await commit("1", "kind: [");
  const sidecar = beginFleet([], clock);
  await reported("beta", waitsFor(`waits for ring canary: 0 of 1 unit ready at ${short(first)}`));
  await kubectl("annotate", "unit/beta", "converge.dev/promote=now");
  await readyAt(sidecar, first, "beta");
  const promoted = await reported("beta", ({ lastHandledPromotion }) => lastHandledPromotion === "now");
  t.like(promoted, { promotion: { commit: first, forced: true } });
  // The request is handled: it does not hold for the next commit.
  const second = await commit("2", "kind: [");
  await reported("beta", waitsFor(`waits for ring canary: 0 of 1 unit ready at ${short(second)}`));
  t.true(hasApplied(first)(await reported("beta", () => true)));
});

test("a ring waits for a previous ring that another replica reconciles", async (t) => {
  const { beginFleet, clock, commit, reported } = await openRings(t, twoRings);
  // Of these two names the first one is assigned alpha, the other one beta.
  const ours = beginFleet(["--identity", "sync-0"], clock);
  const others = beginFleet(["--identity", "sync-1"], clock);
  await ours.received(line("members", { keeps: ["alpha"] }), 0);
  await others.received(line("members", { keeps: ["beta"] }), 0);
  const first = await commit("1");
  await reported("alpha", hasApplied(first));
  await reported("beta", (status) => status["waitsUntil"] !== undefined);
  clock.set(hour);
  t.is((await reported("beta", hasApplied(first)))["keptBy"], "sync-1");
});

test("a commit waits for a maintenance window or a forced promotion, and drift is corrected at any time", async (t) => {
  const { beginFleet, clock, commit, drift, kubectl, get, reported } = await openRings(t, inTheEvening);
  const first = await commit("1");
  const sidecar = beginFleet([], clock);
  const blocked = await sidecar.received(line("state", { unit: "beta", phase: "Blocked" }), 0);
  t.is(textOf(blocked), opening(first, "2027-01-04T22:00:00Z"));
  t.is(await get("configmaps/beta"), undefined);
  clock.set(10 * hour);
  await readyAt(sidecar, first, "beta");
  clock.set(5 * hour);
  const second = await commit("2");
  await reported("beta", waitsFor(opening(second, "2027-01-05T22:00:00Z")));
  await drift("beta", "1");
  await kubectl("annotate", "unit/beta", "converge.dev/promote=now");
  await readyAt(sidecar, second, "beta");
});

test("a single pass in which a unit waits for its first window ends with 5 and names the wait", async (t) => {
  const { beginFleet, clock, commit, get } = await openRings(t, inTheEvening);
  const first = await commit("1");
  const pass = await beginFleet(["--once"], clock).ended;
  t.is(pass.code, 5, pass.stdout + pass.stderr);
  t.true(pass.stdout.includes(opening(first, "2027-01-04T22:00:00Z")), pass.stdout);
  t.is(await get("configmaps/beta"), undefined);
});

test("a single pass over rings promotes each revision as far as the rings allow", async (t) => {
  const now = { ...twoRings, rings: [{ name: "canary" }, { name: "all" }] };
  const { beginFleet, clock, commit, get, configure, repository } = await openRings(t, now);
  await commit("1");
  const pass = await beginFleet(["--once"], clock).ended;
  t.is(pass.code, 0, pass.stdout + pass.stderr);
  t.is(versionOf(await get("configmaps/beta")), "1");
  const defaults = { source: { url: repository.url, ref: "main" } };
  configure(
    JSON.stringify({ apiVersion: "converge.dev/v1", kind: "Sync", name: "fleet", defaults, ...twoRings }),
  );
  await commit("2");
  const next = await beginFleet(["--once"], clock).ended;
  t.is(next.code, 0, next.stdout + next.stderr);
  t.is(versionOf(await get("configmaps/alpha")), "2");
  t.is(versionOf(await get("configmaps/beta")), "1");
});
