import type { ApplyEvent } from "../../apply/model/event.ts";
import { nameObjects, type ObjectNames } from "../../object/object-name.ts";
import type { Origin } from "../../object/diagnostic/source-text.ts";
import { type AnnotatedFile, githubAnnotation } from "../diagnostics/github-annotations.ts";

/** Returns the place of the manifest of the object with that key; undefined if unknown. */
export type PlaceOf = (key: string) => Origin | undefined;

/** Options to find the files of a repository for annotations, and the names of objects in them. */
export interface AnnotationPlaces {
  readonly names?: Pick<ObjectNames, "nameAlone">;
  readonly placeOf?: PlaceOf | undefined;
  readonly fileOf?: AnnotatedFile | undefined;
}

/**
 * Returns the workflow command with which GitHub Actions marks a failed object; empty if the event is not a
 * failure.
 */
export function failureAnnotation(
  event: ApplyEvent,
  { placeOf = () => undefined, fileOf, names = nameObjects([]) }: AnnotationPlaces = {},
): string {
  const end = failureOf(event);
  if (end === undefined) {
    return "";
  }
  const { target, message = "", severity, verb } = end;
  const facts = { severity, title: `${target.kind} ${target.name} ${verb}`, origin: placeOf(target.key) };
  const reason = message === "" ? "" : `: ${message}`;
  return `${githubAnnotation({ ...facts, message: `${names.nameAlone(target.key)} ${verb}${reason}` }, fileOf)}\n`;
}

type Ended = Extract<ApplyEvent, { readonly type: "actuation" | "reconcile" }>;

interface Failure extends Pick<Ended, "target" | "message"> {
  readonly severity: "error" | "warning";
  readonly verb: string;
}

/** A refused write is reported when it is refused: its wait ends as skipped. */
function failureOf(event: ApplyEvent): Failure | undefined {
  const isEnd = event.type === "actuation" || event.type === "reconcile";
  if (!isEnd || (event.state !== "Failed" && event.state !== "Timeout")) {
    return undefined;
  }
  const isTolerated = event.type === "reconcile" && event.tolerated === true;
  const { target, message } = event;
  return {
    target,
    ...(message === undefined ? {} : { message }),
    severity: isTolerated ? "warning" : "error",
    verb: event.state === "Timeout" ? "timed out" : "failed",
  };
}
