import test from "ava";

import { runRecorded } from "../../fixtures/recording-shell.ts";

test("the help of a verb with many flags has them in sections", async (t) => {
  const { stdout } = await runRecorded(["apply", "--help"]);
  t.deepEqual(
    [...stdout.matchAll(/^([A-Z][a-z ]+):$/gm)].map(([, heading]) => heading),
    [
      "Arguments",
      ..."Manifests|Charts|Writing objects|Deleting objects|Waiting|Release|Output|Cluster|Options".split(
        "|",
      ),
      "Examples",
      "Exit codes",
    ],
  );
  t.regex(stdout, /\nOptions:\n +-h, --help[^\n]*\n\n/, "every other flag is in a section of its own");
});

test("where no cluster is asked there is one flag for the version of Kubernetes", async (t) => {
  const { stdout } = await runRecorded(["plan", "--help"]);
  t.regex(stdout, /--kubernetes-version/);
  t.notRegex(stdout, /--kube-version/);
});
