import { type Command, InvalidArgumentError, Option } from "commander";

import { externalPolicies, type ExternalPolicy } from "../../lib/order/model/edge.ts";
import { parseLabelSelector } from "../../lib/object/label-selector.ts";
import type { HelmName } from "../../lib/inventory/helm-record.ts";
import { inventoryPolicies, type InventoryPolicy } from "../../lib/inventory/applyset-membership.ts";
import {
  consents,
  type Consent,
  defaultMaxPrune,
  type MaxPrune,
  parseMaxPrune,
} from "../../lib/inventory/prune-limits.ts";
import type { Duration } from "../../lib/object/duration.ts";
import type { JsonObject } from "../../lib/object/json.ts";
import { invalidPolicies, type InvalidPolicy } from "../../lib/plan/plan-request.ts";
import type { ClusterFlags } from "./cluster-flags.ts";
import { addPathFlags, type PathFlags } from "./path-flags.ts";
import { choiceOption, collectList, readTimeout, switchOption, timeOption } from "./option-parsers.ts";
import { addRenderFlags, type RenderFlags } from "./render-flags.ts";
import type { RunFlags } from "./run-flags.ts";

/** The flags of `apply` and of `diff`. */
export interface ApplyFlags extends WriteFlags, PathFlags, RenderFlags {
  readonly selector?: JsonObject;
  readonly externalDeps: ExternalPolicy;
  readonly invalid: InvalidPolicy;
  readonly createNamespace: boolean;
  readonly keepRandom: boolean;
  readonly adoptHelmRelease?: Partial<HelmName> & Pick<HelmName, "name">;
}

/** The flags of every verb that writes objects. */
export interface WriteFlags extends ClusterFlags, RunFlags {
  readonly reconcileTimeout: Duration;
  readonly weightTimeout?: ReadonlyMap<number, Duration>;
  readonly externalTimeout: Duration;
  readonly forceConflicts: boolean;
  readonly recreate: boolean;
  readonly validate: "strict" | "warn" | "ignore";
  readonly prune: boolean;
  readonly maxPrune: MaxPrune;
  readonly allowPrune?: readonly Consent[];
  readonly inventoryPolicy: InventoryPolicy;
  readonly ignoreDifferences?: string;
}

/** Adds the flags that only `apply` and `diff` have. */
export function addApplyFlags(command: Command): void {
  const create = "make the namespace of the release where it is missing";
  addReading(command);
  addRenderFlags(command);
  addWriteFlags(command);
  const adopt = "take over what Helm or werf has installed under that name, or namespace/name";
  const keep = "keep passwords and certificates that charts make at random as they are in the cluster";
  command
    .addOption(switchOption("--keep-random [bool]", keep, true))
    .addOption(switchOption("--create-namespace [bool]", create, false))
    .addOption(new Option("--adopt-helm-release <name>", adopt).argParser(readHelmName));
}

/** Adds the flags of all verbs that write objects. */
export function addWriteFlags(command: Command): void {
  addWriting(command);
  addPruning(command);
  addTimes(command);
}

function addReading(command: Command): void {
  addPathFlags(command);
  const select = "only objects with these labels, as in kubectl; then nothing is pruned";
  const invalid = "with faults in the set, apply nothing or the valid rest";
  const external = "what a depends-on that leads outside the set is";
  command
    .addOption(new Option("-l, --selector <labels>", select).argParser(readSelector))
    .addOption(choiceOption("--invalid <policy>", invalid, invalidPolicies).default("fail"))
    .addOption(choiceOption("--external-deps <policy>", external, externalPolicies).default("error"));
}

/** Adds the flags for how objects are written. */
export function addWriting(command: Command): void {
  const force = "take over fields that other managers own, and tell of it";
  const validate =
    "count faults of fields as errors, as warnings, or do not look for them; the server refuses unknown ones at any level";
  const policy = "which objects that are there already may be taken";
  const ignored = "a file with fields that are left to the cluster (ignoreDifferences, as Argo CD has it)";
  command
    .addOption(switchOption("--force-conflicts [bool]", force, true))
    .addOption(switchOption("--recreate [bool]", "delete and make anew what cannot be changed", false))
    .addOption(choiceOption("--validate <level>", validate, ["strict", "warn", "ignore"]).default("strict"))
    .addOption(choiceOption("--inventory-policy <policy>", policy, inventoryPolicies).default("adopt"))
    .addOption(new Option("--ignore-differences <file>", ignored));
}

/** Adds the flags for what is deleted. */
export function addPruning(command: Command): void {
  const most = "share of the release that one run may delete, or a number of objects";
  const allow = "kinds that may be deleted without asking: namespaces, crds, pvcs or all";
  command
    .addOption(switchOption("--prune [bool]", "delete what the release has and the set lacks", true))
    .addOption(new Option("--max-prune <part>", most).argParser(readMaxPrune).default(defaultMaxPrune, "25%"))
    .addOption(new Option("--allow-prune <kinds>", allow).argParser(readConsents));
}

function addTimes(command: Command): void {
  const weight = "time that all objects of a weight may take; may be repeated";
  command
    .addOption(timeOption("--reconcile-timeout <duration>", "time an object may take until it is ready"))
    .addOption(new Option("--weight-timeout <weight=duration>", weight).argParser(readWeightTimeout))
    .addOption(timeOption("--external-timeout <duration>", "time that an object outside the set may take"));
}

/** Release and namespace must be valid Kubernetes names, because they become part of a label selector. */
function readHelmName(text: string): NonNullable<ApplyFlags["adoptHelmRelease"]> {
  const [, namespace, name] = /^(?:([a-z0-9][-a-z0-9]{0,62})\/)?([a-z0-9][-.a-z0-9]{0,52})$/.exec(text) ?? [];
  if (name === undefined) {
    throw new InvalidArgumentError("Write it as helm list shows it: NAME or NAMESPACE/NAME");
  }
  return namespace === undefined ? { name } : { name, namespace };
}

function readSelector(text: string): JsonObject {
  const read = parseLabelSelector(text);
  if ("fault" in read) {
    throw new InvalidArgumentError(read.fault);
  }
  return read.selector;
}

function readMaxPrune(text: string): MaxPrune {
  const limit = parseMaxPrune(text);
  if (limit === undefined) {
    throw new InvalidArgumentError("Write it as 25% or 10");
  }
  return limit;
}

function readConsents(text: string, previous: readonly Consent[] | undefined): readonly Consent[] {
  const words = collectList(text, undefined);
  const wrong = words.find((word) => word !== "all" && !isConsent(word));
  if (wrong !== undefined) {
    throw new InvalidArgumentError("Choose namespaces, crds, pvcs or all");
  }
  return [...(previous ?? []), ...(words.includes("all") ? consents : words.filter(isConsent))];
}

function isConsent(word: string): word is Consent {
  return consents.some((consent) => consent === word);
}

function readWeightTimeout(
  text: string,
  previous: ReadonlyMap<number, Duration> | undefined,
): ReadonlyMap<number, Duration> {
  const [, weight, duration] = /^(-?\d{1,9})=(.+)$/.exec(text) ?? [];
  if (weight === undefined || duration === undefined) {
    throw new InvalidArgumentError("Write it as 10=5m");
  }
  return new Map([...(previous ?? []), [Number(weight), readTimeout(duration)]]);
}
