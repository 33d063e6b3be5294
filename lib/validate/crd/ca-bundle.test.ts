import test from "ava";

import type { JsonValue } from "../../object/json.ts";
import { definitionFaults } from "../../../fixtures/checked-definition.ts";

/** The faults that the packages of Kubernetes 1.36.3 find. */
const facts: readonly (readonly [title: string, change: JsonValue, faults: string])[] = [
  ["no CA bundle", { url: "https://a" }, ""],
  ["an empty CA bundle", { url: "https://a", caBundle: "" }, ""],
  ["a CA bundle that is not PEM", { url: "https://a", caBundle: "aGVsbG8=" }, ""],
  [
    "a CA bundle that holds no certificate",
    {
      url: "https://a",
      caBundle: "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCk1JSUIKLS0tLS1FTkQgQ0VSVElGSUNBVEUtLS0tLQo=",
    },
    "",
  ],
  [
    "a CA bundle with another type of PEM block",
    {
      url: "https://a",
      caBundle: "LS0tLS1CRUdJTiBQUklWQVRFIEtFWS0tLS0tCk1JSUIKLS0tLS1FTkQgUFJJVkFURSBLRVktLS0tLQo=",
    },
    "",
  ],
];

for (const [title, change, faults] of facts) {
  test(`a webhook with ${title} ${faults === "" ? "has no fault" : `is refused: ${faults}`}`, (t) => {
    t.is(
      definitionFaults({
        spec: {
          conversion: {
            strategy: "Webhook",
            webhook: { clientConfig: change, conversionReviewVersions: ["v1"] },
          },
        },
      }),
      faults,
    );
  });
}
