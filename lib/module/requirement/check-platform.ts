import { BugError } from "../../object/bug-error.ts";
import type { Landscape } from "./landscape.ts";

/** What modules that are enabled have against a version of the platform: `requirements of test are not satisfied: …`; undefined for nothing. */
export function unmetByDeckhouse(_version: string, _landscape: Landscape): string | undefined {
  throw new BugError("to be written");
}

/** The same against a version of Kubernetes, as the cluster configuration names it: `1.27`. */
export function unmetByKubernetes(_version: string, _landscape: Landscape): string | undefined {
  throw new BugError("to be written");
}
