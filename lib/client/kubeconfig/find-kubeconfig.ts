import { delimiter, join, resolve } from "node:path";

import type { AccessRequest } from "../access/access-request.ts";
import { readIfPresent, readNeeded } from "../model/read-file.ts";
import { mergeKubeconfigs, readKubeconfig, type Kubeconfig } from "./kubeconfig.ts";

/** The kubeconfig of a request, and where it was looked for: used by the message when there is none. */
export interface FoundKubeconfig {
  /** Undefined if no file exists. */
  readonly kubeconfig: Kubeconfig | undefined;
  /** Whether `--kubeconfig` names it: then there is no fallback. */
  readonly isExplicit: boolean;
  /** `KUBECONFIG (/a, /b)` or `/home/me/.kube/config` */
  readonly lookedAt: string;
}

/**
 * Reads the kubeconfig as kubectl does: `--kubeconfig`, else the files that KUBECONFIG lists, else
 * `~/.kube/config`. Missing files of KUBECONFIG are skipped. Throws an AccessError for a file that cannot be
 * read or parsed.
 */
export async function findKubeconfig(request: AccessRequest): Promise<FoundKubeconfig> {
  const flag = request.kubeconfig ?? "";
  if (flag !== "") {
    const file = resolve(flag);
    const kubeconfig = await readKubeconfig(file, await readNeeded(file, "--kubeconfig"), request);
    return { kubeconfig, isExplicit: true, lookedAt: file };
  }
  const list = request.env["KUBECONFIG"] ?? "";
  if (list !== "") {
    const files = [...new Set(list.split(delimiter).filter((name) => name !== ""))].map((name) =>
      resolve(name),
    );
    return {
      kubeconfig: await readAll(files, request),
      isExplicit: false,
      lookedAt: `KUBECONFIG (${files.join(", ")})`,
    };
  }
  const file = join(request.homeDirectory, ".kube", "config");
  return { kubeconfig: await readAll([file], request), isExplicit: false, lookedAt: file };
}

async function readAll(files: readonly string[], request: AccessRequest): Promise<Kubeconfig | undefined> {
  const found: Kubeconfig[] = [];
  for (const file of files) {
    const text = await readIfPresent(file, "kubeconfig");
    if (text !== undefined) {
      found.push(await readKubeconfig(file, text, request));
    }
  }
  return found.length === 0 ? undefined : mergeKubeconfigs(found);
}
