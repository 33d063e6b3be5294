import type { ApplyEvent } from "../../apply/model/event.ts";
import type { Origin } from "../../object/diagnostic/source-text.ts";
import { type AnnotatedFile, githubAnnotation } from "../diagnostics/github-annotations.ts";

/** Where the manifest of the object of that key is; undefined where that is not known. */
export type PlaceOf = (key: string) => Origin | undefined;

/** How annotations find the files of a repository. */
export interface AnnotationPlaces {
  readonly placeOf?: PlaceOf | undefined;
  readonly fileOf?: AnnotatedFile | undefined;
}

/** The workflow command by which GitHub Actions marks a failed object; empty for all that is no failure. */
export function failureAnnotation(
  event: ApplyEvent,
  { placeOf = () => undefined, fileOf }: AnnotationPlaces = {},
): string {
  const end = failureOf(event);
  if (end === undefined) {
    return "";
  }
  const { target, message = "", severity, verb } = end;
  const facts = { severity, title: `${target.kind} ${target.name} ${verb}`, origin: placeOf(target.key) };
  const reason = message === "" ? "" : `: ${message}`;
  return `${githubAnnotation({ ...facts, message: `${target.key} ${verb}${reason}` }, fileOf)}\n`;
}

type Ended = Extract<ApplyEvent, { readonly type: "actuation" | "reconcile" }>;

interface Failure extends Pick<Ended, "target" | "message"> {
  readonly severity: "error" | "warning";
  readonly verb: string;
}

/** A refused write is told when it is refused: its wait ends as skipped. */
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
