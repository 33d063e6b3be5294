import test from "ava";

import { offlineId, offlineSession } from "../../../fixtures/offline-session.ts";
import { abandonedRefusals, findAbandoned, type ForeignResource } from "./abandoned.ts";

function foreign(name: string): ForeignResource {
  const key = `example.com/namespaces/shop/Thing/${name}`;
  return {
    key,
    object: {},
    controllers: ["apps/namespaces/shop/Deployment/operator"],
    losesDefinition: false,
  };
}

test("nothing is refused if no custom resource loses its controller", (t) => {
  t.deepEqual(abandonedRefusals([], "--x"), []);
});

test("the refusal to delete controllers names them and the first five foreign custom resources", (t) => {
  const [refusal, ...more] = abandonedRefusals(
    ["a", "b", "c", "d", "e", "f", "g"].map((name) => foreign(name)),
    "--delete-controllers",
  );
  t.deepEqual(more, []);
  t.deepEqual(refusal?.names, ["apps/namespaces/shop/Deployment/operator"]);
  t.regex(
    refusal?.message ?? "",
    /^apps\/namespaces\/shop\/Deployment\/operator would be deleted, .*Thing\/e and 2 more; .* add --delete-controllers$/,
  );
});

function noPlan(): never {
  throw new Error("nothing is planned");
}

test("deleting a release without pods lists no foreign custom resources", async (t) => {
  const { deps } = offlineSession();
  const definition = { apiVersion: "apiextensions.k8s.io/v1", kind: "CustomResourceDefinition" };
  const found = await findAbandoned(
    { going: new Map([["x", definition]]), staying: [], id: offlineId, plan: noPlan },
    deps,
  );
  t.deepEqual(found, []);
});
