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

test("with scheme HTTPS, no request is sent to a plain HTTP registry", async (t) => {
  const { port, asked } = await serve(t, (_, response) => answerJson(response, { tags: [] }));
  const error = await t.throwsAsync(openOn(port, { scheme: "HTTPS" }).modules(signal), {
    instanceOf: RegistryError,
  });
  t.regex(error.message, /does not speak TLS correctly/);
  t.deepEqual(asked, []);
});

test("a password is sent only after the registry asks for it", async (t) => {
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
  const basicAuth = "Basic cmVhZGVyOmxldC1tZS1pbg==";
  t.deepEqual(asked, [list, `${list} ${basicAuth}`, `${list} ${basicAuth}`]);
});

test("missing and wrong credentials are denied, and no message contains them", async (t) => {
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

test("a token is requested once per repository, and the registry never gets the password", async (t) => {
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
  const basicAuth = "Basic cmVhZGVyOmxldC1tZS1pbg==";
  t.deepEqual(tokens.asked, [
    `GET /token?service=s&scope=repository%3Amodules%3Apull ${basicAuth}`,
    `GET /token?service=s&scope=repository%3Amodules%2Fecho%3Apull ${basicAuth}`,
  ]);
  t.true(asked.every((line) => !line.includes("Basic")));
  t.is(asked.filter((line) => line.endsWith("Bearer for-repository:modules:pull")).length, 2);
});

test("a refresh token is exchanged at the token server by POST", async (t) => {
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

test("a token with line breaks is refused without being shown", async (t) => {
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

test("an endless chain of redirects fails", async (t) => {
  const { port, asked } = await serve(t, (_, response) =>
    response.writeHead(302, { location: "/v2/on" }).end(),
  );
  await t.throwsAsync(openOn(port).modules(signal), { message: /redirects too many times/ });
  t.is(asked.length, 6);
});

test("a redirect to a file: URL is not followed", async (t) => {
  const { port } = await serve(t, (_, response) =>
    response.writeHead(302, { location: "file:///etc/passwd" }).end(),
  );
  await t.throwsAsync(openOn(port).modules(signal), {
    message: /redirects to an invalid address/,
  });
});

test("an invalid CA certificate is reported", async (t) => {
  const { port } = await serve(t, (_, response) => answerJson(response, {}));
  const registry = openOn(port, { scheme: "HTTPS", ca: "no certificate" });
  await t.throwsAsync(registry.modules(signal), { message: /not a readable certificate in PEM/ });
});
