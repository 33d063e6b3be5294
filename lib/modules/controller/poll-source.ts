import { isObject, type JsonObject, type JsonValue } from "../../object/json.ts";
import { moduleReleaseFor } from "../rules/fetching/module-release-for.ts";
import { policyOfModule } from "../rules/fetching/policy-of-module.ts";
import { isReached, releasesToFetch } from "../rules/fetching/releases-to-fetch.ts";
import type { ModuleFacts } from "../rules/module-facts.ts";
import type { ModuleObjects } from "../rules/module-objects.ts";
import { type UpdateRule, updateRulesOf } from "../rules/resource/update-policy.ts";
import { moduleStateOf } from "../rules/resource/module-state.ts";
import type { ModuleRegistry, ReleaseImage } from "../registry/model/module-registry.ts";
import { RegistryError } from "../../oci/model/registry-error.ts";
import { readSettingsDocument } from "../../settings/settings-document.ts";
import { Semaphore } from "../../async/locks.ts";
import { parseVersion } from "../../object/semver/version.ts";
import { isModuleName } from "./module-resource.ts";

/** The result of polling a source. */
export interface SourceFinding {
  /** Undefined if the registry could not be queried. */
  readonly modules: readonly string[] | undefined;
  /** The fault of the source as a whole; empty if there is none. */
  readonly message: string;
  /** Faults of single modules, by name. */
  readonly faults: ReadonlyMap<string, string>;
  /** Releases to create. */
  readonly releases: readonly JsonObject[];
  /**
   * Names of pending releases of never-deployed modules whose channel has moved on: a module is installed at
   * the current version of its channel.
   */
  readonly overtaken: readonly string[];
  /** The module.yaml of modules on their channels, as it is in the file. */
  readonly definitions: ReadonlyMap<string, JsonObject>;
}

/** Inputs of a poll. */
export interface SourceScanOptions {
  /** Name of the ModuleSource. */
  readonly source: string;
  readonly registry: ModuleRegistry;
  readonly objects: ModuleObjects;
  readonly facts: ModuleFacts;
  /**
   * Modules whose definition is known from an earlier poll; those that were not requested are not read again.
   */
  readonly known: ReadonlySet<string>;
  readonly signal: AbortSignal;
}

/** Modules that are read concurrently. */
const atOnce = 8;

/**
 * Polls a source: lists its modules, reads the versions on their channels, and determines the releases to
 * create. Throws the signal's reason.
 */
export async function scanSource(scan: SourceScanOptions): Promise<SourceFinding> {
  const { registry, signal } = scan;
  const finding = {
    faults: new Map<string, string>(),
    releases: new Array<JsonObject>(),
    overtaken: new Array<string>(),
    definitions: new Map<string, JsonObject>(),
  };
  let modules: readonly string[];
  try {
    const names = await registry.modules(signal);
    modules = names.filter(isModuleName);
    for (const name of names.filter((each) => !isModuleName(each))) {
      finding.faults.set(name, "not a valid module name");
    }
  } catch (error) {
    return { ...finding, modules: undefined, message: refusalOf(error, signal) };
  }
  const gate = new Semaphore(atOnce);
  await Promise.all(
    modules.map(async (module) => {
      const leave = await gate.acquire(signal);
      try {
        await lookAtModule(module, scan, finding);
      } catch (error) {
        finding.faults.set(module, refusalOf(error, signal));
      } finally {
        leave();
      }
    }),
  );
  return { ...finding, modules, message: "" };
}

interface Found {
  readonly faults: Map<string, string>;
  readonly releases: JsonObject[];
  readonly overtaken: string[];
  readonly definitions: Map<string, JsonObject>;
}

async function lookAtModule(module: string, scan: SourceScanOptions, found: Found): Promise<void> {
  const { facts, known, objects, registry, signal, source } = scan;
  const state = objects.get("Module", module);
  const isAskedFor = state !== undefined && moduleStateOf(state).isAskedFor && isFrom(source, state);
  if (!isAskedFor && known.has(module)) {
    return;
  }
  const policy = policyOfModule({ module, source }, objects, facts);
  if ("fault" in policy) {
    found.faults.set(module, policy.fault);
    return;
  }
  const image = await registry.release(module, channelTag(policy.releaseChannel), signal);
  const definition = documentOf(image.moduleYaml);
  if (isObject(definition)) {
    found.definitions.set(module, definition);
  }
  if (isAskedFor) {
    await takeReleases({ module, image, scan }, found);
  }
}

/** Reports whether a module is from this source: the one that the Module names, if several have it. */
function isFrom(source: string, module: JsonObject): boolean {
  const named = moduleStateOf(module).source;
  return named === undefined || named === source;
}

async function takeReleases(
  {
    module,
    image,
    scan,
  }: { readonly module: string; readonly image: ReleaseImage; readonly scan: SourceScanOptions },
  found: Found,
): Promise<void> {
  const { facts, objects, registry, signal, source } = scan;
  const versions = isReached(module, image.version, objects)
    ? []
    : (await registry.releaseTags(module, signal)).filter((tag) => tag.startsWith("v"));
  const rules = updateRulesOf(documentOf(image.moduleYaml));
  const observation = {
    channelVersion: image.version,
    versions,
    rulesOf: (version: string): readonly UpdateRule[] | undefined =>
      bare(version) === bare(image.version) ? rules : undefined,
  };
  const answer = releasesToFetch({ module, source, observation }, objects, facts);
  if (answer.fault !== undefined) {
    found.faults.set(module, answer.fault);
  }
  if (answer.versions.length > 0) {
    found.overtaken.push(...overtakenIn(module, objects));
  }
  for (const text of answer.versions) {
    const isTarget = bare(text) === bare(image.version);
    const release = isTarget ? image : await registry.release(module, text, signal);
    found.releases.push(...releaseOf({ module, text, release, cause: answer.cause ?? "", scan }));
  }
}

/**
 * Removes the pending releases of a module that was never deployed from the objects, so that their
 * replacement counts as the module's first release. Returns their names.
 */
function overtakenIn(module: string, objects: ModuleObjects): readonly string[] {
  const releases = objects.releasesOf(module);
  if (releases.some(({ phase }) => phase === "Deployed")) {
    return [];
  }
  const waiting = releases.filter(({ phase }) => phase === "Pending");
  for (const { name } of waiting) {
    objects.remove("ModuleRelease", name);
  }
  return waiting.map(({ name }) => name);
}

function releaseOf({
  module,
  text,
  release,
  cause,
  scan: { objects, source },
}: {
  readonly module: string;
  readonly text: string;
  readonly release: ReleaseImage;
  readonly cause: string;
  readonly scan: SourceScanOptions;
}): readonly JsonObject[] {
  const version = parseVersion(text);
  if (version === undefined) {
    return [];
  }
  const written = documentOf(release.moduleYaml);
  const definition = isObject(written) ? written : undefined;
  const changelog = documentOf(release.changelogYaml);
  const { digest } = release;
  return [moduleReleaseFor({ module, source, version, digest, definition, cause, changelog }, objects)];
}

/** Returns the tag of a channel in a registry: `early-access` for `EarlyAccess`. */
function channelTag(channel: string): string {
  return channel === "LTS" ? "lts" : channel.replaceAll(/(?<=[a-z])(?=[A-Z])/g, "-").toLowerCase();
}

function bare(version: string): string {
  return version.replace(/^v/, "");
}

function documentOf(text: string | undefined): JsonValue | undefined {
  if (text === undefined) {
    return undefined;
  }
  const document = readSettingsDocument({ name: "module.yaml", text });
  return "value" in document ? document.value : undefined;
}

function refusalOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted || !(error instanceof RegistryError)) {
    throw error;
  }
  return error.message;
}
