/** The programs to compare with, built once from Go modules of their own. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";

import { type Buildable, buildMissing } from "../control-plane/build-missing.ts";
import { cacheFolder } from "../control-plane/folder.ts";
import { runGo } from "../control-plane/go.ts";
import type { Progress } from "../control-plane/progress.ts";

/** A program that renders manifests, applies them to a cluster, or validates them. */
export type PeerName = "kapp" | "helm" | "kubectl" | "kubeconform" | "kustomize";

const packages: Readonly<Record<PeerName, string>> = {
  kapp: "carvel.dev/kapp/cmd/kapp",
  helm: "helm.sh/helm/v4/cmd/helm",
  kubectl: "k8s.io/kubernetes/cmd/kubectl",
  kubeconform: "github.com/yannh/kubeconform/cmd/kubeconform",
  kustomize: "sigs.k8s.io/kustomize/kustomize/v5",
};

/** The version of kubectl: a client that does not know its own sends different requests. */
const kubectlVersion = "-X k8s.io/component-base/version.gitVersion=v1.36.3";

/**
 * The path of a peer, whether or not it is built yet. It is outside of the checkout; another go.mod has
 * another path.
 */
export function peerPath(name: PeerName): string {
  const module = readFileSync(join(import.meta.dirname, name, "go.mod"));
  const version = createHash("sha256").update(module).digest("hex").slice(0, 16);
  return join(cacheFolder(), "bench-peers", version, name);
}

/** Whether the peer is built. */
export function isBuilt(name: PeerName): boolean {
  return existsSync(peerPath(name));
}

const allPeers: readonly PeerName[] = ["kapp", "helm", "kubectl", "kubeconform", "kustomize"];

/** These peers with the way to build them. */
export function buildablePeers(names: readonly PeerName[]): readonly Buildable[] {
  return names.map((name) => ({
    name,
    module: join(import.meta.dirname, name),
    isBuilt: () => isBuilt(name),
    build: () => build(name),
  }));
}

/** Builds the missing peers; some four minutes for all on two cores. Throws a CannotStart without Go. */
export async function buildPeers(progress: Progress, names: readonly PeerName[] = allPeers): Promise<void> {
  await buildMissing(buildablePeers(names), progress);
}

async function build(name: PeerName): Promise<void> {
  const path = peerPath(name);
  const flags = `-s -w ${name === "kubectl" ? kubectlVersion : ""}`;
  const words = ["build", "-trimpath", "-ldflags", flags, "-o", `${path}.new`, packages[name]];
  mkdirSync(join(path, ".."), { recursive: true });
  await runGo(join(import.meta.dirname, name), words);
  renameSync(`${path}.new`, path);
}
