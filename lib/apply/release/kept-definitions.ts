import { isFromCrdsFolder } from "../../manifest/crd.ts";
import type { ReadObject } from "../../manifest/manifest.ts";
import type { JsonObject } from "../../object/json.ts";
import { getIfExists } from "../store/applyset-store.ts";
import type { RunContext } from "../model/run-context.ts";
import { definitionKind } from "../model/well-known-resources.ts";

/**
 * Reports for the CRDs that a run is to create from the `crds` folder of a chart that they are neither pruned
 * nor deleted.
 */
export function announceKept(
  created: readonly ReadObject[],
  { emit, clock }: Pick<RunContext, "emit" | "clock">,
): void {
  const names = created.filter((object) => isFromCrdsFolder(object)).map(({ name }) => name);
  if (names.length > 0) {
    const message = `neither pruned nor deleted with the release: ${names.join(", ")} from the crds folder of a chart; \`converge delete --delete-crds\` deletes them`;
    emit({ type: "notice", at: clock.now(), level: "note", message });
  }
}

/** The treatment of CRDs that a release has created from a `crds` folder, and that belong to no release. */
export interface KeptChoice {
  /** Whether they are deleted nevertheless. */
  readonly deleteCrds: boolean | undefined;
  readonly context: RunContext;
}

/**
 * The live CRDs of a revision that are to be deleted although they came from a `crds` folder. If that was not
 * requested they are kept, and reported by name.
 */
export async function deletedDefinitions(
  sent: readonly ReadObject[],
  { deleteCrds, context }: KeptChoice,
): Promise<readonly JsonObject[]> {
  const names = [...new Set(sent.filter((object) => isFromCrdsFolder(object)).map(({ name }) => name))];
  if (names.length === 0) {
    return [];
  }
  if (deleteCrds !== true) {
    const message = `kept because other releases may use them: ${names.join(", ")} from the crds folder of a chart; --delete-crds deletes them, with all their custom resources`;
    context.emit({ type: "notice", at: context.clock.now(), level: "note", message });
    return [];
  }
  const found = await Promise.all(
    names.map((name) => getIfExists({ resource: definitionKind, namespace: "", name }, context)),
  );
  return found.filter((definition) => definition !== undefined);
}
