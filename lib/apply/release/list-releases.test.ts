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

test("a Secret that is not a valid record of converge is reported as a fault, and the others are listed", (t) => {
  const copied = { ...parent("a", "shop"), metadata: { name: "converge-a", namespace: "copy" } };
  const { records, faults } = readReleases([copied, parent("b", "shop"), { kind: "Secret", type: "Opaque" }]);
  t.is(records.length, 1);
  t.is(faults.length, 1);
  t.regex(faults[0] ?? "", /^Secret copy\/converge-a /);
});

test("releases with the same name in two namespaces are distinct", (t) => {
  const { records } = readReleases([parent("web", "shop"), parent("web", "blog")]);
  t.deepEqual(
    records.map(({ namespace, id }) => [namespace, id === newParent("web", namespace).id]),
    [
      ["blog", true],
      ["shop", true],
    ],
  );
});

test("faults are sorted, independent of the order of the Secrets", (t) => {
  const broken = ["z", "a", "m"].map((name) => ({
    ...parent(name, "shop"),
    metadata: { name: `converge-${name}`, namespace: "shop" },
  }));
  const { records, faults } = readReleases(broken);
  t.deepEqual(records, []);
  t.deepEqual(
    faults.map((fault) => fault.split(" ")[1]),
    ["shop/converge-a", "shop/converge-m", "shop/converge-z"],
  );
});

test("Secrets with revisions are not listed as releases", (t) => {
  const revision = { ...parent("web", "shop"), type: "converge.dev/revision" };
  t.deepEqual(readReleases([revision]), { records: [], faults: [] });
});
