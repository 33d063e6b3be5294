import { randomBytes } from "node:crypto";

import test from "ava";

import { hasEncodedMark, hasEncryptedMark } from "./encrypted-files.ts";

test("a SOPS-encrypted file is recognized in base64, at any offset and across line breaks", (t) => {
  for (const offset of [0, 1, 2, 30, 31]) {
    const encoded = Buffer.concat([
      randomBytes(offset),
      Buffer.from("ENC[AES256_GCM,data:x"),
      randomBytes(40),
    ]).toString("base64");
    const broken = encoded.replaceAll(/(.{5})/g, "$1\n    ");
    t.true(hasEncodedMark(`a: ${encoded}`), String(offset));
    t.true(hasEncodedMark(`a: |\n    ${broken}`));
  }
  t.false(hasEncodedMark(Buffer.from("ENC[AES128_GCM,data:x").toString("base64")));
});

test("only a file with a SOPS-encrypted value counts as possibly encrypted", (t) => {
  t.true(hasEncryptedMark(Buffer.from("a: ENC[AES256_GCM,data:x").subarray(1)));
  t.false(hasEncryptedMark(Buffer.from("ENC[AES256_GCM,").subarray(1)));
});
