import type { Result } from "../../apply/model/event.ts";
import { repositoryName } from "../push/match-push.ts";
import type { Notification } from "./notification.ts";

/** A commit status of GitHub (https://docs.github.com/rest/commits/statuses). */
export interface GithubStatus {
  readonly commit: string;
  readonly state: "pending" | "success" | "failure" | "error";
  readonly context: string;
  /** At most 140 characters. */
  readonly description: string;
}

const states: Readonly<Record<Result["verdict"], GithubStatus["state"]>> = {
  converged: "success",
  failed: "failure",
  refused: "failure",
  timedOut: "failure",
  unreachable: "error",
  interrupted: "pending",
};

const longestDescription = 140;

/**
 * Converts notifications to commit statuses: pending when a run of a new commit begins, the verdict when a
 * run ends. A commit that a newer one superseded before its run ended does not stay pending. `sync`: the name
 * of the sidecar.
 */
export function githubStatuses(sync: string): (notification: Notification) => readonly GithubStatus[] {
  const pending = new Map<string, string>();
  return (notification) => {
    const context = `converge/${sync}/${notification.unit}`;
    const description = shorten(notification.message);
    if (notification.type === "runBegun") {
      const { commit } = notification.run.revision;
      const left = pending.get(notification.unit);
      pending.set(notification.unit, commit);
      const words = `superseded by ${commit.slice(0, 7)}`;
      return [
        ...(left === undefined
          ? []
          : [{ commit: left, state: "error", context, description: words } as const]),
        { commit, state: "pending", context, description },
      ];
    }
    if (notification.type === "planPending") {
      return [{ commit: notification.commit, state: "pending", context, description }];
    }
    if (notification.type === "runEnded") {
      const { commit } = notification.run.revision;
      pending.delete(notification.unit);
      return [{ commit, state: states[notification.run.result.verdict], context, description }];
    }
    return [];
  };
}

/** GitHub refuses descriptions of more characters. */
function shorten(text: string): string {
  const characters = Array.from(text);
  return characters.length <= longestDescription
    ? text
    : `${characters.slice(0, longestDescription - 1).join("")}…`;
}

/**
 * Returns `owner/name` for a repository URL whose path has exactly these two parts; undefined for any other.
 */
export function githubRepository(url: string): string | undefined {
  const [, owner, name, ...more] = repositoryName(url)?.split("/") ?? [];
  const isPlain = [owner, name].every((part) => part !== undefined && /^(?!\.+$)[\w.-]+$/.test(part));
  return isPlain && more.length === 0 ? `${owner ?? ""}/${name ?? ""}` : undefined;
}
