import test from "ava";

import { isCreditCard, isIsbn10, isIsbn13 } from "./format.ts";

interface Verdicts {
  readonly accepted: readonly string[];
  readonly refused: readonly string[];
}

/** Tests texts that the packages of Kubernetes 1.36.3 accept and refuse. */
function testVerdicts(what: string, isValid: (text: string) => boolean, verdicts: Verdicts): void {
  for (const text of verdicts.accepted) {
    test(`${JSON.stringify(text)} is ${what}`, (t) => {
      t.true(isValid(text));
    });
  }
  for (const text of verdicts.refused) {
    test(`${JSON.stringify(text)} is not ${what}`, (t) => {
      t.false(isValid(text));
    });
  }
}

testVerdicts("a credit card number", isCreditCard, {
  accepted: [
    "4111111111111111",
    "4111 1111 1111 1111",
    "4111-1111-1111-1111",
    "5500000000000004",
    "5105105105105100",
    "340000000000009",
    "378282246310005",
    "30000000000004",
    "6011000000000004",
    "6011111111111117",
    "3530111333300000",
    "4111a1111b1111c1111",
    "4222222222222",
  ],
  refused: [
    "4111111111111112",
    "2223003122003222",
    "0000000000000000",
    "411111111111111",
    "41111111111111111",
    "",
  ],
});

testVerdicts("an ISBN-10", isIsbn10, {
  accepted: ["0306406152", "0-306-40615-2", "0 306 40615 2", "080442957X", "0000000000"],
  refused: [
    "0306406153",
    "080442957x",
    "0804429570",
    "X804429570",
    "030640615",
    "03064061521",
    "",
    "abcdefghij",
    "0_306406152",
  ],
});

testVerdicts("an ISBN-13", isIsbn13, {
  accepted: ["9780306406157", "978-0-306-40615-7", "978 0 306 40615 7", "9790000000001", "0000000000000"],
  refused: [
    "9780306406158",
    "9770306406157",
    "978030640615",
    "97803064061571",
    "0306406152",
    "",
    "978030640615X",
  ],
});
