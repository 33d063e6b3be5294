import { readFileSync } from "node:fs";

import test, { type ExecutionContext } from "ava";
import { parse } from "yaml";

import type { JsonObject } from "../../object/json.ts";
import { readCustomDefinition, crdVersion } from "../../validate/model/crd.ts";
import { checkCustomResource } from "../../validate/validate-custom-resource.ts";
import { usualGitLimits } from "../../git/model/git-source.ts";
import type { Unit } from "../unit/unit.ts";
import { statusText } from "./status-text.ts";
import { keepsObject, leftUnit, unitObject, withoutCredentials } from "./unit-resource.ts";
import { readUnitCommand } from "./unit-command.ts";

const definition = readCustomDefinition(
  parse(readFileSync(new URL("../../../deploy/crd/units.yaml", import.meta.url), "utf8")) as JsonObject,
);

function isServed(t: ExecutionContext, object: JsonObject): void {
  const version = crdVersion(definition, "converge.dev/v1");
  if (version === undefined) {
    throw new Error("the definition has no v1");
  }
  const { faults, unknown } = checkCustomResource({ object, definition, version, minor: 36 });
  t.deepEqual({ faults, unknown }, { faults: [], unknown: [] });
}

const unit: Unit = {
  name: "shop",
  source: {
    url: "https://bot:secret@git.example.com/shop.git?token=secret",
    ref: "main",
    path: "deploy",
    submodules: false,
    access: {},
    limits: usualGitLimits,
  },
  release: "shop",
  namespace: undefined,
  dependsOn: ["db", "db"],
  interval: 15_000,
  recheck: 3_600_000,
  prune: true,
  maxPrune: { count: 0 },
  allowPrune: [],
  suspend: false,
  timeouts: { run: undefined, reconcile: 1, prune: 1, external: 1 },
  validation: "error" as never,
  externalDeps: "wait",
  forceConflicts: false,
  recreate: false,
  inventoryPolicy: "strict",
  fields: [],
  health: [],
  ageKeyPaths: [],
  keyPlugins: [],
  createNamespace: false,
  render: {} as never,
  onRemove: "delete",
};
const home = { namespace: "converge", sync: "main", releaseNamespace: "web" };

test("a Unit resource mirrors the configuration without credentials, and leaves suspend to users", (t) => {
  const object = unitObject(unit, home);
  t.deepEqual(object["spec"], {
    source: { url: "https://git.example.com/shop.git", ref: "main", path: "deploy" },
    release: "shop",
    namespace: "web",
    dependsOn: ["db"],
    interval: "15s",
    prune: true,
    onRemove: "delete",
  });
  isServed(t, object);
  const full = { ...unit, suspend: true, serviceAccount: { namespace: "web", name: "deployer" } };
  isServed(t, unitObject(full, home));
  t.like(unitObject(full, home), { spec: { suspend: true } });
});

test("the release of a unit is remembered in its status, as only the sidecar writes it", (t) => {
  const serviceAccount = { namespace: "web", name: "deployer" };
  const object = unitObject({ ...unit, serviceAccount }, home);
  const reported = { ...object, status: { keeps: keepsObject({ ...unit, serviceAccount }, home) } };
  const kept = { release: "shop", namespace: "web", onRemove: "delete", serviceAccount } as const;
  t.deepEqual(leftUnit(reported), { name: "shop", ...kept });
  t.deepEqual(leftUnit(object), { name: "shop", release: "", namespace: "", onRemove: "orphan" });
});

test("the cluster of a unit is remembered, and without it nothing is deleted in the home cluster", (t) => {
  const cluster = { name: "eu", kubeconfig: { secret: "eu", key: "value" } };
  const object = unitObject({ ...unit, cluster }, home);
  t.like(object, { spec: { cluster: "eu" } });
  isServed(t, object);
  const keeps = keepsObject({ ...unit, cluster }, home);
  const left = leftUnit({ ...object, status: { keeps } });
  t.like(left, { onRemove: "delete", cluster: "eu" });
  // An older CRD does not store it.
  const { cluster: _, ...pruned } = keeps;
  t.is(leftUnit({ ...object, status: { keeps: pruned } }).onRemove, "orphan");
});

const strips = test.macro({
  title: (_, url: string) => `credentials are removed from the address ${url}`,
  exec(t, url: string, expected: string) {
    t.is(withoutCredentials(url), expected);
  },
});
test(strips, "https://github.com/o/r", "https://github.com/o/r");
test(strips, "https://token@host:8443/o/r#x", "https://host:8443/o/r");
test(strips, "HTTPS://a:b@c@host/o", "HTTPS://host/o");
test(strips, "ssh://git:pw@host/o/r", "ssh://git@host/o/r");
test(strips, "git@host:o/r", "git@host:o/r");
test(strips, "file:///srv/r@x", "file:///srv/r@x");

const otherClient = { manager: "kubectl-patch", fieldsV1: { "f:spec": { "f:suspend": {} } } };
const sidecar = { manager: "converge-sync", fieldsV1: { "f:spec": { "f:suspend": {}, "f:release": {} } } };
const noCommand = { suspend: false, request: undefined, promote: undefined, approve: undefined };
const asks = test.macro({
  title: (title = "") => title,
  exec(t, object: JsonObject | undefined, expected: object) {
    t.deepEqual(readUnitCommand(object), { ...noCommand, ...expected });
  },
});
test("without a resource there is no command", asks, undefined, {});
test(
  "suspend set by another client is a command",
  asks,
  { spec: { suspend: true }, metadata: { managedFields: [otherClient] } },
  { suspend: true },
);
test(
  "suspend set by the sidecar is not a command",
  asks,
  { spec: { suspend: true }, metadata: { managedFields: [sidecar] } },
  {},
);
test(
  "suspend that was set back to false is not a command",
  asks,
  { spec: { suspend: false }, metadata: { managedFields: [otherClient] } },
  {},
);
test(
  "a new value of the reconcile annotation is a request",
  asks,
  { metadata: { annotations: { "converge.dev/reconcile": "2" } }, status: { lastHandledRequest: "1" } },
  { request: "2" },
);
test(
  "a request that was handled is not reported again",
  asks,
  { metadata: { annotations: { "converge.dev/reconcile": "2" } }, status: { lastHandledRequest: "2" } },
  {},
);

test(
  "a new value of the promote annotation requests the newest revision",
  asks,
  { metadata: { annotations: { "converge.dev/promote": "2" } }, status: { lastHandledPromotion: "1" } },
  { promote: "2" },
);
test(
  "a promotion that was handled is not requested again",
  asks,
  { metadata: { annotations: { "converge.dev/promote": "2" } }, status: { lastHandledPromotion: "2" } },
  {},
);

test(
  "the approve annotation approves a plan by its digest, also after it was applied",
  asks,
  { metadata: { annotations: { "converge.dev/approve": " d1\n" } }, status: { approvedPlan: "d1" } },
  { approve: "d1" },
);

test("status text is one printable line of at most 1 KiB, and no character is cut", (t) => {
  t.is(statusText("a\n\u001B[31mb\u2028c\uD800"), "a [31mb c\uFFFD");
  t.is(statusText("é".repeat(512)), "é".repeat(512));
  t.is(statusText("é".repeat(513)), `${"é".repeat(510)}…`);
  t.is(statusText(`${"x".repeat(1019)}🐙z`), `${"x".repeat(1019)}🐙z`);
  t.is(statusText(`${"x".repeat(1020)}🐙z`), `${"x".repeat(1020)}…`);
  t.is(statusText("abcdef", 5), "ab…");
});
