import test from "ava";

import { line, textOf } from "../sync/sidecar.ts";
import { applyDefinitions, mapOf, moduleConfig, openModuleSite } from "./module-site.ts";

test("deleting a CRD of modules stops no module, and the controllers continue once the CRD is back", async (t) => {
  const site = await openModuleSite(t);
  await site.publish({ name: "echo", version: "v1.0.0", channels: ["alpha"] });
  await site.addSource();
  const config = moduleConfig("echo", { enabled: true });
  await site.put(config);
  const controllers = site.begin(["--release-channel", "Alpha"]);
  await site.untilRuns("echo", "v1.0.0");
  const { object: before } = await site.client.api("GET", mapOf("echo"));
  const definition = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/moduleconfigs.deckhouse.io";
  const place = controllers.place();
  await site.client.api("DELETE", definition);
  await site.client.until(definition, (found) => found === undefined);
  const output = await controllers.received(line("notice", { level: "error" }), place);
  t.regex(textOf(output), /^ModuleConfig are no longer served: no decisions are made until .* are back$/);
  t.is((await controllers.stop()).code, 0);
  await applyDefinitions(site.client);
  await site.put(config);
  await site.publish({ name: "echo", version: "v1.1.0", channels: ["alpha"] });
  site.begin(["--release-channel", "Alpha"]);
  await site.untilRuns("echo", "v1.1.0");
  const { object: after } = await site.client.api("GET", mapOf("echo"));
  t.is(after?.metadata.uid, before?.metadata.uid);
});
