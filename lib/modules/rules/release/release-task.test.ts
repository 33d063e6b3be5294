import test from "ava";

import { taskOf, reportedTask } from "../../../../fixtures/modules/releases/given-task.ts";
import { depthFigure } from "./version-jump.ts";

const depth = test.macro<[string, string, string]>({
  exec(t, asked, releases, expected) {
    const task = taskOf(asked, releases, { channel: "" });
    t.true(task.type === "process" || task.type === "await");
    if (task.type === "process" || task.type === "await") {
      const { major, minor, patch } = task.depth;
      t.is(`${task.type} ${major}/${minor}/${patch} ${depthFigure(task.depth)}`, expected);
    }
  },
  title: (_, asked, releases) => `the distance of ${asked} from the deployed release among ${releases}`,
});

test(depth, "P 1.0.0", "D 0.66.0, P 1.0.0", "process 1/0/0 0");
test(depth, "P 1.66.1", "D 1.66.0, P 1.66.1", "process 0/0/1 1");
test(depth, "P 1.67.2", "D 1.66.5, P 1.67.2", "process 0/1/0 1");
test(depth, "P 2.0.0", "D 1.66.0, P 2.0.0", "await 1/0/0 0");
test(
  depth,
  "P 1.1.0",
  "D 1.0.0, P 1.1.0, P 1.2.0, P 1.3.5, P 1.3.6, P 1.3.7, P 1.4.8, P 1.5.10, P 2.5.0",
  "process 1/5/0 5",
);

const pending = test.macro<[string, string, string, string]>({
  exec(t, _, asked, releases, expected) {
    t.is(reportedTask(taskOf(asked, releases)), expected);
  },
  title: (_, name) => name,
});

test(
  pending,
  "only a release that is Pending has a task",
  "D 1.67.0",
  "D 1.67.0",
  "none: the phase is not Pending",
);
test(pending, "the only release is processed", "P 1.67.0", "P 1.67.0", "process single latest, 0/0/0");
test(pending, "a release below a forced one is skipped", "P 1.67.0", "P 1.67.0, P 1.68.0 F", "skip");
test(
  pending,
  "a release above a forced one does not wait for it",
  "P 1.68.0",
  "P 1.67.0 F, P 1.68.0",
  "process latest, 0/0/0",
);
test(pending, "a release below the deployed one is skipped", "P 1.67.0", "P 1.67.0, D 1.68.0", "skip");
test(
  pending,
  "a release of the deployed version has no task",
  "P 1.67.0",
  "D 1.67.0, P 1.67.0",
  "none: a release of this version is deployed",
);
test(
  pending,
  "the end of a jump is processed past the releases in between",
  "P 1.70.0",
  "D 1.67.0, P 1.68.0, P 1.69.0, P 1.70.0 [1.67→1.70]",
  "process latest from-to, from 1.67.0, 0/3/0",
);
test(
  pending,
  "a release waits for the previous one",
  "P 1.68.0",
  "P 1.67.0, P 1.68.0",
  "await, 0/0/0: awaiting for v1.67.0 release to be deployed",
);
test(
  pending,
  "a release reports what the previous one waits for",
  "P 1.69.0",
  'D 1.66.0, P 1.67.0, P 1.68.0 "awaiting for v1.67.0 release to be deployed", P 1.69.0',
  "await, from 1.66.0, 0/3/0: awaiting for v1.67.0 release to be deployed",
);
test(
  pending,
  "a release of the next major version waits",
  "P 2.0.0",
  "D 1.67.0, P 2.0.0",
  "await major, from 1.67.0, 1/0/0: major version is greater than deployed 1.67.0",
);
test(
  pending,
  "the first major version does not wait",
  "P 1.0.0",
  "D 0.67.0, P 1.0.0",
  "process latest, from 0.67.0, 1/0/0",
);
test(
  pending,
  "a release that skips minor versions waits",
  "P 1.67.0",
  "D 1.65.0, P 1.67.0",
  "await, from 1.65.0, 0/2/0: minor version is greater than deployed 1.65.0 by one",
);
test(
  pending,
  "a patch release below a higher one is skipped",
  "P 1.67.3",
  "D 1.67.0, P 1.67.3, P 1.67.5",
  "skip patch",
);
test(
  pending,
  "the newest patch release is processed",
  "P 1.67.5",
  "D 1.67.0, P 1.67.5",
  "process latest patch, from 1.67.0, 0/0/5",
);
test(
  pending,
  "the next minor version is processed before a major version",
  "P 1.68.0",
  "D 1.67.0, P 1.68.0, P 2.0.0",
  "process, from 1.67.0, 1/1/0",
);
test(
  pending,
  "the next minor version is processed",
  "P 1.68.0",
  "D 1.67.0, P 1.68.0",
  "process latest, from 1.67.0, 0/1/0",
);
test(
  pending,
  "a jump does not begin below its rule",
  "P 1.70.0",
  "D 1.65.0, P 1.70.0 [1.67→1.70]",
  "await, from 1.65.0, 0/5/0: minor version is greater than deployed 1.65.0 by one",
);
test(
  pending,
  "a jump does not lead to a lower version",
  "P 1.70.0",
  "D 1.72.0, P 1.70.0 [1.67→1.70]",
  "skip",
);
test(
  pending,
  "suspended releases are ignored",
  "P 1.72.10",
  "D 1.70.17, Susp 1.71.5, P 1.71.7, Susp 1.72.5, P 1.72.10",
  "await, from 1.70.17, 0/2/0: awaiting for v1.71.7 release to be deployed",
);
test(
  pending,
  "a minor release is skipped if it has newer patch releases",
  "P 1.68.0",
  "D 1.67.0, P 1.68.0, P 1.68.1",
  "skip",
);

test("in the LTS channel minor versions can be skipped", (t) => {
  const task = taskOf("P 1.85.0", "D 1.65.0, P 1.85.0", { channel: "LTS" });
  t.is(reportedTask(task), "process latest, from 1.65.0, 0/20/0");
});
