import type { ServedApis } from "../../object/render-context.ts";
import type { RunContext } from "../model/run-context.ts";

/**
 * The information that templates may query about the cluster: its version, and every version of every group,
 * the preferred ones with their kinds too.
 */
export async function servedApis({
  cluster,
  signal,
}: Pick<RunContext, "cluster" | "signal">): Promise<ServedApis> {
  const [kubernetesVersion, { versions, resources }] = await Promise.all([
    cluster.version({ signal }),
    cluster.discover({ signal }),
  ]);
  const groups = [...versions].map(withoutCore);
  const kinds = resources.map(({ group, version, kind }) => withoutCore(`${group}/${version}/${kind}`));
  return { kubernetesVersion, apiVersions: [...new Set([...groups, ...kinds])] };
}

/** `/v1` → `v1`. */
function withoutCore(name: string): string {
  return name.replace(/^\//, "");
}
