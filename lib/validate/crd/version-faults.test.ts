import test from "ava";

import { type DefinitionChange, definitionFaults } from "../../../fixtures/checked-definition.ts";

/** The faults that the packages of Kubernetes 1.36.3 find. */
const facts: readonly (readonly [title: string, change: DefinitionChange, faults: string])[] = [
  ["a version without a name", { version: { name: "" } }, "Invalid spec.versions[0].name"],
  ["the name v1beta1", { version: { name: "v1beta1" } }, ""],
  ["a name with a dot", { version: { name: "v1.0" } }, "Invalid spec.version, Invalid spec.versions[0].name"],
  [
    "a name that starts with a dash",
    { version: { name: "-v1" } },
    "Invalid spec.version, Invalid spec.versions[0].name",
  ],
  [
    "a name that begins with a digit",
    { version: { name: "1" } },
    "Invalid spec.version, Invalid spec.versions[0].name",
  ],
  ["a name in capitals", { version: { name: "V1" } }, "Invalid spec.version, Invalid spec.versions[0].name"],
  ["a name of 63 characters", { version: { name: "v".repeat(63) } }, ""],
  [
    "a name of 64 characters",
    { version: { name: "v".repeat(64) } },
    "Invalid spec.version, Invalid spec.versions[0].name",
  ],
  ["a version that is not served", { version: { served: false } }, ""],
  [
    "no storage version",
    { version: { storage: false } },
    "Invalid spec.versions, Invalid status.storedVersions",
  ],
  [
    "a version without a schema",
    { version: { schema: null } },
    "Required spec.versions[0].schema.openAPIV3Schema",
  ],
  ["an empty schema", { version: { schema: {} } }, "Required spec.versions[0].schema.openAPIV3Schema"],
  [
    "a schema that is null",
    { version: { schema: { openAPIV3Schema: null } } },
    "Required spec.versions[0].schema.openAPIV3Schema",
  ],
  ["a deprecated version", { version: { deprecated: true } }, ""],
  ["a deprecated version and a warning", { version: { deprecated: true, deprecationWarning: "old" } }, ""],
  [
    "a warning without deprecation",
    { version: { deprecationWarning: "old" } },
    "Invalid spec.versions[0].deprecationWarning",
  ],
  [
    "an empty warning",
    { version: { deprecated: true, deprecationWarning: "" } },
    "Invalid spec.versions[0].deprecationWarning",
  ],
  ["a warning of 256 characters", { version: { deprecated: true, deprecationWarning: "a".repeat(256) } }, ""],
  [
    "a warning of 257 characters",
    { version: { deprecated: true, deprecationWarning: "a".repeat(257) } },
    "Invalid spec.versions[0].deprecationWarning",
  ],
  [
    "a warning with a line feed",
    { version: { deprecated: true, deprecationWarning: "a\nb" } },
    "Invalid spec.versions[0].deprecationWarning",
  ],
  [
    "a warning with a control character",
    { version: { deprecated: true, deprecationWarning: "a\u0001b" } },
    "Invalid spec.versions[0].deprecationWarning",
  ],
  ["a warning with a non-ASCII character", { version: { deprecated: true, deprecationWarning: "é" } }, ""],
  [
    "two versions",
    {
      spec: {
        versions: [
          { name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object" } } },
          { name: "v2", served: true, storage: false, schema: { openAPIV3Schema: { type: "object" } } },
        ],
      },
    },
    "",
  ],
  [
    "two versions of the same name",
    {
      spec: {
        versions: [
          { name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object" } } },
          { name: "v1", served: true, storage: false, schema: { openAPIV3Schema: { type: "object" } } },
        ],
      },
    },
    "Invalid spec.versions",
  ],
  [
    "two storage versions",
    {
      spec: {
        versions: [
          { name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object" } } },
          { name: "v2", served: true, storage: true, schema: { openAPIV3Schema: { type: "object" } } },
        ],
      },
    },
    "Invalid spec.versions, Invalid status.storedVersions",
  ],
  [
    "a second version without a schema",
    {
      spec: {
        versions: [
          { name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object" } } },
          { name: "v2", served: true, storage: false, schema: null },
        ],
      },
    },
    "Required spec.versions[1].schema.openAPIV3Schema",
  ],
  [
    "a second version that is not served",
    {
      spec: {
        versions: [
          { name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object" } } },
          { name: "v2", served: false, storage: false, schema: { openAPIV3Schema: { type: "object" } } },
        ],
      },
    },
    "",
  ],
  [
    "a deprecated second version",
    {
      spec: {
        versions: [
          { name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object" } } },
          {
            name: "v2",
            served: true,
            storage: false,
            schema: { openAPIV3Schema: { type: "object" } },
            deprecated: true,
          },
        ],
      },
    },
    "",
  ],
  ["no version", { spec: { versions: [] } }, "Invalid spec.versions, Invalid status.storedVersions"],
  [
    "null instead of a list",
    { spec: { versions: null } },
    "Invalid spec.versions, Invalid status.storedVersions",
  ],
];

for (const [title, change, faults] of facts) {
  test(`spec.versions with ${title} ${faults === "" ? "has no fault" : `is refused: ${faults}`}`, (t) => {
    t.is(definitionFaults(change), faults);
  });
}
