import { CelFailure, type Environment, type MessageType } from "../model/expression.ts";
import { type CelType, simpleTypes } from "../model/type.ts";
import type { CelValue } from "../model/value.ts";
import { aString, plain } from "../signature/signature.ts";

const { dyn, string } = simpleTypes;

/** The fields of an object without a schema: every name is a field of any type. */
class AnyFields extends Map<string, CelType> {
  override get(_: string): CelType {
    return dyn;
  }

  override has(_: string): boolean {
    return true;
  }
}

const anyFields = new AnyFields();

/** `Object{}`, `Object.spec{}` and so on: the type names its place in the object. */
function objectMessage(name: string): MessageType {
  return { type: { kind: "object", name, fields: anyFields } };
}

const patchFields = new Map<string, CelType>([
  ["op", string],
  ["path", string],
  ["from", string],
  ["value", dyn],
]);

const patchMessage: MessageType = {
  type: { kind: "object", name: "JSONPatch", fields: patchFields },
  check: (fields) => {
    const wrong = ["op", "path", "from"].find((name) => typeof (fields.get(name) ?? "") !== "string");
    return wrong === undefined
      ? undefined
      : new CelFailure(`unexpected type for JSONPatchType '${wrong}' field`);
  },
};

const escapeKey = {
  name: "jsonpatch.escapeKey",
  overloads: [
    plain({
      id: "string_jsonpatch_escapeKey_string",
      parameters: [aString],
      result: string,
      call: (text): CelValue => text.replaceAll("~", "~0").replaceAll("/", "~1"),
    }),
  ],
};

/**
 * Returns the environment with the types and the function that mutations of admission policies may use:
 * `Object{}` for apply configurations, `JSONPatch{}`, `jsonpatch.escapeKey`. Source: Kubernetes
 * documentation, "Mutating Admission Policy".
 */
export function withPatchTypes(environment: Environment): Environment {
  return {
    ...environment,
    functions: new Map([...environment.functions, [escapeKey.name, escapeKey]]),
    messages: (name) => {
      if (name === "JSONPatch") {
        return patchMessage;
      }
      return name === "Object" || name.startsWith("Object.") ? objectMessage(name) : undefined;
    },
  };
}
