import test from "ava";

import { findPort } from "../../../fixtures/find-port.ts";
import { answerJson, openOn, serve } from "../../../fixtures/registry-server.ts";
import { type ModuleRegistry } from "./model/module-registry.ts";
import { RegistryError } from "../../oci/model/registry-error.ts";

const { signal } = new AbortController();

test("a list of several pages is read completely and sorted", async (t) => {
  const { port, asked } = await serve(t, (request, response) => {
    const isFirst = request.url === "/v2/modules/tags/list?n=1000";
    answerJson(
      response,
      { tags: isFirst ? ["b", "c"] : ["a", "b"] },
      isFirst ? { link: '</v2/modules/tags/list?last=c&n=1000>; rel="next"' } : {},
    );
  });
  t.deepEqual(await openOn(port).modules(signal), ["a", "b", "c"]);
  t.is(asked.length, 2);
});

test("tags that are not valid module names are skipped", async (t) => {
  const { port } = await serve(t, (_, response) =>
    answerJson(response, { tags: ["echo", "Echo", "..", 5, null] }),
  );
  t.deepEqual(await openOn(port).modules(signal), ["echo"]);
});

test("a tag list with endless pages is rejected after 1000 pages", async (t) => {
  const { port } = await serve(t, (_, response) =>
    answerJson(response, { tags: [] }, { link: '</v2/x>; rel="next"' }),
  );
  await t.throwsAsync(openOn(port).modules(signal), { message: /does not end after 1000 pages/ });
});

test("a response of more than 4 MiB is refused", async (t) => {
  const { port } = await serve(t, (_, response) => response.end(`["${"x".repeat(5 * 1024 * 1024)}"]`));
  await t.throwsAsync(openOn(port).modules(signal), { message: /is longer than 4194304 bytes/ });
});

const reports = test.macro(async (t, status: number, fault: RegistryError["fault"], expected: RegExp) => {
  const { port } = await serve(t, (_, response) => {
    response
      .writeHead(status)
      .end(JSON.stringify({ errors: [{ code: "NAME_UNKNOWN", message: "not\u001b[2J known" }] }));
  });
  const error = await t.throwsAsync(openOn(port).tags("echo", signal), { instanceOf: RegistryError });
  t.is(error.fault, fault);
  t.regex(error.message, expected);
  t.true(error.message.startsWith(`127.0.0.1:${port}/modules/echo: `));
  t.false(error.message.includes("\u001b"));
});

test(
  "a 404 response is reported as missing, with the error code of the registry",
  reports,
  404,
  "missing",
  /not found in the registry \("NAME_UNKNOWN: not/,
);
test("a 403 response is reported as denied access", reports, 403, "denied", /the registry denies access/);
test(
  "an unexpected response is reported with its status code",
  reports,
  418,
  "refused",
  /the registry answered 418/,
);
test(
  "a registry that keeps answering 429 is unreachable",
  reports,
  429,
  "unreachable",
  /the registry answered 429/,
);
test(
  "a registry that keeps answering 503 is unreachable",
  reports,
  503,
  "unreachable",
  /the registry answered 503/,
);

test("a request to a busy registry is retried", async (t) => {
  const { port, asked } = await serve(t, (_, response) => {
    if (asked.length < 3) {
      response.writeHead(asked.length === 1 ? 429 : 502, { "retry-after": "1" }).end();
    } else {
      answerJson(response, { tags: ["a"] });
    }
  });
  t.deepEqual(await openOn(port).modules(signal), ["a"]);
});

test("a registry that does not answer is reported as unreachable with its host", async (t) => {
  const port = await findPort();
  const error = await t.throwsAsync(openOn(port).modules(signal), { instanceOf: RegistryError });
  t.is(error.fault, "unreachable");
  t.regex(error.message, new RegExp(`127\\.0\\.0\\.1:${port} is not reachable: connect ECONNREFUSED`));
});

const never = test.macro(async (t, ask: (registry: ModuleRegistry) => Promise<unknown>, expected: RegExp) => {
  const { port, asked } = await serve(t, (_, response) => answerJson(response, {}));
  const error = await t.throwsAsync(ask(openOn(port)), { instanceOf: RegistryError });
  t.regex(error.message, expected);
  t.deepEqual(asked, []);
});

test(
  "a module name with a path traversal is rejected without a request",
  never,
  (registry) => registry.tags("../x", signal),
  /cannot be the name/,
);
test(
  "a tag with a path traversal is rejected without a request",
  never,
  (registry) => registry.digest("echo", "../../x", signal),
  /cannot be the tag/,
);
