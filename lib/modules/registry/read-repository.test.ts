import { createHash } from "node:crypto";

import test from "ava";

import { openOn, serve, serveImage } from "../../../fixtures/registry-server.ts";
import { mediaTypes } from "../../oci/image/manifest.ts";
import { buildImage } from "./push/build-image.ts";
import { writtenFile } from "./push/module-files.ts";
import { RegistryError } from "../../oci/model/registry-error.ts";
import { nextPage } from "../../oci/list-tags.ts";

const { signal } = new AbortController();

test("a manifest that does not match its digest is refused", async (t) => {
  const image = await buildImage([]);
  const reported = `sha256:${createHash("sha256").update("another").digest("hex")}`;
  const { port } = await serve(t, (_, response) =>
    response
      .writeHead(200, { "docker-content-digest": reported, "content-type": mediaTypes.image })
      .end(image.manifest.bytes),
  );
  await t.throwsAsync(openOn(port).release("echo", "alpha", signal), {
    message: /the manifest has the digest .* instead of/,
  });
});

test("the image for this architecture is taken from an index, and the digest is that of the index", async (t) => {
  const mine = await buildImage([writtenFile("version.json", '{"version":"v1.0.0"}')]);
  const index = JSON.stringify({
    mediaType: mediaTypes.index,
    manifests: [
      {
        mediaType: mediaTypes.image,
        digest: `sha256:${"0".repeat(64)}`,
        size: 1,
        platform: { os: "linux", architecture: "arm64" },
      },
      {
        mediaType: mediaTypes.image,
        digest: mine.manifest.digest,
        size: mine.manifest.size,
        platform: { os: "linux", architecture: "amd64" },
      },
    ],
  });
  const { port } = await serve(t, ({ url = "" }, response) => {
    if (url.endsWith("/alpha")) {
      response.writeHead(200, { "content-type": mediaTypes.index }).end(index);
    } else {
      const bytes = [mine.manifest, ...mine.blobs].find(({ digest }) => url.endsWith(digest))?.bytes;
      response.writeHead(bytes === undefined ? 404 : 200, { "content-type": mediaTypes.image }).end(bytes);
    }
  });
  const { version, digest } = await openOn(port).release("echo", "alpha", signal);
  t.is(version, "v1.0.0");
  t.is(digest, `sha256:${createHash("sha256").update(index).digest("hex")}`);
});

const noRelease = test.macro(async (t, files: Readonly<Record<string, string>>, expected: RegExp) => {
  const image = await buildImage(Object.entries(files).map(([path, text]) => writtenFile(path, text)));
  const { port } = await serve(
    t,
    serveImage(image, (_, response) => response.end(image.blobs[0]?.bytes)),
  );
  const error = await t.throwsAsync(openOn(port).release("echo", "alpha", signal), {
    instanceOf: RegistryError,
  });
  t.is(error.fault, "refused");
  t.regex(error.message, expected);
});

test(
  "an image without version.json is not a release",
  noRelease,
  { "module.yaml": "name: echo" },
  /it has no version.json/,
);
test(
  "a version.json that is not JSON is not a release",
  noRelease,
  { "version.json": "v1" },
  /version.json: the response is not JSON/,
);
test(
  "a version.json without a version is not a release",
  noRelease,
  { "version.json": "{}" },
  /names no version/,
);
test(
  "a changelog of more than 1 MiB is refused",
  noRelease,
  { "version.json": "{}", "changelog.yaml": "x".repeat(1_100_000) },
  /changelog.yaml is longer than 1048576 bytes/,
);

const leads = test.macro({
  exec: (t, link: string | readonly string[] | undefined, expected: string | undefined) => {
    t.is(nextPage(link), expected);
  },
  title: (_, link) => `the next page of the Link header ${JSON.stringify(link)}`,
});

test(leads, '</v2/a/tags/list?last=b&n=2>; rel="next"', "/v2/a/tags/list?last=b&n=2");
test(leads, "<https://r.example/v2/a>;rel=next", "https://r.example/v2/a");
test(leads, '</a>; rel="prev", </b>; rel="next"', "/b");
test(leads, ['</a>; rel="prev"', '</b>; rel="next"'], "/b");
test(leads, '</a>; rel="prev"', undefined);
test(leads, "", undefined);
test(leads, undefined, undefined);
