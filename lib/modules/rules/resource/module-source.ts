import { type JsonObject, objectField, stringField } from "../../../object/json.ts";

/** Where modules come from: a ModuleSource. */
export interface ModuleSource {
  readonly name: string;
  readonly registry: RegistrySpec;
  /** Of the modules of the source that no policy is named for; Stable where undefined. */
  readonly releaseChannel: string | undefined;
}

/** A repository of a registry, and how it is entered. */
export interface RegistrySpec {
  /** `registry.example.com/deckhouse/modules`. */
  readonly repo: string;
  readonly scheme: "HTTP" | "HTTPS";
  /** Certificates in PEM that are trusted besides the machine's; empty for none. */
  readonly ca: string;
  /** The docker configuration in base64; empty for none. A secret. */
  readonly dockerCfg: string;
}

/** The source that an object is. */
export function moduleSourceOf(object: JsonObject): ModuleSource {
  const spec = objectField(object, "spec");
  const registry = objectField(spec, "registry");
  return {
    name: stringField(objectField(object, "metadata"), "name") ?? "",
    releaseChannel: stringField(spec, "releaseChannel"),
    registry: {
      repo: (stringField(registry, "repo") ?? "").replace(/\/+$/, ""),
      scheme: stringField(registry, "scheme") === "HTTP" ? "HTTP" : "HTTPS",
      ca: stringField(registry, "ca") ?? "",
      dockerCfg: stringField(registry, "dockerCfg") ?? "",
    },
  };
}
