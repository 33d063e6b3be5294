import { type Command, InvalidArgumentError, Option } from "commander";

import { addPruning, addTaking, addWaitTimes, keepRandomOption, type WriteFlags } from "./apply-flags.ts";
import { addConnectionFlags } from "./cluster-flags.ts";
import { ofCallOnly } from "./other-verbs.ts";
import type { PlanFlags } from "./plan-args.ts";
import { hooksOption, propagationOption, type RunFlags, sourceRevisionOption } from "./run-flags.ts";
import { createNamespaceOption, deleteContentsOption } from "./set-flags.ts";
import { UsageError } from "../host/exit-code.ts";

/** The flags of `plan` that only a saved plan needs: they are those of `apply`. */
export interface SaveFlags
  extends
    Omit<
      WriteFlags,
      keyof RunFlags | "validate" | "reconcileTimeout" | "kubeconfig" | "context" | "namespace"
    >,
    Pick<RunFlags, "deleteContents" | "hooks" | "prunePropagationPolicy"> {
  readonly save?: string;
  readonly encryptTo?: readonly string[];
  readonly createNamespace: boolean;
  readonly keepRandom: boolean;
  readonly sourceRevision?: string;
}

/** Adds the flags of a saved plan to `plan`. */
export function addSaveFlags(command: Command): void {
  const before = new Set(command.options);
  const save = "save what apply would do, for `converge apply --plan`; needs the cluster and --release";
  const recipient = "encrypt the saved plan for a recipient of age, values of Secrets included (repeatable)";
  command
    .addOption(ofCallOnly(new Option("--save <file>", save)))
    .addOption(new Option("--encrypt-to <recipient>", recipient).argParser(readRecipient));
  addTaking(command);
  addPruning(command);
  addWaitTimes(command);
  command
    .addOption(propagationOption())
    .addOption(deleteContentsOption())
    .addOption(createNamespaceOption())
    .addOption(keepRandomOption())
    .addOption(hooksOption(true))
    .addOption(sourceRevisionOption());
  addConnectionFlags(command);
  ofSaving.set(
    command,
    command.options.filter((option) => !before.has(option)),
  );
}

const ofSaving = new WeakMap<Command, readonly Option[]>();

/** Flags of a plan without a cluster: a saved plan is about one. */
const offlineOnly: readonly string[] = [
  "why",
  "action",
  "policies",
  "crds",
  "cachedCrds",
  "kubernetesVersion",
  "showSecrets",
  "history",
  "whatIf",
];

/**
 * Throws a UsageError for flags that make no sense together: those of a saved plan without `--save`, and with
 * it those of a plan that knows no cluster.
 */
export function refuseUnsaved(
  command: Command,
  { save, output, invalid, fields }: PlanFlags & SaveFlags,
): void {
  const isGiven = (name: string): boolean => command.getOptionValueSource(name) === "cli";
  const flagOf = (name: string): string =>
    command.options.find((option) => option.attributeName() === name)?.long ?? name;
  if (save === undefined) {
    const idle = ofSaving.get(command)?.find((option) => isGiven(option.attributeName()));
    if (idle !== undefined) {
      throw new UsageError(`${idle.long ?? ""} requires --save: a plan that is not saved needs no cluster`);
    }
    return;
  }
  const wrong = offlineOnly.find((name) => isGiven(name));
  if (save === "") {
    throw new UsageError("--save is empty: name a file");
  }
  if (wrong !== undefined) {
    throw new UsageError(
      `${flagOf(wrong)} cannot be combined with --save, which asks the cluster: remove it`,
    );
  }
  // Wherever they come from: a plan without them would overwrite fields that an apply leaves.
  if (fields !== undefined) {
    throw new UsageError(
      "--fields cannot be combined with --save, also not from the environment or converge.yaml: put the rules among the manifests",
    );
  }
  refuseForms(isGiven("output") ? output : "table", invalid);
}

function refuseForms(output: string, invalid: string): void {
  if (invalid === "skip") {
    throw new UsageError("--invalid skip cannot be combined with --save: only a whole set is saved");
  }
  if (output !== "table" && output !== "json") {
    throw new UsageError(`a saved plan is printed as table or json: remove -o ${output}`);
  }
}

function readRecipient(text: string, previous: readonly string[] | undefined): readonly string[] {
  // The library that knows whether it is valid is only loaded to encrypt.
  if (!/^age1[a-z0-9]{58,2500}$/.test(text)) {
    throw new InvalidArgumentError("write a recipient of age, such as age1…, as age-keygen prints it");
  }
  return [...(previous ?? []), text];
}
