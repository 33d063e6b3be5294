import { consents, parseMaxPrune, type MaxPrune } from "../../inventory/prune-limits.ts";
import { inventoryPolicies } from "../../inventory/applyset-membership.ts";
import { compatibilities, externalPolicies } from "../../order/model/edge.ts";
import { BugError } from "../../object/bug-error.ts";
import { type Duration, parseDuration } from "../../object/duration.ts";
import { field, type JsonObject, objectField, stringField, stringsField } from "../../object/json.ts";
import { checkLevels } from "../../validate/model/validation-level.ts";
import { withDefaults } from "../../settings/schema-defaults.ts";
import type { GitLimits, GitSource } from "../../git/model/git-source.ts";
import { chartOrdering, type ChartOptions, type RendererName } from "../../render/chart-options.ts";
import type { Unit, UnitCluster, UnitTimeouts } from "../unit/unit.ts";
import { rolloutOf } from "./make-rollout.ts";
import { clusterOf } from "./unit-clusters.ts";
import { withoutDots } from "./source-errors.ts";
import { unitFields } from "./unit-fields.ts";
import { bytesOf, syncSchema, unitSchema } from "./sync-schema.ts";

/**
 * Builds the unit that settings accepted by the schema specify, with all that they leave out filled in from
 * it. `clusters`: those that it may name.
 */
export function makeUnit(written: JsonObject, clusters: readonly UnitCluster[] = []): Unit {
  const filled = withDefaults(syncSchema, unitSchema, written);
  const unit = objectField({ filled }, "filled");
  const name = text(unit, "name");
  const namespace = stringField(unit, "namespace");
  const timeouts = timeoutsOf(objectField(unit, "timeouts"));
  return {
    name,
    source: gitSourceOf(objectField(unit, "source")),
    release: stringField(unit, "release") ?? name,
    namespace,
    ...clusterOf(unit, clusters),
    dependsOn: stringsField(unit, "dependsOn"),
    interval: duration(unit, "interval"),
    recheck: duration(unit, "recheck"),
    prune: flag(unit, "prune"),
    maxPrune: maxPruneOf(unit),
    allowPrune: stringsField(unit, "allowPrune").flatMap((word) =>
      consents.filter((known) => known === word),
    ),
    suspend: flag(unit, "suspend"),
    timeouts,
    validation: choice(unit, "validation", checkLevels),
    externalDeps: choice(unit, "externalDeps", externalPolicies),
    ...compatOf(unit),
    forceConflicts: flag(unit, "forceConflicts"),
    recreate: flag(unit, "recreate"),
    inventoryPolicy: choice(unit, "inventoryPolicy", inventoryPolicies),
    fields: unitFields(unit),
    health: stringsField(unit, "health").map(withoutDots),
    createNamespace: flag(unit, "createNamespace"),
    ageKeyPaths: ageKeyPathsOf(objectField(unit, "decryption")),
    keyPlugins: stringsField(objectField(unit, "decryption"), "plugins"),
    render: chartChoicesOf(objectField(unit, "render"), timeouts),
    onRemove: choice(unit, "onRemove", ["orphan", "delete"]),
    ...serviceAccountOf(stringField(unit, "serviceAccount"), namespace),
    ...(choice(unit, "approval", ["automatic", "manual"]) === "manual" ? { approval: "manual" } : {}),
    ...rolloutOf(unit),
  };
}

function gitSourceOf(source: JsonObject): GitSource {
  const auth = objectField(source, "auth");
  const verify = objectField(source, "verify");
  return {
    url: text(source, "url"),
    ref: text(source, "ref"),
    path: withoutDots(text(source, "path")),
    submodules: flag(source, "submodules"),
    access: {
      ...given(auth, [
        "secretFolder",
        "username",
        "passwordFile",
        "sshKeyFile",
        "knownHostsFile",
        "caFile",
        "proxy",
      ]),
      allowHttp: flag(auth, "allowHttp"),
    },
    ...(Object.hasOwn(source, "verify")
      ? {
          verify: {
            signed: choice(verify, "signed", ["commit", "tag"]),
            ...given(verify, ["openpgpKeysFile", "sshSignersFile"]),
          },
        }
      : {}),
    limits: limitsOf(objectField(source, "limits")),
  };
}

function limitsOf(limits: JsonObject): GitLimits {
  return {
    fetched: bytes(limits, "fetchSize"),
    laidOut: bytes(limits, "totalSize"),
    file: bytes(limits, "fileSize"),
    files: Number(field(limits, "files")),
    depth: Number(field(limits, "depth")),
    time: duration(limits, "timeout"),
  };
}

function timeoutsOf(timeouts: JsonObject): UnitTimeouts {
  return {
    run: Object.hasOwn(timeouts, "run") ? duration(timeouts, "run") : undefined,
    reconcile: duration(timeouts, "reconcile"),
    prune: duration(timeouts, "prune"),
    external: duration(timeouts, "external"),
  };
}

function chartChoicesOf(render: JsonObject, { reconcile, run }: UnitTimeouts): ChartOptions {
  const readiness = Object.hasOwn(render, "readinessTimeout")
    ? duration(render, "readinessTimeout")
    : undefined;
  return {
    values: stringsField(render, "values"),
    set: stringsField(render, "set"),
    setString: stringsField(render, "setString"),
    setFile: stringsField(render, "setFile"),
    setJson: stringsField(render, "setJson"),
    setLiteral: stringsField(render, "setLiteral"),
    kubeVersion: stringField(render, "kubeVersion"),
    apiVersions: stringsField(render, "apiVersions"),
    allowedHosts: stringsField(render, "allowedHosts"),
    chartSecretFolders: stringsField(render, "chartSecretFolders"),
    renderer: choice<RendererName>(render, "renderer", ["builtin", "path"]),
    ordering: chartOrdering(flag(render, "sequencing"), { readiness, reconcile, run }),
  };
}

function ageKeyPathsOf(decryption: JsonObject): readonly string[] {
  return Object.values(given(decryption, ["secretFolder", "ageKeyFile"])).filter(
    (path) => path !== undefined,
  );
}

function maxPruneOf(unit: JsonObject): MaxPrune {
  return parseMaxPrune(textOrNumber(unit, "maxPrune")) ?? promised("maxPrune");
}

/** Parses a service account: `deployer` is in the unit's namespace, `shop/deployer` in `shop`. */
function serviceAccountOf(
  written: string | undefined,
  own: string | undefined,
): Pick<Unit, "serviceAccount"> {
  const [first = "", second] = (written ?? "").split("/");
  const [namespace, name] = second === undefined ? [own, first] : [first, second];
  return written === undefined || namespace === undefined ? {} : { serviceAccount: { namespace, name } };
}

/** Returns the fields that are present, of those that may be missing. */
function given<Name extends string>(
  from: JsonObject,
  names: readonly Name[],
): { readonly [name in Name]?: string } {
  const found: { [name in Name]?: string } = {};
  for (const name of names) {
    const value = stringField(from, name);
    if (value !== undefined) {
      found[name] = value;
    }
  }
  return found;
}

/** Fails for a field that is missing although the schema requires it or fills it in. */
function promised(name: string): never {
  throw new BugError(`docs/sync.schema.json promises ${name}`);
}

function text(from: JsonObject, name: string): string {
  return stringField(from, name) ?? promised(name);
}

function textOrNumber(from: JsonObject, name: string): string {
  const value = field(from, name);
  return typeof value === "number" ? String(value) : text(from, name);
}

function flag(from: JsonObject, name: string): boolean {
  const value = field(from, name);
  return typeof value === "boolean" ? value : promised(name);
}

function duration(from: JsonObject, name: string): Duration {
  return parseDuration(text(from, name)) ?? promised(name);
}

function bytes(from: JsonObject, name: string): number {
  return bytesOf(textOrNumber(from, name)) ?? promised(name);
}

function compatOf(unit: JsonObject): Pick<Unit, "compat"> {
  const compat = compatibilities.find((word) => word === field(unit, "compat"));
  return compat === undefined ? {} : { compat };
}

function choice<Word extends string>(from: JsonObject, name: string, words: readonly Word[]): Word {
  return words.find((word) => word === field(from, name)) ?? promised(name);
}
