import { fieldOrigin } from "../manifest/locate-field.ts";
import type { Manifest } from "../manifest/manifest.ts";
import type { Diagnostic } from "../object/diagnostic/diagnostic.ts";
import { count } from "../object/message-text.ts";

/**
 * Returns a finding for each kind whose objects were not checked, since no schema is known: an error if that
 * is asked for, else a note. Kinds with an object that is reported already are left out.
 */
export function uncheckedKinds(
  unchecked: readonly Manifest[],
  { isError, reported }: { readonly isError: boolean; readonly reported: ReadonlySet<string | undefined> },
): readonly Diagnostic[] {
  const byKind = Map.groupBy(unchecked, ({ apiVersion, kind }) => `${apiVersion} ${kind}`);
  return [...byKind].flatMap(([kind, members]): readonly Diagnostic[] => {
    const [first] = members;
    return first === undefined || members.some(({ key }) => reported.has(key))
      ? []
      : [
          {
            code: "SchemaUnknown",
            severity: isError ? "error" : "note",
            message: `${first.key}: no schema of ${kind} is known, so ${count(members.length, "object")} of it cannot be checked; pass its CRD with --crds, or store it with converge crds add`,
            ref: first.key,
            members: members.map(({ key }) => key),
            origin: fieldOrigin(first, ["kind"], "value"),
          },
        ];
  });
}
