import test from "ava";

import { ruleCauses } from "../../../fixtures/checked-builtin.ts";
import { changedObject, sampleObjects } from "../../../fixtures/recorded-refusals.ts";
import { type JsonObject, type JsonValue, valueAt } from "../../object/json.ts";

const samples = sampleObjects();

function sample(kind: string, name: string): JsonObject {
  const found = samples.find((one) => one["kind"] === kind && valueAt(one, ["metadata", "name"]) === name);
  if (found === undefined) {
    throw new TypeError(`there is no ${kind} ${name}`);
  }
  return found;
}

function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

const limited = test.macro({
  title: (
    _,
    [kind, name]: readonly [string, string],
    path: string,
    [most]: readonly [number, unknown],
    cause: string,
  ) => `${path} of the ${kind} ${name} may have size ${most}, a larger one is refused: ${cause}`,
  exec: (
    t,
    [kind, name]: readonly [string, string],
    path: string,
    [most, make]: readonly [number, (count: number) => JsonValue],
    cause: string,
  ) => {
    const object = sample(kind, name);
    t.false(ruleCauses(changedObject(object, path, make(most))).includes(cause));
    t.true(ruleCauses(changedObject(object, path, make(most + 1))).includes(cause));
  },
});

const pod = ["Pod", "full"] as const;
const job = ["Job", "indexed"] as const;
const policy = ["ValidatingAdmissionPolicy", "policy.example.com"] as const;
const storage = ["StorageClass", "fast"] as const;
const main = "spec.containers[0]";

const ruled = (count: number): JsonValue => ({
  name: "ruled",
  image: "a",
  restartPolicy: "Never",
  restartPolicyRules: times(count, (index) => ({
    action: "Restart",
    exitCodes: { operator: "In", values: [index + 1] },
  })),
});
const restarted = (count: number): JsonValue => ({
  name: "ruled",
  image: "a",
  restartPolicy: "Never",
  restartPolicyRules: [
    { action: "Restart", exitCodes: { operator: "In", values: times(count, (index) => index) } },
  ],
});
const conditions = (count: number): JsonValue =>
  times(count, (index) => ({ name: `a${index}`, expression: "true" }));
const text = (count: number): JsonValue => "a".repeat(count);

test(limited, pod, "spec initContainers 0", [20, ruled], "TooMany spec.initContainers[0].restartPolicyRules");
test(
  limited,
  pod,
  "spec containers 1",
  [255, restarted],
  "TooMany spec.containers[1].restartPolicyRules[0].exitCodes.values",
);
test(
  limited,
  pod,
  "spec dnsConfig searches",
  [32, (count) => times(count, (index) => `a${index}`)],
  "Invalid spec.dnsConfig.searches",
);
test(
  limited,
  pod,
  "spec dnsConfig searches",
  [10, (count) => times(count, () => `${"a".repeat(63)}.${"b".repeat(63)}.${"c".repeat(60)}.example`)],
  "Invalid spec.dnsConfig.searches",
);
test(
  limited,
  pod,
  "spec containers 0 securityContext appArmorProfile",
  [4095, (count) => ({ type: "Localhost", localhostProfile: text(count) })],
  `TooLong ${main}.securityContext.appArmorProfile.localhostProfile`,
);
test(
  limited,
  pod,
  "spec containers 0 securityContext windowsOptions gmsaCredentialSpec",
  [64 * 1024, text],
  `Invalid ${main}.securityContext.windowsOptions.gmsaCredentialSpec`,
);
test(
  limited,
  ["Deployment", "web"],
  "spec template metadata annotations",
  [256 * 1024 - 1, (count) => ({ a: text(count) })],
  "TooLong spec.template.annotations",
);
test(limited, policy, "spec matchConditions", [64, conditions], "TooMany spec.matchConditions");
test(
  limited,
  policy,
  "spec auditAnnotations",
  [20, (count) => times(count, (index) => ({ key: `a${index}`, valueExpression: "'a'" }))],
  "Invalid spec.auditAnnotations",
);
test(
  limited,
  storage,
  "parameters",
  [512, (count) => Object.fromEntries(times(count, (index) => [`a${index}`, "b"]))],
  "TooLong parameters",
);
test(limited, storage, "parameters", [256 * 1024 - 1, (count) => ({ a: text(count) })], "TooLong parameters");
test(
  limited,
  ["Secret", "tls"],
  "data more",
  [700_000, (count) => Buffer.alloc(count + (count > 700_000 ? 400_000 : 0)).toString("base64")],
  "TooLong data",
);
test(
  limited,
  job,
  "spec podFailurePolicy rules",
  [20, (count) => times(count, () => ({ action: "Ignore", onExitCodes: { operator: "In", values: [1] } }))],
  "TooMany spec.podFailurePolicy.rules",
);
test(
  limited,
  job,
  "spec podFailurePolicy rules 0 onExitCodes values",
  [255, (count) => times(count, (index) => index + 1)],
  "TooMany spec.podFailurePolicy.rules[0].onExitCodes.values",
);
test(
  limited,
  job,
  "spec successPolicy rules",
  [20, (count) => times(count, () => ({ succeededCount: 1 }))],
  "TooMany spec.successPolicy.rules",
);
test(
  limited,
  job,
  "spec successPolicy rules 0",
  [64 * 1024, (count) => ({ succeededIndexes: "1".repeat(count) })],
  "TooLong spec.successPolicy.rules[0].succeededIndexes",
);
