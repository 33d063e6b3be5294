import type { ModulesPlan } from "../../modules/rules/plan/plan-modules.ts";
import { type JsonObject, objectField, stringField } from "../../object/json.ts";
import { exactYaml } from "../document/exact-yaml.ts";
import { maskValue } from "../../redact/redact-object.ts";

/**
 * Formats the objects as the rules leave them, as YAML documents. Registry credentials are masked: `(hidden,
 * 12 bytes)`.
 */
export function releasePlanYaml({ objects }: ModulesPlan): string {
  return objects.map((object) => `---\n${exactYaml(masked(object)).join("\n")}\n`).join("");
}

function masked(object: JsonObject): JsonObject {
  const spec = objectField(object, "spec");
  const registry = objectField(spec, "registry");
  const dockerCfg = stringField(registry, "dockerCfg") ?? "";
  return dockerCfg === ""
    ? object
    : {
        ...object,
        spec: { ...spec, registry: { ...registry, dockerCfg: maskValue(dockerCfg, "encoded") } },
      };
}
