import { field, type JsonObject, listField, objectField, stringField } from "../../lib/object/json.ts";
import { nameOf } from "../../lib/object/metadata.ts";
import { escapeControl } from "../../lib/report/terminal/escape-control.ts";

/** Describes a CRD in a line: `crontabs.stable.example.com  CronTab  v1, v1beta1`. */
export function definitionLine(definition: JsonObject): string {
  const spec = objectField(definition, "spec");
  const kind = stringField(field(spec, "names"), "kind") ?? "";
  const versions = listField(spec, "versions").map((version) => stringField(version, "name") ?? "");
  return escapeControl(`${nameOf(definition)}  ${kind}  ${versions.join(", ")}`);
}
