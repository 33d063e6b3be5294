/** A site with the real kapp and kubectl, for objects that these tools have applied. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";

import type { ExecutionContext } from "ava";

import { lineProgress } from "../control-plane/progress.ts";
import { openSite, type Site } from "../apply/site.ts";
import { buildPeers, peerPath } from "../peers/build-peers.ts";

/** A site with another tool. */
export interface PeerSite extends Site {
  /** Runs the tool in the namespace of the site; throws if it fails. */
  readonly peer: (...words: readonly string[]) => Promise<string>;
}

/** Opens a site, whose namespace is deleted after the test. Throws an Error if the tool cannot be built. */
export async function openPeerSite(t: ExecutionContext, tool: "kapp" | "kubectl"): Promise<PeerSite> {
  await buildPeers(
    lineProgress(() => undefined),
    [tool],
  );
  const site = await openSite(t);
  const env = {
    KUBECONFIG: site.cluster.kubeconfig,
    HOME: "/nonexistent",
    PATH: "/usr/bin:/bin",
    KUBECTL_APPLYSET: "true",
  };
  return {
    ...site,
    peer: async (...words) => {
      const { stdout, stderr } = await promisify(execFile)(peerPath(tool), [...words, "-n", site.namespace], {
        env,
      });
      return stdout + stderr;
    },
  };
}
