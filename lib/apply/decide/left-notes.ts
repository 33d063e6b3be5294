import { withSentData } from "../../inventory/apply-body.ts";
import { valueInCluster } from "../../inventory/managed-fields.ts";
import { type JsonObject, sameJson, valueAt } from "../../object/json.ts";
import type { FieldMeaning } from "../../object/field-rule.ts";
import { formatPath } from "../../plan/format-reason.ts";
import type { LeftField } from "./left-fields.ts";

const stays = "stays as it is in the cluster";

const words: Readonly<Record<FieldMeaning, string>> = {
  "set-once": stays,
  "never-take": stays,
  "not-drift": "differs in the cluster, which alone causes no write",
  "take-by-force": "is taken over",
};

/**
 * Notes on the fields of a manifest that have another value in the cluster, which a rule leaves as it is:
 * each with the rule and its place. Values are not shown.
 */
export function leftNotes(
  left: readonly LeftField[] = [],
  { manifest, live }: { readonly manifest: JsonObject; readonly live: JsonObject | undefined },
): readonly string[] {
  const sent = withSentData(manifest);
  // Secrets have them as data in the cluster.
  const isText = ({ path }: LeftField): boolean => path[0] === "stringData" && sent !== manifest;
  const notes = left
    .filter((each) => live !== undefined && !isText(each))
    .flatMap(({ path, rule }) => {
      const isSame = live === undefined || sameJson(valueAt(sent, path), valueInCluster(live, path, sent));
      return rule === undefined || isSame
        ? []
        : [`${formatPath(path)} ${words[rule.meaning]}: ${rule.meaning}, ${rule.place}`];
    });
  return [...new Set(notes)];
}
