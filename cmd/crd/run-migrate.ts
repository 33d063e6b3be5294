import type { Migration } from "../../lib/apply/release/migrate-definition.ts";
import { migrate } from "../../lib/engine.ts";
import { escapeControl } from "../../lib/report/terminal/escape-control.ts";
import type { ClusterFlags } from "../flags/cluster-flags.ts";
import { withCluster } from "../session/with-cluster.ts";
import { type ExitCode, exitCodes } from "../host/exit-code.ts";
import type { Host } from "../host/host.ts";
import { count } from "../../lib/object/message-text.ts";

/** The flags of `crd migrate`. */
export interface MigrateFlags extends ClusterFlags {
  readonly dryRun: boolean;
  readonly output: "text" | "json";
}

/** Concurrent requests. */
const concurrency = 32;

/** Migrates the stored objects of a CRD, and prints the result. */
export function runMigrate(name: string, flags: MigrateFlags, host: Host): Promise<ExitCode> {
  return withCluster({ flags, host, concurrency }, async (context) => {
    const done = await migrate({ name, dryRun: flags.dryRun, concurrency }, context);
    host.stdout.write(flags.output === "json" ? await jsonOf(done) : textOf(done, flags.dryRun));
    return done.refused.length === 0 ? exitCodes.converged : exitCodes.failed;
  });
}

async function jsonOf(done: Migration): Promise<string> {
  const { formatJsonDocument } = await import("../../lib/report/document/json-document.ts");
  return formatJsonDocument("Migration", { ...done });
}

function textOf({ name, storage, stored, objects, refused, settled }: Migration, dryRun: boolean): string {
  const amount = `${count(objects, "object")} of ${escapeControl(name)}`;
  const others = stored.filter((version) => version !== storage).join(", ");
  if (others === "") {
    return `${escapeControl(name)} is stored in ${storage} only: nothing to do\n`;
  }
  if (settled) {
    return `${amount} rewritten to ${storage}; status.storedVersions no longer names ${others}\n`;
  }
  if (dryRun) {
    return `would rewrite ${amount} to ${storage} and remove ${others} from status.storedVersions\n`;
  }
  const lines = refused.map((refusal) => `  ${escapeControl(refusal)}\n`).join("");
  return `the API server refused ${refused.length} of ${amount}:\n${lines}status.storedVersions still names ${others}: correct the objects and migrate again\n`;
}
