import test from "ava";

import { applySetId, parentName, releaseOf } from "./apply-set.ts";

test("the id of an ApplySet is the hash of its parent's name, namespace, kind and group", (t) => {
  // printf 'converge-shop.web.Secret.' | sha256sum, as base64url without padding
  t.is(
    applySetId({ name: "converge-shop", namespace: "web" }),
    "applyset-zRGNRS6iK2SI-DKuOz8DFcrm1dfiOQebZKYS4yk1Su0-v1",
  );
});

test("the id of an ApplySet is a valid label value", (t) => {
  t.regex(applySetId({ name: "x".repeat(253), namespace: "y".repeat(63) }), /^applyset-[\w-]{43}-v1$/);
});

test("the release is read from the name of an ApplySet parent", (t) => {
  t.is(releaseOf(parentName("shop")), "shop");
  t.is(releaseOf("converge-"), undefined);
  t.is(releaseOf("shop"), undefined);
});
