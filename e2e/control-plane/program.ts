/** The programs of the control plane, built once from Go modules, without Go code in this repository. */
import { cpSync, existsSync, mkdirSync, renameSync } from "node:fs";
import { join } from "node:path";

import { type Buildable, buildMissing } from "./build-missing.ts";
import { binariesFolder, moduleFolder, type ModuleName, release } from "./folder.ts";
import { runGo } from "./go.ts";
import type { Progress } from "./progress.ts";

interface Source {
  readonly module: ModuleName;
  readonly package: string;
}

/** The programs of a control plane, in the order in which they are built and started. */
export const controlPlanePrograms: readonly [
  "etcd",
  "kube-apiserver",
  "kube-controller-manager",
  "kube-scheduler",
  "kwok",
] = ["etcd", "kube-apiserver", "kube-controller-manager", "kube-scheduler", "kwok"];

/** A component of a control plane. */
export type ControlPlaneProgram = (typeof controlPlanePrograms)[number];

/** A program that can be built here: a component of a control plane, or an aggregated API server. */
export type ProgramName = ControlPlaneProgram | "sample-apiserver";

const sources: Readonly<Record<ProgramName, Source>> = {
  etcd: { module: "kubernetes", package: "go.etcd.io/etcd/server/v3" },
  "kube-apiserver": { module: release.module, package: "k8s.io/kubernetes/cmd/kube-apiserver" },
  "kube-controller-manager": {
    module: release.module,
    package: "k8s.io/kubernetes/cmd/kube-controller-manager",
  },
  "kube-scheduler": { module: release.module, package: "k8s.io/kubernetes/cmd/kube-scheduler" },
  kwok: { module: "kwok", package: "sigs.k8s.io/kwok/cmd/kwok" },
  "sample-apiserver": { module: "kubernetes", package: "k8s.io/sample-apiserver" },
};

/** Kubernetes gets its version from the linker; without it the server's version cannot be parsed. */
const linkerFlags = [
  "-s -w",
  ...[`gitVersion=${release.version}`, "gitMajor=1", `gitMinor=${release.version.split(".")[1] ?? ""}`].map(
    (variable) => `-X k8s.io/component-base/version.${variable}`,
  ),
].join(" ");

/** KWOK's own stages for nodes, kept with the programs since the module cache may be emptied. */
export function nodeStagesFolder(): string {
  return join(binariesFolder(), "node-stages");
}

/**
 * The path of a program, whether or not it is built yet. etcd and kube-apiserver come from
 * `KUBEBUILDER_ASSETS` if it has both.
 */
export function programPath(name: ProgramName): string {
  const assets = process.env["KUBEBUILDER_ASSETS"] ?? "";
  const inAssets = (["etcd", "kube-apiserver"] as const).map((asset) => join(assets, asset));
  const given = inAssets.every((path) => existsSync(path)) && (name === "etcd" || name === "kube-apiserver");
  return given ? join(assets, name) : join(binariesFolder(), name);
}

/** Whether these programs are built. */
export function areBuilt(names: readonly ProgramName[]): boolean {
  return names.every((name) => existsSync(programPath(name)));
}

/** These programs with the way to build them. */
export function buildablePrograms(names: readonly ProgramName[]): readonly Buildable[] {
  return names.map((name) => ({
    name,
    module: moduleFolder(sources[name].module),
    isBuilt: () => areBuilt([name]),
    build: () => build(name),
  }));
}

/**
 * Builds the missing programs. From nothing: some five minutes on two cores. Throws a CannotStart if a
 * build is necessary and Go is missing.
 */
export async function buildPrograms(names: readonly ProgramName[], progress: Progress): Promise<void> {
  await buildMissing(buildablePrograms(names), progress);
}

async function build(name: ProgramName): Promise<void> {
  const { module, package: path } = sources[name];
  mkdirSync(binariesFolder(), { recursive: true });
  if (name === "kwok") {
    await copyNodeStages();
  }
  const draft = join(binariesFolder(), `.${name}.new`);
  await runGo(moduleFolder(module), ["build", "-trimpath", "-ldflags", linkerFlags, "-o", draft, path]);
  renameSync(draft, join(binariesFolder(), name));
}

async function copyNodeStages(): Promise<void> {
  const module = moduleFolder("kwok");
  await runGo(module, ["mod", "download", "sigs.k8s.io/kwok"]);
  const folder = (await runGo(module, ["list", "-m", "-f", "{{.Dir}}", "sigs.k8s.io/kwok"])).trim();
  for (const stage of ["fast/node-initialize.yaml", "heartbeat/node-heartbeat.yaml"]) {
    cpSync(join(folder, "kustomize/stage/node", stage), join(nodeStagesFolder(), stage));
  }
}
