import type { Diagnostic, Severity } from "../object/diagnostic/diagnostic.ts";
import { truncateWord } from "../object/message-text.ts";
import { configOrigin, type KappConfig } from "./kapp-config.ts";

/** Fields of a Config that are used, or say nothing. */
const used: ReadonlySet<string> = new Set([
  "apiVersion",
  "kind",
  "metadata",
  "waitRules",
  "diffMaskRules",
  "rebaseRules",
  "templateRules",
  "changeGroupBindings",
  "changeRuleBindings",
]);

/** Fields without which nothing is lost, with the reason. */
const notNeeded: ReadonlyMap<string, string> = new Map([
  ["minimumRequiredVersion", "it is about kapp itself"],
  ["ownershipLabelRules", "the release is written only to the labels of the objects themselves"],
  ["labelScopingRules", "selectors are sent as they are written"],
  ["diffAgainstLastAppliedFieldExclusionRules", "only the fields that the release owns are compared"],
  ["diffAgainstExistingFieldExclusionRules", "only the fields that the release owns are compared"],
]);

/** Fields that are ignored, with what to do instead. */
const ignored: ReadonlyMap<string, string> = new Map([
  ["additionalLabels", "write the labels into the manifests"],
  ["preflightRules", "run converge validate"],
]);

interface Found {
  readonly field: string;
  readonly config: KappConfig;
}

/** Reports the fields of configurations that have no effect, each once, at the first place. */
export function unusedConfigFields(configs: readonly KappConfig[]): readonly Diagnostic[] {
  const found = configs.flatMap((config) =>
    Object.keys(config.value)
      .filter((field) => !used.has(field))
      .map((field): Found => ({ field, config })),
  );
  return [...Map.groupBy(found, ({ field }) => field).values()].flatMap(([first, ...others]) => {
    if (first === undefined) {
      return [];
    }
    const many = others.length === 0 ? "" : ` (in ${others.length + 1} configurations)`;
    const { severity, effect } = verdictOn(first.field);
    return {
      code: "OrderNotObeyed",
      severity,
      message: `${truncateWord(first.field)} of a kapp Config ${effect}${many}`,
      origin: configOrigin(first.config, [first.field], "key"),
    };
  });
}

function verdictOn(field: string): { readonly severity: Severity; readonly effect: string } {
  const reason = notNeeded.get(field);
  return reason === undefined
    ? { severity: "warning", effect: `is ignored: ${ignored.get(field) ?? "converge does not know it"}` }
    : { severity: "note", effect: `is not needed: ${reason}` };
}
