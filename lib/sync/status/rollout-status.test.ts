import { readFileSync } from "node:fs";

import test from "ava";
import { parse } from "yaml";

import { revisionOf, stateOf } from "../../../fixtures/recorded-sync.ts";
import type { JsonObject } from "../../object/json.ts";
import { crdVersion, readCustomDefinition } from "../../validate/model/crd.ts";
import { checkCustomResource } from "../../validate/validate-custom-resource.ts";
import type { UnitState } from "../unit/unit-state.ts";
import { readUnitCommand } from "./unit-command.ts";
import { unitStatus } from "./read-unit-status.ts";
import { sourceObject } from "./unit-resource.ts";
import { unitStatusBody, urgencyOf } from "./unit-status.ts";

const noon = Date.UTC(2026, 0, 2, 12);
const a = { ...revisionOf("a", "Add a shop"), tag: "c".repeat(40) };
const b = revisionOf("b", "Change it");
const state = stateOf("shop", {
  phase: "Ready",
  message: "main@aaaaaaaaaaaa: 3 objects",
  observed: b,
  attempted: a,
  applied: a,
  readySince: noon + 123,
  waiting: {
    message: "waits for ring canary: 1 of 1 unit ready at bbbbbbbbbbbb",
    until: noon + 60_000,
  },
  promotion: { revision: a, since: noon + 456, isForced: true },
  handledPromotion: "now",
});

const source = { url: "https://example.com/shop.git", ref: "main" };

function statusFor(of: UnitState, previous: JsonObject = {}, ref = "main"): JsonObject {
  return unitStatusBody({
    state: of,
    awaited: "",
    previous,
    generation: 1,
    keptBy: "sync-0",
    source: sourceObject({ source: { ...source, ref } }),
    keeps: { release: "shop", namespace: "web", onRemove: "orphan" },
    isManual: true,
    handled: undefined,
    now: noon,
  });
}

function resourceOf(status: JsonObject): JsonObject {
  const annotations = { "converge.dev/promote": "now" };
  const metadata = { name: "shop", generation: 1, annotations };
  return { apiVersion: "converge.dev/v1", kind: "Unit", metadata, spec: {}, status };
}

test("a replica that takes over reads all facts for the rings from the status", (t) => {
  const read = unitStatus(resourceOf(statusFor(state)));
  const stored = { ...a, author: "" };
  t.like(read, {
    isReady: true,
    isWaiting: true,
    ready: { revision: stored, since: noon + 123 },
    remembered: { current: stored, promotion: { revision: stored, since: noon + 456, isForced: true } },
  });
  t.is(readUnitCommand(resourceOf(statusFor(state))).promote, undefined);
});

test("revisions of another branch or repository are neither remembered nor kept", (t) => {
  const before = statusFor(state);
  for (const other of [
    { ...source, ref: "prod" },
    { ...source, url: "https://example.com/store.git" },
  ]) {
    const read = unitStatus(resourceOf(before), { source: other });
    t.deepEqual([read?.remembered, read?.ready], [{}, undefined]);
  }
  t.is(unitStatus(resourceOf(before), { source })?.remembered?.current?.commit, a.commit);
  const now = statusFor(stateOf("shop", { phase: "Blocked", message: "waits" }), before, "prod");
  const names = ["attemptedRevision", "appliedRevision", "observedRevision", "promotion", "readySince"];
  t.false(names.some((name) => name in now));
});

test("the status shows what a unit waits for, and until when", (t) => {
  t.like(statusFor(state), {
    message: "main@aaaaaaaaaaaa: 3 objects; waits for ring canary: 1 of 1 unit ready at bbbbbbbbbbbb",
    waitsFor: "waits for ring canary: 1 of 1 unit ready at bbbbbbbbbbbb",
    waitsUntil: "2026-01-02T12:01:00Z",
  });
});

test("the CRD has all fields of the status", (t) => {
  const text = readFileSync(new URL("../../../deploy/crd/units.yaml", import.meta.url), "utf8");
  const definition = readCustomDefinition(parse(text) as JsonObject);
  const version = crdVersion(definition, "converge.dev/v1");
  if (version === undefined) {
    throw new Error("the definition has no v1");
  }
  const object = resourceOf(statusFor(state));
  const { faults, unknown } = checkCustomResource({ object, definition, version, minor: 36 });
  t.deepEqual({ faults, unknown }, { faults: [], unknown: [] });
});

test("a new process keeps the values of the status", (t) => {
  const before = statusFor(state);
  const { readySince, promotion, lastHandledPromotion } = before;
  t.true([readySince, promotion, lastHandledPromotion].every((value) => value !== undefined));
  const begun = stateOf("shop", { phase: "Suspended", message: "suspended" });
  t.like(statusFor(begun, before), { readySince, promotion, lastHandledPromotion });
});

test("a failure removes the wait, the promotion and the ready time", (t) => {
  const { readySince: _, waiting: __, promotion: ___, ...rest } = state;
  const status = statusFor({ ...rest, phase: "Failed", failures: 1 }, statusFor(state));
  t.deepEqual(
    ["readySince", "waitsFor", "waitsUntil", "promotion"].map((name) => status[name]),
    Array.from({ length: 4 }, () => undefined),
  );
});

test("lost readiness and a promotion are written at once", (t) => {
  const before = statusFor(state);
  const { readySince: _, ...unready } = state;
  const turn = { ...state, promotion: { revision: b, since: noon, isForced: false } };
  for (const next of [unready, turn]) {
    t.is(urgencyOf(next, before, statusFor(next, before)), "now");
  }
});

test("invalid commits in a status are not passed to git", (t) => {
  const status = statusFor(state);
  const hostile = { commit: "--upload-pack=x", ref: "main", since: "2026-01-02T12:00:00Z" };
  t.like(
    unitStatus(
      resourceOf({ ...status, attemptedRevision: hostile, appliedRevision: hostile, promotion: hostile }),
    ),
    { remembered: {}, ready: undefined },
  );
});
