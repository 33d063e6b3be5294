import test, { type ExecutionContext } from "ava";

import { manualClock } from "../../../fixtures/manual-clock.ts";
import { startServer } from "../server/server.ts";
import { router } from "../server/router.ts";
import { admissionRoute } from "./serve-admission.ts";

const answer = { kind: "AdmissionReview", response: { uid: "7", allowed: true } };

/** Posts to a server that gives the same answer to every review. */
async function posted(t: ExecutionContext, body: string | Uint8Array): Promise<Response> {
  const route = admissionRoute((review) =>
    Object(review)["kind"] === "AdmissionReview" ? answer : undefined,
  );
  const server = await startServer("127.0.0.1:0", router([route]), {
    clock: manualClock(0),
    fault: (error) => {
      t.fail(String(error));
    },
  });
  t.teardown(server.close);
  return fetch(`http://127.0.0.1:${server.port}/validate?timeout=5s`, {
    method: "POST",
    body: Buffer.from(body),
  });
}

test("an AdmissionReview is answered in JSON", async (t) => {
  const response = await posted(t, '{"kind":"AdmissionReview"}');
  t.is(response.status, 200);
  t.is(response.headers.get("content-type"), "application/json");
  t.deepEqual(await response.json(), answer);
});

for (const [what, body] of [
  ["a body that is not JSON", "{"],
  ["a body that is not an AdmissionReview", '{"kind":"Pod"}'],
  ["an empty body", ""],
] as const) {
  test(`${what} is rejected with status 400`, async (t) => {
    const response = await posted(t, body);
    t.is(response.status, 400);
    t.is(await response.text(), "the request is not an AdmissionReview of admission.k8s.io/v1\n");
  });
}

test("an AdmissionReview of more than 8 MiB is rejected with status 413", async (t) => {
  t.is((await posted(t, new Uint8Array(8 * 2 ** 20 + 1))).status, 413);
});
