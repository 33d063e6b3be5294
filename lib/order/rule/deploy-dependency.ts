import type { DependencySelector } from "../../annotation/directives.ts";
import { isCrd } from "../../manifest/crd.ts";
import { fieldOrigin } from "../../manifest/locate-field.ts";
import type { Manifest } from "../../manifest/manifest.ts";
import type { Diagnostic } from "../../object/diagnostic/diagnostic.ts";
import type { DiagnosticCode } from "../../object/diagnostic/diagnostic-code.ts";
import type { Path } from "../../object/json.ts";
import { formatRef } from "../../object/object-ref.ts";
import { matchDependency } from "../index/match-dependency.ts";
import { resolveResource } from "../index/resource-name.ts";
import { keepInSet } from "./external-dependency.ts";
import type { RuleContext } from "../model/edge.ts";

/**
 * An object waits for every object of the set that its `werf.io/deploy-dependency-<id>` matches, until the
 * state that the annotation names. A CRD ignores it, as in nelm.
 */
export function deployDependencyRule(context: RuleContext): void {
  context.set.directives.forEach((directives, from) => {
    for (const selector of directives.deployDependencies) {
      addMatches(context, from, selector);
    }
  });
}

function addMatches(context: RuleContext, from: number, selector: DependencySelector): void {
  const { set, edges, diagnostics } = context;
  const by = set.manifest(from);
  const { until, path } = selector;
  if (isCrd(by)) {
    diagnostics.push(
      finding(by, path, {
        code: "DependencyIgnored",
        message: `${by.key} is a CustomResourceDefinition: its deploy dependency has no effect`,
      }),
    );
    return;
  }
  if (selector.external) {
    addExternal(context, from, selector);
    return;
  }
  const matches = matchDependency(set, selector).filter((index) => index !== from);
  for (const to of matches) {
    edges.push({ from, to, until, rule: "deploy-dependency", by, path });
  }
  if (matches.length === 0) {
    diagnostics.push(
      finding(by, path, {
        code: "DependencyUnmatched",
        message: `${by.key}: nothing in the set matches ${String(path.at(-1))}, so it waits for nothing; check its properties, or add external=true to wait for the cluster`,
      }),
    );
  }
}

function addExternal(context: RuleContext, from: number, selector: DependencySelector): void {
  const { set, externals } = context;
  const ref = resolveResource(set, {
    resource: selector.kind ?? "",
    group: selector.group,
    name: selector.name ?? "",
    namespace: selector.namespace ?? set.namespace,
  });
  const { until, path } = selector;
  const wait = { from, on: formatRef(ref), until, rule: "deploy-dependency", path } as const;
  if (!keepInSet(context, wait)) {
    externals.push({ ...wait, holdsGroup: false, by: set.manifest(from) });
  }
}

function finding(
  by: Manifest,
  path: Path,
  found: { readonly code: DiagnosticCode; readonly message: string },
): Diagnostic {
  const origin = fieldOrigin(by, path, "value");
  return { ...found, severity: "warning", ref: by.key, origin };
}
