import type { Environment } from "../../cel/model/expression.ts";
import { type CelType, simpleTypes } from "../../cel/model/type.ts";
import type { Manifest } from "../../manifest/manifest.ts";
import { field, indexedList, type JsonValue, listField, stringField } from "../../object/json.ts";
import type { FieldFault, FieldPath } from "../model/field-fault.ts";
import { compileExpression, type PolicyExpression } from "./compile-expression.ts";
import { policyEnvironment } from "./policy-environment.ts";

/** An expression with the field that holds it. */
export interface PlacedExpression {
  readonly path: FieldPath;
  readonly expression: PolicyExpression;
}

/** One of the `validations` of a policy. */
export interface PolicyValidation extends PlacedExpression {
  readonly message?: string;
  readonly messageExpression?: PolicyExpression;
}

/** One of the `mutations` of a policy. */
export interface PolicyMutation extends PlacedExpression {
  readonly isJsonPatch: boolean;
}

/** A policy whose expressions are valid. */
export interface CompiledPolicy {
  readonly manifest: Manifest;
  readonly ignoresFailures: boolean;
  readonly paramKind: JsonValue | undefined;
  readonly constraints: JsonValue | undefined;
  readonly conditions: readonly PlacedExpression[];
  readonly variables: ReadonlyMap<string, PolicyExpression>;
  readonly validations: readonly PolicyValidation[];
  readonly annotations: readonly PlacedExpression[];
  readonly mutations: readonly PolicyMutation[];
}

/** A compiled policy, absent if one of its expressions has a fault. */
export interface PolicyCompilation {
  readonly policy?: CompiledPolicy;
  readonly faults: readonly FieldFault[];
}

/** The types that the expressions of a policy may have, as CEL writes them. */
const accepted = {
  condition: ["bool"],
  message: ["string"],
  annotation: ["string", "null_type"],
  ApplyConfiguration: ["Object"],
  JSONPatch: ["list(JSONPatch)"],
} as const;

/**
 * Compiles all expressions of a ValidatingAdmissionPolicy or a MutatingAdmissionPolicy as the API server does
 * when one is created; once for each manifest. Fields that are missing or empty are not faults here.
 */
export function compilePolicy(manifest: Manifest, minor: number): PolicyCompilation {
  const known = compilations.get(manifest);
  if (known?.minor === minor) {
    return known.compilation;
  }
  const compilation = compileAll(manifest, minor);
  compilations.set(manifest, { minor, compilation });
  return compilation;
}

const compilations = new WeakMap<
  Manifest,
  { readonly minor: number; readonly compilation: PolicyCompilation }
>();

function compileAll(manifest: Manifest, minor: number): PolicyCompilation {
  const spec = field(manifest.value, "spec");
  const work = startWork(spec, minor, manifest.kind === "MutatingAdmissionPolicy");
  const conditions = listOfExpressions(work, "matchConditions", {
    name: "expression",
    environment: work.environments.condition,
    accepts: accepted.condition,
  });
  const policy = {
    manifest,
    ignoresFailures: stringField(spec, "failurePolicy") === "Ignore",
    paramKind: field(spec, "paramKind"),
    constraints: field(spec, "matchConstraints"),
    conditions,
    variables: work.variables,
    validations: compileValidations(work),
    annotations: listOfExpressions(work, "auditAnnotations", {
      name: "valueExpression",
      environment: work.environments.validation,
      accepts: accepted.annotation,
    }),
    mutations: compileMutations(work),
  };
  return work.faults.length === 0 ? { policy, faults: [] } : { faults: work.faults };
}

interface Work {
  readonly spec: JsonValue | undefined;
  readonly faults: FieldFault[];
  readonly variables: ReadonlyMap<string, PolicyExpression>;
  readonly environments: Readonly<Record<"condition" | "validation" | "message", Environment>>;
}

/** Compiles the variables, each of which may use those before it, and prepares the environments. */
function startWork(spec: JsonValue | undefined, minor: number, isMutating: boolean): Work {
  const faults: FieldFault[] = [];
  const variables = new Map<string, PolicyExpression>();
  const types = new Map<string, CelType>();
  const hasParams = (field(spec, "paramKind") ?? null) !== null;
  const written = indexedList(spec, "variables");
  const isComposed = isMutating || written.length > 0;
  const scope = (hasAuthorizer: boolean): Environment =>
    policyEnvironment(minor, {
      hasParams,
      hasAuthorizer,
      hasPatchTypes: isMutating,
      ...(isComposed ? { variables: types } : {}),
    });
  for (const [index, variable] of written) {
    const name = stringField(variable, "name") ?? "";
    const at = ["spec", "variables", index, "expression"];
    const found = compileAt(faults, { path: at, text: stringField(variable, "expression") }, scope(true));
    types.set(name, found?.expression.type ?? simpleTypes.dyn);
    if (found !== undefined) {
      variables.set(name, found.expression);
    }
  }
  const condition = policyEnvironment(minor, { hasParams, hasAuthorizer: true });
  const environments = { condition, validation: scope(true), message: scope(false) };
  return { spec, faults, variables, environments };
}

interface Written {
  readonly path: FieldPath;
  readonly text: string | undefined;
  readonly accepts?: readonly string[];
}

function compileAt(
  faults: FieldFault[],
  { path, text, accepts }: Written,
  environment: Environment,
): PlacedExpression | undefined {
  if (text === undefined || text.trim() === "") {
    return undefined;
  }
  const found = compileExpression(text, environment, accepts);
  if ("faults" in found) {
    faults.push(...found.faults.map((fault) => ({ ...fault, reason: "FieldValueInvalid" as const, path })));
    return undefined;
  }
  return { path, expression: found };
}

interface ExpressionField {
  readonly name: string;
  readonly environment: Environment;
  readonly accepts: readonly string[];
}

function listOfExpressions(
  { spec, faults }: Work,
  list: string,
  { name, environment, accepts }: ExpressionField,
): readonly PlacedExpression[] {
  return indexedList(spec, list)
    .map(([index, entry]) => {
      const path = ["spec", list, index, name];
      return compileAt(faults, { path, text: stringField(entry, name), accepts }, environment);
    })
    .filter((found) => found !== undefined);
}

function compileValidations({ spec, faults, environments }: Work): readonly PolicyValidation[] {
  return indexedList(spec, "validations").flatMap(([index, entry]) => {
    const at = ["spec", "validations", index];
    const written = (name: string): Written => ({ path: [...at, name], text: stringField(entry, name) });
    const rule = compileAt(
      faults,
      { ...written("expression"), accepts: accepted.condition },
      environments.validation,
    );
    const message = stringField(entry, "message");
    const dynamic = compileAt(
      faults,
      { ...written("messageExpression"), accepts: accepted.message },
      environments.message,
    );
    return rule === undefined
      ? []
      : [
          {
            ...rule,
            ...(message === undefined ? {} : { message }),
            ...(dynamic === undefined ? {} : { messageExpression: dynamic.expression }),
          },
        ];
  });
}

const patchFields = [
  ["applyConfiguration", "ApplyConfiguration"],
  ["jsonPatch", "JSONPatch"],
] as const;

function compileMutations({ spec, faults, environments }: Work): readonly PolicyMutation[] {
  return listField(spec, "mutations").flatMap((entry, index) =>
    patchFields.flatMap(([name, patchType]) => {
      if (stringField(entry, "patchType") !== patchType) {
        return [];
      }
      const path = ["spec", "mutations", index, name, "expression"];
      const text = stringField(field(entry, name), "expression");
      const written = { path, text, accepts: accepted[patchType] };
      const found = compileAt(faults, written, environments.validation);
      return found === undefined ? [] : [{ ...found, isJsonPatch: patchType === "JSONPatch" }];
    }),
  );
}
