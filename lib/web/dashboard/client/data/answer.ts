import type { Overview, OverviewChange } from "../../state/dashboard-state.ts";
import type { RunChange, RunView } from "../../run-view.ts";
import type { UnitView } from "../../unit-view.ts";

/**
 * A response of the server, under the name of each kind; its URL says which kind it is. Undefined if not
 * found.
 */
export interface ResponseCache {
  readonly tag: string;
  /** The mark for the next request, which then gets the changes only. */
  readonly mark: string | undefined;
  readonly overview: Overview | undefined;
  readonly unit: UnitView | undefined;
  readonly run: RunView | undefined;
}

/** The response for what does not exist. */
export const noAnswer: ResponseCache = {
  tag: "",
  mark: undefined,
  overview: undefined,
  unit: undefined,
  run: undefined,
};

/** A response as received: whole, or the changes since the one before. */
type Received = (Overview | OverviewChange | UnitView | RunView | RunChange) & { readonly mark?: string };

/** Returns the response that holds from now on: the received one, or the one before with its changes. */
export function nextAnswer(
  before: ResponseCache | undefined,
  { tag, value }: { readonly tag: string; readonly value: Received },
): ResponseCache {
  const { mark } = value;
  const none = { ...noAnswer, tag, mark };
  if ("removed" in value) {
    return { ...none, overview: before?.overview && changedOverview(before.overview, value) };
  }
  if ("changed" in value) {
    return { ...none, run: before?.run && changedRun(before.run, value) };
  }
  if ("units" in value) {
    return { ...none, overview: value };
  }
  return "objects" in value ? { ...none, run: value } : { ...none, unit: value };
}

/** Returns the overview after a change. Complexity: O(units), O(units × log units) for new ones. */
function changedOverview(
  before: Overview,
  { removed, units: changed, notices = before.notices, ...rest }: OverviewChange,
): Overview {
  const units = new Map(before.units.map((unit) => [unit.name, unit]));
  const known = units.size;
  for (const unit of changed) {
    units.set(unit.name, unit);
  }
  const hasNew = units.size > known;
  for (const name of removed) {
    units.delete(name);
  }
  const all = [...units.values()];
  const sorted = hasNew ? all.toSorted((left, right) => (left.name < right.name ? -1 : 1)) : all;
  return { ...rest, units: sorted, notices };
}

/** Returns the run after a change. Its drawing is the same value as before, and so are unchanged objects. */
function changedRun(before: RunView, { changed, ...rest }: RunChange): RunView {
  const { lanes, edges, width, height, boxWidth, boxHeight } = before;
  const objects = [...before.objects];
  for (const [number, object] of changed) {
    const { x = 0, y = 0 } = objects[number] ?? {};
    objects[number] = { ...object, x, y };
  }
  return { ...rest, objects, lanes, edges, width, height, boxWidth, boxHeight };
}
