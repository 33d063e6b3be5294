import test from "ava";

import { envWrite, recoverWrite, type RefusedWrite } from "../../../fixtures/object-write.ts";
import { shopObject } from "../../../fixtures/offline-session.ts";
import { ApiError } from "../../client/model/api-error.ts";
import type { JsonObject } from "../../object/json.ts";
import { type ObjectWrite, RecreationNeededError } from "./object-write.ts";

const env = shopObject("v1 ConfigMap env");
const immutable = new ApiError("the server refuses it", {
  status: 422,
  causes: ["spec.selector", "spec.clusterIP"].map((field) => ({
    reason: "FieldValueInvalid",
    message: "Invalid value: 1: field is immutable",
    field,
  })),
});

/** Whether an object is deleted and created again after a change of an immutable field. */
const recreates = test.macro({
  title: (_, fact: string) => fact,
  async exec(
    t,
    _fact: string,
    sending: Partial<ObjectWrite>,
    expected: "refused" | "recreated",
    more: Partial<RefusedWrite> = {},
  ) {
    const { ended } = await recoverWrite({
      remedy: "immutable",
      error: immutable,
      sending: envWrite(env, { live: env, ...sending }),
      ...more,
      choices: { dryRun: "server", ...more.choices },
    });
    t.is(ended instanceof RecreationNeededError ? "recreated" : "refused", expected);
    t.regex(
      ended instanceof Error ? ended.message : "",
      /^.*spec\.clusterIP, spec\.selector cannot be changed: /,
    );
  },
});

/** The object with this annotation. */
function annotated(name: string, value: string): JsonObject {
  return shopObject("v1 ConfigMap env", { annotations: { [name]: value } });
}

test(recreates, "an immutable change is refused if recreating the object is not allowed", {}, "refused");
test(recreates, "an object whose manifest allows it is recreated", { recreatable: true }, "recreated");
test(recreates, "with --recreate an object is recreated without an annotation", {}, "recreated", {
  choices: { recreate: true },
});
test(recreates, "a hook that is replaced each time is recreated", { replaces: true }, "recreated");
test(
  recreates,
  "an object whose live resource policy is keep is not recreated",
  { recreatable: true, live: annotated("helm.sh/resource-policy", "keep") },
  "refused",
);
test(
  recreates,
  "an object with the resource policy skip-recreate is not recreated, even with --recreate",
  { manifest: envWrite(annotated("werf.io/resource-policy", "skip-recreate")).manifest },
  "refused",
  { choices: { recreate: true } },
);
test(
  recreates,
  "a hook is recreated even if its live resource policy is keep",
  { replaces: true, live: annotated("helm.sh/resource-policy", "keep") },
  "recreated",
);
test(
  recreates,
  "an object that another client created after the plan is not recreated",
  { recreatable: true, live: undefined },
  "refused",
);
test(recreates, "an object is recreated at most once", { recreatable: true }, "refused", {
  progress: { recreated: true },
});

test("the refusal shows the server's message, and the flag and annotation that allow recreating the object", async (t) => {
  const { ended } = await recoverWrite({
    remedy: "immutable",
    error: immutable,
    sending: envWrite(env, { live: env }),
  });
  t.regex(
    ended instanceof Error ? ended.message : "",
    /^the server refuses it; .*: --recreate or the annotation converge\.dev\/recreate: "true" deletes and recreates the object/,
  );
});

test("an immutable field that the server does not name is reported as a field", async (t) => {
  const error = new ApiError("field is immutable", { status: 422 });
  const { ended } = await recoverWrite({ remedy: "immutable", error, sending: envWrite(env, { live: env }) });
  t.regex(ended instanceof Error ? ended.message : "", /; a field cannot be changed/);
});
