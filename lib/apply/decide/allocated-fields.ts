import { without } from "../../inventory/conflict.ts";
import { entries, field, isObject, type JsonObject, objectField, type Path } from "../../object/json.ts";

/**
 * An object that a dry run has created, without the fields that the server allocates on a real creation: a
 * dry run returns placeholders for the addresses and node ports of a Service. Fields that the manifest sets
 * stay.
 */
export function withoutAllocated(created: JsonObject, manifest: JsonObject): JsonObject {
  if (field(created, "kind") !== "Service" || field(created, "apiVersion") !== "v1") {
    return created;
  }
  const written = objectField(manifest, "spec");
  const spec = objectField(created, "spec");
  const addresses = field(written, "clusterIP") === undefined ? ["clusterIP", "clusterIPs"] : [];
  const check = field(written, "healthCheckNodePort") === undefined ? ["healthCheckNodePort"] : [];
  const namedPorts = new Set(entries(field(written, "ports")).map((port) => field(port, "nodePort")));
  const ports = entries(field(spec, "ports")).flatMap((port, index): readonly Path[] =>
    isObject(port) && !namedPorts.has(field(port, "nodePort")) ? [["ports", index, "nodePort"]] : [],
  );
  const paths: readonly Path[] = [...[...addresses, ...check].map((name) => [name]), ...ports];
  return paths.reduce((object, path) => without(object, ["spec", ...path]), created);
}
