import test from "ava";

import { answerJson, openOn, serve, serveImage } from "../../../fixtures/registry-server.ts";
import { buildImage } from "../../modules/registry/push/build-image.ts";
import { writtenFile } from "../../modules/registry/push/module-files.ts";
import { RegistryError } from "../model/registry-error.ts";

const { signal } = new AbortController();

function credentials(port: number): string {
  const auth = Buffer.from("reader:let-me-in").toString("base64");
  return Buffer.from(JSON.stringify({ auths: { [`127.0.0.1:${port}`]: { auth } } })).toString("base64");
}

test("over https no registry of plain http is talked to", async (t) => {
  const { port, asked } = await serve(t, (_, response) => answerJson(response, { tags: [] }));
  const error = await t.throwsAsync(openOn(port, { scheme: "HTTPS" }).modules(signal), {
    instanceOf: RegistryError,
  });
  t.regex(error.message, /does not speak TLS correctly/);
  t.deepEqual(asked, []);
});

test("a password goes to the registry that asks for it, once it asks", async (t) => {
  const { port, asked } = await serve(t, ({ headers }, response) => {
    if (headers.authorization === undefined) {
      response.writeHead(401, { "www-authenticate": 'Basic realm="x"' }).end();
    } else {
      answerJson(response, { tags: ["a"] });
    }
  });
  const registry = openOn(port, { dockerCfg: credentials(port) });
  await registry.modules(signal);
  await registry.modules(signal);
  const list = "GET /v2/modules/tags/list?n=1000";
  const proof = "Basic cmVhZGVyOmxldC1tZS1pbg==";
  t.deepEqual(asked, [list, `${list} ${proof}`, `${list} ${proof}`]);
});

test("no credentials and wrong ones are denied, and stand in no message", async (t) => {
  const { port } = await serve(t, (_, response) =>
    response.writeHead(401, { "www-authenticate": 'Basic realm="x"' }).end(),
  );
  const none = await t.throwsAsync(openOn(port).modules(signal), { instanceOf: RegistryError });
  t.is(none.fault, "denied");
  t.regex(none.message, /requires credentials/);
  const wrong = await t.throwsAsync(openOn(port, { dockerCfg: credentials(port) }).modules(signal), {
    instanceOf: RegistryError,
  });
  t.is(wrong.fault, "denied");
  t.regex(wrong.message, /rejects these credentials/);
  t.false(/let-me-in|cmVhZGVy/.test(none.message + wrong.message));
});

test("a token is asked for once a repository, and the registry never sees the password", async (t) => {
  const tokens = await serve(t, (request, response) => {
    answerJson(response, {
      token: `for-${new URL(request.url ?? "", "http://x").searchParams.get("scope") ?? ""}`,
    });
  });
  const { port, asked } = await serve(t, ({ headers }, response) => {
    if (headers.authorization === undefined) {
      const realm = `Bearer realm="http://127.0.0.1:${tokens.port}/token",service="s"`;
      response.writeHead(401, { "www-authenticate": realm }).end();
    } else {
      answerJson(response, { tags: ["a"] });
    }
  });
  const registry = openOn(port, { dockerCfg: credentials(port) });
  await registry.modules(signal);
  await registry.modules(signal);
  await registry.tags("echo", signal);
  const proof = "Basic cmVhZGVyOmxldC1tZS1pbg==";
  t.deepEqual(tokens.asked, [
    `GET /token?service=s&scope=repository%3Amodules%3Apull ${proof}`,
    `GET /token?service=s&scope=repository%3Amodules%2Fecho%3Apull ${proof}`,
  ]);
  t.true(asked.every((line) => !line.includes("Basic")));
  t.is(asked.filter((line) => line.endsWith("Bearer for-repository:modules:pull")).length, 2);
});

test("a refresh token is changed at the server of tokens, by POST", async (t) => {
  const tokens = await serve(t, (_, response) => answerJson(response, { access_token: "abc" }));
  const { port, asked } = await serve(t, ({ headers }, response) => {
    if (headers.authorization === undefined) {
      response
        .writeHead(401, { "www-authenticate": `Bearer realm="http://127.0.0.1:${tokens.port}/t"` })
        .end();
    } else {
      answerJson(response, { tags: [] });
    }
  });
  const entry = { auth: Buffer.from("robot:").toString("base64"), identitytoken: "refresh" };
  const dockerCfg = Buffer.from(JSON.stringify({ auths: { [`127.0.0.1:${port}`]: entry } })).toString(
    "base64",
  );
  await openOn(port, { dockerCfg }).modules(signal);
  t.deepEqual(tokens.asked, ["POST /t"]);
  t.regex(asked.at(-1) ?? "", /Bearer abc$/);
});

test("a token that would end the header is refused without being shown", async (t) => {
  const tokens = await serve(t, (_, response) => answerJson(response, { token: "abc\r\nx: y" }));
  const { port } = await serve(t, (_, response) =>
    response.writeHead(401, { "www-authenticate": `Bearer realm="http://127.0.0.1:${tokens.port}/t"` }).end(),
  );
  const error = await t.throwsAsync(openOn(port).modules(signal), { instanceOf: RegistryError });
  t.regex(error.message, /characters that are not allowed in a header/);
  t.false(error.message.includes("abc"));
});

test("a redirect to another host is followed without the credentials", async (t) => {
  const image = await buildImage([writtenFile("version.json", '{"version":"v1.0.0"}')]);
  const elsewhere = await serve(t, (_, response) => response.end(image.blobs[0]?.bytes));
  const { port, asked } = await serve(t, (request, response) => {
    if (request.headers.authorization === undefined) {
      response.writeHead(401, { "www-authenticate": "Basic" }).end();
      return;
    }
    serveImage(image, (_, later) =>
      later.writeHead(307, { location: `http://127.0.0.1:${elsewhere.port}/blob?signed=1` }).end(),
    )(request, response);
  });
  const registry = openOn(port, { dockerCfg: credentials(port) });
  t.is((await registry.release("echo", "alpha", signal)).version, "v1.0.0");
  t.deepEqual(elsewhere.asked, ["GET /blob?signed=1"]);
  t.true(asked.at(-1)?.includes("Basic"));
});

test("redirects without end are given up", async (t) => {
  const { port, asked } = await serve(t, (_, response) =>
    response.writeHead(302, { location: "/v2/on" }).end(),
  );
  await t.throwsAsync(openOn(port).modules(signal), { message: /redirects too many times/ });
  t.is(asked.length, 6);
});

test("a redirect to what is no address of the web is not followed", async (t) => {
  const { port } = await serve(t, (_, response) =>
    response.writeHead(302, { location: "file:///etc/passwd" }).end(),
  );
  await t.throwsAsync(openOn(port).modules(signal), {
    message: /redirects to an invalid address/,
  });
});

test("an authority that is none is told before anything is sent", async (t) => {
  const { port } = await serve(t, (_, response) => answerJson(response, {}));
  const registry = openOn(port, { scheme: "HTTPS", ca: "no certificate" });
  await t.throwsAsync(registry.modules(signal), { message: /not a readable certificate in PEM/ });
});
