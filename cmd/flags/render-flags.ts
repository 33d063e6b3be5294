import { existsSync } from "node:fs";
import { basename } from "node:path";

import { type Command, Option } from "commander";

import { openSources, type OpenSources } from "../../lib/source/open-sources.ts";
import { type ChartOptions, type RendererName, stdinUses } from "../../lib/render/chart-options.ts";
import { findRenderable } from "../../lib/render/renderable.ts";
import { type SchemaFlags, kubernetesOf } from "./validation-flags.ts";
import { type PathFlags, pathsOf } from "./path-flags.ts";
import type { Host } from "../host/host.ts";
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
  readonly renderer?: RendererName;
}

/**
 * Adds the flags for rendering. They are Helm's, except `-f`, which names manifests as in kubectl. Values on
 * the command line are a UsageError if no path is a chart; those of a settings file apply to the verbs that
 * need them.
 */
export function addRenderFlags(command: Command, withCluster = true): void {
  const apis = new Option(
    "--api-versions <apis>",
    "API versions for Capabilities.APIVersions of charts (repeatable)",
  )
    .default(undefined, withCluster ? "those of the cluster" : undefined)
    .argParser(collectWords);
  const version = new Option(
    "--kube-version <version>",
    "Kubernetes version for Capabilities.KubeVersion of charts",
  ).default(undefined, "the version of the cluster");
  command
    .addOption(wordsOption("--values <file>", "values file for charts, or - for standard input (repeatable)"))
    .addOption(wordsOption("--set <key=value>", "set a value for charts (repeatable or comma-separated)"))
    .addOption(wordsOption("--set-string <key=value>", "set a string value (repeatable or comma-separated)"))
    .addOption(wordsOption("--set-file <key=file>", "set a value to the content of a file (repeatable)"))
    .addOption(wordsOption("--set-json <key=json>", "set a JSON value (repeatable)"))
    .addOption(wordsOption("--set-literal <key=text>", "set a literal string value (repeatable)"))
    // Without a cluster, --kubernetes-version does the same; Helm's name is still accepted.
    .addOption(withCluster ? version : version.hideHelp())
    .addOption(apis)
    .addOption(
      new Option(
        "--renderer <name>",
        "render charts and kustomizations built in, or with programs on the PATH",
      )
        .choices(["builtin", "path"])
        .default("builtin"),
    )
    .hook("preAction", async (_, acting) => {
      await refuseIdleValues(acting.opts<RenderFlags & PathFlags>(), acting.args);
    });
}

/** Returns a flag that may be repeated; commas are parsed by Helm. */
function wordsOption(flags: string, description: string): Option {
  return new Option(flags, description).argParser(collectWords);
}

function collectWords(word: string, previous: readonly string[] | undefined): readonly string[] {
  return [...(previous ?? []), word];
}

const valueFlags = ["values", "set", "setString", "setFile", "setJson", "setLiteral"] as const;

async function refuseIdleValues(flags: RenderFlags & PathFlags, words: readonly string[]): Promise<void> {
  const given = valueFlags.find((name) => flags[name] !== undefined);
  const paths = pathsOf(flags, words);
  // A missing path is reported as such later.
  if (given === undefined || paths.length === 0 || paths.some((path) => path !== "-" && !existsSync(path))) {
    return;
  }
  const found = await Promise.all(paths.map(findRenderable));
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
  flags: RenderFlags & PathFlags,
  { readStdin, env, clock }: Pick<Host, "readStdin" | "env" | "clock">,
): Promise<OpenSources> {
  const choices = chartOptionsOf(flags);
  refuseSharedStdin(paths, choices);
  const sources = await openSources(paths, {
    stdin: readStdin,
    choices: { ...choices, renderer: choices.renderer ?? "builtin" },
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
  flags: RenderFlags & PathFlags & SchemaFlags,
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

/** The options of charts that the flags give. */
export function chartOptionsOf(flags: RenderFlags): ChartOptions {
  return {
    values: flags.values ?? [],
    set: flags.set ?? [],
    setString: flags.setString ?? [],
    setFile: flags.setFile ?? [],
    setJson: flags.setJson ?? [],
    setLiteral: flags.setLiteral ?? [],
    kubeVersion: flags.kubeVersion,
    apiVersions: flags.apiVersions ?? [],
    ...(flags.renderer === "path" ? { renderer: flags.renderer } : {}),
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
