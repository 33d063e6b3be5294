import type { DependencySelector } from "../../directive/directives.ts";
import { locate } from "../../manifest/locate.ts";
import type { Manifest } from "../../manifest/manifest.ts";
import type { Diagnostic } from "../../object/diagnostic.ts";
import type { DiagnosticCode } from "../../object/diagnostic-code.ts";
import type { Path } from "../../object/json.ts";
import { formatRef } from "../../object/object-ref.ts";
import { resolveResource } from "../resource-name.ts";
import type { RuleContext } from "../rule.ts";

/**
 * An object waits for every object of the set that its `werf.io/deploy-dependency-<id>` matches, until the state
 * that the annotation names. A CustomResourceDefinition ignores it, as in nelm.
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
  if (by.kind === "CustomResourceDefinition") {
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
  const matches = matching(context, selector).filter((index) => index !== from);
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

function addExternal({ set, externals }: RuleContext, from: number, selector: DependencySelector): void {
  const ref = resolveResource(set, {
    resource: selector.kind ?? "",
    group: selector.group,
    name: selector.name ?? "",
    namespace: selector.namespace ?? set.namespace,
  });
  const { until, path } = selector;
  const by = set.manifest(from);
  externals.push({ from, on: formatRef(ref), until, rule: "deploy-dependency", holdsGroup: false, by, path });
}

/** The objects of the set that a selector matches: group, kind and version ignore case, name and namespace do not. */
export function matching({ set }: RuleContext, selector: DependencySelector): readonly number[] {
  const candidates = selector.name === undefined ? [...set.manifests.keys()] : set.named(selector.name);
  return candidates.filter((index) => {
    const { ref, apiVersion } = set.manifest(index);
    return (
      (selector.namespace === undefined || selector.namespace === ref.namespace) &&
      sameWord(selector.kind, ref.kind) &&
      sameWord(selector.group, ref.group) &&
      sameWord(selector.version, apiVersion.slice(apiVersion.indexOf("/") + 1))
    );
  });
}

function sameWord(wanted: string | undefined, actual: string): boolean {
  return wanted === undefined || wanted.toLowerCase() === actual.toLowerCase();
}

function finding(
  by: Manifest,
  path: Path,
  found: { readonly code: DiagnosticCode; readonly message: string },
): Diagnostic {
  const origin = locate(by.document, [...by.path, ...path], "value");
  return { ...found, severity: "warning", ref: by.key, origin };
}
