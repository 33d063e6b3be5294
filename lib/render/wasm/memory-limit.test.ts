import test from "ava";

import { lowerMemory, memoryLimit } from "./memory-limit.ts";

const mebibyte = 2 ** 20;

const limits = test.macro((t, available: number, limit: number) => {
  t.is(Math.round(memoryLimit(available) / mebibyte), limit);
});
test("a rendering has at most 512 MB", limits, 64 * 2 ** 30, 512);
test("a rendering has 512 MB where nothing limits it", limits, 0, 512);
test("a rendering has less than half of a container", limits, 512 * mebibyte, 230);
test("a rendering has at least 128 MB", limits, 64 * mebibyte, 128);

/** A module with a section of types and a memory of these pages. */
const module = (...memory: readonly number[]): Uint8Array =>
  Uint8Array.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 1, 0, 5, memory.length + 1, 1, ...memory, 0x0a, 1, 0]);

test("the maximum of a memory is lowered, and never below its minimum", (t) => {
  const lowered = module(1, 3, 0x80, 0x40);
  lowerMemory(lowered, 256 * mebibyte);
  t.deepEqual(lowered, module(1, 3, 0x80, 0x20));
  lowerMemory(lowered, 1);
  t.deepEqual(lowered, module(1, 3, 0x83, 0));
});

test("a maximum is not raised, and none is added", (t) => {
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
