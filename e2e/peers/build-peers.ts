/** The programs to compare with, built once from Go modules of their own. */
import { execFile, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** A program that applies manifests to a cluster, or validates them. */
export type PeerName = "kapp" | "helm" | "kubectl" | "kubeconform";

const packages: Readonly<Record<PeerName, string>> = {
  kapp: "carvel.dev/kapp/cmd/kapp",
  helm: "helm.sh/helm/v4/cmd/helm",
  kubectl: "k8s.io/kubernetes/cmd/kubectl",
  kubeconform: "github.com/yannh/kubeconform/cmd/kubeconform",
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
  const cache = process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache");
  return join(cache, "converge", "bench-peers", version, name);
}

/** Whether the peer is built. */
export function isBuilt(name: PeerName): boolean {
  return existsSync(peerPath(name));
}

/**
 * Builds the missing peers, with a line about each; some four minutes for all on two cores. Throws a one-line
 * error without Go.
 */
export async function buildPeers(
  say: (line: string) => void,
  names: readonly PeerName[] = ["kapp", "helm", "kubectl", "kubeconform"],
): Promise<void> {
  const missing = names.filter((name) => !isBuilt(name));
  if (missing.length > 0 && spawnSync("go", ["version"]).status !== 0) {
    throw new Error(`no Go to build ${missing.join(", ")}: install Go 1.26`);
  }
  for (const name of missing) {
    const path = peerPath(name);
    say(`building ${name} (once; it is kept as ${path})`);
    mkdirSync(join(path, ".."), { recursive: true });
    const flags = `-s -w ${name === "kubectl" ? kubectlVersion : ""}`;
    await run("go", ["build", "-trimpath", "-ldflags", flags, "-o", `${path}.new`, packages[name]], {
      cwd: join(import.meta.dirname, name),
      env: { ...process.env, GOWORK: "off", GOFLAGS: "", CGO_ENABLED: "0" },
    });
    renameSync(`${path}.new`, path);
  }
}
