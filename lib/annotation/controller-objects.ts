import type { Diagnostic } from "../object/diagnostic/diagnostic.ts";
import { kubectlName } from "../object/object-ref.ts";
import { fieldOrigin } from "../manifest/locate-field.ts";
import type { Manifest } from "../manifest/manifest.ts";

/** The kinds that name what delivery controllers apply, by API group, with the tool. */
const groups: ReadonlyMap<string, readonly [tool: string, kinds: ReadonlySet<string>]> = new Map([
  ["kustomize.toolkit.fluxcd.io", ["Flux", new Set(["Kustomization"])]],
  ["helm.toolkit.fluxcd.io", ["Flux", new Set(["HelmRelease"])]],
  ["argoproj.io", ["Argo CD", new Set(["Application", "ApplicationSet"])]],
  ["fleet.cattle.io", ["Fleet", new Set(["Bundle", "GitRepo", "HelmOp"])]],
  ["kappctrl.k14s.io", ["kapp-controller", new Set(["App"])]],
]);

/**
 * Returns one note for all objects of a set that name what other controllers apply: their dependencies and
 * options are for these controllers.
 */
export function noteControllerObjects(manifests: readonly Manifest[]): readonly Diagnostic[] {
  const found = manifests.filter(({ ref }) => toolOf(ref) !== undefined);
  const [first] = found;
  if (first === undefined) {
    return [];
  }
  const tools = [...new Set(found.map(({ ref }) => toolOf(ref)))].join(", ");
  const others = found.length === 1 ? "" : ` and ${found.length - 1} more of their kind`;
  return [
    {
      code: "OrderNotObeyed",
      severity: "note",
      message: `${kubectlName(first.ref)}${others} (${tools}): what they apply, in which order (dependsOn, waves) and when is up to their own controllers`,
      ref: first.key,
      origin: fieldOrigin(first, ["kind"], "value"),
    },
  ];
}

function toolOf({ group, kind }: Manifest["ref"]): string | undefined {
  const [tool, kinds] = groups.get(group) ?? [];
  return kinds?.has(kind) === true ? tool : undefined;
}
