import test from "ava";

import type { JsonValue } from "../../object/json.ts";
import { definitionFaults } from "../../../fixtures/checked-definition.ts";

/** The faults that the packages of Kubernetes 1.36.3 find. */
const facts: readonly (readonly [title: string, change: JsonValue, faults: string])[] = [
  ["both paths", { scale: { specReplicasPath: ".spec.n", statusReplicasPath: ".status.n" } }, ""],
  [
    "a selector",
    {
      scale: { specReplicasPath: ".spec.n", statusReplicasPath: ".status.n", labelSelectorPath: ".status.s" },
    },
    "",
  ],
  [
    "a selector in spec",
    { scale: { specReplicasPath: ".spec.n", statusReplicasPath: ".status.n", labelSelectorPath: ".spec.s" } },
    "",
  ],
  [
    "no path of replicas",
    { scale: { specReplicasPath: "", statusReplicasPath: ".status.n" } },
    "Required spec.subresources.scale.specReplicasPath",
  ],
  [
    "no path of current replicas",
    { scale: { specReplicasPath: ".spec.n", statusReplicasPath: "" } },
    "Required spec.subresources.scale.statusReplicasPath",
  ],
  [
    "a path of replicas in status",
    { scale: { specReplicasPath: ".status.n", statusReplicasPath: ".status.n" } },
    "Invalid spec.subresources.scale.specReplicasPath",
  ],
  [
    "a path of current replicas in spec",
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
    "an empty selector",
    { scale: { specReplicasPath: ".spec.n", statusReplicasPath: ".status.n", labelSelectorPath: "" } },
    "",
  ],
  [
    "a selector elsewhere",
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
    "a selector into a list",
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
    "a selector path with a bracket",
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
    "an empty subresource",
    { scale: {} },
    "Required spec.subresources.scale.specReplicasPath, Required spec.subresources.scale.statusReplicasPath",
  ],
  ["a status only", { status: {} }, ""],
];

for (const [title, change, faults] of facts) {
  test(`a scale subresource with ${title} ${faults === "" ? "has no fault" : `is refused: ${faults}`}`, (t) => {
    t.is(definitionFaults({ version: { subresources: change } }), faults);
  });
}
