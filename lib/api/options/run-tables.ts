/** The expectations of the options of functions that need a cluster. */
import { inventoryPolicies } from "../../inventory/applyset-membership.ts";
import { consents, parseMaxPrune } from "../../inventory/prune-limits.ts";
import { parseLabelSelector } from "../../object/label-selector.ts";
import { compatibilities, externalPolicies } from "../../order/model/edge.ts";
import { invalidPolicies } from "../../plan/plan-request.ts";
import { readinessModes } from "../../readiness/readiness.ts";
import { checkLevels } from "../../validate/model/validation-level.ts";
import {
  abortSignal,
  callback,
  duration,
  type OptionCheck,
  flag,
  integer,
  label,
  listWith,
  oneOf,
  type OptionTable,
  text,
} from "./check-options.ts";
import { setTable } from "./set-table.ts";
import type {
  ApplyOptions,
  DiffOptions,
  ReleaseOptions,
  ReleaseSetOptions,
  RemoveOptions,
  RunOptions,
  StatusOptions,
} from "./run-options.ts";

const releaseTable: OptionTable<ReleaseOptions> = { release: label, namespace: label, signal: abortSignal };

const concurrency = integer(1, 9999);

const runTable: OptionTable<RunOptions> = {
  ...releaseTable,
  onEvent: callback,
  timeout: duration,
  pruneTimeout: duration,
  lockTimeout: duration,
  dryRun: oneOf(["none", "client", "server"]),
  prunePropagationPolicy: oneOf(["Background", "Foreground", "Orphan"]),
  deleteContents: flag,
  failFast: flag,
  hooks: flag,
  wait: flag,
  logs: flag,
  concurrency,
  readiness: oneOf(readinessModes),
  health: listWith(text),
};

const selector: OptionCheck = [
  (value) => typeof value === "string" && "selector" in parseLabelSelector(value),
  "a label selector, as in kubectl",
];

/** Their content is checked when they are read. */
const fieldRule: OptionCheck = [
  (value) => typeof value === "string" || (typeof value === "object" && value !== null),
  "a path, or a rule such as { kinds, meaning, pointers }",
];

const adoptedName: OptionCheck = [
  (value) => typeof value === "object" && value !== null && "name" in value && typeof value.name === "string",
  "{ name, namespace? }",
];

const releaseSetTable: OptionTable<ReleaseSetOptions> = {
  ...setTable,
  ...releaseTable,
  selector,
  validate: oneOf(checkLevels),
  invalid: oneOf(invalidPolicies),
  externalDeps: oneOf(externalPolicies),
  compat: oneOf(compatibilities),
  inventoryPolicy: oneOf(inventoryPolicies),
  prune: flag,
  forceConflicts: flag,
  recreate: flag,
  fields: listWith(fieldRule),
  createNamespace: flag,
  keepRandom: flag,
  adoptHelmRelease: adoptedName,
  adoptArgoApp: adoptedName,
  adoptKappApp: adoptedName,
  adoptApplySet: adoptedName,
  reconcileTimeout: duration,
};

const part: OptionCheck = [
  (value) => parseMaxPrune(String(value)) !== undefined,
  'a percentage such as "25%", or a number of objects',
];

/** The options of `apply`. */
export const applyOptionTable: OptionTable<ApplyOptions> = {
  ...releaseSetTable,
  ...runTable,
  externalTimeout: duration,
  maxPrune: part,
  allowPrune: listWith(oneOf(consents)),
  confirmPrune: callback,
  sourceRevision: text,
  historyMax: integer(0, 9999),
  atomic: flag,
};

/** The options of `diff`. */
export const diffOptionTable: OptionTable<DiffOptions> = {
  ...releaseSetTable,
  deleteContents: flag,
  hooks: flag,
  concurrency,
};

/** The options of `status`. */
export const statusOptionTable: OptionTable<StatusOptions> = {
  ...releaseTable,
  readiness: oneOf(readinessModes),
  health: listWith(text),
};

/** The options of `remove`. */
export const removeOptionTable: OptionTable<RemoveOptions> = {
  ...runTable,
  deleteCrds: flag,
  deleteControllers: flag,
};
