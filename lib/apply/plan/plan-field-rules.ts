import type { Clock } from "../../async/clock.ts";
import type { JqPaths } from "../../fields/jq/jq-paths.ts";
import { withSentData } from "../../inventory/apply-body.ts";
import { leavable, pointedAt } from "../../inventory/named-fields.ts";
import type { Manifest } from "../../manifest/manifest.ts";
import { fieldOrigin } from "../../manifest/locate-field.ts";
import { compareDiagnostics, type Diagnostic } from "../../object/diagnostic/diagnostic.ts";
import {
  allObjects,
  annotatedFields,
  fieldAnnotation,
  type FieldRule,
  isTarget,
  type ObjectFieldRule,
  placeAt,
} from "../../object/field-rule.ts";
import type { JsonObject, Path } from "../../object/json.ts";
import type { PlanResult } from "../../plan/make-plan.ts";
import { type Plan, plannedObjects, type PlannedObject } from "../../plan/plan.ts";
import { ClaimedPaths } from "./claimed-paths.ts";

/**
 * Adds to each object of a plan the rules about its fields: those in its annotations, then the others in
 * their order. Expressions of jq that cannot be used are errors, and refuse the plan.
 */
export async function withFieldRules(
  planned: PlanResult,
  rules: readonly FieldRule[],
  { clock }: Timed,
): Promise<PlanResult> {
  const { plan } = planned;
  const naming = new Naming(clock);
  try {
    await naming.checkSyntax(rules);
    const groups: (typeof plan.groups)[number][] = [];
    for (const group of plan.groups) {
      groups.push({ ...group, objects: await naming.nameAll(group.objects, rules) });
    }
    const found = naming.diagnostics;
    const diagnostics =
      found.length === 0 ? plan.diagnostics : [...plan.diagnostics, ...found].toSorted(compareDiagnostics);
    return {
      ...planned,
      refused: planned.refused || found.length > 0,
      plan: { ...plan, groups, diagnostics },
    };
  } finally {
    naming.close();
  }
}

/**
 * Returns the places of the rules that name a field of an object, or a field manager for one: of all objects
 * of the set, whether or not the action of the plan applies them, and whether or not an earlier rule decides.
 */
export async function fieldRulesInUse(
  plan: Plan,
  rules: readonly FieldRule[],
  { clock }: Timed,
): Promise<ReadonlySet<string>> {
  const naming = new Naming(clock);
  const used = new Set<string>();
  try {
    for (const manifest of plannedObjects(plan)) {
      const open = rules.filter((rule) => !used.has(rule.place) && isFor(rule, manifest));
      for (const place of await naming.usedAmong(open, manifest)) {
        used.add(place);
      }
    }
    return used;
  } finally {
    naming.close();
  }
}

interface Timed {
  readonly clock: Pick<Clock, "after">;
}

/** The fields that rules name in manifests. jq is started with the first expression. */
class Naming {
  readonly diagnostics: Diagnostic[] = [];
  readonly #clock: Timed["clock"];
  /** Expressions that cannot be used, each reported once. */
  readonly #unusable = new Set<string>();
  #jq: JqPaths | undefined;

  constructor(clock: Timed["clock"]) {
    this.#clock = clock;
  }

  /** Checks the expressions of all rules, including those that match no object. */
  async checkSyntax(rules: readonly FieldRule[]): Promise<void> {
    const checked = new Set<string>();
    for (const rule of rules) {
      for (const expression of rule.jq.filter((one) => !checked.has(one))) {
        checked.add(expression);
        await this.#evaluate(expression, {}, { rule });
      }
    }
  }

  async nameAll(
    objects: readonly PlannedObject[],
    rules: readonly FieldRule[],
  ): Promise<readonly PlannedObject[]> {
    const named: PlannedObject[] = [];
    for (const object of objects) {
      const { manifest } = object;
      const applicable = rules.filter((rule) => isFor(rule, manifest));
      const fieldRules = await this.#nameIn(manifest, [...rulesInAnnotations(manifest), ...applicable]);
      named.push(fieldRules.length === 0 ? object : { ...object, fieldRules });
    }
    return named;
  }

  /** Returns the places of the rules that name something of a manifest, each by itself. */
  async usedAmong(rules: readonly FieldRule[], manifest: Manifest): Promise<readonly string[]> {
    const used: string[] = [];
    for (const rule of rules) {
      used.push(...(await this.#nameIn(manifest, [rule])).map(({ place }) => place));
    }
    return used;
  }

  close(): void {
    this.#jq?.close();
  }

  async #nameIn(manifest: Manifest, rules: readonly FieldRule[]): Promise<readonly ObjectFieldRule[]> {
    const claimed = new ClaimedPaths(withSentData(manifest.value));
    const named: ObjectFieldRule[] = [];
    for (const rule of rules) {
      const { meaning, managers, place } = rule;
      const byJq = await this.#namedByJq(manifest, rule);
      const paths = [...pointedAt(rule.pointers, manifest.value), ...byJq].flatMap((path) =>
        claimed.claim(path),
      );
      if (paths.length + managers.length > 0) {
        named.push({ meaning, paths, managers, place });
      }
    }
    return named;
  }

  async #namedByJq({ key, value }: Manifest, rule: FieldRule): Promise<readonly Path[]> {
    const whole = rule.jq.length === 0 ? value : withSentData(value);
    const found: (readonly Path[])[] = [];
    for (const expression of rule.jq) {
      found.push(await this.#evaluate(expression, whole, { rule, key }));
    }
    return leavable(
      found.flat().filter((path) => path.length > 0),
      value,
    );
  }

  async #evaluate(
    expression: string,
    value: JsonObject,
    { rule: { place, origin }, key }: { readonly rule: FieldRule; readonly key?: string },
  ): Promise<readonly Path[]> {
    if (this.#unusable.has(expression)) {
      return [];
    }
    if (this.#jq === undefined) {
      const { JqPaths: Paths } = await import("../../fields/jq/jq-paths.ts");
      this.#jq = new Paths(this.#clock);
    }
    const answer = await this.#jq.find(expression, value);
    if ("paths" in answer) {
      return answer.paths;
    }
    this.#unusable.add(expression);
    const object = key === undefined ? "" : ` on ${key}`;
    const fault =
      answer.fault === "syntax"
        ? `does not compile: ${answer.message}`
        : `takes longer than a second or too much memory, or names more than 10000 fields${object}`;
    const message = `the jq path of the field rule at ${place} ${fault}`;
    const at = origin === undefined ? {} : { origin };
    this.diagnostics.push({ code: "FieldRuleInvalid", severity: "error", message, ...at });
    return [];
  }
}

function isFor({ targets }: FieldRule, { ref, value }: Manifest): boolean {
  return isTarget(targets, ref, value);
}

function rulesInAnnotations(manifest: Manifest): readonly FieldRule[] {
  return annotatedFields(manifest.value).map((annotated) => {
    const key = fieldAnnotation(annotated.meaning);
    const origin = fieldOrigin(manifest, ["metadata", "annotations", key], "key");
    return { ...annotated, targets: allObjects, ...placeAt(origin) };
  });
}
