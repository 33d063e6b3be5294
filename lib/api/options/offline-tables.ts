/** The expectations of the options of functions that need no cluster. */
import { compatibilities, externalPolicies } from "../../order/model/edge.ts";
import { actions } from "../../plan/plan.ts";
import { invalidPolicies } from "../../plan/plan-request.ts";
import { newestMinor, oldestMinor } from "../../validate/builtin/supported-versions.ts";
import { checkLevels } from "../../validate/model/validation-level.ts";
import { openApiVersions } from "../../validate/openapi/object-meta-schema.ts";
import {
  duration,
  type OptionCheck,
  flag,
  label,
  listWith,
  oneOf,
  type OptionTable,
  text,
} from "./check-options.ts";
import type { PlanOptions, SchemaOptions, ShowOptions, ValidateOptions } from "./offline-options.ts";
import { pathOrText, setTable } from "./set-table.ts";

const version: OptionCheck = [
  (value) => minorOf(value) !== undefined,
  `a version from "1.${oldestMinor}" to "1.${newestMinor}"`,
];

const schemaTable: OptionTable<SchemaOptions> = {
  crds: listWith(pathOrText),
  kubernetesVersion: version,
  release: label,
  namespace: label,
};

/** The options of `plan`. */
export const planOptionTable: OptionTable<PlanOptions> = {
  ...setTable,
  ...schemaTable,
  action: oneOf(actions),
  validate: oneOf(checkLevels),
  invalid: oneOf(invalidPolicies),
  externalDeps: oneOf(externalPolicies),
  compat: oneOf(compatibilities),
  reconcileTimeout: duration,
};

/** The options of `validate`. */
export const validateOptionTable: OptionTable<ValidateOptions> = {
  ...setTable,
  ...schemaTable,
  validate: oneOf(checkLevels),
  externalDeps: oneOf(externalPolicies),
  old: listWith(pathOrText),
};

/** The options of `show`. */
export const showOptionTable: OptionTable<ShowOptions> = {
  ...setTable,
  ...schemaTable,
  object: text,
  openapi: oneOf(openApiVersions),
  showSecrets: flag,
};

/** Returns the minor version of `1.36` or `v1.36.3` if its kinds are known. */
export function minorOf(value: unknown): number | undefined {
  const found = typeof value === "string" ? /^v?1\.(\d{1,3})(?:\.\d+)?$/.exec(value) : null;
  const minor = Number(found?.[1] ?? Number.NaN);
  return minor >= oldestMinor && minor <= newestMinor ? minor : undefined;
}
