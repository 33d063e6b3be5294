import type { Diagnostic } from "../object/diagnostic/diagnostic.ts";
import { truncateWord } from "../object/message-text.ts";
import { didYouMean } from "../object/diagnostic/suggestion.ts";
import type { TemplateInfo } from "./chart-templates.ts";
import type { Renderable } from "./renderable.ts";

/** The events of Helm's hooks (https://helm.sh/docs/topics/charts_hooks/). */
const events: readonly string[] = [
  "pre-install",
  "post-install",
  "pre-delete",
  "post-delete",
  "pre-upgrade",
  "post-upgrade",
  "pre-rollback",
  "post-rollback",
  "test",
];

/**
 * Helm's message for an object that it leaves out: `info: skipping unknown hook: "pre-instal"`, and of Helm 4
 * `msg="skipping unknown hooks" hookTypes=pre-instal`.
 */
const skipped = /skipping unknown hook(?:: "|s" hookTypes="?)(?<words>[^"]*?)(?:"|\s|$)/;

/**
 * Rewrites Helm's warning about an unknown hook event to say what becomes of the object, and where in the
 * templates the event is specified, if it is there literally; any other warning is returned as it is.
 */
export function locateUnknownHook(
  fault: Diagnostic,
  { name }: Pick<Renderable, "name">,
  { hooks }: Pick<TemplateInfo, "hooks">,
): Diagnostic {
  const words = skipped.exec(fault.message)?.groups?.["words"];
  if (words === undefined) {
    return fault;
  }
  const unknown =
    words
      .split(",")
      .map((word) => word.trim())
      .find((word) => !events.includes(word)) ?? words;
  const [origin, ...others] = hooks
    .filter(({ written }) => written.trim() === words)
    .map((hook) => hook.origin);
  const guess = didYouMean(unknown, events);
  const message = `${name}: helm leaves out an object with the hook event "${truncateWord(unknown)}", which does not exist, and it is not applied${guess}`;
  return {
    ...fault,
    message,
    ...(origin === undefined ? {} : { origin }),
    ...(others.length === 0
      ? {}
      : { related: others.map((place) => ({ message: "it is written here too", origin: place })) }),
  };
}
