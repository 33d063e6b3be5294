/** Rules for paths inside containers and volumes. */
import { reportInvalid } from "./faults.ts";
import { type Part, textOf } from "./part.ts";

/** Checks that a path has no `..`. */
export function noBacksteps(part: Part): void {
  if (hasBackstep(textOf(part))) {
    reportInvalid(part, "must not contain '..'");
  }
}

/** Reports whether a path has `..`. */
export function hasBackstep(path: string): boolean {
  return path.split("/").includes("..");
}

/** Checks that a path is relative and has no `..`. */
export function descendingPath(part: Part): void {
  if (textOf(part).startsWith("/")) {
    reportInvalid(part, "must be a relative path");
  }
  noBacksteps(part);
}

/** Checks the same, and that it does not start with `..`, which names of the kubelet do. */
export function unreservedPath(part: Part): void {
  descendingPath(part);
  const path = textOf(part);
  if (path.startsWith("..") && !path.startsWith("../")) {
    reportInvalid(part, "must not start with '..'");
  }
}
