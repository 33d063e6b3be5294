import type { JsonObject } from "../../object/json.ts";
import { formatTimestamp } from "../../object/timestamp.ts";
import type { GitRevision } from "../../git/model/git-repository.ts";
import { shortRevision } from "../unit/run-messages.ts";
import { longestName, statusText } from "./status-text.ts";

/** Returns a revision as the status of a unit shows it. */
export function revisionObject(revision: GitRevision | undefined): JsonObject | undefined {
  return revision === undefined
    ? undefined
    : {
        commit: revision.commit,
        short: statusText(shortRevision(revision)),
        ref: statusText(revision.ref),
        ...(revision.tag === undefined ? {} : { tag: revision.tag }),
        subject: statusText(revision.subject, longestName),
        committedAt: wholeSeconds(revision.at),
      };
}

/** Returns a time as the status of a unit shows it. */
export function timeOf(at: number | undefined): string | undefined {
  return at === undefined ? undefined : wholeSeconds(at);
}

/** Formats a time that can be written, whatever the time that an untrusted commit claims. */
export function wholeSeconds(at: number): string {
  const sane = Number.isFinite(at) ? Math.min(Math.max(at, 0), lastMoment) : 0;
  return formatTimestamp(sane).replace(/\.\d+Z$/, "Z");
}

/** The end of the year 9999. */
const lastMoment = 253_402_300_799_000;
