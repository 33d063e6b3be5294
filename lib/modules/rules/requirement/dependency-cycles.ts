import { compareText } from "../../../object/object-ref.ts";
import { neededModules } from "./requirements.ts";
import { dependentsOf } from "./dependents.ts";
import { componentsOf } from "../../../dag/strongly-connected.ts";
import { shortestWay } from "../../../dag/adjacency.ts";
import type { CandidateModule, PlatformState } from "./platform-state.ts";

/** A cycle of dependencies: each module needs the next, and the last one is the first again. */
export type DependencyCycle = readonly string[];

type Needing = Pick<CandidateModule, "name" | "requirements">;
type Ways = ReadonlyMap<string, readonly string[]>;

/** Names shown at each end of a long cycle. */
const shown = 8;

/** Formats a cycle, `a → b → a`; the middle of a long one is left out, so that it fits into a message. */
export function formatLoop(loop: DependencyCycle): string {
  const names = loop.length > 2 * shown + 1 ? [...loop.slice(0, shown), "…", ...loop.slice(-shown)] : loop;
  return names.join(" → ");
}

/**
 * Returns the cycles of dependencies among modules, including optional ones, each once, starting with its
 * smallest name; sorted by their names. There may be more cycles than anyone could read: only the shortest
 * through each dependency is returned, so that each dependency in a cycle is in one of them. O(dependencies),
 * and for dependencies that share cycles at worst the square of their number.
 */
export function dependencyLoops(modules: Iterable<Needing>): readonly DependencyCycle[] {
  const ways = waysOf(modules);
  const found = new Map<string, DependencyCycle>();
  for (const component of componentsOf(ways.keys(), (name) => ways.get(name) ?? [])) {
    for (const loop of component.length > 1 ? cyclesInComponent(component, ways) : []) {
      found.set(loop.join("/"), loop);
    }
  }
  return [...found].toSorted(([left], [right]) => compareText(left, right)).map(([, loop]) => loop);
}

function waysOf(modules: Iterable<Needing>): Ways {
  const sorted = [...modules].toSorted((left, right) => compareText(left.name, right.name));
  return new Map(
    sorted.map(({ name, requirements }) => {
      return [name, [...new Set(neededModules(name, requirements))].toSorted(compareText)];
    }),
  );
}

function cyclesInComponent(component: readonly string[], ways: Ways): readonly DependencyCycle[] {
  const members = new Set(component);
  const leadsTo = (name: string): readonly string[] =>
    (ways.get(name) ?? []).filter((target) => members.has(target));
  const given = new Set<string>();
  const loops: DependencyCycle[] = [];
  for (const from of component.toSorted(compareText)) {
    for (const to of leadsTo(from)) {
      const way = given.has(`${from}/${to}`) ? [] : shortestWay(to, from, leadsTo);
      if (way.length > 0) {
        loops.push(rotated(way));
        report([from, ...way], given);
      }
    }
  }
  return loops;
}

/** Names of modules contain no slash. */
function report(loop: DependencyCycle, given: Set<string>): void {
  for (const [at, name] of loop.entries()) {
    given.add(`${name}/${loop[at + 1] ?? ""}`);
  }
}

/**
 * Rotates a cycle, given without its repeated end, to start with the smallest name, and repeats that at the
 * end.
 */
function rotated(around: readonly string[]): DependencyCycle {
  const [smallest = ""] = around.toSorted(compareText);
  const start = around.indexOf(smallest);
  return [...around.slice(start), ...around.slice(0, start), smallest];
}

/**
 * Returns the cycle that a module closes among the installed ones, itself first and last; undefined if it
 * closes none. Requirements of an overridden module are not followed, nor an optional dependency on a module
 * that is absent or off. A mandatory one is followed, because it has to be enabled.
 */
export function cycleClosedBy(
  candidate: CandidateModule,
  platform: PlatformState,
): DependencyCycle | undefined {
  if (dependentsOf(candidate.name, platform).length === 0) {
    return undefined;
  }
  const isOn = (name: string): boolean =>
    name === candidate.name || platform.modules.get(name)?.isEnabled === true;
  const loop = shortestWay(candidate.name, candidate.name, (name) => {
    if (name === candidate.name) {
      return followed(candidate, isOn);
    }
    const installed = platform.modules.get(name);
    return installed === undefined || installed.isOverridden ? [] : followed(installed, isOn);
  });
  return loop.length === 0 ? undefined : loop;
}

function followed({ name, requirements }: Needing, isOn: (name: string) => boolean): readonly string[] {
  const names: string[] = [];
  for (const { module, isOptional } of requirements.modules) {
    if (module !== name && (!isOptional || isOn(module))) {
      names.push(module);
    }
  }
  return names;
}

/**
 * Returns the message that refuses a module which closes a cycle: `module dependency error: …`, with the
 * cycle at the end. The platform's own text, which is not in its documentation, begins with "module depency
 * error" and does not show the cycle.
 */
export function loopFault(candidate: CandidateModule, platform: PlatformState): string | undefined {
  const loop = cycleClosedBy(candidate, platform);
  const last = loop?.at(-2);
  return loop === undefined || last === undefined
    ? undefined
    : `module dependency error: add '${candidate.name}' module release dependencies forms a dependency loop with the installed "${last}" module: ${formatLoop(loop)}`;
}
