import { revision } from "../../lib/engine.ts";
import type { ClusterFlags } from "../flags/cluster-flags.ts";
import { withCluster, printReleaseNotFound } from "../session/with-cluster.ts";
import { type ExitCode, exitCodes } from "../host/exit-code.ts";
import type { Host } from "../host/host.ts";

/** The parts of a revision that can be shown. */
export const shownKinds = ["manifests", "hooks"] as const;
export type ShownKind = (typeof shownKinds)[number];

/** The flags of `get`. */
export interface GetFlags extends ClusterFlags {
  readonly release?: string;
  readonly revision?: number;
  readonly showSecrets: boolean;
  readonly output: "yaml" | "json";
}

/** Shows what a revision sent. */
export function runGet(
  what: ShownKind,
  { release, flags, host }: { readonly release: string; readonly flags: GetFlags; readonly host: Host },
): Promise<ExitCode> {
  return withCluster({ flags, host }, async (context) => {
    const { namespace, showSecrets, output, revision: number } = flags;
    const found = await revision({ release, namespace, number }, context);
    if (found === undefined) {
      return printReleaseNotFound({ ...flags, release }, context, host);
    }
    const { revisionJson, revisionYaml } = await import("../../lib/report/release/revision-text.ts");
    const objects = found.objects.filter(({ isHook }) => isHook === (what === "hooks"));
    const shown = { ...found, objects, what, showSecrets };
    host.stdout.write(output === "json" ? revisionJson(shown) : revisionYaml(shown));
    return exitCodes.converged;
  });
}
