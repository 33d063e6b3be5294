import type { FunctionDeclaration } from "../model/expression.ts";
import { arithmeticFunctions } from "./standard/arithmetic.ts";
import { collectionFunctions } from "./standard/collection.ts";
import { comparisonFunctions } from "./standard/comparison.ts";
import { conversionFunctions } from "./standard/conversion.ts";
import { logicFunctions } from "./standard/logic.ts";
import { textFunctions } from "./standard/text.ts";
import { timeFunctions } from "./standard/time.ts";

/**
 * The functions of every CEL environment (CEL specification, "List of Standard Definitions"), with the ids of
 * its declarations.
 */
export const standardLibrary: readonly FunctionDeclaration[] = [
  ...logicFunctions,
  ...arithmeticFunctions,
  ...comparisonFunctions,
  ...collectionFunctions,
  ...conversionFunctions,
  ...textFunctions,
  ...timeFunctions,
];
