/**
 * Cases that were recorded from the platform's own controller. They are not part of the product: the folder
 * that `CONVERGE_DECKHOUSE_CASES` names has them in `override/input` and `override/golden`. Without it only
 * the procedure is tested, on the documented example.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import test from "ava";

import {
  factsAt,
  noon,
  objectsOfFiles,
  readObjects,
} from "../../../../fixtures/modules/enablement/module-model.ts";
import { field, type JsonObject, objectField, stringField } from "../../../object/json.ts";
import { isTrue } from "../../../readiness/condition/condition.ts";
import { ModuleObjects } from "../module-objects.ts";
import { stringAnnotations, stringLabels } from "../resource/metadata.ts";
import { moduleStateOf } from "../resource/module-state.ts";
import { pullOverrideOf } from "../resource/pull-override.ts";
import { handleOverride } from "./reconcile-override.ts";

const overridden = "test-module";
const documentedExample = "echo";
const digest = "sha256:cafe";
/** In these cases the Module is not changed. */
const untouched = new Set(["embedded-module", "disabled-module", "no-source"]);
const pulls: Readonly<Record<string, number>> = { "renew-forces-redeploy": 1 };

test("five passes over a new override pull its image once", (t) => {
  t.is(handleFiveTimes(objectsOfFiles("overrides/before.yaml"), documentedExample), 1);
});

const folder = process.env["CONVERGE_DECKHOUSE_CASES"];
if (folder !== undefined) {
  for (const file of readdirSync(join(folder, "override", "input"))) {
    const name = file.replace(/\.yaml$/, "");
    const read = (part: string): ModuleObjects =>
      new ModuleObjects(readObjects(readFileSync(join(folder, "override", part, file), "utf8")));
    test(`the recorded case ${name} gives the recorded result`, (t) => {
      const objects = read("input");
      t.is(handleFiveTimes(objects, overridden), pulls[name] ?? 0);
      t.deepEqual(seen(objects), seen(read("golden")));
      if (untouched.has(name)) {
        t.deepEqual(objects.get("Module", overridden), read("input").get("Module", overridden));
      }
    });
  }
}

/** Returns how often the image was pulled. */
function handleFiveTimes(objects: ModuleObjects, name: string): number {
  const override = objects.get("ModulePullOverride", name);
  let installed = override === undefined ? undefined : pullOverrideOf(override).imageDigest;
  let pulled = false;
  let count = 0;
  for (let call = 0; call < 5; call += 1) {
    const observation = { digest, installed, pulled };
    const { fetch } = handleOverride({ name, observation }, objects, factsAt(noon + call));
    pulled = fetch !== undefined;
    installed = fetch?.digest ?? installed;
    count += Number(pulled);
  }
  return count;
}

/**
 * The results that a user sees: the message and the digest, annotations, whether the Module is overridden and
 * from where it is, and the documentation.
 */
function seen(objects: ModuleObjects): Readonly<Record<string, unknown>> {
  const override = objects.get("ModulePullOverride", overridden) ?? {};
  const module = objects.get("Module", overridden) ?? {};
  const documentation = objects.get("ModuleDocumentation", overridden);
  return {
    message: stringField(objectField(override, "status"), "message"),
    imageDigest: stringField(objectField(override, "status"), "imageDigest"),
    annotations: stringAnnotations(override),
    isOverridden: isTrue(module, "IsOverridden"),
    isEnabled: moduleStateOf(module).isEnabled,
    source: moduleStateOf(module).source,
    documentation: documentation === undefined ? undefined : documented(documentation),
  };
}

function documented(documentation: JsonObject): readonly unknown[] {
  const owners = field(objectField(documentation, "metadata"), "ownerReferences");
  return [stringLabels(documentation), owners, objectField(documentation, "spec")];
}
