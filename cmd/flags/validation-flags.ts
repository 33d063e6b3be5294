import { type Command, InvalidArgumentError, Option } from "commander";

import { checkLevels, type CheckLevel } from "../../lib/validate/model/validation-level.ts";
import type { CheckRequest } from "../../lib/validate/create-validator.ts";
import type { Diagnostic } from "../../lib/object/diagnostic/diagnostic.ts";
import type { SourceText } from "../../lib/object/diagnostic/source-text.ts";
import { readSources } from "../../lib/source/read-sources.ts";
import { newestMinor, oldestMinor } from "../../lib/validate/builtin/supported-versions.ts";
import { choiceOption, collectList } from "./option-parsers.ts";
import { UsageError } from "../host/usage-error.ts";

/** The flags that say what is known of the kinds of objects. */
export interface SchemaFlags {
  readonly crds?: readonly string[];
  /** The 36 of 1.36. */
  readonly kubernetesVersion?: number;
}

/** The flags of every verb that looks at the fields of objects without a cluster. */
export interface CheckFlags extends SchemaFlags {
  readonly validate: CheckLevel;
}

/** Adds them; what faults of fields are where nothing is said differs from verb to verb. */
export function addCheckFlags(command: Command, usual: CheckLevel): void {
  const validate = "count faults of fields as errors, as warnings, or do not look for them";
  command.addOption(choiceOption("--validate <level>", validate, checkLevels).default(usual));
  addSchemaFlags(command);
}

/** Adds those that say what is known. */
export function addSchemaFlags(command: Command): void {
  const crds = "definitions that the set does not hold: files or folders; may be repeated";
  const version = `the Kubernetes that objects are checked and charts rendered for, from 1.${oldestMinor} to 1.${newestMinor} (default: 1.${newestMinor})`;
  command
    .addOption(new Option("--crds <path>", crds).argParser(collectList))
    .addOption(new Option("--kubernetes-version <version>", version).argParser(readMinor));
}

/**
 * The Kubernetes that objects are checked for, and charts are rendered for, without a cluster: the 36 of
 * 1.36. Without
 * --kubernetes-version it is that of --kube-version, where its kinds are known, so that both are the same.
 */
export function kubernetesOf({
  kubernetesVersion,
  kubeVersion = "",
}: SchemaFlags & { readonly kubeVersion?: string }): number {
  const rendered = minorIn(kubeVersion);
  const isKnown = rendered !== undefined && rendered >= oldestMinor && rendered <= newestMinor;
  return kubernetesVersion ?? (isKnown ? rendered : newestMinor);
}

function minorIn(text: string): number | undefined {
  const minor = /^v?1\.(?<minor>\d{1,3})(?:\.\d+)?(?:[-+].*)?$/.exec(text)?.groups?.["minor"];
  return minor === undefined ? undefined : Number(minor);
}

/** `1.36`, `v1.36` and `v1.36.3` are all the Kubernetes 1.36. */
function readMinor(text: string): number {
  const minor = minorIn(text);
  if (minor === undefined) {
    throw new InvalidArgumentError(`Write it as 1.${newestMinor}`);
  }
  if (minor < oldestMinor || minor > newestMinor) {
    throw new InvalidArgumentError(`Known are 1.${oldestMinor} to 1.${newestMinor}`);
  }
  return minor;
}

/** Definitions that were read, and what reading them found. */
export interface GivenDefinitions {
  readonly definitions: readonly SourceText[];
  readonly found: readonly Diagnostic[];
}

/** Reads what `--crds` names. Throws a UsageError for standard input, which the set may need. */
export async function readDefinitions({ crds = [] }: Pick<CheckFlags, "crds">): Promise<GivenDefinitions> {
  if (crds.includes("-")) {
    throw new UsageError("--crds takes files and folders, not standard input");
  }
  const { sources, found } = await readSources(crds, () => Promise.resolve(new Uint8Array()));
  return { definitions: sources, found };
}

/** What the flags ask for, besides the definitions that have to be read first. */
export function validationOptions(
  flags: CheckFlags & { readonly kubeVersion?: string },
): Pick<CheckRequest, "level" | "minor"> {
  return { level: flags.validate, minor: kubernetesOf(flags) };
}
