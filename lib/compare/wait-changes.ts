import { compareText } from "../object/object-ref.ts";
import { formatPath } from "../plan/format-reason.ts";
import { originOf, type Plan, type Wait } from "../plan/plan.ts";
import type { ChangeArrow, WaitChange } from "./set-comparison.ts";

/** A wait of an object. */
interface OwnWait {
  readonly key: string;
  readonly wait: Wait;
}

/**
 * Returns the waits that only one of two plans has, as far as both have the objects; a wait for an object of
 * the cluster counts too. A wait that has another reason than before is the same. Complexity: O(waits log
 * waits).
 */
export function waitChanges(base: Plan, head: Plan): readonly WaitChange[] {
  const common = refsOf(base).intersection(refsOf(head));
  const before = waitsAmong(base, common);
  const after = waitsAmong(head, common);
  return [...changesOf("lost", before, after), ...changesOf("new", after, before)].toSorted(
    (left, right) =>
      compareText(left.key, right.key) ||
      compareText(left.on, right.on) ||
      compareText(left.kind, right.kind) ||
      compareText(left.until, right.until),
  );
}

function refsOf({ groups }: Plan): Set<string> {
  return new Set(groups.flatMap(({ objects }) => objects.map(({ manifest }) => manifest.key)));
}

function waitsAmong({ groups }: Plan, common: ReadonlySet<string>): ReadonlyMap<string, OwnWait> {
  const objects = groups.flatMap((group) => group.objects).filter(({ manifest }) => common.has(manifest.key));
  return new Map(
    objects.flatMap(({ manifest: { key }, waitsFor }) =>
      waitsFor
        .filter(({ on, external }) => external || common.has(on))
        .map((wait) => [JSON.stringify([key, wait.on, wait.until]), { key, wait }] as const),
    ),
  );
}

function changesOf(
  kind: WaitChange["kind"],
  these: ReadonlyMap<string, OwnWait>,
  others: ReadonlyMap<string, OwnWait>,
): readonly WaitChange[] {
  return [...these]
    .filter(([id]) => !others.has(id))
    .map(([, { key, wait }]) => ({
      kind,
      key,
      on: wait.on,
      until: wait.until,
      rule: wait.rule,
      external: wait.external,
      cause: wait.cause.reason ?? formatPath(wait.cause.path),
      origin: originOf(wait.cause),
    }));
}

/** Returns the waits of a plan between some of its objects, each pair once. */
export function changeArrows({ groups }: Plan, keys: ReadonlySet<string>): readonly ChangeArrow[] {
  const objects = groups.flatMap((group) => group.objects).filter(({ manifest }) => keys.has(manifest.key));
  const arrows = objects.flatMap(({ manifest: { key }, waitsFor }) =>
    waitsFor.filter(({ on }) => keys.has(on)).map(({ on, until }) => ({ key, on, until })),
  );
  return [
    ...new Map(arrows.map((arrow) => [JSON.stringify([arrow.key, arrow.on]), arrow])).values(),
  ].toSorted((left, right) => compareText(left.key, right.key) || compareText(left.on, right.on));
}
