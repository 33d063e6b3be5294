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

test("no decision is to be made where no custom resource loses its controller", (t) => {
  t.deepEqual(abandonedRefusals([], "--x"), []);
});

test("one decision names the controllers and the first custom resources of others", (t) => {
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

test("nothing is listed for a release that runs no pods", async (t) => {
  const { deps } = offlineSession();
  const definition = { apiVersion: "apiextensions.k8s.io/v1", kind: "CustomResourceDefinition" };
  const found = await findAbandoned(
    { going: new Map([["x", definition]]), staying: [], id: offlineId, plan: noPlan },
    deps,
  );
  t.deepEqual(found, []);
});
