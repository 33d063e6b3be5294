import type { FunctionDeclaration } from "../../model/expression.ts";
import { parameter, simpleTypes } from "../../model/type.ts";
import { globalForm, noSuchOverload } from "../../signature/overload-form.ts";

const { bool } = simpleTypes;
const a = parameter("A");

/** The boolean operators, and equality. The evaluator implements all but the negation. */
export const logicFunctions: readonly FunctionDeclaration[] = [
  { name: "_?_:_", overloads: [globalForm("conditional", [a, bool, a, a])] },
  { name: "_&&_", overloads: [globalForm("logical_and", [bool, bool, bool])] },
  { name: "_||_", overloads: [globalForm("logical_or", [bool, bool, bool])] },
  {
    name: "!_",
    overloads: [
      globalForm("logical_not", [bool, bool], (value) =>
        typeof value === "boolean" ? !value : noSuchOverload,
      ),
    ],
  },
  { name: "@not_strictly_false", overloads: [globalForm("not_strictly_false", [bool, bool])] },
  { name: "_==_", overloads: [globalForm("equals", [bool, a, a])] },
  { name: "_!=_", overloads: [globalForm("not_equals", [bool, a, a])] },
];
