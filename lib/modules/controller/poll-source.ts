import { isObject, type JsonObject, type JsonValue } from "../../object/json.ts";
import { moduleReleaseFor } from "../rules/fetching/module-release-for.ts";
import { policyOfModule } from "../rules/fetching/policy-of-module.ts";
import { isReached, releasesToFetch } from "../rules/fetching/releases-to-fetch.ts";
import type { ModuleFacts } from "../rules/module-facts.ts";
import type { ModuleObjects } from "../rules/module-objects.ts";
import { type UpdateRule, updateRulesOf } from "../rules/resource/update-rules.ts";
import { moduleStateOf } from "../rules/resource/module-state.ts";
import type { ModuleRegistry, ReleaseImage } from "../registry/model/module-registry.ts";
import { RegistryError } from "../registry/model/registry-error.ts";
import { readSettingsDocument } from "../../settings/settings-document.ts";
import { isModuleName } from "./module-name.ts";
import { Semaphore } from "../../async/semaphore.ts";
import { parseVersion } from "../../object/semver/version.ts";

/** What one look at a source has shown. */
export interface SourceFinding {
  /** Undefined where the registry could not be asked. */
  readonly modules: readonly string[] | undefined;
  /** What is wrong with the source as a whole; empty for nothing. */
  readonly message: string;
  /** What is wrong with single modules, by name. */
  readonly faults: ReadonlyMap<string, string>;
  /** Releases that are to be made. */
  readonly releases: readonly JsonObject[];
  /**
   * Names of releases that wait and were never deployed, while their channel has gone on: a module is
   * installed at what its channel has now.
   */
  readonly overtaken: readonly string[];
  /** What modules say of themselves on their channels, as it stands in module.yaml. */
  readonly definitions: ReadonlyMap<string, JsonObject>;
}

/** What a look needs. */
export interface ScanFacts {
  /** The ModuleSource. */
  readonly source: string;
  readonly registry: ModuleRegistry;
  readonly objects: ModuleObjects;
  readonly facts: ModuleFacts;
  /**
   * Modules whose definition is known from an earlier look: those that nobody asks for are not looked at
   * again.
   */
  readonly known: ReadonlySet<string>;
  readonly signal: AbortSignal;
}

/** Modules that are looked at at a time. */
const atOnce = 8;

/**
 * Looks at a source: which modules it has, what their channels name, and which releases are to be made of
 * that. Throws the signal's reason.
 */
export async function scanSource(scan: ScanFacts): Promise<SourceFinding> {
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
      finding.faults.set(name, "no module can be called that");
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

async function lookAtModule(module: string, scan: ScanFacts, found: Found): Promise<void> {
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

/** Of several sources that have a module, the one counts that the Module names. */
function isFrom(source: string, module: JsonObject): boolean {
  const named = moduleStateOf(module).source;
  return named === undefined || named === source;
}

async function takeReleases(
  {
    module,
    image,
    scan,
  }: { readonly module: string; readonly image: ReleaseImage; readonly scan: ScanFacts },
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

/** Takes them out of the objects: what comes in their place is the first release of its module. */
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
  readonly scan: ScanFacts;
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

/** `EarlyAccess` is `early-access` in a registry. */
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
