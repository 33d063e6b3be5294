import test from "ava";

import { lowerMemory, memoryLimit } from "./memory-limit.ts";

const mebibyte = 2 ** 20;

const limits = test.macro((t, available: number, limit: number) => {
  t.is(Math.round(memoryLimit(available) / mebibyte), limit);
});
test("a rendering has at most 512 MB of memory", limits, 64 * 2 ** 30, 512);
test("a rendering has 512 MB of memory if its process has no limit", limits, 0, 512);
test("a rendering has less than half of the memory of its container", limits, 512 * mebibyte, 230);
test("a rendering has at least 128 MB of memory", limits, 64 * mebibyte, 128);

/** A WebAssembly module with a type section and a memory of these limits. */
const module = (...memory: readonly number[]): Uint8Array =>
  Uint8Array.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 1, 0, 5, memory.length + 1, 1, ...memory, 0x0a, 1, 0]);

test("the maximum of a WebAssembly memory is lowered, but not below its minimum", (t) => {
  const lowered = module(1, 3, 0x80, 0x40);
  lowerMemory(lowered, 256 * mebibyte);
  t.deepEqual(lowered, module(1, 3, 0x80, 0x20));
  lowerMemory(lowered, 1);
  t.deepEqual(lowered, module(1, 3, 0x83, 0));
});

test("the maximum of a WebAssembly memory is not raised, and none is added", (t) => {
  for (const memory of [
    [1, 3, 0x80, 0x40],
    [0, 3],
    [1, 3, 5],
  ]) {
    const same = module(...memory);
    lowerMemory(same, 2 ** 40);
    t.deepEqual(same, module(...memory));
  }
});
