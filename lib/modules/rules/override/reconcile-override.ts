import type { JsonObject } from "../../../object/json.ts";
import { refreshSource } from "../fetching/source-status.ts";
import type { ModuleFacts } from "../module-facts.ts";
import type { ModuleObjects } from "../module-objects.ts";
import { withAnnotations, withStatus, withCondition } from "../resource/metadata.ts";
import { moduleStateOf, pendingOverride, withProperties } from "../resource/module-state.ts";
import { type PullOverride, pullOverrideOf } from "../resource/pull-override.ts";
import { documentationOf, type ObservedImage } from "./override-documentation.ts";
import { withoutKeptOverride, holdOverride, releaseOverride } from "./kept-override.ts";
import { formatSeconds } from "../../../object/timestamp.ts";

/** An override, and the observations of its image. */
export interface OverrideObservation {
  readonly name: string;
  readonly observation: ObservedImage;
}

/** The next actions for an override. */
export interface OverrideAnswer {
  /** An image to pull and run; the handler is called again with the result. */
  readonly fetch?: OverrideFetch;
  /** When to reconcile it again, in milliseconds since 1970; infinite for an override that is gone. */
  readonly again: number;
  /** Whether to request the digest of the tag from the registry, and call the handler again with it. */
  readonly look: boolean;
}

/** An image of a module: the specified tag, and the digest that it resolved to. */
export interface OverrideFetch {
  readonly module: string;
  readonly tag: string;
  readonly digest: string;
}

const otherStatesAgain = 60_000;
const gone: OverrideAnswer = { again: Number.POSITIVE_INFINITY, look: false };

/**
 * Advances an override one step: updates its status, its Module and the status of its source to what was
 * observed. Without a new observation, nothing changes. An override that is being deleted is released.
 */
export function handleOverride(
  { name, observation }: OverrideObservation,
  objects: ModuleObjects,
  facts: ModuleFacts,
): OverrideAnswer {
  const object = objects.get("ModulePullOverride", name);
  const override = object === undefined ? undefined : pullOverrideOf(object);
  if (override === undefined) {
    return gone;
  }
  if (override.isDeleted) {
    releaseOverride(name, objects, facts);
    return gone;
  }
  const target = targetOf(name, objects);
  if (typeof target === "string") {
    const digest = target === disabled ? undefined : override.imageDigest;
    objects.put(withChange(override, { message: target, digest }, facts));
    return { again: facts.now + otherStatesAgain, look: false };
  }
  const held = holdOverride(override.object);
  objects.put(held);
  const active = { override: pullOverrideOf(held), ...target, observation };
  markOverridden(active, objects, facts);
  return handleActive({ ...active, module: objects.get("Module", name) ?? target.module }, objects, facts);
}

/** Shows in the Module and its source that releases no longer count, even before there is an image to run. */
function markOverridden({ module, source }: Active, objects: ModuleObjects, { now }: ModuleFacts): void {
  if (!moduleStateOf(module).isOverridden) {
    const condition = { type: "IsOverridden", status: "True", reason: pendingOverride } as const;
    objects.put(withCondition(module, condition, now));
    refreshSource(source, objects);
  }
}

/** An override whose module exists, is enabled and has a source. */
interface Active {
  readonly override: PullOverride;
  readonly module: JsonObject;
  readonly source: string;
  readonly observation: ObservedImage;
}

function handleActive(active: Active, objects: ModuleObjects, facts: ModuleFacts): OverrideAnswer {
  const { override, observation } = active;
  const message = faultIn(active, objects);
  if (message !== undefined) {
    objects.put(withChange(override, { message, digest: override.imageDigest }, facts));
    return { again: facts.now + otherStatesAgain, look: false };
  }
  const again = facts.now + override.scanInterval;
  if (observation.digest === undefined) {
    return { again, look: true };
  }
  const isRenewed = !override.asksRenewal || observation.pulled === true;
  if (observation.digest !== observation.installed || !isRenewed) {
    const fetch = { module: override.name, tag: override.imageTag, digest: observation.digest };
    return { fetch, again, look: false };
  }
  settle(active, objects, facts);
  return { again, look: false };
}

function faultIn({ override, source, observation }: Active, objects: ModuleObjects): string | undefined {
  const { digest, downloadFault, validationFault } = observation;
  if (objects.get("ModuleSource", source) === undefined) {
    return "The source not found";
  }
  if (downloadFault !== undefined) {
    return digest === undefined
      ? `Download error: ${downloadFault}`
      : `Deploy error: download the module '${override.name}': ${downloadFault}`;
  }
  return validationFault === undefined ? undefined : `Validation error: ${validationFault}`;
}

const disabled = "The module disabled";

/** Returns the overridden module, or the message that says why it cannot be overridden. */
function targetOf(name: string, objects: ModuleObjects): Pick<Active, "module" | "source"> | string {
  const module = objects.get("Module", name);
  if (module === undefined) {
    return "The module not found";
  }
  const { isEmbedded, isEnabled, source } = moduleStateOf(module);
  if (isEmbedded) {
    return "The module is embedded";
  }
  if (!isEnabled) {
    return disabled;
  }
  return source === undefined ? "The module does not have an active source" : { module, source };
}

/**
 * Records that the image of the override runs: in its status, the Module, its documentation and its source.
 */
function settle(
  { override, module, source, observation }: Active,
  objects: ModuleObjects,
  facts: ModuleFacts,
): void {
  const isNew = observation.pulled === true || override.imageDigest !== observation.installed;
  const changes = { message: "Ready", digest: observation.installed, isNew };
  const settled = withChange(override, changes, facts);
  objects.put(override.asksRenewal ? withAnnotations(settled, withoutRenewal) : settled);
  const versioned = withProperties(withoutKeptOverride(module), { version: override.imageTag });
  objects.put(withCondition(versioned, { type: "IsOverridden", status: "True" }, facts.now));
  if (isNew) {
    const image = { source, digest: observation.installed ?? "" };
    const before = objects.get("ModuleDocumentation", override.name);
    objects.put(documentationOf(override, image, before));
  }
  refreshSource(source, objects);
}

const withoutRenewal = { renew: undefined, "modules.deckhouse.io/renew": undefined };

/**
 * Returns the override with that status. Its time is that of the last change of the status, or of the last
 * pull.
 */
function withChange(
  override: PullOverride,
  { message, digest, isNew = false }: { message: string; digest: string | undefined; isNew?: boolean },
  { now }: ModuleFacts,
): JsonObject {
  if (!isNew && override.message === message && override.imageDigest === digest) {
    return override.object;
  }
  return withStatus(override.object, { message, imageDigest: digest, updatedAt: formatSeconds(now) });
}
