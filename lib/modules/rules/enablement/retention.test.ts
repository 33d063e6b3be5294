import test from "ava";

import {
  configOf,
  factsAt,
  hour,
  noon,
  propertiesOf,
  releaseOf,
  sourceOf,
  reportedCondition,
} from "../../../../fixtures/modules/enablement/module-model.ts";
import { ModuleObjects } from "../module-objects.ts";
import { handleModules } from "./reconcile-modules.ts";

/** A module with a deployed release and an older one, disabled at noon. */
function switchedOff(): ModuleObjects {
  const objects = new ModuleObjects([
    sourceOf("test", "echo"),
    configOf("echo", { enabled: true }),
    releaseOf("echo", "0.9.0", { phase: "Superseded" }),
    releaseOf("echo", "1.0.0"),
    releaseOf("echo", "no version", { phase: "Pending" }),
    configOf("other", { enabled: true }),
    releaseOf("other", "1.0.0", { phase: "Pending" }),
  ]);
  handleModules(objects, factsAt(noon - 200 * hour));
  objects.put(configOf("echo", { enabled: false }));
  handleModules(objects, factsAt(noon));
  return objects;
}

function releasesIn(objects: ModuleObjects): number {
  return objects.all("ModuleRelease").length;
}

test("releases of a module are kept for 72 hours after it was disabled", (t) => {
  const objects = switchedOff();
  t.deepEqual(handleModules(objects, factsAt(noon + hour)), { waits: noon + 72 * hour });
  t.deepEqual(handleModules(objects, factsAt(noon + 72 * hour - 1)), { waits: noon + 72 * hour });
  t.is(objects.releasesOf("echo").length, 2);
  t.is(propertiesOf(objects, "echo")["version"], "v1.0.0");
});

test("after 72 hours all releases of a disabled module are removed, but not those of other modules", (t) => {
  const objects = switchedOff();
  t.deepEqual(handleModules(objects, factsAt(noon + 72 * hour)), {});
  t.is(releasesIn(objects), 1);
  t.is(objects.releasesOf("other").length, 1);
  t.is(propertiesOf(objects, "echo")["version"], undefined);
});

test("enabling a module within 72 hours keeps its releases, and disabling it starts 72 new hours", (t) => {
  const objects = switchedOff();
  objects.put(configOf("echo", { enabled: true }));
  t.deepEqual(handleModules(objects, factsAt(noon + 71 * hour)), {});
  t.is(reportedCondition(objects, "echo"), "True");
  t.is(objects.releasesOf("echo").length, 2);
  objects.put(configOf("echo", { enabled: false }));
  handleModules(objects, factsAt(noon + 80 * hour));
  t.is(objects.releasesOf("echo").length, 2);
  handleModules(objects, factsAt(noon + 152 * hour));
  t.is(objects.releasesOf("echo").length, 0);
});

test("an enabled module keeps its releases, however long its requirements are unmet", (t) => {
  const objects = new ModuleObjects([
    sourceOf("test", "echo"),
    configOf("echo", { enabled: true }),
    releaseOf("echo", "1.0.0", { requirements: { kubernetes: ">= 1.40" } }),
  ]);
  handleModules(objects, factsAt(noon));
  t.deepEqual(handleModules(objects, factsAt(noon + 100 * hour)), {});
  t.is(objects.releasesOf("echo").length, 1);
});

test("the 72 hours of a module with unmet requirements start when it is disabled", (t) => {
  const objects = new ModuleObjects([
    releaseOf("echo", "1.0.0", {
      requirements: { kubernetes: ">= 1.40" },
      accessibility: { editions: { ee: { available: true, enabledInBundles: ["Default"] } } },
    }),
  ]);
  handleModules(objects, factsAt(noon));
  objects.put(configOf("echo", { enabled: false }));
  t.deepEqual(handleModules(objects, factsAt(noon + 100 * hour)), { waits: noon + 172 * hour });
});
