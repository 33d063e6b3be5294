import type { UnitSummary } from "../state/dashboard-state.ts";
import { node, type VNode } from "../../page/virtual-dom.ts";

/** Renders a link to the commit if the repository is on a known kind of git host. */
export function commitLink({ applied, attempted, observed, repository }: UnitSummary): readonly VNode[] {
  const commit = (applied ?? attempted ?? observed)?.commit;
  const href = commit === undefined ? undefined : commitUrl(repository ?? "", commit);
  return href === undefined
    ? []
    : [
        node(
          "a.unit-link",
          { key: "commit", href, target: "_blank", rel: "noopener noreferrer" },
          "view commit",
        ),
      ];
}

/**
 * Returns the page of a commit: `https://github.com/a/b/commit/1a2b…` for `git@github.com:a/b.git`. Undefined
 * for hosts whose name does not identify the software that serves them.
 */
export function commitUrl(repository: string, commit: string): string | undefined {
  const [, host = "", path = ""] =
    /^(?:https:\/\/|ssh:\/\/(?:[^@/]+@)?|(?:[^@/:]+@))([a-z0-9.-]+)(?::\d+)?[:/]([\w./~-]+?)(?:\.git)?\/?$/.exec(
      repository,
    ) ?? [];
  const [, software] = /(?:^|\.)(github|gitlab|gitea|forgejo|codeberg|bitbucket)\./.exec(host) ?? [];
  if (software === undefined) {
    return undefined;
  }
  return `https://${host}/${path}/${software === "bitbucket" ? "commits" : "commit"}/${commit}`;
}
