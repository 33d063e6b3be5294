import test from "ava";

import { ApiError } from "../../client/model/api-error.ts";
import { KindMissingError } from "./rest-mapper.ts";
import {
  missingNamespace,
  type ExpectedDependencies,
  classifyRejection,
  type Remedy,
} from "./classify-rejection.ts";

const nothing = { namespaceComes: false, kindComes: false };
const everything = { namespaceComes: true, kindComes: true };

function refusal(
  status: number,
  message: string,
  cause?: { readonly reason: string; readonly message?: string },
): ApiError {
  return new ApiError(message, {
    status,
    causes: cause === undefined ? [] : [{ field: "spec.selector", message: "", ...cause }],
  });
}

const namespaceMissing = new ApiError('namespaces "shop" not found', {
  status: 404,
  body: { kind: "Status", details: { kind: "namespaces", name: "shop" } },
});

const judged = test.macro({
  title: (title) => title ?? "",
  exec: (t, error: Error, expected: Remedy, prospects: ExpectedDependencies = nothing) => {
    t.is(classifyRejection(error, prospects), expected);
  },
});

test("a namespace that the set makes is waited for", judged, namespaceMissing, "again", everything);
test("a namespace that nobody makes ends it", judged, namespaceMissing, "final");
test(
  "a kind that the set defines is asked for again",
  judged,
  refusal(404, "not found"),
  "rediscover",
  everything,
);
test("a kind that nobody defines ends it", judged, refusal(404, "not found"), "final");
test("a missing kind that may come", judged, new KindMissingError("no", true), "rediscover", everything);
test(
  "a version that is not served never comes",
  judged,
  new KindMissingError("no", false),
  "final",
  everything,
);
test(
  "fields of other managers are a conflict",
  judged,
  refusal(409, "conflict", { reason: "FieldManagerConflict" }),
  "conflict",
);
test(
  "an object that has changed meanwhile is tried again",
  judged,
  refusal(409, "the object has been modified"),
  "again",
);
test(
  "a namespace on its way out is waited for",
  judged,
  refusal(403, "forbidden", { reason: "NamespaceTerminating" }),
  "again",
);
test("a missing right ends it", judged, refusal(403, 'User "ci" cannot patch resource'), "final");
test(
  "a service account that is not made yet is waited for",
  judged,
  refusal(403, "error looking up service account shop/default"),
  "again",
);
test(
  "a field that cannot be changed",
  judged,
  refusal(422, "invalid", { reason: "FieldValueInvalid", message: "field is immutable" }),
  "immutable",
);
test(
  "a value that is wrong ends it",
  judged,
  refusal(422, "invalid", { reason: "FieldValueInvalid", message: "must be a number" }),
  "final",
);
test(
  "a webhook that is not up yet is waited for",
  judged,
  refusal(500, 'failed calling webhook "a.b.c": connection refused'),
  "again",
);
test("an unknown field ends it", judged, refusal(500, "failed to create typed patch object"), "final");
test("a full server is asked again", judged, refusal(429, "too many requests"), "again");
test("what is no refusal of the server ends it", judged, new Error("no"), "final");

test("the missing namespace is named", (t) => {
  t.is(missingNamespace(namespaceMissing), "shop");
  t.is(missingNamespace(refusal(404, "the server could not find the requested resource")), undefined);
});

test("a namespace that the set makes does not wait for a kind", judged, namespaceMissing, "again", {
  namespaceComes: true,
  kindComes: false,
});
test(
  "a namespace that nobody makes is not waited for because of a kind that comes",
  judged,
  namespaceMissing,
  "final",
  {
    namespaceComes: false,
    kindComes: true,
  },
);
test("a missing kind that nothing brings ends it", judged, new KindMissingError("no", true), "final");
test(
  "a quota that is not counted yet is waited for",
  judged,
  refusal(403, 'pods "web" is forbidden: status unknown for quota: compute'),
  "again",
);
test(
  "a quota that is used up ends it",
  judged,
  refusal(403, 'pods "web" is forbidden: exceeded quota: compute'),
  "final",
);
test(
  "an object that exists already is tried again",
  judged,
  refusal(409, 'configmaps "env" already exists', { reason: "AlreadyExists" }),
  "again",
);
test(
  "nulls that a schema does not allow can be left out",
  judged,
  refusal(422, "invalid", {
    reason: "FieldValueTypeInvalid",
    message: 'Invalid value: "null": spec.tail in body must be of type object: "null"',
  }),
  "nulls",
);
test(
  "a conversion webhook that is not up yet is waited for",
  judged,
  refusal(500, "conversion webhook for example.com/v1, Kind=CronTab failed: connection refused"),
  "again",
);
test(
  "a webhook of the older wording is waited for",
  judged,
  refusal(500, 'Internal error occurred: failed to call webhook "a.b.c": no endpoints'),
  "again",
);
test("a storage that fails is no webhook", judged, refusal(500, "etcdserver: no space"), "final");
for (const status of [502, 503, 504]) {
  test(`a gateway that fails with ${status} is asked again`, judged, refusal(status, "no"), "again");
}
for (const status of [400, 401, 405, 413, 415]) {
  test(
    `a request that is wrong with ${status} is not repeated`,
    judged,
    refusal(status, "no"),
    "final",
    everything,
  );
}
