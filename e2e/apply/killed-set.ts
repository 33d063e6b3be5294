/** The set whose runs are killed: something in every stage, one object after the other. */
import type { JsonObject } from "../../lib/object/json.ts";
import { type Annotations, configMap, job } from "./manifests.ts";
import { objectWritesOf } from "./server-order.ts";
import type { Site } from "./site.ts";

/** A hook that takes long enough for a run to be killed while it waits for it. */
function hook(name: string, annotations: Annotations, pod: Annotations = {}): JsonObject {
  return job(name, { annotations, pod: { "converge.test/complete-after": "300ms", ...pod } });
}

const passing = { "helm.sh/hook-delete-policy": "before-hook-creation,hook-succeeded" };

/** A version of the set: the second lacks an object of the first; in the broken one the post hook fails. */
export type Version = "1" | "2" | "broken";

/** The objects of one version. */
export function setOf(version: Version): readonly JsonObject[] {
  const failing: Annotations = version === "broken" ? { "converge.test/pod": "fail" } : {};
  const text = version === "1" ? "1" : "2";
  return [
    hook("before", { "helm.sh/hook": "pre-install,pre-upgrade,pre-rollback", ...passing }),
    configMap("early", { text }, { "werf.io/weight": "-1" }),
    configMap("env", { text }),
    ...(version === "1" ? [configMap("old", {}, { "werf.io/weight": "1" })] : []),
    hook("after", { "helm.sh/hook": "post-install,post-upgrade,post-rollback", ...passing }, failing),
    hook("farewell", { "helm.sh/hook": "pre-delete" }),
    hook("parting", { "helm.sh/hook": "post-delete" }),
  ];
}

/** The expected writes of the pre hooks, the post hooks and the main objects. */
export const before: readonly string[] = ["patch jobs/before", "delete jobs/before"];
export const after: readonly string[] = ["patch jobs/after", "delete jobs/after"];
export const early: string = "patch configmaps/early";
export const env: string = "patch configmaps/env";

/** The flags that name the release of a site. */
export function homeOf({ release, namespace }: Site): readonly string[] {
  return ["--release", release, "-n", namespace];
}

/** The arguments that apply one version. */
export function applying(site: Site, version: Version): readonly string[] {
  return ["apply", site.write(setOf(version)), ...homeOf(site), "--max-prune=100%"];
}

/** The result of a run that was not killed. */
export interface Rerun {
  readonly code: number;
  readonly stdout: string;
  /** Its writes of objects, as the server did them. */
  readonly writes: readonly string[];
}

/** Runs converge with these arguments to its end. */
export async function runAgain(site: Site, words: readonly string[]): Promise<Rerun> {
  const mark = await site.cluster.auditMark();
  const { code, stdout } = await site.run(words);
  return { code, stdout, writes: objectWritesOf(await site.requests(mark)) };
}
