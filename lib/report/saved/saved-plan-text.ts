import type { DiffVerb, ObjectDiff } from "../../object/field-change.ts";
import { nameSet, type ObjectNames, withNamespace } from "../../object/object-name.ts";
import { maskObject } from "../../redact/redact-object.ts";
import type { DecisionWord, SavedDecision, SavedPlan } from "../../saved/saved-plan.ts";
import { diffBlocks, type DiffStyle } from "../diff/diff-text.ts";
import { harmlessJson } from "../document/json-document.ts";
import {
  alignColumns,
  columnWidths,
  emptyCell,
  type Line,
  nameCell,
  tonedCell,
} from "../terminal/columns.ts";
import { escapeControl } from "../terminal/escape-control.ts";
import { type Colorize, makePaint, type Style } from "../terminal/terminal-color.ts";

const tones: Readonly<Record<DecisionWord, Style>> = {
  create: "good",
  update: "note",
  recreate: "warning",
  "take-over": "note",
  unchanged: "faint",
  left: "faint",
  refused: "error",
  run: "plain",
};

/**
 * Formats a saved plan: the groups with the decision on each object, then the fields that change.
 *
 *     release shop in namespace web, upgrade, revision 4: saved by converge 0.1.0 for Kubernetes v1.36.1
 *
 *     GROUP  OBJECT          DECISION
 *     1      ConfigMap/env   update
 *            Secret/db       unchanged
 *     2      Deployment/web  create
 *
 *     change ConfigMap/env
 *       ~ data.a: 1 → 2
 *
 *     namespace web: 1 create, 1 update, 1 unchanged
 */
export function savedPlanText(saved: SavedPlan, style: DiffStyle): string {
  const paint = makePaint(style.color);
  const names = nameSet(keysOf(saved));
  const blocks = diffBlocks(changesOf(saved), names, style);
  const parts = [headOf(saved), ...tableOf(saved, names, paint), ...blocks];
  return `${parts.join("\n\n")}\n\n${savedPlanSummary(saved, style)}`;
}

/** Formats the number of decisions of each kind in one line. */
export function savedPlanSummary(saved: SavedPlan, { color }: DiffStyle): string {
  const names = nameSet(keysOf(saved));
  const words = decisionsOf(saved).map(({ decision }) => decision);
  const counts = Object.keys(tones).flatMap((word) => {
    const amount = words.filter((one) => one === word).length;
    return amount === 0 ? [] : [`${amount} ${word}`];
  });
  const pruned = saved.prunes.filter(({ kept }) => !kept).length;
  const all = [...counts, ...(pruned === 0 ? [] : [`${pruned} prune`])];
  const text = withNamespace(all.length === 0 ? "nothing to do" : all.join(", "), names.namespace);
  return `${makePaint(color)("strong", text)}\n`;
}

/** Formats a saved plan as JSON, as it is in its file, with hidden values masked. */
export function savedPlanJson(saved: SavedPlan): string {
  const objects = saved.objects.map((one) => ({ ...one, object: maskObject(one.object) }));
  return `${harmlessJson({ ...saved, objects }, 2)}\n`;
}

function keysOf(saved: SavedPlan): readonly string[] {
  return [...decisionsOf(saved), ...saved.prunes].map(({ ref }) => ref);
}

function decisionsOf({ groups }: SavedPlan): readonly SavedDecision[] {
  return groups.flatMap(({ objects }) => objects);
}

function headOf(saved: SavedPlan): string {
  const { release, namespace, action, revision, converge, server, leftOut, options } = saved;
  const recorded = revision.next === null ? "no new revision" : `revision ${revision.next}`;
  const made = `saved by converge ${converge} for Kubernetes ${server}`;
  const lines = [`release ${release} in namespace ${namespace}, ${action}, ${recorded}: ${made}`];
  const missing = leftOut.map((part) =>
    part === "documents" ? "rules that are not objects" : "hidden values",
  );
  const remark = `without ${missing.join(" and ")}: applying it reads the sources again`;
  const flags = flagsOf(options);
  return [
    ...lines,
    ...(flags.length === 0 ? [] : [`with ${flags.join(" ")}`]),
    ...(missing.length === 0 ? [] : [remark]),
  ]
    .map((line) => escapeControl(line))
    .join("\n");
}

/** The flags of `apply` for the options that are not the usual ones, except time limits. */
function flagsOf(options: SavedPlan["options"]): readonly string[] {
  const { allowPrune, compat, sourceRevision } = options;
  const switches: readonly (readonly [flag: string, isOther: boolean])[] = [
    ["--prune=false", !options.prune],
    ["--delete-contents", options.deleteContents],
    ["--force-conflicts=false", !options.forceConflicts],
    ["--recreate", options.recreate],
    ["--create-namespace", options.createNamespace],
    ["--hooks=false", !options.hooks],
  ];
  const values: readonly (readonly [flag: string, value: string, usual: string])[] = [
    ["--max-prune", options.maxPrune, "25%"],
    ["--allow-prune", allowPrune.join(","), ""],
    ["--prune-propagation-policy", options.prunePropagationPolicy, "Background"],
    ["--validate", options.validate, "strict"],
    ["--inventory-policy", options.inventoryPolicy, "adopt"],
    ["--external-deps", options.externalDeps, "error"],
    ["--compat", compat ?? "", ""],
    ["--source-revision", sourceRevision ?? "", ""],
  ];
  return [
    ...switches.flatMap(([flag, isOther]) => (isOther ? [flag] : [])),
    ...values.flatMap(([flag, value, usual]) => (value === usual ? [] : [`${flag}=${value}`])),
  ];
}

/** Empty if there is no object. */
function tableOf({ groups }: SavedPlan, names: ObjectNames, paint: Colorize): readonly string[] {
  const rows = groups.flatMap(({ index, objects }) =>
    objects.map((object, place): Line => [
      place === 0 ? tonedCell(paint, "strong", String(index)) : emptyCell,
      nameCell(paint, names.nameOf(object.ref)),
      tonedCell(paint, tones[object.decision], wordsOf(object)),
    ]),
  );
  const titles = ["GROUP", "OBJECT", "DECISION"].map((title) => tonedCell(paint, "faint", title));
  const lines = [titles, ...rows];
  return rows.length === 0 ? [] : [alignColumns(lines, columnWidths(lines)).join("\n")];
}

function wordsOf({ decision, hook, reason }: SavedDecision): string {
  const event = hook === null ? "" : ` as ${hook} hook`;
  return `${decision}${event}${reason === undefined ? "" : `: ${reason}`}`;
}

const verbs: Readonly<Record<DecisionWord, DiffVerb>> = {
  create: "create",
  update: "change",
  recreate: "recreate",
  "take-over": "change",
  unchanged: "unchanged",
  left: "unchanged",
  refused: "unchanged",
  run: "change",
};

/** The changes as a diff shows them. New objects are not shown field by field: the file has them. */
function changesOf(saved: SavedPlan): readonly ObjectDiff[] {
  const decided = decisionsOf(saved).map(({ ref, decision, changes, notes, live }): ObjectDiff => ({
    key: ref,
    verb: decision === "run" && live === null ? "create" : verbs[decision],
    changes: live === null ? [] : changes,
    ...(notes === undefined ? {} : { notes }),
  }));
  const pruned = saved.prunes.map(({ ref, kept, notes = [] }): ObjectDiff => {
    const all = [...(kept ? ["it stays, and leaves the release"] : []), ...notes];
    return {
      key: ref,
      verb: kept ? "unchanged" : "prune",
      changes: [],
      ...(all.length === 0 ? {} : { notes: all }),
    };
  });
  return [...decided.filter(({ verb, notes }) => verb !== "create" || notes !== undefined), ...pruned];
}
