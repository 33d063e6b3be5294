import test from "ava";

import type { JsonValue } from "../../object/json.ts";
import { definitionFaults } from "../../../fixtures/checked-definition.ts";

/** The faults that the packages of Kubernetes 1.36.3 find. */
const facts: readonly (readonly [title: string, change: JsonValue, faults: string])[] = [
  [
    "specReplicasPath and statusReplicasPath",
    { scale: { specReplicasPath: ".spec.n", statusReplicasPath: ".status.n" } },
    "",
  ],
  [
    "a labelSelectorPath in status",
    {
      scale: { specReplicasPath: ".spec.n", statusReplicasPath: ".status.n", labelSelectorPath: ".status.s" },
    },
    "",
  ],
  [
    "a labelSelectorPath in spec",
    { scale: { specReplicasPath: ".spec.n", statusReplicasPath: ".status.n", labelSelectorPath: ".spec.s" } },
    "",
  ],
  [
    "no specReplicasPath",
    { scale: { specReplicasPath: "", statusReplicasPath: ".status.n" } },
    "Required spec.subresources.scale.specReplicasPath",
  ],
  [
    "no statusReplicasPath",
    { scale: { specReplicasPath: ".spec.n", statusReplicasPath: "" } },
    "Required spec.subresources.scale.statusReplicasPath",
  ],
  [
    "a specReplicasPath in status",
    { scale: { specReplicasPath: ".status.n", statusReplicasPath: ".status.n" } },
    "Invalid spec.subresources.scale.specReplicasPath",
  ],
  [
    "a statusReplicasPath in spec",
    { scale: { specReplicasPath: ".spec.n", statusReplicasPath: ".spec.n" } },
    "Invalid spec.subresources.scale.statusReplicasPath",
  ],
  [
    "a path without a dot",
    { scale: { specReplicasPath: "spec.n", statusReplicasPath: ".status.n" } },
    "Invalid spec.subresources.scale.specReplicasPath",
  ],
  [
    "a path to spec itself",
    { scale: { specReplicasPath: ".spec", statusReplicasPath: ".status.n" } },
    "Invalid spec.subresources.scale.specReplicasPath",
  ],
  ["a path into a list", { scale: { specReplicasPath: ".spec.a[0]", statusReplicasPath: ".status.n" } }, ""],
  [
    "a path in braces",
    { scale: { specReplicasPath: "{.spec.n}", statusReplicasPath: ".status.n" } },
    "Invalid spec.subresources.scale.specReplicasPath",
  ],
  ["a deep path", { scale: { specReplicasPath: ".spec.a.b.c", statusReplicasPath: ".status.n" } }, ""],
  [
    "a path to specs",
    { scale: { specReplicasPath: ".specs.n", statusReplicasPath: ".status.n" } },
    "Invalid spec.subresources.scale.specReplicasPath",
  ],
  [
    "an empty labelSelectorPath",
    { scale: { specReplicasPath: ".spec.n", statusReplicasPath: ".status.n", labelSelectorPath: "" } },
    "",
  ],
  [
    "a labelSelectorPath outside spec and status",
    {
      scale: {
        specReplicasPath: ".spec.n",
        statusReplicasPath: ".status.n",
        labelSelectorPath: ".metadata.labels",
      },
    },
    "Invalid spec.subresources.scale.labelSelectorPath",
  ],
  [
    "a labelSelectorPath into a list",
    {
      scale: {
        specReplicasPath: ".spec.n",
        statusReplicasPath: ".status.n",
        labelSelectorPath: ".status.a[0]",
      },
    },
    "",
  ],
  [
    "a labelSelectorPath with brackets",
    {
      scale: {
        specReplicasPath: ".spec.n",
        statusReplicasPath: ".status.n",
        labelSelectorPath: ".status['a']",
      },
    },
    "Invalid spec.subresources.scale.labelSelectorPath",
  ],
  [
    "an empty scale",
    { scale: {} },
    "Required spec.subresources.scale.specReplicasPath, Required spec.subresources.scale.statusReplicasPath",
  ],
  ["only a status", { status: {} }, ""],
];

for (const [title, change, faults] of facts) {
  test(`subresources with ${title} ${faults === "" ? "have no fault" : `are refused: ${faults}`}`, (t) => {
    t.is(definitionFaults({ version: { subresources: change } }), faults);
  });
}
