import { type JsonObject, objectField, stringField } from "../../../object/json.ts";
import { nameOf } from "../../../object/metadata.ts";

/** A source of modules: a ModuleSource. */
export interface ModuleSource {
  readonly name: string;
  readonly registry: RegistrySpec;
  /** Channel of the modules of the source without a named policy; Stable if undefined. */
  readonly releaseChannel: string | undefined;
}

/** A repository of a registry, with its access settings. */
export interface RegistrySpec {
  /** `registry.example.com/deckhouse/modules`. */
  readonly repo: string;
  readonly scheme: "HTTP" | "HTTPS";
  /** Certificates in PEM that are trusted in addition to the machine's; empty for none. */
  readonly ca: string;
  /** The docker configuration in base64; empty for none. A secret. */
  readonly dockerCfg: string;
}

/** Reads a ModuleSource. */
export function moduleSourceOf(object: JsonObject): ModuleSource {
  const spec = objectField(object, "spec");
  const registry = objectField(spec, "registry");
  return {
    name: nameOf(object),
    releaseChannel: stringField(spec, "releaseChannel"),
    registry: {
      repo: (stringField(registry, "repo") ?? "").replace(/\/+$/, ""),
      scheme: stringField(registry, "scheme") === "HTTP" ? "HTTP" : "HTTPS",
      ca: stringField(registry, "ca") ?? "",
      dockerCfg: stringField(registry, "dockerCfg") ?? "",
    },
  };
}
