import test from "ava";

import { definitionFaults } from "../../../fixtures/checked-definition.ts";

/** The faults that the packages of Kubernetes 1.36.3 find. */
const facts: readonly (readonly [
  title: string,
  group: string,
  approval: string | undefined,
  faults: string,
])[] = [
  [
    "a protected group without approval",
    "x.k8s.io",
    undefined,
    "Required metadata.annotations[api-approved.kubernetes.io]",
  ],
  ["a protected group with a URL", "x.k8s.io", "https://github.com/kubernetes/enhancements/pull/1111", ""],
  ["a protected group with an http URL", "x.k8s.io", "http://a/b", ""],
  ["a protected group with the approval unapproved", "x.k8s.io", "unapproved", ""],
  ["a protected group with unapproved and a reason", "x.k8s.io", "unapproved, experimental-only", ""],
  [
    "a protected group with an empty approval",
    "x.k8s.io",
    "",
    "Required metadata.annotations[api-approved.kubernetes.io]",
  ],
  [
    "a protected group with a word as approval",
    "x.k8s.io",
    "yes",
    "Invalid metadata.annotations[api-approved.kubernetes.io]",
  ],
  [
    "a protected group with a path",
    "x.k8s.io",
    "/a/b",
    "Invalid metadata.annotations[api-approved.kubernetes.io]",
  ],
  [
    "a protected group with a URL without a host",
    "x.k8s.io",
    "https:///a",
    "Invalid metadata.annotations[api-approved.kubernetes.io]",
  ],
  [
    "a protected group with unapproved after other text",
    "x.k8s.io",
    "still unapproved",
    "Invalid metadata.annotations[api-approved.kubernetes.io]",
  ],
  [
    "a protected group with Unapproved",
    "x.k8s.io",
    "Unapproved",
    "Invalid metadata.annotations[api-approved.kubernetes.io]",
  ],
  [
    "a subgroup of kubernetes.io",
    "x.kubernetes.io",
    undefined,
    "Required metadata.annotations[api-approved.kubernetes.io]",
  ],
  ["the group k8s.io", "k8s.io", undefined, "Required metadata.annotations[api-approved.kubernetes.io]"],
  [
    "the group kubernetes.io",
    "kubernetes.io",
    undefined,
    "Required metadata.annotations[api-approved.kubernetes.io]",
  ],
  ["a group that only ends with the same letters as a protected one", "xk8s.io", undefined, ""],
  [
    "a protected group with several labels",
    "a.b.k8s.io",
    undefined,
    "Required metadata.annotations[api-approved.kubernetes.io]",
  ],
  ["another group with an approval", "x.example.com", "yes", ""],
];

for (const [title, group, approval, faults] of facts) {
  test(`a CRD of ${title} ${faults === "" ? "has no fault" : `is refused: ${faults}`}`, (t) => {
    t.is(
      definitionFaults({
        metadata: {
          name: `foos.${group}`,
          ...(approval === undefined ? {} : { annotations: { "api-approved.kubernetes.io": approval } }),
        },
        spec: { group },
      }),
      faults,
    );
  });
}
