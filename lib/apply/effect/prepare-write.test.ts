import test from "ava";

import { envWrite, recoverWrite } from "../../../fixtures/object-write.ts";
import { shopObject } from "../../../fixtures/offline-session.ts";
import { ApiError, type StatusCause } from "../../client/model/api-error.ts";
import type { JsonObject } from "../../object/json.ts";
import type { ObjectWrite } from "./object-write.ts";
import { sentNow } from "./prepare-write.ts";

const env = shopObject("v1 ConfigMap env");

/** A conflict over a field, as the API server words it. */
function conflict(manager: string, field: string): StatusCause {
  return {
    reason: "FieldManagerConflict",
    message: `conflict with "${manager}" using apps/v1 at 2026-01-02T03:04:05Z`,
    field,
  };
}

function refusal(...causes: readonly StatusCause[]): ApiError {
  return new ApiError("refused by the server", { status: 409, reason: "Conflict", causes });
}

test("a conflict is refused with the owner of each field and the two remedies", async (t) => {
  const error = refusal(
    conflict("kubectl", ".data.a"),
    conflict("hpa", ".spec.b"),
    conflict("kubectl", ".data.c"),
  );
  const { ended, progress } = await recoverWrite({ remedy: "conflict", error });
  t.true(ended instanceof ApiError);
  t.like(ended, {
    status: 409,
    message:
      "it conflicts with other field managers: .data.a, .data.c of kubectl; .spec.b of hpa; remove the fields, or take them over with --force-conflicts",
  });
  t.false(progress.force);
});

test("with --force-conflicts fields in conflict are taken over with a warning", async (t) => {
  const error = refusal(conflict("kubectl", ".data.a"), conflict("hpa", ".spec.b"));
  const { ended, reported, progress } = await recoverWrite({
    remedy: "conflict",
    error,
    choices: { forceConflicts: true },
  });
  t.true(ended);
  t.true(progress.force);
  t.deepEqual(reported, ["warning: took over .data.a of kubectl; .spec.b of hpa"]);
});

test("a conflict of a forced write is not forced again", async (t) => {
  const { ended } = await recoverWrite({
    remedy: "conflict",
    error: refusal(conflict("kubectl", ".data.a")),
    choices: { forceConflicts: true },
    progress: { force: true },
  });
  t.true(ended instanceof ApiError);
});

const fromHelm = { transfer: { from: { tool: "Helm", marks: [] } } } as const;

/** The result of a conflict in a dry run. */
const dry = test.macro({
  title: (_, fact: string) => fact,
  async exec(
    t,
    _fact: string,
    managers: readonly string[],
    sending: Partial<ObjectWrite>,
    isForced: boolean,
  ) {
    const { ended, reported, progress } = await recoverWrite({
      remedy: "conflict",
      error: refusal(...managers.map((manager) => conflict(manager, ".data.a"))),
      sending: envWrite(env, sending),
      choices: { dryRun: "server" },
    });
    t.is(ended instanceof ApiError, !isForced);
    t.is(progress.force, isForced);
    t.deepEqual(reported, []);
  },
});

test(
  dry,
  "a dry run takes over fields silently that a real run would have transferred from Helm",
  ["helm"],
  fromHelm,
  true,
);
test(
  dry,
  "a dry run treats the Helm field managers of Flux and Terraform like Helm",
  ["helm-controller", "terraform-provider-helm_v2.9.0"],
  fromHelm,
  true,
);
test(dry, "a dry run reports a conflict with another client than Helm", ["helm", "kubectl"], fromHelm, false);
test(dry, "a dry run that transfers nothing from Helm reports a conflict with Helm", ["helm"], {}, false);

test("a real run reports a conflict with Helm, since the fields were transferred before", async (t) => {
  const { ended } = await recoverWrite({
    remedy: "conflict",
    error: refusal(conflict("helm", ".data.a")),
    sending: envWrite(env, fromHelm),
  });
  t.true(ended instanceof ApiError);
});

function nullCause(field: string): StatusCause {
  return {
    reason: "FieldValueTypeInvalid",
    message: `${field} in body must be of type object: "null"`,
    field,
  };
}

const withNulls: JsonObject = { ...env, spec: { tail: null, pools: [{ size: null, name: "a" }] } };

test("null fields that the schema does not allow are left out of further attempts, with a note", async (t) => {
  const sending = envWrite(withNulls);
  const { ended, reported, progress } = await recoverWrite({
    remedy: "nulls",
    error: refusal(nullCause("spec.tail"), nullCause("spec.pools[0].size")),
    sending,
  });
  t.true(ended);
  t.deepEqual(reported, [
    "note: omitted because the schema does not allow null: spec.tail, spec.pools.0.size",
  ]);
  t.deepEqual(sentNow({ sending, progress }), { ...env, spec: { pools: [{ name: "a" }] } });
  t.deepEqual(sending.sent, withNulls);
});

test("null fields that are refused one by one are all left out", async (t) => {
  const sending = envWrite(withNulls);
  const first = await recoverWrite({ remedy: "nulls", error: refusal(nullCause("spec.tail")), sending });
  const { progress } = await recoverWrite({
    remedy: "nulls",
    error: refusal(nullCause("spec.pools[0].size")),
    sending,
    progress: first.progress,
  });
  t.deepEqual(sentNow({ sending, progress }), { ...env, spec: { pools: [{ name: "a" }] } });
});

test("a refusal of null cannot be repaired if no null was sent", async (t) => {
  const { ended, reported } = await recoverWrite({ remedy: "nulls", error: refusal(nullCause("spec.tail")) });
  t.false(ended);
  t.deepEqual(reported, []);
});

for (const remedy of ["again", "rediscover", "final"] as const) {
  test(`a refusal whose remedy is "${remedy}" is not repaired`, async (t) => {
    const { ended, reported } = await recoverWrite({ remedy, error: refusal() });
    t.false(ended);
    t.deepEqual(reported, []);
  });
}
