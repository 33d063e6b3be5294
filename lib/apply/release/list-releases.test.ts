import test from "ava";

import { newParent, parentObject } from "../../inventory/applyset-parent.ts";
import type { JsonObject } from "../../object/json.ts";
import { readReleases } from "./list-releases.ts";

function parent(release: string, namespace: string): JsonObject {
  return parentObject(newParent(release, namespace), "converge/v1");
}

test("releases are sorted by namespace and name", (t) => {
  const { records } = readReleases([parent("b", "shop"), parent("a", "shop"), parent("z", "blog")]);
  t.deepEqual(
    records.map(({ namespace, release }) => `${namespace}/${release}`),
    ["blog/z", "shop/a", "shop/b"],
  );
});

test("a Secret that is no record of converge is told with its remedy, and the others are shown", (t) => {
  const copied = { ...parent("a", "shop"), metadata: { name: "converge-a", namespace: "copy" } };
  const { records, faults } = readReleases([copied, parent("b", "shop"), { kind: "Secret", type: "Opaque" }]);
  t.is(records.length, 1);
  t.is(faults.length, 1);
  t.regex(faults[0] ?? "", /^Secret copy\/converge-a /);
});
