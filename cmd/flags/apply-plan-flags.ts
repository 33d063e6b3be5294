import { type Command, Option } from "commander";

import type { ApplyFlags } from "./apply-flags.ts";
import { choiceOption, collectList } from "./option-parsers.ts";
import { ofCallOnly } from "./other-verbs.ts";
import { pathsOf } from "./path-flags.ts";
import { UsageError } from "../host/exit-code.ts";
import { type IfChanged, ifChangedChoices } from "../../lib/saved/if-changed.ts";
import type { SavedPlan } from "../../lib/saved/saved-plan.ts";

/** The flags of `apply` about a saved plan. */
export interface ApplyPlanFlags {
  readonly plan?: string;
  readonly ifChanged: IfChanged;
  readonly ageKeyFile?: readonly string[];
}

/** Adds the flags about a saved plan to `apply`. */
export function addApplyPlanFlags(command: Command): void {
  const plan = "apply a plan that `converge plan --save` has saved";
  const changed = "what to do if the cluster has changed since the plan was saved";
  command
    .addOption(ofCallOnly(new Option("--plan <file>", plan)))
    .addOption(choiceOption("--if-changed <action>", changed, ifChangedChoices).default("refuse"))
    .addOption(ageKeyFileOption());
}

/** Returns `--age-key-file`. */
export function ageKeyFileOption(): Option {
  const description = "age keys for an encrypted plan (repeatable or comma-separated)";
  return new Option("--age-key-file <file>", description).argParser(collectList);
}

/** Flags whose values are in the plan. */
const planned: readonly string[] = [
  "selector",
  "externalDeps",
  "compat",
  "invalid",
  "createNamespace",
  "keepRandom",
  "reconcileTimeout",
  "weightTimeout",
  "externalTimeout",
  "forceConflicts",
  "recreate",
  "validate",
  "fields",
  "prune",
  "maxPrune",
  "allowPrune",
  "inventoryPolicy",
  "prunePropagationPolicy",
  "deleteContents",
  "hooks",
  "sourceRevision",
  "adoptHelmRelease",
  "adoptArgoApp",
  "adoptKappApp",
  "adoptApplyset",
];

/** Throws a UsageError for flags that a saved plan decides, and for flags about one without `--plan`. */
export function refuseWithPlan(command: Command, { plan }: ApplyPlanFlags): void {
  const isGiven = (name: string): boolean => command.getOptionValueSource(name) === "cli";
  const flagOf = (name: string): string =>
    command.options.find((option) => option.attributeName() === name)?.long ?? name;
  if (plan === undefined) {
    const idle = ["ifChanged", "ageKeyFile"].find((name) => isGiven(name));
    if (idle !== undefined) {
      throw new UsageError(`${flagOf(idle)} requires --plan`);
    }
    return;
  }
  const wrong = planned.find((name) => isGiven(name));
  if (wrong !== undefined) {
    throw new UsageError(
      `${flagOf(wrong)} cannot be combined with --plan, which was saved with its own: remove it, or save a new plan`,
    );
  }
}

/**
 * Returns the paths that applying a saved plan reads: none if the plan has all. Throws a UsageError if they
 * are missing, have no use, or if the command line names another release.
 */
export function pathsForPlan(
  { release, namespace, leftOut }: SavedPlan,
  flags: ApplyFlags & ApplyPlanFlags,
  paths: readonly string[],
): readonly string[] {
  const all = pathsOf(flags, paths);
  if (flags.release !== undefined && flags.release !== release) {
    throw new UsageError(`the plan is for release ${release}, not ${flags.release}: remove --release`);
  }
  if (flags.namespace !== undefined && flags.namespace !== namespace) {
    throw new UsageError(
      `the plan is for namespace ${namespace}, not ${flags.namespace}: remove --namespace`,
    );
  }
  if (leftOut.length === 0 && all.length > 0) {
    throw new UsageError(`the plan has all objects: remove the paths (${all.join(", ")})`);
  }
  if (leftOut.length > 0 && all.length === 0) {
    const missing = leftOut.includes("hidden-values") ? "values of Secrets" : "rules that are not objects";
    throw new UsageError(
      `the plan lacks ${missing}: name the same paths and flags for charts as for \`converge plan --save\``,
    );
  }
  return all;
}
