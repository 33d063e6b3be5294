import test from "ava";

import { newParent } from "../../inventory/applyset-parent.ts";
import { type HelmRelease, recordWith } from "./helm-release.ts";

const record = newParent("web", "shop");
const helm: HelmRelease = {
  name: "web",
  namespace: "shop",
  owner: "shop/web",
  storage: "found",
  wasUp: true,
  stored: [],
};

test("a release that adopts a deployed one is upgraded next", (t) => {
  t.deepEqual(recordWith(record, helm), { ...record, installed: true });
});

test("a release that adopts one whose installation has failed is installed next", (t) => {
  t.is(recordWith(record, { ...helm, wasUp: false }), record);
});

test("a release that was installed before stays so, whatever it adopts", (t) => {
  const installed = { ...record, installed: true };
  t.is(recordWith(installed, { ...helm, wasUp: false }), installed);
  t.is(recordWith(installed, helm), installed);
});

test("without an adoption the record is as it was stored", (t) => {
  t.is(recordWith(record, undefined), record);
});
