/** The real helm and kubectl, built once. */
import { execFile } from "node:child_process";
import { dirname } from "node:path";
import { promisify } from "node:util";

import { lineProgress } from "../control-plane/progress.ts";
import { buildPeers, peerPath } from "../peers/build-peers.ts";

/** A PATH that begins with these programs, which are built if missing. */
export async function rendererPath(): Promise<string> {
  await buildPeers(
    lineProgress(() => undefined),
    ["helm", "kubectl"],
  );
  return [dirname(peerPath("helm")), dirname(peerPath("kubectl")), "/usr/bin", "/bin"].join(":");
}

/** The result of a call of helm. */
export interface HelmCall {
  readonly code: number;
  readonly said: string;
}

/** Runs helm on a cluster. */
export async function callHelm(words: readonly string[], kubeconfig: string): Promise<HelmCall> {
  const env = { KUBECONFIG: kubeconfig, HOME: "/nonexistent", PATH: "/usr/bin:/bin" };
  try {
    const { stdout, stderr } = await promisify(execFile)(peerPath("helm"), words, { env });
    return { code: 0, said: stdout + stderr };
  } catch (error) {
    return { code: 1, said: String(error) };
  }
}
