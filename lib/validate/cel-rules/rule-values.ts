import type { Variables } from "../../cel/model/program.ts";
import { plainValue } from "../../cel/model/plain-value.ts";
import type { CelValue } from "../../cel/model/value.ts";
import type { JsonValue } from "../../object/json.ts";
import type { ValidationRule } from "../model/schema.ts";
import { bindValue } from "./schema-bound-value.ts";
import type { CompiledNode } from "./compile-rules.ts";
import type { RuleVariables } from "./rule-outcome.ts";

/**
 * Returns the variables `self` and `oldSelf` of a value, by rule. The old value is bound only if one of the
 * rules uses it.
 */
export function ruleValues(
  { schema, place, rules }: CompiledNode,
  value: JsonValue,
  old: JsonValue | undefined,
): (rule: ValidationRule) => RuleVariables {
  const self = lazy(() => bindValue(value, schema, place.isResourceRoot));
  if (!rules().some(({ usesOldSelf }) => usesOldSelf)) {
    const only = variables(self, () => undefined);
    return () => ({ rule: only, message: only });
  }
  const oldSelf = lazy(() => (old === undefined ? undefined : bindValue(old, schema, place.isResourceRoot)));
  const bare = variables(self, oldSelf);
  const wrapped = variables(self, () => ({ tag: "optional", value: withoutSchema(oldSelf(), old) }));
  return ({ optionalOldSelf }) => ({ rule: optionalOldSelf === true ? wrapped : bare, message: bare });
}

/**
 * As an optional, the server exposes an old object, map or list without its schema: texts whatever their
 * format, fields by their unescaped names.
 */
function withoutSchema(value: CelValue | undefined, written: JsonValue | undefined): CelValue | undefined {
  return typeof written === "object" && written !== null ? plainValue(written) : value;
}

type Lookup = () => CelValue | undefined;

/** Evaluated on first use, so that an invalid value is a failure of that evaluation. */
function lazy(look: Lookup): Lookup {
  let found: { readonly value: CelValue | undefined } | undefined;
  return () => (found ??= { value: look() }).value;
}

function variables(self: Lookup, oldSelf: Lookup): Variables {
  return (name) => {
    if (name === "self") {
      return self();
    }
    return name === "oldSelf" ? oldSelf() : undefined;
  };
}
