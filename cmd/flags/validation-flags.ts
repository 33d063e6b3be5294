import { type Command, InvalidArgumentError, Option } from "commander";

import { checkLevels, type CheckLevel } from "../../lib/validate/model/validation-level.ts";
import type { CheckRequest } from "../../lib/validate/create-validator.ts";
import type { Diagnostic } from "../../lib/object/diagnostic/diagnostic.ts";
import type { SourceText } from "../../lib/object/diagnostic/source-text.ts";
import { readSources } from "../../lib/source/read-sources.ts";
import { newestMinor, oldestMinor } from "../../lib/validate/builtin/supported-versions.ts";
import { choiceOption, collectList, switchOption } from "./option-parsers.ts";
import { UsageError } from "../host/exit-code.ts";
import type { Host } from "../host/host.ts";

/** The flags that determine the known schemas of kinds. */
export interface SchemaFlags {
  readonly crds?: readonly string[];
  readonly cachedCrds?: boolean;
  /** Minor version: 36 for 1.36. */
  readonly kubernetesVersion?: number;
}

/** The flags that name admission policies. */
export interface PolicyFlags {
  readonly policies?: readonly string[];
  readonly kubeconfig?: string;
  readonly context?: string;
}

/** The flags of every verb that validates objects without a cluster. */
export interface CheckFlags extends SchemaFlags, PolicyFlags {
  readonly validate: CheckLevel;
}

/** Adds the flags for validation. The default level differs between verbs. */
export function addCheckFlags(command: Command, usual: CheckLevel): void {
  command.addOption(validateOption(usual));
  addPolicyFlags(command);
  addSchemaFlags(command);
}

/** Adds `--policies`, and the flags that select the cluster that it may name. */
export function addPolicyFlags(command: Command): void {
  command
    .addOption(policiesOption())
    .addOption(
      new Option("--kubeconfig <file>", "kubeconfig file").default(
        undefined,
        "$KUBECONFIG or ~/.kube/config",
      ),
    )
    .addOption(new Option("--context <name>", "kubeconfig context to use"));
}

function policiesOption(): Option {
  const description =
    "admission policies of the cluster, with bindings, parameters and Namespaces: files or directories, or 'cluster' to read them there (repeatable or comma-separated)";
  return new Option("--policies <path>", description).argParser(collectList);
}

/** The word of `--policies` that names the cluster. A folder of that name is `./cluster`. */
const clusterWord = "cluster";

/**
 * Reads what `--policies` names. Throws a UsageError for standard input, which the set may need, and if the
 * cluster cannot be read.
 */
export async function readPolicies(flags: PolicyFlags, reading: LiveReading): Promise<GivenTexts> {
  const { policies = [] } = flags;
  const given = await readGiven(
    "--policies",
    policies.filter((path) => path !== clusterWord),
  );
  if (!policies.includes(clusterWord)) {
    return given;
  }
  const live = await readOfCluster(flags, reading);
  return { sources: [...given.sources, ...live.sources], found: [...given.found, ...live.found] };
}

interface LiveReading {
  readonly host: Host;
  readonly signal: AbortSignal;
}

async function readOfCluster(flags: PolicyFlags, { host, signal }: LiveReading): Promise<GivenTexts> {
  const { openClusterOf } = await import("./cluster-flags.ts");
  const { readLivePolicies } = await import("../../lib/apply/observe/live-policies.ts");
  const { verdictForError } = await import("../../lib/apply/execute/run-verdict.ts");
  const { kubeconfig, context } = flags;
  const access = {
    ...(kubeconfig !== undefined && { kubeconfig }),
    ...(context !== undefined && { context }),
  };
  try {
    const cluster = await openClusterOf(access, { host });
    try {
      return await readLivePolicies({ cluster, signal });
    } finally {
      await cluster.close();
    }
  } catch (error) {
    const ended = verdictForError(error, signal.aborted);
    if (ended?.message === undefined) {
      throw error;
    }
    throw new UsageError(`the policies of the cluster cannot be read: ${ended.message}`);
  }
}

/** Returns `--validate`. An API server that applies objects rejects unknown fields at any level. */
export function validateOption(usual: CheckLevel): Option {
  const description = "report schema errors as errors, as warnings, or not at all";
  return choiceOption("--validate <level>", description, checkLevels).default(usual);
}

/** Adds the flags that determine the known schemas. */
export function addSchemaFlags(command: Command): void {
  const version = `Kubernetes version to validate and render charts for, from 1.${oldestMinor} to 1.${newestMinor}`;
  command
    .addOption(crdsOption())
    .addOption(switchOption("--cached-crds [bool]", "use the CRDs stored by `converge crds add`", true))
    .addOption(
      new Option("--kubernetes-version <version>", version)
        .default(undefined, `1.${newestMinor}`)
        .argParser(readMinor),
    );
}

/** Returns `--crds`. */
export function crdsOption(): Option {
  const description = "additional CRDs: files or directories (repeatable or comma-separated)";
  return new Option("--crds <path>", description).argParser(collectList);
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
    throw new InvalidArgumentError(`write a version such as 1.${newestMinor}`);
  }
  if (minor < oldestMinor || minor > newestMinor) {
    throw new InvalidArgumentError(`choose a version from 1.${oldestMinor} to 1.${newestMinor}`);
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
  const { sources, found } = await readGiven("--crds", crds);
  return { definitions: sources, found };
}

/** Texts that were read, and the diagnostics of reading them. */
interface GivenTexts {
  readonly sources: readonly SourceText[];
  readonly found: readonly Diagnostic[];
}

async function readGiven(flag: string, paths: readonly string[]): Promise<GivenTexts> {
  if (paths.includes("-")) {
    throw new UsageError(`${flag} cannot read standard input: name files or directories`);
  }
  return readSources(paths, () => Promise.resolve(new Uint8Array()));
}

/** Returns the validation options of the flags, except the CRDs, which must be read first. */
export function validationOptions(
  flags: CheckFlags & { readonly kubeVersion?: string },
): Pick<CheckRequest, "level" | "minor"> {
  return { level: flags.validate, minor: kubernetesOf(flags) };
}
