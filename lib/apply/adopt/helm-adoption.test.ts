import test from "ava";

import { helmRelease as helm } from "../../../fixtures/helm-release.ts";
import { noServer, offlineSession } from "../../../fixtures/offline-run.ts";
import { object } from "../../../fixtures/planned.ts";
import { AccessError } from "../../client/model/api-error.ts";
import { manifestFromLive } from "../../manifest/manifest.ts";
import { helmAdoption } from "./helm-adoption.ts";

const stored = ["env", "old"].map((name) => manifestFromLive(object(`ConfigMap/${name}`)));
const things = [manifestFromLive(object("example.com/v1/Thing/a"))];

test("objects of a Helm release that are in the set, or whose kind is not served, are not looked up", async (t) => {
  const { deps } = offlineSession({ served: ["v1/ConfigMap"] });
  const wanted = new Set(["/namespaces/shop/ConfigMap/env", "/namespaces/shop/ConfigMap/old"]);
  const found = await helmAdoption({ ...helm, stored: [...stored, ...things] }).findLeftovers(
    (key) => wanted.has(key),
    deps,
  );
  t.deepEqual(found, new Map());
});

test("objects of a Helm release that are not in the set are read from its namespace", async (t) => {
  const { deps } = offlineSession({ served: ["v1/ConfigMap"] });
  const wanted = new Set(["/namespaces/shop/ConfigMap/env"]);
  await t.throwsAsync(
    helmAdoption({ ...helm, stored }).findLeftovers((key) => wanted.has(key), deps),
    {
      instanceOf: AccessError,
      message: noServer,
    },
  );
});
