import { once } from "node:events";
import { createServer } from "node:http";

import test from "ava";

import { gitFaultOf, sourceOf, storeAt } from "../../../fixtures/followed-repository.ts";
import { emptyFolder } from "../../../fixtures/made-repository.ts";

const { signal } = new AbortController();

test("a one-line login form in place of refs, which git accepts, is reported", async (t) => {
  const server = createServer((_, response) => {
    response.end("<!doctype html><title>Log in</title><form></form>");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.teardown(() => server.close());
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const source = sourceOf(`http://127.0.0.1:${port}/shop.git`, { ref: "main" });
  const repository = storeAt(emptyFolder(t), process.env).open({
    ...source,
    access: { ...source.access, allowHttp: true },
  });
  t.regex(
    await gitFaultOf(repository.look(signal)),
    /there is no branch or tag for "main": the server returns no refs, .* a login form: check the url and the credentials$/,
  );
});
