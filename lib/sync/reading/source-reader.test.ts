import test from "ava";

import { startReadingThread } from "../../../cmd/start-reading-thread.ts";
import { handClock } from "../../../fixtures/hand-clock.ts";
import type { SourceText } from "../../object/source-text.ts";
import { openSourceReader } from "./source-reader.ts";
import type { ReadingWorker } from "./reading-worker.ts";

const never = new AbortController().signal;
const object = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: "a"}\n---\n';
const large: SourceText = { name: "large.yaml", text: object.repeat(4000) };
/** Fewer tokens than a document may have, which take more memory than a thread may have. */
const greedy: SourceText = { name: "greedy.yaml", text: "- &a {b: c}\n".repeat(60_000) };

function startSmallThread(): ReadingWorker {
  return startReadingThread(24);
}

function refuseToStart(): ReadingWorker {
  throw new Error("a thread was started");
}

test("a large set is read in a thread as it would be here", async (t) => {
  const read = openSourceReader({ clock: handClock(0), start: startReadingThread });
  const [reading] = await read([large], never);
  t.is(reading?.objects.length, 4000);
  t.is(reading?.objects[3999]?.origin.line, 4 * 3999 + 1);
  t.is(reading?.objects[0]?.document.source.text, large.text);
});

test("a file that takes more memory than a thread may have is at fault, and the others are read", async (t) => {
  const read = openSourceReader({ clock: handClock(0), start: startSmallThread });
  const [first, second, third] = await read([large, greedy, large], never);
  t.deepEqual([first?.objects.length, second?.objects.length, third?.objects.length], [4000, 0, 4000]);
  t.deepEqual(
    second?.diagnostics.map(({ code, origin }) => [code, origin?.file]),
    [["TooLarge", "greedy.yaml"]],
  );
  t.regex(second?.diagnostics[0]?.message ?? "", /MiB of memory: divide it/);
});

test("a file that takes too long to read is at fault", async (t) => {
  const clock = handClock(0);
  let threads = 0;
  // A thread that never comes back, as if it were stuck in the text.
  const start = (): ReadingWorker => {
    threads += 1;
    return { read: () => clock.pass(30_000), hear: () => {}, terminate: () => (threads -= 1) };
  };
  const [reading] = await openSourceReader({ clock, start })([large], never);
  t.regex(reading?.diagnostics[0]?.message ?? "", /more than 30 seconds/);
  t.is(threads, 0);
});

test("a thread is used again, and ends after it has had nothing to do", async (t) => {
  const clock = handClock(0);
  const ended: boolean[] = [];
  const start = (): ReadingWorker => {
    const worker = startReadingThread(192);
    const number = ended.push(false) - 1;
    return {
      ...worker,
      terminate: () => {
        ended[number] = true;
        worker.terminate();
      },
    };
  };
  const read = openSourceReader({ clock, start });
  await read([large], never);
  await read([large], never);
  t.deepEqual(ended, [false]);
  clock.pass(30_000);
  t.deepEqual(ended, [true]);
  await read([large], never);
  t.deepEqual(ended, [true, false]);
});

test("a small set needs no thread", async (t) => {
  const [reading] = await openSourceReader({ clock: handClock(0), start: refuseToStart })(
    [{ name: "a.yaml", text: object }],
    never,
  );
  t.is(reading?.objects.length, 1);
});

test("reading ends when the run does", async (t) => {
  const end = new AbortController();
  const read = openSourceReader({ clock: handClock(0), start: startReadingThread });
  const reading = read([large], end.signal);
  end.abort(new Error("the run is over"));
  await t.throwsAsync(reading, { message: "the run is over" });
});
