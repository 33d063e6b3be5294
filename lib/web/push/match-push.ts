import { compareText } from "../../object/object-ref.ts";
import type { Unit } from "../../sync/unit/unit.ts";
import type { PushEvent } from "./push-event.ts";
import { repositoryName } from "./repository-name.ts";

/**
 * Returns the names of the units that a push may concern: those that follow one of its URLs and a ref it may
 * have moved. A unit pinned to a commit is never concerned; one that follows the default branch is concerned
 * by any branch, since the event need not name the default.
 */
export function pushedUnits(
  units: readonly Pick<Unit, "name" | "source" | "suspend">[],
  push: PushEvent,
): readonly string[] {
  const pushed = new Set(push.urls.map(repositoryName).filter((name) => name !== undefined));
  return units
    .filter(({ source, suspend }) => {
      const name = repositoryName(source.url);
      return !suspend && name !== undefined && pushed.has(name) && mayMove(push.ref, source.ref);
    })
    .map(({ name }) => name)
    .toSorted(compareText);
}

function mayMove(pushed: string | undefined, followed: string): boolean {
  if (/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i.test(followed)) {
    return false;
  }
  if (pushed === undefined) {
    return true;
  }
  if (followed === "") {
    return pushed.startsWith("refs/heads/");
  }
  if (followed.startsWith("semver:")) {
    return pushed.startsWith("refs/tags/");
  }
  return [followed, `refs/heads/${followed}`, `refs/tags/${followed}`].includes(pushed);
}
