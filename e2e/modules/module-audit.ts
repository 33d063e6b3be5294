import { dirname, join } from "node:path";

import { type Request, requestsOf } from "../apply/server-order.ts";
import { markAudit, readAudit } from "../control-plane/audit-log.ts";
import { files } from "../control-plane/launch.ts";
import type { ModuleSite } from "./module-site.ts";

/** Marks this moment; the returned function lists the API requests of converge since then. */
export async function auditOf({
  client,
  kubeconfig,
}: Pick<ModuleSite, "client" | "kubeconfig">): Promise<() => Promise<readonly Request[]>> {
  const log = { path: join(dirname(kubeconfig), files.audit), client };
  const mark = await markAudit(log);
  return async () => requestsOf(await readAudit(log, mark));
}
