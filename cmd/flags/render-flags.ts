import { existsSync } from "node:fs";
import { basename } from "node:path";

import { type Command, InvalidArgumentError, Option } from "commander";

import { openSources, type OpenSources } from "../../lib/source/open-sources.ts";
import type { AgeKeySource } from "../../lib/sops/age-keys.ts";
import { parsePluginPrograms } from "../../lib/sops/plugin/plugin-programs.ts";
import type { Duration } from "../../lib/object/duration.ts";
import {
  chartOrdering,
  type ChartOptions,
  type RendererName,
  stdinUses,
} from "../../lib/render/chart-options.ts";
import { parseSecretFolder } from "../../lib/render/remote/secret-folder.ts";
import { findRenderable } from "../../lib/render/renderable.ts";
import { type SchemaFlags, kubernetesOf } from "./validation-flags.ts";
import { choiceOption, readTimeout, switchOption } from "./option-parsers.ts";
import { type PathFlags, pathsOf } from "./path-flags.ts";
import { type RemoteChartFlags, remoteChartOf } from "./remote-chart-flags.ts";
import type { Host } from "../host/host.ts";
import { ofTrustedOnly } from "./other-verbs.ts";
import { UsageError, type ExitCode } from "../host/exit-code.ts";

/** The flags of every verb that reads manifests: options for rendering charts. */
export interface RenderFlags {
  readonly values?: readonly string[];
  readonly set?: readonly string[];
  readonly setString?: readonly string[];
  readonly setFile?: readonly string[];
  readonly setJson?: readonly string[];
  readonly setLiteral?: readonly string[];
  readonly kubeVersion?: string;
  readonly apiVersions?: readonly string[];
  readonly sopsAgeKeyFile?: readonly string[];
  readonly sopsPlugin?: readonly string[];
  readonly chartSecretDir?: readonly string[];
  readonly renderer?: RendererName;
  readonly sequencing: boolean;
  readonly readinessTimeout?: Duration;
}

/** The flags of a verb that reads paths of this machine. */
type ReadFlags = RenderFlags & PathFlags & RemoteChartFlags;

/** The limits of a run that the limit for objects of a chart depends on, of the verbs that have them. */
interface TimeFlags {
  readonly timeout?: Duration;
  readonly reconcileTimeout?: Duration;
}

/**
 * Adds the flags for rendering. They are Helm's, except `-f`, which names manifests as in kubectl. Values on
 * the command line are a UsageError if no path is a chart; those of a settings file apply to the verbs that
 * need them.
 */
export function addRenderFlags(command: Command, withCluster = true): void {
  addValueFlags(command);
  addCapabilityFlags(command, withCluster);
  addOrderingFlags(command);
  const keys = "age keys for files encrypted by SOPS, besides those that sops finds (repeatable)";
  const plugin =
    "program that decrypts data keys of SOPS of that type, such as pgp; without TYPE=, of all types (repeatable)";
  const folder = "directory with username and password, or bearerToken, for a chart repository (repeatable)";
  const renderer = "render charts and kustomizations built in, or with programs on the PATH";
  command
    .addOption(wordsOption("--sops-age-key-file <file>", keys))
    .addOption(
      ofTrustedOnly(
        new Option("--sops-plugin <type=program>", plugin).argParser(
          checkedWords((word) => parsePluginPrograms([word])),
        ),
      ),
    )
    .addOption(
      ofTrustedOnly(
        new Option("--chart-secret-dir <url=folder>", folder)
          .default(undefined, "those of helm repo add")
          .argParser(checkedWords(parseSecretFolder)),
      ),
    )
    .addOption(choiceOption("--renderer <name>", renderer, ["builtin", "path"]).default("builtin"))
    .hook("preAction", async (_, acting) => {
      refuseLongWait(acting.opts<RenderFlags & TimeFlags>());
      await refuseIdleValues(acting.opts<ReadFlags>(), acting.args);
    });
}

function addValueFlags(command: Command): void {
  command
    .addOption(wordsOption("--values <file>", "values file for charts, or - for standard input (repeatable)"))
    .addOption(wordsOption("--set <key=value>", "set a value for charts (repeatable or comma-separated)"))
    .addOption(wordsOption("--set-string <key=value>", "set a string value (repeatable or comma-separated)"))
    .addOption(wordsOption("--set-file <key=file>", "set a value to the content of a file (repeatable)"))
    .addOption(wordsOption("--set-json <key=json>", "set a JSON value (repeatable)"))
    .addOption(wordsOption("--set-literal <key=text>", "set a literal string value (repeatable)"));
}

function addCapabilityFlags(command: Command, withCluster: boolean): void {
  const apis = "API versions for Capabilities.APIVersions of charts (repeatable)";
  const version = new Option(
    "--kube-version <version>",
    "Kubernetes version for Capabilities.KubeVersion of charts",
  ).default(undefined, "the version of the cluster");
  command
    // Without a cluster, --kubernetes-version does the same; Helm's name is still accepted.
    .addOption(withCluster ? version : version.hideHelp())
    .addOption(
      wordsOption("--api-versions <apis>", apis).default(
        undefined,
        withCluster ? "those of the cluster" : undefined,
      ),
    );
}

function addOrderingFlags(command: Command): void {
  const order = "follow the resource groups and the order of subcharts that charts ask for (HIP-0025)";
  const limit = "time limit for each object of a chart with an order of its own to become ready";
  command
    .addOption(switchOption("--sequencing [bool]", order, true))
    .addOption(
      new Option("--readiness-timeout <duration>", limit).default(undefined, "1m").argParser(readTimeout),
    );
}

/** Returns a flag that may be repeated; commas are parsed by Helm. */
function wordsOption(flags: string, description: string): Option {
  return new Option(flags, description).argParser(collectWords);
}

function collectWords(word: string, previous: readonly string[] | undefined): readonly string[] {
  return [...(previous ?? []), word];
}

/** Returns a parser for words that may be repeated and are checked each. */
function checkedWords(parse: (word: string) => object): typeof collectWords {
  return (word, previous) => {
    const found = parse(word);
    if ("fault" in found) {
      throw new InvalidArgumentError(String(found.fault));
    }
    return collectWords(word, previous);
  };
}

/** As in Helm, the wait for one object must not exceed the time of the whole run. */
function refuseLongWait({ readinessTimeout, timeout }: RenderFlags & TimeFlags): void {
  if (readinessTimeout !== undefined && timeout !== undefined && readinessTimeout > timeout) {
    throw new UsageError("--readiness-timeout must not exceed --timeout");
  }
}

const valueFlags = ["values", "set", "setString", "setFile", "setJson", "setLiteral"] as const;

async function refuseIdleValues(flags: ReadFlags, words: readonly string[]): Promise<void> {
  const given = valueFlags.find((name) => flags[name] !== undefined);
  const paths = pathsOf(flags, words);
  // A missing path is reported as such later.
  if (given === undefined || paths.length === 0 || paths.some((path) => path !== "-" && !existsSync(path))) {
    return;
  }
  const found = await Promise.all(paths.map(async (path) => findRenderable(path, remoteChartOf(flags))));
  if (found.every((renderable) => renderable?.type !== "chart")) {
    const flag = `--${given.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    throw new UsageError(
      `${flag} is only for Helm charts, but no path is a chart (${paths.join(", ")}): name the directory of Chart.yaml, or remove ${flag}`,
    );
  }
}

/**
 * Opens the paths as sources, rendered with these flags. Throws a UsageError if `-f` was meant as in Helm,
 * and if standard input is named more than once.
 */
export async function openSourcesOf(
  paths: readonly string[],
  flags: ReadFlags,
  { readStdin, env, clock }: Pick<Host, "readStdin" | "env" | "clock">,
): Promise<OpenSources> {
  const choices = { ...chartOptionsOf(flags), remote: remoteChartOf(flags) };
  refuseSharedStdin(paths, choices);
  const sources = await openSources(paths, {
    stdin: readStdin,
    choices,
    ageKeys: ageKeysOf(flags, env),
    keyPlugins: flags.sopsPlugin ?? [],
    tools: { env, clock },
  });
  const values = flags.filename?.find((path) => /^values.*\.ya?ml$/.test(basename(path)));
  if (sources.isRendered && values !== undefined) {
    throw new UsageError(
      `-f names manifests, as in kubectl; for the values of a chart use --values ${values}`,
    );
  }
  return sources;
}

/**
 * Opens sources for a verb without a cluster: charts are rendered for the Kubernetes version that their
 * objects are checked against.
 */
export function openSourcesOffline(
  paths: readonly string[],
  flags: ReadFlags & SchemaFlags,
  host: Pick<Host, "readStdin" | "env" | "clock">,
): Promise<OpenSources> {
  const kubeVersion = flags.kubeVersion ?? `1.${kubernetesOf(flags)}`;
  return openSourcesOf(paths, { ...flags, kubeVersion }, host);
}

/** Standard input can be read only once. */
function refuseSharedStdin(paths: readonly string[], choices: ChartOptions): void {
  const uses = stdinUses(choices);
  if (uses > 1) {
    throw new UsageError(
      "standard input can be read only once, but --values and --set-file name it more than once: write one of them to a file",
    );
  }
  if (uses === 1 && paths.includes("-")) {
    throw new UsageError(
      "standard input can be read only once, but it is named as a path and for the values of a chart: write one of them to a file",
    );
  }
}

/** The places of age keys: the flags, then the environment, as `sops` reads it. */
export function ageKeysOf(flags: Pick<RenderFlags, "sopsAgeKeyFile">, env: Host["env"]): AgeKeySource {
  return { paths: flags.sopsAgeKeyFile ?? [], env };
}

/** The options of charts that the flags give. */
export function chartOptionsOf(flags: RenderFlags & TimeFlags): ChartOptions {
  return {
    values: flags.values ?? [],
    set: flags.set ?? [],
    setString: flags.setString ?? [],
    setFile: flags.setFile ?? [],
    setJson: flags.setJson ?? [],
    setLiteral: flags.setLiteral ?? [],
    kubeVersion: flags.kubeVersion,
    apiVersions: flags.apiVersions ?? [],
    renderer: flags.renderer ?? "builtin",
    ...(flags.chartSecretDir && { chartSecretFolders: flags.chartSecretDir }),
    ordering: chartOrdering(flags.sequencing, {
      readiness: flags.readinessTimeout,
      reconcile: flags.reconcileTimeout,
      run: flags.timeout,
    }),
  };
}

const unending = new AbortController().signal;

/**
 * Runs an action that reads sources. If it starts a renderer, which must not outlive this process, a signal
 * ends it, and the exit code of the signal is returned; otherwise signals have their default effect.
 */
export async function withRenderSignal<Done>(
  { isRendered }: Pick<OpenSources, "isRendered">,
  { takeSignals }: Pick<Host, "takeSignals">,
  act: (signal: AbortSignal) => Promise<Done>,
): Promise<Done | ExitCode> {
  const signals = isRendered ? takeSignals() : undefined;
  try {
    return await act(signals?.signal ?? unending);
  } catch (error) {
    const exitCode = signals?.exitCode();
    if (exitCode === undefined) {
      throw error;
    }
    return exitCode;
  }
}
