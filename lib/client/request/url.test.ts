import test from "ava";

import type { Resource } from "../model/cluster.ts";
import { collectionPath, objectPath, withQuery } from "./url.ts";

function resource(group: string, version: string, plural: string): Resource {
  return { group, version, plural, kind: "", namespaced: true, verbs: [] };
}

const pods = resource("", "v1", "pods");
const roles = resource("rbac.authorization.k8s.io", "v1", "clusterroles");

test("the path of an object in the core group begins with /api", (t) => {
  t.is(objectPath({ resource: pods, namespace: "shop", name: "web" }), "/api/v1/namespaces/shop/pods/web");
});

test("the path of a collection of all namespaces has no namespace", (t) => {
  t.is(collectionPath(pods, undefined), "/api/v1/pods");
});

test("names in a path keep their case, and special characters are encoded", (t) => {
  t.is(
    objectPath({ resource: roles, namespace: "", name: "system:MyOperator/../x" }),
    "/apis/rbac.authorization.k8s.io/v1/clusterroles/system%3AMyOperator%2F..%2Fx",
  );
});

test("a query string omits undefined, false and empty parameters", (t) => {
  t.is(
    withQuery("/p", {
      labelSelector: "a=b,c in (d)",
      force: true,
      dryRun: undefined,
      watch: false,
      continue: "",
      limit: 0,
    }),
    "/p?labelSelector=a%3Db%2Cc%20in%20(d)&force=true&limit=0",
  );
});
