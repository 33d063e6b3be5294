import test from "ava";

import { checkExpression } from "../check/check.ts";
import { fluxEnvironment } from "../environment.ts";
import { compileProgram } from "../evaluate/program.ts";
import { CelFailure } from "../model/expression.ts";
import { parseExpression } from "../syntax/parse.ts";

/** The value of an expression, or the message of its failure. */
function evaluate(text: string): unknown {
  const environment = fluxEnvironment();
  const parsed = parseExpression(text, environment.macros);
  const checked = "expression" in parsed && checkExpression(text, parsed.expression, environment);
  if (checked === false || "faults" in checked) {
    return "not compiled";
  }
  const value = compileProgram(checked, environment).evaluate(() => undefined, { spent: 0, limit: 1000 });
  return value instanceof CelFailure ? value.message : value;
}

test("base64 encodes bytes and decodes text, with or without padding", (t) => {
  t.is(evaluate("base64.encode(b'hello')"), "aGVsbG8=");
  t.is(evaluate("string(base64.decode('aGVsbG8=')) + string(base64.decode('aGVsbG8'))"), "hellohello");
});

test("text that is not base64 is a failure", (t) => {
  t.is(evaluate("base64.decode('a b')"), "illegal base64 data");
});
