import { truncateWord } from "../object/message-text.ts";
import { didYouMean } from "../object/diagnostic/suggestion.ts";
import { annotationFault, reportFindings } from "./annotation-fault.ts";
import { commaList } from "./parse-annotation-value.ts";
import { type Annotation, annotationPath, type DeployOn, type Draft, hookEvents } from "./directives.ts";
import { isHookEvent } from "./hook-events.ts";

/** The actions with a main stage that an object can take part in. */
const mainActions = ["install", "upgrade", "rollback"] as const;

/**
 * werf has `uninstall` where Helm has `delete`: both are read. A deletion puts nothing into its main stage,
 * so that the plain word means the stage before it.
 */
const deletions: ReadonlyMap<string, string> = new Map([
  ["uninstall", "pre-delete"],
  ["delete", "pre-delete"],
  ["pre-uninstall", "pre-delete"],
  ["post-uninstall", "post-delete"],
]);

const known: readonly string[] = [...mainActions, ...hookEvents, ...deletions.keys()];

/**
 * Reads `werf.io/deploy-on`: `[pre-|post-](install|upgrade|rollback|uninstall|delete)`, separated by commas.
 */
export function readDeployOn(annotation: Annotation, draft: Draft): void {
  const written = commaList(annotation.value);
  const unknown = written.length === 0 ? [""] : written.filter((word) => !known.includes(word));
  reportFindings(
    annotation,
    unknown.map((word) => ({ code: "DeployOnUnknown", message: unknownWord(annotation, word) })),
    draft,
  );
  const words = written.map((word) => deletions.get(word) ?? word);
  const deployOn: DeployOn = {
    main: mainActions.filter((action) => words.includes(action)),
    events: [...new Set(words.filter(isHookEvent))],
    path: annotationPath(annotation.key),
  };
  if (unknown.length === 0) {
    draft.deployOn = deployOn;
  }
}

function unknownWord({ manifest, key }: Annotation, word: string): string {
  const fact =
    word === "" ? `${key} is empty` : `${key}: no action "${truncateWord(word)}"${didYouMean(word, known)}`;
  return `${manifest.key}: ${fact} (write install, upgrade, rollback or uninstall, with pre- or post- before it for the stage before or after)`;
}

/** Reports a hook with `werf.io/deploy-on`, which takes precedence for when the object is deployed. */
export function noteBothDialects(annotation: Annotation, draft: Draft): void {
  draft.diagnostics.push(
    annotationFault(annotation, {
      code: "AnnotationIgnored",
      severity: "warning",
      part: "key",
      message: `${annotation.manifest.key}: werf.io/deploy-on says when it is deployed, so the events of helm.sh/hook have no effect: remove one of the two`,
    }),
  );
}
