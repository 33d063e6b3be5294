import test from "ava";

import { decodeText } from "./decode-text.ts";

const text = "kind: ConfigMap # \u00FC\n";
const little = Buffer.from(text, "utf16le");
const big = Buffer.from(little).swap16();

const isUtf16 = test.macro((t, bytes: Uint8Array, order: string) => {
  const decoded = decodeText("a.yaml", bytes);
  t.like("fault" in decoded ? decoded.fault : undefined, {
    code: "NotUtf8",
    message: `a.yaml looks like UTF-16 (${order}, without a byte order mark), not UTF-8: save it as UTF-8`,
    origin: { file: "a.yaml", line: 1 },
  });
});

test("UTF-16LE without a byte order mark is detected", isUtf16, little, "little endian");
test("UTF-16BE without a byte order mark is detected", isUtf16, big, "big endian");

test("UTF-8 with zero bytes is left to the YAML reader", (t) => {
  for (const wanted of ["a\0b", "ab\0\0", "\0\0ab", "a\0", ""]) {
    t.deepEqual(decodeText("a.yaml", new TextEncoder().encode(wanted)), {
      source: { name: "a.yaml", text: wanted },
    });
  }
});
