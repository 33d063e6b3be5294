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

test("a missing namespace that the set creates is awaited", judged, namespaceMissing, "again", everything);
test("a missing namespace that the set does not create is final", judged, namespaceMissing, "final");
test(
  "a missing kind that the set defines is discovered again",
  judged,
  refusal(404, "not found"),
  "rediscover",
  everything,
);
test("a missing kind that the set does not define is final", judged, refusal(404, "not found"), "final");
test(
  "a missing kind that may be served later is discovered again",
  judged,
  new KindMissingError("no", true),
  "rediscover",
  everything,
);
test(
  "a kind in a version that is not served is final",
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
  "the write of an object that was modified concurrently is retried",
  judged,
  refusal(409, "the object has been modified"),
  "again",
);
test(
  "a terminating namespace is awaited",
  judged,
  refusal(403, "forbidden", { reason: "NamespaceTerminating" }),
  "again",
);
test("a missing permission is final", judged, refusal(403, 'User "ci" cannot patch resource'), "final");
test(
  "a service account that does not exist yet is awaited",
  judged,
  refusal(403, "error looking up service account shop/default"),
  "again",
);
test(
  "a change of an immutable field is classified as immutable",
  judged,
  refusal(422, "invalid", { reason: "FieldValueInvalid", message: "field is immutable" }),
  "immutable",
);
test(
  "an invalid value is final",
  judged,
  refusal(422, "invalid", { reason: "FieldValueInvalid", message: "must be a number" }),
  "final",
);
test(
  "an admission webhook that does not answer is retried",
  judged,
  refusal(500, 'failed calling webhook "a.b.c": connection refused'),
  "again",
);
test("an unknown field is final", judged, refusal(500, "failed to create typed patch object"), "final");
test("an overloaded server is retried", judged, refusal(429, "too many requests"), "again");
test("an error that is not an answer of the server is final", judged, new Error("no"), "final");

test("the name of the missing namespace is read from the error", (t) => {
  t.is(missingNamespace(namespaceMissing), "shop");
  t.is(missingNamespace(refusal(404, "the server could not find the requested resource")), undefined);
});

test(
  "a missing namespace that the set creates is awaited even if the kind is not expected",
  judged,
  namespaceMissing,
  "again",
  {
    namespaceComes: true,
    kindComes: false,
  },
);
test(
  "a missing namespace that the set does not create is final even if the kind is expected",
  judged,
  namespaceMissing,
  "final",
  {
    namespaceComes: false,
    kindComes: true,
  },
);
test(
  "a missing kind that the set does not bring is final",
  judged,
  new KindMissingError("no", true),
  "final",
);
test(
  "a quota without a status yet is awaited",
  judged,
  refusal(403, 'pods "web" is forbidden: status unknown for quota: compute'),
  "again",
);
test(
  "an exceeded quota is final",
  judged,
  refusal(403, 'pods "web" is forbidden: exceeded quota: compute'),
  "final",
);
test(
  "the creation of an object that already exists is retried",
  judged,
  refusal(409, 'configmaps "env" already exists', { reason: "AlreadyExists" }),
  "again",
);
test(
  "nulls that a schema does not allow are classified as nulls",
  judged,
  refusal(422, "invalid", {
    reason: "FieldValueTypeInvalid",
    message: 'Invalid value: "null": spec.tail in body must be of type object: "null"',
  }),
  "nulls",
);
test(
  "a conversion webhook that does not answer is retried",
  judged,
  refusal(500, "conversion webhook for example.com/v1, Kind=CronTab failed: connection refused"),
  "again",
);
test(
  "a webhook error in the wording of older servers is retried",
  judged,
  refusal(500, 'Internal error occurred: failed to call webhook "a.b.c": no endpoints'),
  "again",
);
test("an error of etcd is final", judged, refusal(500, "etcdserver: no space"), "final");
for (const status of [502, 503, 504]) {
  test(`a gateway error ${status} is retried`, judged, refusal(status, "no"), "again");
}
for (const status of [400, 401, 405, 413, 415]) {
  test(
    `a request that is refused with ${status} is not retried`,
    judged,
    refusal(status, "no"),
    "final",
    everything,
  );
}
