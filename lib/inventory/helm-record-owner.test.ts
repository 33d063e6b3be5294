import test from "ava";

import type { JsonObject } from "../object/json.ts";
import { partOfLabel } from "./apply-set.ts";
import { isOwnedByHelm } from "./helm-record.ts";

const labels = { "app.kubernetes.io/managed-by": "Helm" };
const annotations = { "meta.helm.sh/release-name": "web", "meta.helm.sh/release-namespace": "shop" };

/** Whether an object counts as one of the Helm release shop/web. */
const testMark = test.macro({
  exec(t, metadata: JsonObject, isOf: boolean) {
    t.is(isOwnedByHelm({ metadata }, "shop/web"), isOf);
  },
  title: (name) => name ?? "",
});

test("an object with the marks of a Helm release belongs to it", testMark, { labels, annotations }, true);
test(
  "an object of a Helm release of the same name in another namespace does not belong to it",
  testMark,
  { labels, annotations: { ...annotations, "meta.helm.sh/release-namespace": "bank" } },
  false,
);
test(
  "an object without Helm's release-namespace annotation does not belong to a Helm release",
  testMark,
  { labels, annotations: { "meta.helm.sh/release-name": "web" } },
  false,
);
test(
  "an object without Helm's managed-by label does not belong to a Helm release",
  testMark,
  { annotations },
  false,
);
test(
  "an object of a converge release does not belong to a Helm release",
  testMark,
  { labels: { ...labels, [partOfLabel]: "applyset-x-v1" }, annotations },
  false,
);
