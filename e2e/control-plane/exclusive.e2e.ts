import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempDisposableSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import test from "ava";

import { exclusively } from "./exclusive.ts";
import { endProcess, isAlive, startProcess } from "./started-process.ts";

test("tasks with the same name run one at a time", async (t) => {
  const name = randomUUID();
  let running = 0;
  const most: number[] = [];
  const task = async (): Promise<void> => {
    running += 1;
    most.push(running);
    await new Promise(setImmediate);
    running -= 1;
  };
  await Promise.all(Array.from({ length: 10 }, async () => exclusively(name, task)));
  t.deepEqual(most, Array.from({ length: 10 }).fill(1));
});

test("a task that waits for another one reports that, and runs after it", async (t) => {
  const name = randomUUID();
  const done: string[] = [];
  const second = await exclusively(name, async () => {
    const { promise: waits, resolve } = Promise.withResolvers<void>();
    const later = exclusively(name, async () => Promise.resolve(done.push("second")), resolve);
    await waits;
    done.push("first");
    return { later };
  });
  await second.later;
  t.deepEqual(done, ["first", "second"]);
});

test("the lock of a killed process is released", async (t) => {
  const name = randomUUID();
  const file = JSON.stringify(join(import.meta.dirname, "exclusive.ts"));
  const script = `const { exclusively } = await import(${file});
    await exclusively("${name}", () => new Promise(() => { console.log("held"); setInterval(() => 0, 9999); }));`;
  const words = ["--input-type=module", "--eval", script];
  const holder = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "inherit"] });
  await once(holder.stdout, "data");
  const ours = exclusively(name, async () => Promise.resolve(holder.killed));
  holder.kill("SIGKILL");
  t.true(await ours);
});

test("a process is ended only if it is still the process that was started", async (t) => {
  using folder = mkdtempDisposableSync(join(tmpdir(), "converge-process-"));
  const started = startProcess("sleep", ["/bin/sleep", "600"], folder.path);
  t.teardown(async () => endProcess(started));
  const { pid } = started;
  await endProcess({ name: "sleep", pid, command: ["/bin/sleep", "60"] });
  t.regex(readFileSync(`/proc/${pid}/cmdline`, "utf8"), /sleep/);
  await endProcess(started);
  t.false(isAlive(started));
});
