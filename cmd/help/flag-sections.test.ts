import test from "ava";

import { runRecorded } from "../../fixtures/recording-shell.ts";

/** Returns the headings of a help text. */
function headings(text: string): readonly string[] {
  return [...text.matchAll(/^([A-Z][A-Za-z ]+):$/gm)].map(([, heading = ""]) => heading);
}

test("the help of a command with many flags has examples first, then its flags in sections", async (t) => {
  const { stdout } = await runRecorded(["apply", "--help"]);
  t.deepEqual(headings(stdout), [
    "Examples",
    "Usage",
    "Arguments",
    ..."Common Rendering Validation Ordering Waiting Pruning Writing Output Advanced"
      .split(" ")
      .map((title) => `${title} flags`),
    "Cluster connection flags",
    "Notes",
    "Exit codes",
  ]);
});

test("the help of a command with few flags has one list of flags, and one for the cluster connection", async (t) => {
  const { stdout } = await runRecorded(["status", "--help"]);
  t.deepEqual(headings(stdout), [
    "Examples",
    "Usage",
    "Arguments",
    "Flags",
    "Cluster connection flags",
    "Exit codes",
  ]);
});

test("the help of plan has only --kubernetes-version for the Kubernetes version", async (t) => {
  const { stdout } = await runRecorded(["plan", "--help"]);
  t.regex(stdout, /--kubernetes-version/);
  t.notRegex(stdout, /--kube-version/);
});
