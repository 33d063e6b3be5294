import test from "ava";

import { type Consent, checkPruneLimits, type MaxPrune, parseMaxPrune } from "./prune-limits.ts";

for (const [text, parsed] of [
  ["25%", { percent: 25 }],
  ["0%", { percent: 0 }],
  ["100%", { percent: 100 }],
  ["10", { count: 10 }],
  ["0", { count: 0 }],
  ["101%", undefined],
  ["-1", undefined],
  ["", undefined],
  ["%", undefined],
  ["1.5%", undefined],
  ["ten", undefined],
] as const) {
  test(`--max-prune=${text} is ${parsed === undefined ? "refused" : JSON.stringify(parsed)}`, (t) => {
    t.deepEqual(parseMaxPrune(text), parsed);
  });
}

function configMaps(count: number): readonly { key: string; group: string; kind: string }[] {
  return Array.from({ length: count }, (_, index) => ({
    key: `/namespaces/shop/ConfigMap/c${index}`,
    group: "",
    kind: "ConfigMap",
  }));
}

/** Checks whether this many of the objects of a release may be pruned. */
const testAmount = test.macro({
  exec(t, count: number, owned: number, maxPrune: MaxPrune, allowed: boolean) {
    const refusals = checkPruneLimits({
      candidates: configMaps(count),
      owned,
      limits: { maxPrune, allow: new Set() },
    });
    t.is(refusals.length === 0, allowed);
  },
  title: (_, count: number, owned: number, limit: MaxPrune, allowed: boolean) =>
    `${count} of ${owned} objects ${allowed ? "may" : "may not"} be pruned with the limit ${JSON.stringify(limit)}`,
});

test(testAmount, 3, 3, { percent: 25 }, true);
test(testAmount, 4, 16, { percent: 25 }, true);
test(testAmount, 4, 15, { percent: 25 }, false);
test(testAmount, 4, 4, { percent: 100 }, true);
test(testAmount, 4, 1000, { percent: 0 }, false);
test(testAmount, 2, 100, { count: 2 }, true);
test(testAmount, 3, 100, { count: 2 }, false);
test(testAmount, 0, 0, { count: 0 }, true);

test("the refusal of a prune names the objects and the flag that allows it", (t) => {
  t.deepEqual(
    checkPruneLimits({
      candidates: configMaps(4),
      owned: 8,
      limits: { maxPrune: { percent: 25 }, allow: new Set() },
    }),
    [
      {
        guard: "max-prune",
        names: [0, 1, 2, 3].map((index) => `/namespaces/shop/ConfigMap/c${index}`),
        message:
          "4 of 8 objects of the release would be deleted, more than --max-prune=25% allows; if this is intended, add --max-prune=4",
        flag: "--max-prune=4",
      },
    ],
  );
});

const precious = [
  { key: "/Namespace/shop", group: "", kind: "Namespace" },
  {
    key: "apiextensions.k8s.io/CustomResourceDefinition/a.b",
    group: "apiextensions.k8s.io",
    kind: "CustomResourceDefinition",
  },
  { key: "/namespaces/shop/PersistentVolumeClaim/data", group: "", kind: "PersistentVolumeClaim" },
];

/** Checks which consents are still missing. */
const testConsent = test.macro({
  exec(t, allow: readonly Consent[], missing: readonly string[]) {
    const limits = { maxPrune: { percent: 25 }, allow: new Set(allow) };
    t.deepEqual(
      checkPruneLimits({ candidates: precious, owned: 3, limits }).map(({ flag }) => flag),
      missing,
    );
  },
  title: (_, allow: readonly Consent[]) =>
    `pruning a Namespace, a CRD and a PVC with consent for ${allow.join(", ") || "none"}`,
});

test(testConsent, [], ["--allow-prune=namespaces", "--allow-prune=crds", "--allow-prune=pvcs"]);
test(testConsent, ["crds"], ["--allow-prune=namespaces", "--allow-prune=pvcs"]);
test(testConsent, ["namespaces", "crds", "pvcs"], []);

test("pruning a kind named Namespace of another API group needs no consent", (t) => {
  const candidates = [{ key: "x/Namespace/a", group: "x", kind: "Namespace" }];
  t.deepEqual(
    checkPruneLimits({ candidates, owned: 1, limits: { maxPrune: { percent: 25 }, allow: new Set() } }),
    [],
  );
});
