/**
 * The programs to compare with, built once from Go modules of their own. Two have a main
 * package here: `argo-engine` drives the sync engine of Argo CD, a library; `argo-cd` joins its controllers.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";

import { type Buildable, buildMissing } from "../control-plane/build-missing.ts";
import { cacheFolder } from "../control-plane/folder.ts";
import { runGo } from "../control-plane/go.ts";
import type { Progress } from "../control-plane/progress.ts";

/** A program that renders manifests, applies them to a cluster, or validates them, or a GitOps controller. */
export type PeerName =
  | "kapp"
  | "argo-engine"
  | "helm"
  | "kubectl"
  | "kubeconform"
  | "kustomize"
  | "kustomize-controller"
  | "source-controller"
  | "argo-cd";

const packages: Readonly<Record<PeerName, string>> = {
  kapp: "carvel.dev/kapp/cmd/kapp",
  "argo-engine": ".",
  helm: "helm.sh/helm/v4/cmd/helm",
  kubectl: "k8s.io/kubernetes/cmd/kubectl",
  kubeconform: "github.com/yannh/kubeconform/cmd/kubeconform",
  kustomize: "sigs.k8s.io/kustomize/kustomize/v5",
  "kustomize-controller": "github.com/fluxcd/kustomize-controller",
  "source-controller": "github.com/fluxcd/source-controller",
  "argo-cd": ".",
};

/** The version of kubectl: a client that does not know its own sends different requests. */
const kubectlVersion = "-X k8s.io/component-base/version.gitVersion=v1.36.3";

/**
 * The path of a peer, whether or not it is built yet. It is outside of the checkout; another go.mod,
 * or another `main.go`, has another path.
 */
export function peerPath(name: PeerName): string {
  const hash = createHash("sha256");
  for (const file of ["go.mod", "main.go"].map((one) => join(peerModule(name), one)).filter(existsSync)) {
    hash.update(readFileSync(file));
  }
  const version = hash.digest("hex").slice(0, 16);
  return join(cacheFolder(), "bench-peers", version, name);
}

/** The folder of the Go module that pins a peer. */
export function peerModule(name: PeerName): string {
  return join(import.meta.dirname, name);
}

/** Whether the peer is built. */
export function isBuilt(name: PeerName): boolean {
  return existsSync(peerPath(name));
}

const commands: readonly PeerName[] = ["kapp", "helm", "kubectl", "kubeconform", "kustomize"];

/** The controllers of Flux. */
export const fluxControllers: readonly PeerName[] = ["source-controller", "kustomize-controller"];

/** Controllers, which are built for the scale benchmark only, since that takes twenty minutes. */
export const scalePeers: readonly PeerName[] = [...fluxControllers, "argo-cd"];

/** These peers with the way to build them. */
export function buildablePeers(names: readonly PeerName[]): readonly Buildable[] {
  return names.map((name) => ({
    name,
    module: peerModule(name),
    isBuilt: () => isBuilt(name),
    build: () => build(name),
  }));
}

/**
 * Builds the missing peers, by default all commands, which takes some four minutes on two cores.
 * Throws a CannotStart without Go.
 */
export async function buildPeers(progress: Progress, names: readonly PeerName[] = commands): Promise<void> {
  await buildMissing(buildablePeers(names), progress);
}

async function build(name: PeerName): Promise<void> {
  const path = peerPath(name);
  const flags = `-s -w ${name === "kubectl" ? kubectlVersion : ""}`;
  const words = ["build", "-trimpath", "-ldflags", flags, "-o", `${path}.new`, packages[name]];
  mkdirSync(join(path, ".."), { recursive: true });
  await runGo(peerModule(name), words);
  renameSync(`${path}.new`, path);
}
