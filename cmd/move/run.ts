import type { Move, ReleaseName } from "../../lib/apply/release/move-object.ts";
import { move } from "../../lib/engine.ts";
import type { Duration } from "../../lib/object/duration.ts";
import { nameObjects } from "../../lib/object/object-name.ts";
import { escapeControl } from "../../lib/report/terminal/escape-control.ts";
import type { ClusterFlags } from "../flags/cluster-flags.ts";
import { withCluster } from "../session/with-cluster.ts";
import { type ExitCode, exitCodes } from "../host/exit-code.ts";
import type { Host } from "../host/host.ts";

/** The flags of `move`. */
export interface MoveFlags extends ClusterFlags {
  readonly release?: string;
  readonly toRelease?: string;
  readonly toNamespace?: string;
  readonly lockTimeout: Duration;
  readonly output: "text" | "json";
}

/** Inputs of one call of `move`. */
export interface MoveArgs {
  readonly release: string;
  readonly toRelease: string;
  readonly flags: MoveFlags;
  readonly host: Host;
}

/** Moves an object and prints the next steps. */
export function runMove(object: string, { release, toRelease, flags, host }: MoveArgs): Promise<ExitCode> {
  const { namespace, toNamespace, lockTimeout } = flags;
  return withCluster({ flags, host }, async (context) => {
    const done = await move({ object, release, namespace, toRelease, toNamespace, lockTimeout }, context);
    host.stdout.write(flags.output === "json" ? await jsonOf(done) : textOf(done));
    return exitCodes.converged;
  });
}

async function jsonOf({ key, from, to }: Move): Promise<string> {
  const { formatJsonDocument } = await import("../../lib/report/document/json-document.ts");
  return formatJsonDocument("Move", { ref: key, from, to });
}

function textOf({ key, from, to, isNew }: Move): string {
  const changes = isNew ? ", which has not been applied yet" : "";
  const stated = from.namespace === to.namespace ? from.namespace : undefined;
  const name = nameObjects([key], stated).nameOf(key);
  return `${escapeControl(name)} moved from ${nameOf(from)} to ${nameOf(to)}${changes}
Move its manifest as well before either release is applied again. Until then,
${nameOf(from)} fails on the manifest, and ${nameOf(to)} would prune the object.
`;
}

function nameOf({ release, namespace }: ReleaseName): string {
  return `${namespace}/${release}`;
}
