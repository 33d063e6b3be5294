import { randomBytes } from "node:crypto";
import { gzipSync } from "node:zlib";

import test from "ava";
import * as fc from "fast-check";

import {
  contentFormat,
  isShardName,
  numberOf,
  packRevision,
  revisionDigest,
  shardContent,
  shardName,
  shardObject,
  shardSize,
  unpackRevision,
} from "./revision.ts";

const object = { file: "web.yaml", text: '{"kind":"ConfigMap","n":12345678901234567890}' };

test("a packed revision is unpacked unchanged, for any files and objects", (t) => {
  const any = fc.record({ file: fc.string({ unit: "binary" }), text: fc.json() });
  fc.assert(
    fc.property(fc.array(any), (objects) => {
      t.deepEqual(unpackRevision(packRevision(objects)), objects);
    }),
  );
});

test("a revision records which CRDs are from the crds folder of a chart", (t) => {
  const set = [
    { ...object, file: "crds/a.yaml" },
    { ...object, file: "shop/crds/a.yaml", isChartCrds: true as const },
  ];
  t.deepEqual(unpackRevision(packRevision(set)), set);
});

test("in a revision of an earlier format, every folder called crds counts as that of a chart", (t) => {
  const files = ["crds/a.yaml", "shop/crds/b.yaml", "shop/templates/crds/c.yaml (rendered)", "mycrds/d.yaml"];
  const lines = ['{"format":1}', ...files.flatMap((file) => [JSON.stringify(file), object.text])];
  const read = unpackRevision([gzipSync(lines.join("\n"))]);
  t.deepEqual("fault" in read ? [] : read.map(({ isChartCrds }) => isChartCrds), [
    true,
    true,
    undefined,
    undefined,
  ]);
});

test("large numbers in a packed revision keep every digit", (t) => {
  t.deepEqual(unpackRevision(packRevision([object])), [object]);
});

test("packing the same objects gives the same bytes", (t) => {
  t.deepEqual(packRevision([object, object]), packRevision([object, object]));
});

test("a revision too large for one Secret is split into several, each below the size limit", (t) => {
  const large = Array.from({ length: 30 }, (_, index) => ({
    file: `${index}.yaml`,
    text: JSON.stringify({ noise: randomBytes(100_000).toString("base64") }),
  }));
  const shards = packRevision(large);
  t.true(shards.length >= 3);
  t.true(shards.every(({ length }) => length <= shardSize));
  t.deepEqual(unpackRevision(shards), large);
});

const testFault = test.macro({
  exec(t, shards: readonly Buffer[], words: RegExp) {
    const read = unpackRevision(shards);
    t.true("fault" in read && words.test(read.fault), JSON.stringify(read));
  },
  title: (name) => `${name} is a fault`,
});

test("revision content that is not gzip", testFault, [Buffer.from("hello")], /damaged/);
test("incomplete revision content", testFault, packRevision([object], 20).slice(0, 2), /damaged/);
test("revision content without a format", testFault, [gzipSync("[]")], /damaged/);
test(
  "revision content with a truncated object",
  testFault,
  [gzipSync('{"format":1}\n"web.yaml"')],
  /damaged/,
);
test(
  "revision content with an object without a file name",
  testFault,
  [gzipSync('{"format":1}\n{}\n{}')],
  /damaged/,
);
test(
  "revision content with an object that is not JSON",
  testFault,
  [gzipSync('{"format":1}\n"a"\n{')],
  /damaged/,
);
test(
  "revision content of empty lines only",
  testFault,
  [gzipSync(`{"format":1}${"\n".repeat(9)}`)],
  /damaged/,
);
test(
  "revision content of a newer format",
  testFault,
  [gzipSync(JSON.stringify({ format: contentFormat + 1 }))],
  /newer converge .*upgrade converge/,
);

test("the Secret of a shard contains the shard and the revision number", (t) => {
  const [shard = Buffer.alloc(0)] = packRevision([object]);
  const secret = shardObject({ release: "shop", namespace: "web", number: 3 }, 0, shard);
  t.deepEqual(shardContent(secret), shard);
  t.is(numberOf(secret), 3);
  t.is(shardContent({ ...secret, type: "Opaque" }), undefined);
});

test("shards of different releases and revisions have different names", (t) => {
  const label = fc.stringMatching(/^[a-z0-9](?:[a-z0-9.-]{0,8}[a-z0-9])?$/);
  const piece = fc.tuple(label, fc.integer({ min: 1, max: 30 }), fc.integer({ min: 0, max: 3 }));
  fc.assert(
    fc.property(piece, piece, (left, right) => {
      t.is(shardName(...left) === shardName(...right), JSON.stringify(left) === JSON.stringify(right));
    }),
  );
});

test("a copy of a shard under another name is not recognized as a shard", (t) => {
  t.true(isShardName("converge.shop.v3", "shop", 3));
  t.true(isShardName("converge.shop.v3.s12", "shop", 3));
  for (const name of ["shop-backup", "converge.shop.v3.s", "converge.shop.v3.s1.old", "converge.shop.v33"]) {
    t.false(isShardName(name, "shop", 3), name);
  }
});

test("the digests of sets with the same concatenated content differ", (t) => {
  t.not(revisionDigest(["a", "b"]), revisionDigest(["ab"]));
  t.is(revisionDigest(["a", "b"]), revisionDigest(["a", "b"]));
});
