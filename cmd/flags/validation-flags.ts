import { type Command, InvalidArgumentError, Option } from "commander";

import { checkLevels, type CheckLevel } from "../../lib/validate/model/validation-level.ts";
import type { CheckRequest } from "../../lib/validate/create-validator.ts";
import type { Diagnostic } from "../../lib/object/diagnostic/diagnostic.ts";
import type { SourceText } from "../../lib/object/diagnostic/source-text.ts";
import { readSources } from "../../lib/source/read-sources.ts";
import { newestMinor, oldestMinor } from "../../lib/validate/builtin/supported-versions.ts";
import { choiceOption, collectList } from "./option-parsers.ts";
import { UsageError } from "../host/exit-code.ts";

/** The flags that determine the known schemas of kinds. */
export interface SchemaFlags {
  readonly crds?: readonly string[];
  /** Minor version: 36 for 1.36. */
  readonly kubernetesVersion?: number;
}

/** The flags of every verb that validates objects without a cluster. */
export interface CheckFlags extends SchemaFlags {
  readonly validate: CheckLevel;
}

/** Adds the flags for validation. The default level differs between verbs. */
export function addCheckFlags(command: Command, usual: CheckLevel): void {
  const validate = "count faults of fields as errors, as warnings, or do not look for them";
  command.addOption(choiceOption("--validate <level>", validate, checkLevels).default(usual));
  addSchemaFlags(command);
}

/** Adds the flags that determine the known schemas. */
export function addSchemaFlags(command: Command): void {
  const crds = "definitions that the set does not hold: files or folders; may be repeated";
  const version = `the Kubernetes that objects are checked and charts rendered for, from 1.${oldestMinor} to 1.${newestMinor} (default: 1.${newestMinor})`;
  command
    .addOption(new Option("--crds <path>", crds).argParser(collectList))
    .addOption(new Option("--kubernetes-version <version>", version).argParser(readMinor));
}

/**
 * Returns the Kubernetes minor version, 36 for 1.36, that objects are checked against and charts are rendered
 * for without a cluster. Without --kubernetes-version it is that of --kube-version, if its kinds are known,
 * so that both are the same.
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

/** Parses `1.36`, `v1.36` and `v1.36.3` as Kubernetes 1.36. */
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

/** The CRDs that were read, and the diagnostics of reading them. */
export interface GivenDefinitions {
  readonly definitions: readonly SourceText[];
  readonly found: readonly Diagnostic[];
}

/** Reads the CRDs of `--crds`. Throws a UsageError for standard input, which the set may need. */
export async function readDefinitions({ crds = [] }: Pick<CheckFlags, "crds">): Promise<GivenDefinitions> {
  if (crds.includes("-")) {
    throw new UsageError("--crds takes files and folders, not standard input");
  }
  const { sources, found } = await readSources(crds, () => Promise.resolve(new Uint8Array()));
  return { definitions: sources, found };
}

/** Returns the validation options of the flags, except the CRDs, which must be read first. */
export function validationOptions(
  flags: CheckFlags & { readonly kubeVersion?: string },
): Pick<CheckRequest, "level" | "minor"> {
  return { level: flags.validate, minor: kubernetesOf(flags) };
}
