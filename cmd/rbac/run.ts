import type { RemoteChartFlags } from "../flags/remote-chart-flags.ts";
import type { PlanResult } from "../../lib/engine.ts";
import type { NeededRights } from "../../lib/rbac/required-permissions.ts";
import type { Account } from "../../lib/rbac/permission.ts";
import type { ReadObject } from "../../lib/manifest/manifest.ts";
import type { SourceText } from "../../lib/object/diagnostic/source-text.ts";
import type { OpenSources } from "../../lib/source/open-sources.ts";
import { readDefinitions } from "../flags/validation-flags.ts";
import { type ExitCode, exitCodes, UsageError } from "../host/exit-code.ts";
import { readBaseline } from "../session/baseline-sources.ts";
import { openSourcesOffline, type RenderFlags, withRenderSignal } from "../flags/render-flags.ts";
import type { Host } from "../host/host.ts";
import { printDiagnostics } from "../output/print-diagnostics.ts";
import type { PathFlags } from "../flags/path-flags.ts";
import type { GivenPlural } from "../../lib/rbac/resource-names.ts";
import type { ExternalPolicy } from "../../lib/order/model/edge.ts";
import type { ColorMode } from "../host/color.ts";

/** Prints the permissions needed for the objects in the paths; errors go to standard error. */
export async function runRbac(
  paths: readonly string[],
  flags: DemandedRbacFlags,
  host: Host,
): Promise<ExitCode> {
  const sources = await openSourcesOffline(paths, flags, host);
  const read = await withRenderSignal(sources, host, (signal) =>
    planOf(sources, { paths, flags, host, signal }),
  );
  if (typeof read === "number") {
    return read;
  }
  const { hasErrors } = await import("../../lib/object/diagnostic/diagnostic.ts");
  const { holders, diagnostics } = await rightsOf(read, flags);
  const plans = [read.result, ...(read.before === undefined ? [] : [read.before])];
  const found = [...plans.flatMap(({ plan }) => plan.diagnostics), ...diagnostics].filter(
    ({ severity }) => severity === "error",
  );
  await printDiagnostics(await sources.inTemplates(found), {
    sources: [...sources.latest(), ...read.texts],
    flags,
    host,
  });
  if (hasErrors(found)) {
    host.stderr.write("nothing was printed: fix the errors\n");
    return exitCodes.invalid;
  }
  const { rightsYaml } = await import("../../lib/report/rbac/rights-yaml.ts");
  const printed = flags.namespaced ? namespacedOf(holders) : holders;
  const text = rightsYaml(printed, flags);
  host.stdout.write(flags.output === "json" ? await listOf(text) : text);
  return exitCodes.converged;
}

/** Converts manifests to one JSON List, without their comments. */
async function listOf(text: string): Promise<string> {
  const { readManifests } = await import("../../lib/manifest/parse-manifests.ts");
  const { harmlessJson } = await import("../../lib/report/document/json-document.ts");
  const items = readManifests({ name: "rbac", text }).objects.map(({ value }) => value);
  return `${harmlessJson({ apiVersion: "v1", kind: "List", items }, 2)}\n`;
}

/** A planned set, its earlier state, and the CRDs given separately. */
interface Planned {
  readonly result: PlanResult;
  readonly before: PlanResult | undefined;
  readonly texts: readonly SourceText[];
  readonly definitions: readonly ReadObject[];
}

interface RbacArgs {
  readonly paths: readonly string[];
  readonly flags: DemandedRbacFlags;
  readonly host: Host;
  readonly signal: AbortSignal;
}

async function planOf(
  { read, isRendered }: OpenSources,
  { paths, flags, host, signal }: RbacArgs,
): Promise<Planned> {
  const { plan, loadSchemas } = await import("../../lib/engine.ts");
  const { readManifests } = await import("../../lib/manifest/parse-manifests.ts");
  const { release, namespace, externalDeps, hooks, old } = flags;
  const action = "install";
  const { sources, found } = await read({ release, namespace, action, signal });
  const given = await readDefinitions(flags);
  const earlier = await readBaseline({ flags, paths, isRendered, signal, host });
  const fields = await loadSchemas({ level: "ignore", definitions: given.definitions, old: [], namespace });
  const planning = {
    ...fields.planning,
    action,
    release,
    namespace,
    hooks,
    invalid: "fail",
    timeout: 0,
  } as const;
  const result = plan({
    ...planning,
    sources,
    found: [...found, ...given.found, ...earlier.found, ...fields.found],
    externalDeps,
  });
  const before =
    old === undefined
      ? undefined
      : plan({ ...planning, sources: earlier.sources, found: [], externalDeps: "ignore" });
  const definitions = given.definitions.flatMap((text) => readManifests(text).objects);
  return { result, before, texts: [...given.definitions, ...earlier.sources], definitions };
}

async function rightsOf(
  { result, before, definitions }: Planned,
  flags: DemandedRbacFlags,
): Promise<NeededRights> {
  const { requiredPermissions } = await import("../../lib/rbac/required-permissions.ts");
  const { prune, hooks, sync, namespace, serviceAccount, actAs, plural = [], kubeconfigSecret = [] } = flags;
  const own = accountOf(serviceAccount, namespace);
  return requiredPermissions({
    plan: result.plan,
    ...(before === undefined ? {} : { before: before.plan }),
    definitions,
    plurals: plural,
    prune,
    hooks,
    account: actAs === undefined ? own : accountOf(actAs, namespace),
    sidecar: sync ? { ...own, kubeconfigSecrets: kubeconfigSecret } : undefined,
  });
}

function accountOf({ namespace, name }: WrittenAccount, home: string): Account {
  return { namespace: namespace ?? home, name };
}

/**
 * Removes cluster-wide permissions that are not essential. Throws a UsageError if objects of the set need
 * any.
 */
function namespacedOf(holders: NeededRights["holders"]): NeededRights["holders"] {
  const needed = holders
    .flatMap(({ grants }) => grants)
    .filter(({ namespace }) => namespace === "")
    .flatMap(({ rules }) => rules)
    .find(({ reasons }) => reasons.some((reason) => !spareable.has(reason)));
  if (needed !== undefined) {
    throw new UsageError(
      `--namespaced: the manifests need cluster-wide permissions on ${needed.resources.join(", ")}: remove the flag or those objects`,
    );
  }
  return holders.map((holder) => ({
    ...holder,
    grants: holder.grants.filter(({ namespace }) => namespace !== ""),
  }));
}

const spareable: ReadonlySet<string> = new Set(["definitions", "storage-classes"]);

/** A ServiceAccount as specified; without a namespace it is in that of the release. */
export interface WrittenAccount {
  readonly namespace: string | undefined;
  readonly name: string;
}

/** The parsed flags of `rbac`. */
export interface RbacFlags extends PathFlags, RenderFlags, RemoteChartFlags {
  readonly release?: string;
  readonly namespace: string;
  readonly serviceAccount: WrittenAccount;
  readonly sync: boolean;
  readonly actAs?: WrittenAccount;
  readonly kubeconfigSecret?: readonly string[];
  readonly namespaced: boolean;
  readonly prune: boolean;
  readonly hooks: boolean;
  readonly crds?: readonly string[];
  readonly plural?: readonly GivenPlural[];
  readonly old?: string;
  readonly externalDeps: ExternalPolicy;
  readonly output: "yaml" | "json";
  readonly color: ColorMode;
}

/** The flags of `rbac` with the required release. */
export type DemandedRbacFlags = RbacFlags & { readonly release: string };
