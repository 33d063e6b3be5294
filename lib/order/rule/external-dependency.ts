import type { ExternalDependency } from "../../annotation/directives.ts";
import { fieldOrigin } from "../../manifest/locate-field.ts";
import { formatRef } from "../../object/object-ref.ts";
import { resolveResource } from "../index/resource-name.ts";
import type { ExternalWait, RuleContext } from "../model/edge.ts";

/**
 * An object of the cluster that `<name>.external-dependency.werf.io/resource` names holds the object's whole
 * weight group until it is ready (a hook: only itself). If the set contains the object after all, it is an
 * edge like any other.
 */
export function externalDependencyRule(context: RuleContext): void {
  context.set.directives.forEach((directives, from) => {
    for (const dependency of directives.externalDependencies) {
      addExternal(context, from, dependency);
    }
  });
}

function addExternal(context: RuleContext, from: number, dependency: ExternalDependency): void {
  const { set, externals } = context;
  const ref = resolveResource(set, { ...dependency, namespace: dependency.namespace ?? set.namespace });
  const { path } = dependency;
  const wait = { from, on: formatRef(ref), until: "ready", rule: "external-dependency", path } as const;
  if (!keepInSet(context, wait)) {
    const isHook = set.directives[from]?.hook != null;
    externals.push({ ...wait, holdsGroup: !isHook, by: set.manifest(from) });
  }
}

/** A dependency on the cluster before it is known whether the set contains the object after all. */
export type OutwardWait = Pick<ExternalWait, "from" | "on" | "until" | "rule" | "path">;

/**
 * Turns a dependency on the cluster into an edge of the set, with a warning, if the set contains the object.
 * Returns false if it does not.
 */
export function keepInSet({ set, edges, diagnostics }: RuleContext, wait: OutwardWait): boolean {
  const { from, on, until, rule, path } = wait;
  const by = set.manifest(from);
  const to = set.find(on);
  if (to === undefined) {
    return false;
  }
  if (to !== from) {
    edges.push({ from, to, until, rule, by, path });
  }
  const fact =
    to === from
      ? `refers to itself: it waits for nothing`
      : `names ${on} as external, but it is in the set: only ${by.key} waits for it; use werf.io/deploy-dependency`;
  diagnostics.push({
    code: "ExternalDependencyInSet",
    severity: "warning",
    message: `${by.key} ${fact}`,
    ref: by.key,
    origin: fieldOrigin(by, path, "value"),
  });
  return true;
}
