import test from "ava";

import { offlineRun, servedKinds } from "../../../fixtures/offline-run.ts";
import { openArgoApp } from "./argo-adoption.ts";

test("while the API server of Applications does not answer, an Application is refused", async (t) => {
  const kinds = servedKinds(["v1/ConfigMap"], { "argoproj.io/v1alpha1": "503" });
  await t.throwsAsync(openArgoApp({ name: "web", namespace: "argocd" }, kinds, offlineRun().context), {
    name: "RefusedError",
    message:
      "it is unknown whether Argo CD still syncs argocd/web: the API server of argoproj.io/v1alpha1 is unavailable: 503",
  });
});
