import { Command } from "commander";

import type { Cluster, Resource } from "../../lib/client/model/cluster.ts";
import { objectField, stringField } from "../../lib/object/json.ts";
import { compareText } from "../../lib/object/object-ref.ts";
import { addClusterFlags, type ClusterFlags, openClusterOf } from "../flags/cluster-flags.ts";
import type { NameSource } from "./command-tree.ts";
import { fillFromEnvironment } from "../flags/environment.ts";
import { type ExitCode, exitCodes } from "../host/exit-code.ts";
import type { Host } from "../host/host.ts";

/** Milliseconds after which a person who presses Tab is no longer kept waiting. */
const patience = 3000;

/** Namespaces can be listed before discovery has answered. */
const namespaces: Resource = {
  group: "",
  version: "v1",
  kind: "Namespace",
  plural: "namespaces",
  namespaced: false,
  verbs: ["list"],
};

/** What names are looked up with. */
interface Lookup {
  readonly flags: ClusterFlags;
  readonly shell: Host;
  readonly signal: AbortSignal;
}

/**
 * Answers `converge __complete releases -- apply manifests/ -n shop`, which completion scripts call: prints
 * the names that may be written next, one a line, for the words before it: contexts, clusters and users of
 * the kubeconfig, namespaces and releases of the cluster. What goes wrong, or takes longer than three
 * seconds, completes nothing: nothing else is printed.
 */
export async function completeNames(
  [source = "", ...words]: readonly string[],
  shell: Host,
): Promise<ExitCode> {
  const quiet: Host = { ...shell, stderr: { ...shell.stderr, write: () => undefined }, ask: undefined };
  const ended = new AbortController();
  const signal = AbortSignal.any([ended.signal, shell.takeSignals().signal]);
  const late = shell.clock.after(patience, () => {
    ended.abort(new Error("too late"));
  });
  try {
    const flags = clusterFlagsIn(words.slice(words[0] === "--" ? 1 : 0), quiet);
    const names = await namesOf(source, { flags, shell: quiet, signal });
    // A name with a line break or an escape sequence is none that a shell could be given.
    const lines = names.filter((name) => /^[^\p{Cc}]+$/u.test(name)).toSorted(compareText);
    shell.stdout.write(lines.map((name) => `${name}\n`).join(""));
  } catch {
    // Who completes a word wants names or nothing.
  } finally {
    late();
  }
  return exitCodes.converged;
}

/**
 * The flags that say which cluster, among words of any verb, of which the last one may still lack its value.
 */
function clusterFlagsIn(words: readonly string[], shell: Host): ClusterFlags {
  const command = new Command()
    .exitOverride()
    .configureOutput({ writeOut: () => undefined, writeErr: () => undefined })
    .helpOption(false)
    .allowUnknownOption()
    .allowExcessArguments();
  addClusterFlags(command);
  const whole = rejoined(words);
  command.parse(whole.at(-1)?.startsWith("-") === true ? whole.slice(0, -1) : whole, { from: "user" });
  fillFromEnvironment(command, shell);
  return command.opts<ClusterFlags>();
}

/** Words that bash has split at equals signs and colons, as they were written. */
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
      return found.map((object) => stringField(objectField(object, "metadata"), "name") ?? "");
    }),
  releases: (lookup) =>
    inCluster(lookup, async (cluster) => {
      const { listReleases } = await import("../../lib/apply/release/list-releases.ts");
      const { namespace } = lookup.flags;
      const { records } = await listReleases(
        { namespace, allNamespaces: false },
        { cluster, signal: lookup.signal },
      );
      return records.map(({ release }) => release);
    }),
};

async function namesOf(source: string, lookup: Lookup): Promise<readonly string[]> {
  const known = Object.entries(sources).find(([name]) => name === source);
  return known === undefined ? [] : known[1](lookup);
}

async function namesInKubeconfig(
  list: "contexts" | "clusters" | "users",
  { flags, shell }: Lookup,
): Promise<readonly string[]> {
  const { findKubeconfig } = await import("../../lib/client/kubeconfig/find-kubeconfig.ts");
  const { env, homeDirectory, clock } = shell;
  const { kubeconfig } = await findKubeconfig({ ...flags, env, homeDirectory, clock });
  return [...(kubeconfig?.[list].keys() ?? [])];
}

async function inCluster(
  { flags, shell }: Lookup,
  ask: (cluster: Cluster) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const cluster = await openClusterOf(flags, { shell });
  try {
    return await ask(cluster);
  } finally {
    await cluster.close();
  }
}
