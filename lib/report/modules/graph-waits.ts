import type { GraphModule, ModuleGraph } from "../../modules/rules/start/module-graph.ts";
import type { Style } from "../terminal/terminal-color.ts";
import type { StartWait } from "../../modules/rules/start/start-barriers.ts";
import { count } from "../../object/message-text.ts";

/** One line about a module's wait, or about a missing requirement. */
export interface GraphWait {
  /** `cni, dns and 7 more`, `prometheus >= 1.2`. */
  readonly on: string;
  /** `until ready`, `missing`. */
  readonly how: string;
  /** `(weight)`; empty for a plain requirement. */
  readonly why: string;
  readonly tone: Style;
}

/**
 * Returns the waits of a module in few lines: its requirements one by one, then the waits it shares with
 * others.
 */
export type WaitLookup = (name: string) => readonly GraphWait[];

/** Creates the lookup of a graph. The lines that modules of one weight share are built once. */
export function waitLookup({ modules, order, missing }: ModuleGraph): WaitLookup {
  const reported = new Map<readonly StartWait[], readonly GraphWait[]>();
  return (name) => {
    const waits = order.waits.get(name) ?? [];
    const shared = reported.get(waits) ?? sharedWaits(waits);
    reported.set(waits, shared);
    const module = modules.get(name);
    return [
      ...waits.flatMap((wait) => (isRequired(wait) ? requiredWait(wait, module) : [])),
      ...(missing.get(name) ?? []).map(({ module: needed, constraint, isOptional }): GraphWait => {
        const on = `${needed} ${constraint}`;
        return isOptional
          ? { on, how: "absent", why: "(optional)", tone: "faint" }
          : { on, how: "missing", why: "", tone: "error" };
      }),
      ...shared,
    ];
  };
}

/** Reports whether a wait is for a requirement of the module itself. */
export function isRequired({ because }: StartWait): boolean {
  return because === "dependency" || because === "optional dependency";
}

function requiredWait(wait: StartWait, module: GraphModule | undefined): GraphWait {
  const constraint = module?.requirements.modules.find((need) => need.module === wait.on)?.constraint ?? "";
  return {
    on: `${wait.on} ${constraint}`.trimEnd(),
    how: `until ${wait.until}`,
    why: wait.because === "optional dependency" ? "(optional)" : "",
    tone: "good",
  };
}

const namesAtMost = 3;

function sharedWaits(waits: readonly StartWait[]): readonly GraphWait[] {
  return (["critical", "weight"] as const).flatMap((because) => {
    const alike = waits.filter((wait) => wait.because === because);
    const [first] = alike;
    return first === undefined
      ? []
      : [{ on: listNames(alike), how: `until ${first.until}`, why: `(${because})`, tone: "faint" as const }];
  });
}

/** Formats a list of names: `a`, `a and b`, `a, b, c and 4 more`. */
function listNames(waits: readonly StartWait[]): string {
  const names = waits.map(({ on }) => on);
  // Folding a single one would save nothing.
  const shown = names.length > namesAtMost + 1 ? names.slice(0, namesAtMost) : names;
  const left = names.length - shown.length;
  const last = left > 0 ? `${String(left)} more` : shown.at(-1);
  const others = left > 0 ? shown : shown.slice(0, -1);
  return [others.join(", "), last].filter((part) => part !== "").join(" and ");
}

/** Summarizes the size of a graph: `8 modules in 4 groups, 2 never start`. */
export function graphSummary({ modules, order }: ModuleGraph): string {
  const stuck = modules.size - order.groups.reduce((sum, group) => sum + group.length, 0);
  const never = `${String(stuck)} never ${stuck === 1 ? "starts" : "start"}`;
  return `${count(modules.size, "module")} in ${count(order.groups.length, "group")}${stuck === 0 ? "" : `, ${never}`}`;
}

/**
 * Formats the weight of a module, in brackets if its requirements freed it from the order of weights, and
 * whether it is critical.
 */
export function weightWords(module: GraphModule, { order }: ModuleGraph): string {
  const isFreed = (order.waits.get(module.name) ?? []).some(isRequired);
  const weight = isFreed ? `(${String(module.weight)})` : String(module.weight);
  return module.isCritical ? `${weight} critical` : weight;
}
