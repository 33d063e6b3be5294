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

/** A module with a deployed release and one before it, switched off at noon. */
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

test("releases of a module stay for 72 hours after it was switched off", (t) => {
  const objects = switchedOff();
  t.deepEqual(handleModules(objects, factsAt(noon + hour)), { waits: noon + 72 * hour });
  t.deepEqual(handleModules(objects, factsAt(noon + 72 * hour - 1)), { waits: noon + 72 * hour });
  t.is(objects.releasesOf("echo").length, 2);
  t.is(propertiesOf(objects, "echo")["version"], "v1.0.0");
});

test("after 72 hours all releases of a module that is off are removed, those of others are not", (t) => {
  const objects = switchedOff();
  t.deepEqual(handleModules(objects, factsAt(noon + 72 * hour)), {});
  t.is(releasesIn(objects), 1);
  t.is(objects.releasesOf("other").length, 1);
  t.is(propertiesOf(objects, "echo")["version"], undefined);
});

test("a module that comes back within 72 hours has its releases as they were, and a new 72 hours after that", (t) => {
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

test("a module that is wanted keeps its releases, however long its requirements are not met", (t) => {
  const objects = new ModuleObjects([
    sourceOf("test", "echo"),
    configOf("echo", { enabled: true }),
    releaseOf("echo", "1.0.0", { requirements: { kubernetes: ">= 1.40" } }),
  ]);
  handleModules(objects, factsAt(noon));
  t.deepEqual(handleModules(objects, factsAt(noon + 100 * hour)), {});
  t.is(objects.releasesOf("echo").length, 1);
});

test("a module that is refused and then switched off has its 72 hours from then on", (t) => {
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
