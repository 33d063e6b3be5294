import { truncateWord } from "../object/message-text.ts";
import { didYouMean } from "../object/diagnostic/suggestion.ts";
import { annotationFault, reportFindings } from "./annotation-fault.ts";
import { commaList } from "./parse-annotation-value.ts";
import {
  type Annotation,
  annotationPath,
  type DeployOn,
  type Draft,
  hookEvents,
  type HookEvent,
} from "./directives.ts";

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

const knownEvents: readonly string[] = [...mainActions, ...hookEvents, ...deletions.keys()];

/**
 * Reads `werf.io/deploy-on`: `[pre-|post-](install|upgrade|rollback|uninstall|delete)`, separated by commas.
 */
export function readDeployOn(annotation: Annotation, draft: Draft): void {
  const written = commaList(annotation.value);
  const unknown = written.length === 0 ? [""] : written.filter((word) => !knownEvents.includes(word));
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
    word === ""
      ? `${key} is empty`
      : `${key}: unknown action "${truncateWord(word)}"${didYouMean(word, knownEvents)}`;
  return `${manifest.key}: ${fact} (use install, upgrade, rollback or uninstall, optionally with the prefix pre- or post-)`;
}

/** Reports a hook with `werf.io/deploy-on`, which takes precedence for when the object is deployed. */
export function noteBothDialects(annotation: Annotation, draft: Draft): void {
  draft.diagnostics.push(
    annotationFault(annotation, {
      code: "AnnotationIgnored",
      severity: "warning",
      part: "key",
      message: `${annotation.manifest.key}: the events of helm.sh/hook have no effect beside werf.io/deploy-on: remove one of the two`,
    }),
  );
}

/** The events of Helm's tests, which run on demand and belong to no action. */
const testEvents: readonly string[] = ["test", "test-success", "test-failure"];

/** A hook for CRDs, which are ordinary objects since Helm 3. */
export const crdInstall = "crd-install";

/** Every valid value of `helm.sh/hook`. */
export const knownHookWords: readonly string[] = [...hookEvents, ...testEvents, crdInstall];

/** Parses a comma-separated list as Helm does: in any case, with any spaces. */
export function hookWords(value: string): readonly string[] {
  return value
    .split(",")
    .map((word) => word.trim().toLowerCase())
    .filter((word) => word !== "");
}

/** Reports whether the word is an event that affects the order. */
export function isHookEvent(word: string): word is HookEvent {
  return hookEvents.some((event) => event === word);
}

/** Reports whether the word is an event of tests. */
export function isTestEvent(word: string): boolean {
  return testEvents.includes(word);
}
