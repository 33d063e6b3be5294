import { Command } from "commander";

import { withinTime } from "../../lib/async/time-limit.ts";
import type { Cluster, Resource } from "../../lib/client/model/cluster.ts";
import { nameOf } from "../../lib/object/metadata.ts";
import { compareText } from "../../lib/object/object-ref.ts";
import { addClusterFlags, type ClusterFlags, openClusterOf } from "../flags/cluster-flags.ts";
import type { NameSource } from "./command-tree.ts";
import { namesForWhy, type RunWords } from "./planned-names.ts";
import { ownedObjects, type ReleaseLookup, revisionNumbers } from "./release-names.ts";
import { fillFromEnvironment } from "../flags/environment.ts";
import { type ExitCode, exitCodes } from "../host/exit-code.ts";
import type { Host } from "../host/host.ts";

/** Time limit of a completion, in milliseconds. */
const patience = 3000;

/** Namespaces can be listed without waiting for discovery. */
const namespaces: Resource = {
  group: "",
  version: "v1",
  kind: "Namespace",
  plural: "namespaces",
  namespaced: false,
  verbs: ["list"],
};

/** Inputs of a lookup. */
interface Lookup {
  readonly flags: ClusterFlags & { readonly release?: string };
  /** The words before the one to complete, with the verb. */
  readonly words: readonly string[];
  readonly run: RunWords;
  readonly host: Host;
  readonly signal: AbortSignal;
}

/**
 * Handles `converge __complete releases -- apply manifests/ -n shop`, which completion scripts call: prints
 * the possible names after the given words, one per line: contexts, clusters and users of the kubeconfig,
 * namespaces, releases, revisions and objects of the cluster, objects of a set. On failure, or after three
 * seconds, it prints nothing.
 */
export async function completeNames(
  [source = "", ...words]: readonly string[],
  host: Host,
  run: RunWords,
): Promise<ExitCode> {
  const quiet: Host = { ...host, stderr: { ...host.stderr, write: () => undefined }, ask: undefined };
  const { signal } = host.takeSignals();
  try {
    const given = rejoined(words.slice(words[0] === "--" ? 1 : 0));
    const flags = flagsIn(given, quiet);
    const names = await withinTime(
      { clock: host.clock, time: patience, reason: () => new Error("too late"), signal },
      async (bounded) => namesOf(source, { flags, words: given, run, host: quiet, signal: bounded }),
    );
    // A name with a line break or an escape sequence cannot be passed to a shell.
    const lines = names.filter((name) => /^[^\p{Cc}]+$/u.test(name)).toSorted(compareText);
    host.stdout.write(lines.map((name) => `${name}\n`).join(""));
  } catch {
    // Completion prints names or nothing.
  }
  return exitCodes.converged;
}

/**
 * Parses the flags that select the cluster and the release from the words of any verb, the last of which may
 * lack its value.
 */
function flagsIn(words: readonly string[], host: Host): Lookup["flags"] {
  const command = new Command()
    .exitOverride()
    .configureOutput({ writeOut: () => undefined, writeErr: () => undefined })
    .helpOption(false)
    .allowUnknownOption()
    .allowExcessArguments();
  addClusterFlags(command);
  command.option("--release <name>");
  command.parse(words.at(-1)?.startsWith("-") === true ? words.slice(0, -1) : words, { from: "user" });
  fillFromEnvironment(command, host);
  const [verb = "", ...args] = command.args;
  // Verbs with a release and a revision: `get manifests shop --revision`, `rollback shop 3`.
  const release = { get: args[1], rollback: args[0] }[verb];
  return {
    ...(release === undefined ? {} : { release }),
    ...command.opts<Lookup["flags"]>(),
  };
}

/** Restores words that bash has split at equals signs and colons. */
function rejoined(words: readonly string[]): readonly string[] {
  const joined: string[] = [];
  for (const [index, word] of words.entries()) {
    const isPart = /^:+$/.test(word) || /^:+$/.test(words[index - 1] ?? "");
    if (word !== "=") {
      joined.push(isPart ? `${joined.pop() ?? ""}${word}` : word);
    }
  }
  return joined;
}

const sources: Readonly<Record<NameSource, (lookup: Lookup) => Promise<readonly string[]>>> = {
  contexts: (lookup) => namesInKubeconfig("contexts", lookup),
  clusters: (lookup) => namesInKubeconfig("clusters", lookup),
  users: (lookup) => namesInKubeconfig("users", lookup),
  namespaces: (lookup) =>
    inCluster(lookup, async (cluster) => {
      const found = await cluster.list({ resource: namespaces, metadataOnly: true }, lookup);
      return found.map((object) => nameOf(object));
    }),
  releases: releaseNames,
  // The revision follows the release: `rollback shop 3`.
  revisions: (lookup) =>
    lookup.flags.release === undefined ? releaseNames(lookup) : inRelease(lookup, revisionNumbers),
  owned: (lookup) => inRelease(lookup, ownedObjects),
  objects: ({ words, ...lookup }) => namesForWhy(words, lookup),
};

async function releaseNames(lookup: Lookup): Promise<readonly string[]> {
  return inCluster(lookup, async (cluster) => {
    const { listReleases } = await import("../../lib/apply/release/list-releases.ts");
    const { namespace } = lookup.flags;
    const { records } = await listReleases(
      { namespace, allNamespaces: false },
      { cluster, signal: lookup.signal },
    );
    return records.map(({ release }) => release);
  });
}

async function inRelease(
  lookup: Lookup,
  ask: (release: ReleaseLookup, cluster: Cluster) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const { release, namespace } = lookup.flags;
  return release === undefined
    ? []
    : inCluster(lookup, (cluster) => ask({ ...lookup, release, namespace }, cluster));
}

async function namesOf(source: string, lookup: Lookup): Promise<readonly string[]> {
  const known = Object.entries(sources).find(([name]) => name === source);
  return known === undefined ? [] : known[1](lookup);
}

async function namesInKubeconfig(
  list: "contexts" | "clusters" | "users",
  { flags, host }: Lookup,
): Promise<readonly string[]> {
  const { findKubeconfig } = await import("../../lib/client/kubeconfig/kubeconfig.ts");
  const { env, homeDirectory, clock } = host;
  const { kubeconfig } = await findKubeconfig({ ...flags, env, homeDirectory, clock });
  return [...(kubeconfig?.[list].keys() ?? [])];
}

async function inCluster(
  { flags, host }: Lookup,
  ask: (cluster: Cluster) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const cluster = await openClusterOf(flags, { host });
  try {
    return await ask(cluster);
  } finally {
    await cluster.close();
  }
}
