import { copyFile, mkdir, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";

import { runOnce, type Program } from "./measure.ts";

/** A program that a user would otherwise run on the same manifests, without a cluster. */
export interface Peer {
  readonly name: string;
  /** Its operation on them, since none of them plans. */
  readonly does: string;
  /** Writes the files that it needs into the folder, and returns the command for the file. */
  readonly prepare: (folder: string, file: string) => Promise<Program>;
}

/** A peer on this machine: the reason why it cannot take part, or null if it can. */
export interface PeerState {
  readonly peer: Peer;
  readonly unusable: string | null;
}

const noCluster = { KUBECONFIG: "/dev/null" };

const peers: readonly Peer[] = [
  {
    name: "kubectl create --dry-run=client",
    does: "reads, and prints names",
    prepare: async (_, file) => ({
      command: "kubectl",
      args: ["create", "--dry-run=client", "--validate=false", "-o", "name", "-f", file],
      env: noCluster,
      isNode: false,
    }),
  },
  {
    name: "kubectl kustomize",
    does: "reads, and prints all again",
    prepare: async (folder, file) => {
      await copyFile(file, join(folder, basename(file)));
      await writeFile(join(folder, "kustomization.yaml"), `resources:\n  - ${basename(file)}\n`);
      return { command: "kubectl", args: ["kustomize", folder], env: noCluster, isNode: false };
    },
  },
  {
    name: "helm template",
    does: "renders, sorts by kind and prints all again",
    prepare: async (folder, file) => {
      await mkdir(join(folder, "templates"), { recursive: true });
      await copyFile(file, join(folder, "templates", basename(file)));
      await writeFile(join(folder, "Chart.yaml"), "apiVersion: v2\nname: bench\nversion: 0.1.0\n");
      return { command: "helm", args: ["template", "bench", folder], env: noCluster, isNode: false };
    },
  },
];

/**
 * Tries every peer on a small file: one that is not installed, or requires a server, is reported and left
 * out.
 */
export async function tryPeers(folder: string, smallFile: string): Promise<readonly PeerState[]> {
  const states: PeerState[] = [];
  for (const [index, peer] of peers.entries()) {
    const own = join(folder, `try-${index}`);
    await mkdir(own);
    states.push({ peer, unusable: await whyUnusable(await peer.prepare(own, smallFile)) });
  }
  return states;
}

async function whyUnusable(program: Program): Promise<string | null> {
  try {
    const run = await runOnce(program, 30);
    if (run.exitCode === 0) {
      return null;
    }
    return /connection refused|server/i.test(run.complaint)
      ? "not usable without a cluster"
      : "fails on this input";
  } catch {
    return "not installed";
  }
}
