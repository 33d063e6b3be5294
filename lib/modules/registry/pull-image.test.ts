import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";

import test, { type ExecutionContext } from "ava";

import { answerJson, openOn, serve, serveImage } from "../../../fixtures/registry-server.ts";
import { mediaTypes } from "../../oci/image/manifest.ts";
import { buildImage } from "./push/build-image.ts";
import { writtenFile } from "./push/module-files.ts";
import { RegistryError } from "../../oci/model/registry-error.ts";

const { signal } = new AbortController();

function folderOf(t: ExecutionContext): string {
  const folder = mkdtempSync(join(tmpdir(), "registry-"));
  t.teardown(() => {
    rmSync(folder, { recursive: true });
  });
  return folder;
}

/** Sends the first bytes, and ends the connection once they have been read. */
function breakAfter(beginning: Buffer, response: ServerResponse): void {
  response.write(beginning, () => {
    // Client and server share this process: after a turn of the event loop the client has read the bytes.
    setImmediate(() => setImmediate(() => response.socket?.end()));
  });
}

const cut = test.macro(async (t, knowsRanges: boolean, expected: readonly string[]) => {
  const image = await buildImage([
    writtenFile("a", Buffer.from(Array.from({ length: 3000 }, (_, i) => (i * i) % 251)).toString("base64")),
  ]);
  const bytes = Buffer.from(image.blobs[0]?.bytes ?? []);
  const ranges: string[] = [];
  const { port } = await serve(
    t,
    serveImage(image, ({ headers }, response) => {
      ranges.push(headers.range ?? "");
      const from = knowsRanges ? Number(/\d+/.exec(headers.range ?? "0")?.[0]) : 0;
      const rest = bytes.subarray(from);
      const range = { "content-range": `bytes ${from}-${bytes.length - 1}/${bytes.length}` };
      response.writeHead(from > 0 ? 206 : 200, {
        "content-length": String(rest.length),
        ...(from > 0 ? range : {}),
      });
      if (ranges.length < expected.length) {
        breakAfter(rest.subarray(0, 100), response);
      } else {
        response.end(rest);
      }
    }),
  );
  const outer = folderOf(t);
  const pulled = await openOn(port).pull("echo", "v1.0.0", { folder: join(outer, "echo"), signal });
  t.is(pulled.digest, image.manifest.digest);
  t.deepEqual(ranges, expected);
  t.deepEqual(readdirSync(outer), ["echo"]);
});

test("an interrupted download is resumed where it broke off", cut, true, [
  "",
  "bytes=100-",
  "bytes=200-",
  "bytes=300-",
]);
test("an interrupted download starts over if the registry does not support ranges", cut, false, [
  "",
  "bytes=100-",
]);

const damaged = test.macro(async (t, damage: (bytes: Buffer) => Buffer, expected: RegExp) => {
  const image = await buildImage([writtenFile("a", "text")]);
  const bytes = damage(Buffer.from(image.blobs[0]?.bytes ?? []));
  const { port } = await serve(
    t,
    serveImage(image, (_, response) => response.end(bytes)),
  );
  const outer = folderOf(t);
  const error = await t.throwsAsync(
    openOn(port).pull("echo", "v1.0.0", { folder: join(outer, "echo"), signal }),
    {
      instanceOf: RegistryError,
    },
  );
  t.is(error.fault, "refused");
  t.regex(error.message, expected);
  t.deepEqual(readdirSync(outer), []);
});

test(
  "a layer whose digest does not match is refused",
  damaged,
  (bytes) => Buffer.from(bytes).fill(0, 40, 41),
  /is damaged: its content has the digest sha256:/,
);
test(
  "a layer that is longer than announced is refused",
  damaged,
  (bytes) => Buffer.concat([bytes, Buffer.alloc(9)]),
  /is longer than the \d+ bytes/,
);
test(
  "a layer that is shorter than announced is refused",
  damaged,
  (bytes) => bytes.subarray(1),
  /has \d+ bytes instead of \d+/,
);

test("layers whose announced size exceeds the limit are not downloaded", async (t) => {
  const layer = { mediaType: mediaTypes.layer, digest: `sha256:${"0".repeat(64)}`, size: 600 * 1024 * 1024 };
  const { port, asked } = await serve(t, (_, response) =>
    answerJson(response, { mediaType: mediaTypes.image, layers: [layer] }),
  );
  const outer = folderOf(t);
  await t.throwsAsync(openOn(port).pull("echo", "v1.0.0", { folder: join(outer, "echo"), signal }), {
    message: /more than the 536870912/,
  });
  await t.throwsAsync(openOn(port).release("echo", "v1.0.0", signal), {
    message: /bigger than the 33554432 bytes/,
  });
  t.is(asked.length, 2);
});

test("an aborted pull leaves no files behind", async (t) => {
  const image = await buildImage([writtenFile("a", "text")]);
  const controller = new AbortController();
  const { port } = await serve(
    t,
    serveImage(image, (_, response) => {
      response.write(image.blobs[0]?.bytes.subarray(0, 20), () => controller.abort(new Error("called off")));
    }),
  );
  const outer = folderOf(t);
  const pull = openOn(port).pull("echo", "v1.0.0", {
    folder: join(outer, "echo"),
    signal: controller.signal,
  });
  await t.throwsAsync(pull, { message: "called off" });
  t.deepEqual(readdirSync(outer), []);
});

test("an existing folder is never written to", async (t) => {
  const outer = folderOf(t);
  await t.throwsAsync(openOn(1).pull("echo", "v1.0.0", { folder: outer, signal }), { name: "BugError" });
  t.true(existsSync(outer));
});

const resumes = test.macro(
  async (
    t,
    answerFirst: (bytes: Buffer, response: ServerResponse) => void,
    answerNext: "rest" | "another part",
  ) => {
    const image = await buildImage([writtenFile("a", "text of a file")]);
    const bytes = Buffer.from(image.blobs[0]?.bytes ?? []);
    let asked = 0;
    const { port } = await serve(
      t,
      serveImage(image, ({ headers }, response) => {
        asked += 1;
        const from = Number(/\d+/.exec(headers.range ?? "0")?.[0]);
        if (asked === 1) {
          answerFirst(bytes, response);
        } else if (from > 0) {
          const start = answerNext === "rest" ? from : from + 1;
          response.writeHead(206, { "content-range": `bytes ${start}-` }).end(bytes.subarray(start));
        } else {
          response.end(bytes);
        }
      }),
    );
    const folder = join(folderOf(t), "echo");
    await openOn(port).pull("echo", "v1.0.0", { folder, signal });
    t.is(readFileSync(join(folder, "a"), "utf8"), "text of a file");
    t.is(asked, answerNext === "rest" ? 2 : 3);
  },
);

function breakOff(bytes: Buffer, response: ServerResponse): void {
  response.writeHead(200, { "content-length": String(bytes.length) });
  breakAfter(bytes.subarray(0, 30), response);
}

function endEarly(bytes: Buffer, response: ServerResponse): void {
  response.writeHead(200, { "transfer-encoding": "chunked" });
  response.write(bytes.subarray(0, 30), () => response.end());
}

test("a chunked download that ends too early is resumed", resumes, endEarly, "rest");
test(
  "a partial response with the wrong range is discarded, and the layer is downloaded again",
  resumes,
  breakOff,
  "another part",
);
