import test from "ava";

import { manualClock } from "../../fixtures/manual-clock.ts";
import { type ProgressStream, streamProgress } from "./progress.ts";

const title = { position: "[2/5]", running: "building kube-apiserver", done: "built kube-apiserver" };

/** A stream, and what is written to it. */
function openStream(isTTY: boolean): { readonly stream: ProgressStream; readonly written: string[] } {
  const written: string[] = [];
  return { stream: { isTTY, write: (text) => written.push(text) }, written };
}

test("on a terminal the line of a step is rewritten once a second with the time so far", async (t) => {
  const { stream, written } = openStream(true);
  const clock = manualClock(0);
  const progress = streamProgress(stream, {}, clock);
  await progress.step(title, async () => Promise.resolve(clock.pass(80_400)));
  t.deepEqual(written.slice(0, 3), [
    "\r[2/5] building kube-apiserver … 0s\u001B[K",
    "\r[2/5] building kube-apiserver … 1s\u001B[K",
    "\r[2/5] building kube-apiserver … 2s\u001B[K",
  ]);
  t.deepEqual(written.slice(-3), [
    "\r[2/5] building kube-apiserver … 1m20s\u001B[K",
    "\r[2/5] built kube-apiserver in 1m20s\u001B[K",
    "\n",
  ]);
  t.is(written.length, 83);
  t.is(clock.pending(), 0);
});

test("on a terminal an error begins on a line of its own", async (t) => {
  const { stream, written } = openStream(true);
  const clock = manualClock(0);
  const failed = streamProgress(stream, {}, clock).step(title, async () => Promise.reject(new Error("no")));
  await t.throwsAsync(failed, { message: "no" });
  t.deepEqual(written, ["\r[2/5] building kube-apiserver … 0s\u001B[K", "\n"]);
  t.is(clock.pending(), 0);
});

const plain = test.macro({
  title: (_, where: string) => `${where} a step prints one line at its start and one at its end`,
  exec: async (
    t,
    _: string,
    { isTTY, env }: { readonly isTTY: boolean; readonly env: NodeJS.ProcessEnv },
  ) => {
    const { stream, written } = openStream(isTTY);
    const clock = manualClock(0);
    await streamProgress(stream, env, clock).step(title, async () => Promise.resolve(clock.pass(80_400)));
    t.deepEqual(written, ["[2/5] building kube-apiserver …\n", "[2/5] built kube-apiserver in 1m20s\n"]);
  },
});

test(plain, "in CI", { isTTY: true, env: { CI: "true" } });
test(plain, "in a pipe", { isTTY: false, env: {} });
test(plain, "on a terminal that cannot rewrite lines", { isTTY: true, env: { TERM: "dumb" } });
