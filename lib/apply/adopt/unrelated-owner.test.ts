import test from "ava";

import { newParent } from "../../inventory/applyset-parent.ts";
import type { JsonObject } from "../../object/json.ts";
import { unrelatedRefusals, withAdopted } from "./unrelated-owner.ts";

const web = { title: "Argo CD application argocd/web", owns: (object: JsonObject) => object["of"] === "web" };
const theirs: JsonObject = { of: "web" };
const other: JsonObject = { of: "blog" };
const record = newParent("shop", "shop");
const begun = { ...record, adopted: web.title };

function objects(amount: number, object: JsonObject): ReadonlyMap<string, JsonObject> {
  return new Map(
    Array.from({ length: amount }, (_, index) => [`/namespaces/shop/ConfigMap/c${index}`, object]),
  );
}

test("the record names an adopted owner that has live objects of the set", (t) => {
  t.deepEqual(withAdopted(record, web, [other, theirs]), begun);
  t.is(withAdopted(record, web, [other]), record);
});

test("deleting objects of an owner that has nothing of the set needs consent, which names owner and objects", (t) => {
  t.deepEqual(unrelatedRefusals(objects(2, theirs), { adoption: web, record }), [
    {
      guard: "max-prune",
      names: ["/namespaces/shop/ConfigMap/c0", "/namespaces/shop/ConfigMap/c1"],
      message:
        "nothing in the manifests belongs to Argo CD application argocd/web, but 2 objects of it would be deleted: /namespaces/shop/ConfigMap/c0, /namespaces/shop/ConfigMap/c1; check its name; if this is intended, add --max-prune=2",
      flag: "--max-prune=2",
    },
  ]);
});

test("of many objects of an unrelated owner, the first five are named", (t) => {
  const [refusal] = unrelatedRefusals(objects(7, theirs), { adoption: web, record });
  t.is(refusal?.names.length, 7);
  t.regex(refusal?.message ?? "", /7 objects of it would be deleted: .*\/c4 and 2 more; check its name/);
});

test("an owner that has objects of the set, or had some in an earlier run, needs no consent", (t) => {
  t.deepEqual(unrelatedRefusals(objects(2, theirs), { adoption: web, record: begun }), []);
});

test("deleting objects of the release itself is not about the owner", (t) => {
  t.deepEqual(unrelatedRefusals(objects(2, other), { adoption: web, record }), []);
  t.deepEqual(unrelatedRefusals(objects(2, theirs), { adoption: undefined, record }), []);
});
