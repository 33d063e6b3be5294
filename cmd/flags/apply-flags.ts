import { type Command, InvalidArgumentError, Option } from "commander";

import { type Compatibility, type ExternalPolicy } from "../../lib/order/model/edge.ts";
import { parseLabelSelector } from "../../lib/object/label-selector.ts";
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
import { type InvalidPolicy } from "../../lib/plan/plan-request.ts";
import { addAdoptFlags, type AdoptFlags } from "./adopt-flags.ts";
import type { ClusterFlags } from "./cluster-flags.ts";
import { type FieldFlags, fieldsOption } from "./field-flags.ts";
import { addPathFlags, type PathFlags } from "./path-flags.ts";
import { choiceOption, collectList, readTimeout, switchOption } from "./option-parsers.ts";
import { addRemoteChartFlags, type RemoteChartFlags } from "./remote-chart-flags.ts";
import { addRenderFlags, type RenderFlags } from "./render-flags.ts";
import type { RunFlags } from "./run-flags.ts";
import { compatOption, externalDepsOption, invalidOption, createNamespaceOption } from "./set-flags.ts";
import { reconcileTimeoutOption, externalTimeoutOption } from "./timeout-flags.ts";
import { validateOption } from "./validation-flags.ts";

/** The flags of `apply` and of `diff`. */
export interface ApplyFlags extends WriteFlags, AdoptFlags, PathFlags, RenderFlags, RemoteChartFlags {
  readonly selector?: JsonObject;
  readonly externalDeps: ExternalPolicy;
  readonly compat?: Compatibility;
  readonly invalid: InvalidPolicy;
  readonly createNamespace: boolean;
  readonly keepRandom: boolean;
}

/** The flags of every verb that writes objects. */
export interface WriteFlags extends ClusterFlags, RunFlags, FieldFlags {
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
}

/** Adds the flags that only `apply` and `diff` have. */
export function addApplyFlags(command: Command): void {
  addReading(command);
  addRemoteChartFlags(command);
  addRenderFlags(command);
  addWriteFlags(command);
  command.addOption(keepRandomOption()).addOption(createNamespaceOption());
  addAdoptFlags(command);
}

/** Returns `--keep-random`. */
export function keepRandomOption(): Option {
  const keep = "keep passwords and certificates that charts generate at random as they are in the cluster";
  return switchOption("--keep-random [bool]", keep, true);
}

/** Adds the flags of all verbs that write objects. */
export function addWriteFlags(command: Command): void {
  addWriting(command);
  addPruning(command);
  addTimes(command);
}

function addReading(command: Command): void {
  addPathFlags(command);
  const select = "only objects that match this label selector; disables pruning";
  command
    .addOption(new Option("-l, --selector <labels>", select).argParser(readSelector))
    .addOption(invalidOption())
    .addOption(externalDepsOption("error"))
    .addOption(compatOption());
}

/** Adds the flags for how objects are written. */
export function addWriting(command: Command): void {
  addTaking(command);
  command.addOption(validateOption("strict")).addOption(fieldsOption());
}

/** Adds the flags for how existing objects are treated. */
export function addTaking(command: Command): void {
  const force = "take ownership of conflicting fields and report it";
  const policy = "which existing objects may be taken over";
  const recreate = "delete and recreate objects whose immutable fields changed";
  command
    .addOption(switchOption("--force-conflicts [bool]", force, true))
    .addOption(switchOption("--recreate [bool]", recreate, false))
    .addOption(choiceOption("--inventory-policy <policy>", policy, inventoryPolicies).default("adopt"));
}

/** Adds the flags for what is deleted. */
export function addPruning(command: Command): void {
  const most = "how much one run may prune: a percentage of the release, or a number of objects";
  const allow = "kinds that may be pruned without confirmation: namespaces, crds, pvcs, controllers or all";
  command
    .addOption(switchOption("--prune [bool]", "delete objects that are no longer in the manifests", true))
    .addOption(new Option("--max-prune <part>", most).argParser(readMaxPrune).default(defaultMaxPrune, "25%"))
    .addOption(new Option("--allow-prune <kinds>", allow).argParser(readConsents));
}

function addTimes(command: Command): void {
  command.addOption(reconcileTimeoutOption());
  addWaitTimes(command);
}

/** Adds the time limits besides that of each object. */
export function addWaitTimes(command: Command): void {
  const weight = "time limit for all objects of a weight, such as 10=5m (repeatable)";
  command
    .addOption(new Option("--weight-timeout <weight=duration>", weight).argParser(readWeightTimeout))
    .addOption(externalTimeoutOption());
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
    throw new InvalidArgumentError("write a percentage such as 25%, or a number such as 10");
  }
  return limit;
}

function readConsents(text: string, previous: readonly Consent[] | undefined): readonly Consent[] {
  const words = collectList(text, undefined);
  const wrong = words.find((word) => word !== "all" && !isConsent(word));
  if (wrong !== undefined) {
    throw new InvalidArgumentError("choose namespaces, crds, pvcs, controllers or all");
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
    throw new InvalidArgumentError("write WEIGHT=DURATION, such as 10=5m");
  }
  return new Map([...(previous ?? []), [Number(weight), readTimeout(duration)]]);
}
