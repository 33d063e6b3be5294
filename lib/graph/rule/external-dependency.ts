import type { ExternalDependency } from "../../directive/directives.ts";
import { locate } from "../../manifest/locate.ts";
import { formatRef } from "../../object/object-ref.ts";
import { resolveResource } from "../resource-name.ts";
import type { RuleContext } from "../rule.ts";

/**
 * An object of the cluster that `<name>.external-dependency.werf.io/resource` names holds the object's whole weight
 * group until it is ready (a hook: itself). If the set holds the object after all, it is an edge like any other.
 */
export function externalDependencyRule(context: RuleContext): void {
  context.set.directives.forEach((directives, from) => {
    for (const dependency of directives.externalDependencies) {
      addExternal(context, from, dependency);
    }
  });
}

function addExternal(
  { set, edges, externals, diagnostics }: RuleContext,
  from: number,
  dependency: ExternalDependency,
): void {
  const by = set.manifest(from);
  const ref = resolveResource(set, { ...dependency, namespace: dependency.namespace ?? set.namespace });
  const on = formatRef(ref);
  const to = set.find(on);
  const { path } = dependency;
  if (to === undefined || to === from) {
    const isHook = set.directives[from]?.hook != null;
    externals.push({ from, on, until: "ready", rule: "external-dependency", holdsGroup: !isHook, by, path });
    return;
  }
  edges.push({ from, to, until: "ready", rule: "external-dependency", by, path });
  diagnostics.push({
    code: "ExternalDependencyInSet",
    severity: "warning",
    message: `${by.key} names ${on} as external, but the set holds it: only ${by.key} waits for it, not its whole weight; use werf.io/deploy-dependency`,
    ref: by.key,
    origin: locate(by.document, [...by.path, ...path], "value"),
  });
}
