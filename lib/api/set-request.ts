/** Builds the parts of a request that `apply` and `diff` share. */
import type { SetRequest } from "../apply/release/plan-release.ts";
import type { ApplyRequest } from "../apply/model/release-request.ts";
import type { WriteChoices } from "../apply/model/write-choices.ts";
import type { AdoptRequest } from "../inventory/adoption/adopted-owner.ts";
import { parseLabelSelector } from "../object/label-selector.ts";
import { millisecondsOf } from "./options/check-options.ts";
import type { OpenSet } from "./open-set.ts";
import type { AdoptedApplySet, ReleaseSetOptions } from "./options/run-options.ts";

/** The parts of a request that describe the set and what it owns. */
type SetPart = Pick<
  SetRequest & ApplyRequest,
  | "release"
  | "sources"
  | "externalDeps"
  | "compat"
  | "invalid"
  | "validate"
  | "timeout"
  | "selector"
  | "keepRandom"
  | "prune"
  | "inventoryPolicy"
  | "adopt"
  | "createNamespace"
>;

/** Returns the request for a set, with the defaults of the command line. */
export function setRequestOf(options: ReleaseSetOptions, sources: OpenSet): SetPart {
  const { release, selector, prune = true, inventoryPolicy = "adopt" } = options;
  const { createNamespace = false, keepRandom = true } = options;
  const { externalDeps = "error", invalid = "fail", validate = "strict", reconcileTimeout } = options;
  return {
    release,
    sources,
    externalDeps,
    ...compatOf(options),
    invalid,
    validate,
    timeout: millisecondsOf(reconcileTimeout, 300_000),
    keepRandom,
    // A part of the set does not show what the release no longer has.
    prune: prune && selector === undefined,
    ...selectorOf(selector),
    inventoryPolicy,
    createNamespace,
    ...adoptOf(options),
  };
}

/** Throws a TypeError if more than one owner is to be adopted. */
function adoptOf(options: ReleaseSetOptions): Pick<SetPart, "adopt"> {
  const { adoptHelmRelease, adoptArgoApp, adoptKappApp, adoptApplySet } = options;
  const asked: readonly AdoptRequest[] = [
    ...(adoptHelmRelease === undefined ? [] : [{ tool: "Helm" as const, ...adoptHelmRelease }]),
    ...(adoptArgoApp === undefined ? [] : [{ tool: "Argo CD" as const, ...adoptArgoApp }]),
    ...(adoptKappApp === undefined ? [] : [{ tool: "kapp" as const, ...adoptKappApp }]),
    ...(adoptApplySet === undefined ? [] : [applySetOf(adoptApplySet)]),
  ];
  const [adopt] = asked;
  if (asked.length > 1) {
    throw new TypeError(
      "only one of the options adoptHelmRelease, adoptArgoApp, adoptKappApp, adoptApplySet is allowed",
    );
  }
  return adopt === undefined ? {} : { adopt };
}

function applySetOf({ kind, group = "", ...name }: AdoptedApplySet): AdoptRequest {
  return { tool: "kubectl", ...name, ...(kind === undefined ? {} : { parent: { group, kind } }) };
}

function compatOf({ compat }: ReleaseSetOptions): Pick<SetPart, "compat"> {
  return compat === undefined ? {} : { compat };
}

function selectorOf(selector: string | undefined): Pick<SetPart, "selector"> {
  const read = parseLabelSelector(selector ?? "");
  return selector === undefined || "fault" in read ? {} : { selector: read.selector };
}

const validations = { strict: "Strict", warn: "Warn", ignore: "Ignore" } as const;

/** Returns the write options that `apply` and `diff` share. */
export function writeChoicesOf(
  options: ReleaseSetOptions,
): Pick<WriteChoices, "forceConflicts" | "recreate" | "fieldValidation"> {
  return {
    forceConflicts: options.forceConflicts ?? true,
    recreate: options.recreate ?? false,
    fieldValidation: validations[options.validate ?? "strict"],
  };
}
