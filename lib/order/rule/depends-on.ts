import type { DependsOn } from "../../annotation/directives.ts";
import { fieldOrigin } from "../../manifest/locate-field.ts";
import type { Manifest } from "../../manifest/manifest.ts";
import type { Diagnostic } from "../../object/diagnostic/diagnostic.ts";
import { compareText } from "../../object/object-ref.ts";
import { suggest } from "../../object/diagnostic/suggestion.ts";
import type { RuleContext } from "../model/edge.ts";

/** An object waits for each object that its `config.kubernetes.io/depends-on` names to be reconciled. */
export function dependsOnRule(context: RuleContext): void {
  context.set.directives.forEach((directives, from) => {
    for (const dependency of directives.dependsOn) {
      addDependency(context, from, dependency);
    }
  });
}

function addDependency(context: RuleContext, from: number, dependency: DependsOn): void {
  const { set, edges, externals, diagnostics } = context;
  const by = set.manifest(from);
  const to = set.find(dependency.key);
  const { path } = dependency;
  if (to === from) {
    diagnostics.push(fault(by, dependency, `${by.key} depends on itself: remove the reference`));
  } else if (to !== undefined) {
    edges.push({ from, to, until: "ready", rule: "depends-on", by, path });
  } else if (context.externalDeps === "wait" || context.comesElsewhere(dependency.key)) {
    externals.push({
      from,
      on: dependency.key,
      until: "ready",
      rule: "depends-on",
      holdsGroup: false,
      by,
      path,
    });
  } else if (context.externalDeps === "error") {
    diagnostics.push(externalFault(context, by, dependency));
  }
}

function externalFault(context: RuleContext, by: Manifest, dependency: DependsOn): Diagnostic {
  const reason = context.leftOut.get(dependency.key);
  if (reason !== undefined) {
    return fault(by, dependency, `${by.key} depends on ${dependency.key}, which ${reason}`);
  }
  const meant = nearestKey(context, dependency.key);
  const elsewhere = context.hasUnread
    ? "it may be in a document with errors; fix those first"
    : "add it to the set, or wait for it in the cluster with --external-deps=wait";
  const remedy = meant === undefined ? elsewhere : `did you mean "${meant}"?`;
  const message = `${by.key} depends on ${dependency.key}, which is not in the set; ${remedy}`;
  return fault(by, dependency, message);
}

/**
 * The number of faults up to which suggestions are made: comparing a misspelled name with every other is not
 * worth it for thousands.
 */
const suggestionsAtMost = 100;

/**
 * Suggests an object of the same name (a wrong case, group, scope or namespace), else a misspelled name of
 * the same kind.
 */
function nearestKey({ set, diagnostics }: RuleContext, key: string): string | undefined {
  const fields = key.split("/");
  const name = fields.at(-1) ?? "";
  const kind = fields.at(-2) ?? "";
  const sameName = set.named(name).map((index) => set.manifest(index));
  const sameKind = sameName.filter((manifest) => manifest.kind.toLowerCase() === kind.toLowerCase());
  const candidates =
    sameKind.length > 0 ? sameKind : sameName.filter((manifest) => suggest(kind, [manifest.kind]));
  if (candidates.length > 0) {
    return candidates.map((manifest) => manifest.key).toSorted(compareText)[0];
  }
  if (diagnostics.length >= suggestionsAtMost) {
    return undefined;
  }
  const group = fields[0] ?? "";
  return suggest(
    key,
    set.ofKind(group, kind).map((index) => set.manifest(index).key),
  );
}

function fault(manifest: Manifest, dependency: DependsOn, message: string): Diagnostic {
  return {
    code: dependency.key === manifest.key ? "DependsOnSelf" : "DependsOnExternal",
    severity: "error",
    message,
    ref: manifest.key,
    origin: fieldOrigin(manifest, dependency.path, "value"),
  };
}
