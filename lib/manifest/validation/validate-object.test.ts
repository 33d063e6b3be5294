import test from "ava";

import type { JsonObject, JsonValue } from "../../object/json.ts";
import { validateObject } from "./validate-object.ts";

const valid: JsonObject = { apiVersion: "apps/v1", kind: "Deployment", metadata: { name: "web" } };

/** The faults of a value, as `severity code path: message`. */
const reports = test.macro((t, value: JsonValue, ...expected: readonly string[]) => {
  const found = validateObject(value).map(
    ({ severity, code, path, message }) => `${severity} ${code} ${path.join(".")}: ${message}`,
  );
  t.deepEqual(found, expected);
});
const withMetadata = (metadata: JsonValue): JsonObject => ({ ...valid, metadata });

test("an object with apiVersion, kind and name is valid", reports, valid);
test(
  "an object with a name, a namespace, labels and annotations is valid",
  reports,
  withMetadata({ name: "web", namespace: "shop", labels: { app: "web" }, annotations: { "a/b": "" } }),
);
test(
  "a mapping without apiVersion, kind and metadata is not an object",
  reports,
  { replicas: 3 },
  "error NotAnObject : a mapping without apiVersion, kind and metadata is not a Kubernetes object; pass the values of a chart with --values",
);

test(
  "an object without an apiVersion is an error",
  reports,
  { kind: "Pod", metadata: { name: "a" } },
  "error ApiVersionMissing : Pod a has no apiVersion: write one, like `apps/v1`",
);
test(
  "a misspelled apiVersion key is reported with a suggestion",
  reports,
  { apiversion: "v1", kind: "Pod", metadata: { name: "a" } },
  'error ApiVersionMissing apiversion: Pod a has no apiVersion, but "apiversion": did you mean "apiVersion"?',
);
test(
  "an apiVersion key with a dash is reported with a suggestion",
  reports,
  { "api-version": "v1", kind: "Pod", metadata: { name: "a" } },
  'error ApiVersionMissing api-version: Pod a has no apiVersion, but "api-version": did you mean "apiVersion"?',
);
test(
  "an empty apiVersion is an error",
  reports,
  { ...valid, apiVersion: "" },
  "error ApiVersionMissing apiVersion: Deployment web: apiVersion is empty: write a string, like `apps/v1`",
);
test(
  "an apiVersion that is a number is an error",
  reports,
  { ...valid, apiVersion: 1 },
  "error ApiVersionMissing apiVersion: Deployment web: apiVersion is a number: write a string, like `apps/v1`",
);
test(
  "an apiVersion of three parts is an error",
  reports,
  { ...valid, apiVersion: "a/b/c" },
  "error ApiVersionInvalid apiVersion: Deployment web: apiVersion must be `version` or `group/version`, like `v1` or `apps/v1`",
);
test(
  "an apiVersion that ends in a slash is an error",
  reports,
  { ...valid, apiVersion: "apps/" },
  "error ApiVersionInvalid apiVersion: Deployment web: apiVersion must be `version` or `group/version`, like `v1` or `apps/v1`",
);

test(
  "an object without a kind is an error",
  reports,
  { apiVersion: "v1", metadata: { name: "a" } },
  "error KindMissing : the object a has no kind: write one, like `Deployment`",
);
test(
  "an empty kind is an error",
  reports,
  { ...valid, kind: "" },
  "error KindMissing kind: the object web: kind is empty: write a string, like `Deployment`",
);
test(
  "a kind that is a list is an error",
  reports,
  { ...valid, kind: ["Pod"] },
  "error KindMissing kind: the object web: kind is a list: write a string, like `Deployment`",
);
test(
  "a kind of two words is an error",
  reports,
  { ...valid, kind: "Config Map" },
  "error KindMissing kind: Config… web: kind is not a valid kind: write a string, like `Deployment`",
);

test(
  "an object without metadata is an error",
  reports,
  { apiVersion: "v1", kind: "Pod" },
  "error NameMissing : Pod has no metadata: write one, with a name",
);
test(
  "metadata that is null is an error",
  reports,
  withMetadata(null),
  "error NameMissing metadata: Deployment has no metadata: write one, with a name",
);
test(
  "metadata that is a string is an error",
  reports,
  withMetadata("web"),
  "error MetadataInvalid metadata: Deployment: metadata is a string: write a mapping, with a name",
);
test(
  "an object without a name is an error",
  reports,
  withMetadata({}),
  "error NameMissing metadata: Deployment has no metadata.name: write one",
);
test(
  "a capitalized key `Name` is reported with a suggestion",
  reports,
  withMetadata({ Name: "web" }),
  'error NameMissing metadata.Name: Deployment has no metadata.name, but "Name": did you mean "name"?',
);
test(
  "a plural key `names` is reported with a suggestion",
  reports,
  withMetadata({ names: "web" }),
  'error NameMissing metadata.names: Deployment has no metadata.name, but "names": did you mean "name"?',
);
test(
  "generateName without a name is an error",
  reports,
  withMetadata({ generateName: "web-" }),
  "error NameMissing metadata.generateName: Deployment has generateName but no name: apply needs a fixed name, so set metadata.name",
);
test(
  "a name that reads as a number is an error",
  reports,
  withMetadata({ name: 5 }),
  "error NameInvalid metadata.name: Deployment: metadata.name reads as a number: quote it",
);
test(
  "a name with a slash is an error",
  reports,
  withMetadata({ name: "a/b" }),
  "error NameInvalid metadata.name: Deployment a/b: metadata.name must not be `.` or `..`, or contain `/` or `%`",
);
test(
  "a name of two dots is an error",
  reports,
  withMetadata({ name: ".." }),
  "error NameInvalid metadata.name: Deployment ..: metadata.name must not be `.` or `..`, or contain `/` or `%`",
);

test(
  "an annotation that reads as a boolean is an error",
  reports,
  withMetadata({ name: "web", annotations: { a: true } }),
  "error AnnotationNotString metadata.annotations.a: Deployment web: the annotation a reads as a boolean: quote it",
);
test(
  "a label that is a mapping is an error",
  reports,
  withMetadata({ name: "web", labels: { a: {} } }),
  "error LabelNotString metadata.labels.a: Deployment web: the label a reads as a mapping: write a string",
);
test(
  "a label without a value is a warning and counts as empty",
  reports,
  withMetadata({ name: "web", labels: { a: null } }),
  'warning LabelNotString metadata.labels.a: Deployment web: the label a has no value and counts as an empty string: write "" or a value',
);
test(
  "labels that are a list are an error",
  reports,
  withMetadata({ name: "web", labels: ["a"] }),
  "error MetadataInvalid metadata.labels: Deployment web: metadata.labels is a list: write a mapping of strings",
);
test(
  "labels and annotations that are null count as not set",
  reports,
  withMetadata({ name: "web", labels: null, annotations: null }),
);

test(
  "all faults of an object are found together",
  reports,
  { kind: "", metadata: { labels: { a: 1 } } },
  "error ApiVersionMissing : the object has no apiVersion: write one, like `apps/v1`",
  "error KindMissing kind: the object: kind is empty: write a string, like `Deployment`",
  "error NameMissing metadata: the object has no metadata.name: write one",
  "error LabelNotString metadata.labels.a: the object: the label a reads as a number: quote it",
);

const masked = (path: string): string =>
  `error ValueMasked ${path}: Secret s: ${path} is the placeholder of a hidden value: print the manifest with \`converge get --show-secrets\``;
const secret = { apiVersion: "v1", kind: "Secret", metadata: { name: "s" } };
test(
  "the placeholder of a hidden value in a Secret is an error",
  reports,
  { ...secret, stringData: { a: "(hidden)", b: "(hidden, 12 bytes)", c: "x (hidden)" } },
  masked("stringData.b"),
  masked("stringData.a"),
);
test("the placeholder of a hidden value is accepted in objects that are not sensitive", reports, {
  ...valid,
  data: { a: "(hidden)" },
});
test(
  "the placeholder of a hidden value is an error in sensitive objects, at any depth",
  reports,
  {
    ...valid,
    kind: "Secret",
    metadata: { name: "s", annotations: { "werf.io/sensitive": "true" } },
    list: [{ a: "(hidden, 1 byte)" }],
  },
  masked("list.0.a"),
);
