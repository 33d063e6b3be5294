import test from "ava";

import { noServer, offlineRun, servedKinds } from "../../../fixtures/offline-run.ts";
import { AccessError, ApiError, UnreachableError } from "../../client/model/api-error.ts";
import { KindMissingError } from "../model/rest-mapper.ts";
import { isGoneWithNamespace, Lock, type LockOptions, LockLostError } from "./lock.ts";

/** Whether an error means that the lock was deleted with its namespace. */
const gone = test.macro({
  title: (_, fact: string) => fact,
  exec(t, _fact: string, error: unknown, expected: boolean) {
    t.is(isGoneWithNamespace(error), expected);
  },
});

const terminating = { reason: "NamespaceTerminating", message: "", field: "metadata.namespace" };

test(
  gone,
  "a write that is refused in a terminating namespace means that the lock is gone with it",
  new ApiError("forbidden", { status: 403, causes: [terminating] }),
  true,
);
test(
  gone,
  "a missing namespace means that the lock is gone with it",
  new ApiError('namespaces "shop" not found', {
    status: 404,
    body: { kind: "Status", details: { kind: "namespaces", name: "shop" } },
  }),
  true,
);
test(
  gone,
  "a missing Lease does not mean that the namespace is gone",
  new ApiError('leases.coordination.k8s.io "converge-web" not found', {
    status: 404,
    body: { kind: "Status", details: { kind: "leases", name: "converge-web" } },
  }),
  false,
);
test(
  gone,
  "a missing permission does not mean that the namespace is gone",
  new ApiError('User "ci" cannot update resource "leases"', { status: 403 }),
  false,
);
test(
  gone,
  "an unreachable server does not mean that the namespace is gone",
  new UnreachableError("reset"),
  false,
);

test("the error for a lost lock names the release, and the reason if it could not be renewed", (t) => {
  t.is(new LockLostError("web", undefined).message, "another run has taken the lock of release web");
  const lost = new LockLostError("web", new UnreachableError("10.0.0.1: connection reset"));
  t.is(lost.message, "the lock of release web could not be renewed: 10.0.0.1: connection reset");
  t.is(lost.name, "LockLostError");
});

function locking(served: readonly string[]): LockOptions {
  const { context } = offlineRun();
  return { context, kinds: servedKinds(served), release: "web", namespace: "shop", timeout: 1000 };
}

test("acquiring a lock fails if the server does not serve Leases", async (t) => {
  await t.throwsAsync(Lock.acquire(locking([])), {
    instanceOf: KindMissingError,
    message: /does not serve Lease of/,
  });
});

test("acquiring a lock fails if its Lease cannot be read or created", async (t) => {
  const usual = locking(["coordination.k8s.io/v1/Lease"]);
  await t.throwsAsync(Lock.acquire(usual), { instanceOf: AccessError, message: noServer });
  await t.throwsAsync(Lock.acquire({ ...usual, isNew: true }), {
    instanceOf: AccessError,
    message: noServer,
  });
});
