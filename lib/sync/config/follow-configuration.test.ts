import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import test, { type ExecutionContext } from "ava";

import type { Clock } from "../../async/clock.ts";
import { configurationPace, followConfiguration, lookAtConfiguration } from "./follow-configuration.ts";

/** A clock on which a sleep lasts until the next step. */
function steppedClock(): Pick<Clock, "sleep"> & {
  /** Ends the current sleep, and resolves at the next one. */
  readonly step: () => Promise<void>;
  readonly asked: readonly number[];
} {
  const asked: number[] = [];
  let wake = Promise.withResolvers<void>();
  let asleep = Promise.withResolvers<void>();
  return {
    asked,
    sleep: (milliseconds, signal) => {
      asked.push(milliseconds);
      wake = Promise.withResolvers();
      signal.addEventListener("abort", () => {
        wake.resolve();
      });
      asleep.resolve();
      return wake.promise;
    },
    step: async () => {
      await asleep.promise;
      asleep = Promise.withResolvers();
      wake.resolve();
      await asleep.promise;
    },
  };
}

function textOf(path: string): string {
  return `apiVersion: converge.dev/v1
kind: Sync
units: [{ name: shop, source: { url: "https://example.com/shop.git", path: "${path}" } }]
`;
}

/** A folder as the kubelet mounts a ConfigMap: the file is a link into a link that changes. */
function mountedFolder(t: ExecutionContext): {
  readonly file: string;
  readonly put: (text: string) => void;
} {
  const folder = mkdtempSync(join(tmpdir(), "converge-configuration-"));
  t.teardown(() => {
    rmSync(folder, { recursive: true });
  });
  let version = 0;
  symlinkSync("..data/sync.yaml", join(folder, "sync.yaml"));
  return {
    file: join(folder, "sync.yaml"),
    put: (text) => {
      version += 1;
      mkdirSync(join(folder, `..${version}`));
      writeFileSync(join(folder, `..${version}`, "sync.yaml"), text);
      symlinkSync(`..${version}`, join(folder, "..next"));
      renameSync(join(folder, "..next"), join(folder, "..data"));
    },
  };
}

test("a configuration is read when the file changes, and its faults are reported once", async (t) => {
  const { file, put } = mountedFolder(t);
  put(textOf("a"));
  const first = await lookAtConfiguration(file);
  t.true("configuration" in first);
  const end = new AbortController();
  const clock = steppedClock();
  const received: (string | undefined)[] = [];
  const following = followConfiguration({ file, known: first.source, clock, signal: end.signal }, (look) => {
    received.push(
      "configuration" in look ? look.configuration.units[0]?.source.path : look.diagnostics[0]?.message,
    );
  });
  const receivedAfter = async (act: () => void): Promise<readonly (string | undefined)[]> => {
    act();
    await clock.step();
    return received.splice(0);
  };

  t.deepEqual(await receivedAfter(() => {}), [], "nothing has changed");
  t.deepEqual(await receivedAfter(() => put(textOf("a"))), [], "the same text in another place");
  t.deepEqual(await receivedAfter(() => put(textOf("b"))), ["b"]);
  t.deepEqual(await receivedAfter(() => put(textOf("../b"))), [
    'units[0].source.path: "../b" leads out of the repository by "..": write it relative to the root of the repository, such as deploy/prod',
  ]);
  t.deepEqual(await receivedAfter(() => {}), [], "an error is reported once");
  t.deepEqual(await receivedAfter(() => put(textOf("b"))), ["b"], "back at what was right");
  t.deepEqual(await receivedAfter(() => rmSync(file)), [`${file} does not exist: check the path`]);
  t.deepEqual(await receivedAfter(() => {}), []);
  t.deepEqual(await receivedAfter(() => symlinkSync("..data/sync.yaml", file)), ["b"]);
  end.abort();
  await following;
  t.true(clock.asked.every((milliseconds) => milliseconds === configurationPace));
});

test("a file that cannot be read is reported as a diagnostic", async (t) => {
  const { file } = mountedFolder(t);
  const none = await lookAtConfiguration(file);
  t.deepEqual("diagnostics" in none && none.diagnostics.map(({ code }) => code), ["SourceNotFound"]);
  const folder = await lookAtConfiguration(join(file, ".."));
  t.deepEqual("diagnostics" in folder && folder.diagnostics.map(({ message }) => message), [
    `${join(file, "..")} cannot be read: it is a folder`,
  ]);
});
