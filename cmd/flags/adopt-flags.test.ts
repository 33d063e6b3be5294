import test from "ava";
import { Command } from "commander";

import type { AdoptRequest } from "../../lib/inventory/adoption/adopted-owner.ts";
import { addAdoptFlags, type AdoptFlags, adoptOf } from "./adopt-flags.ts";

/** The owner given by the flags. Throws if they are rejected. */
function asked(...words: readonly string[]): AdoptRequest | undefined {
  const command = new Command().exitOverride().configureOutput({ writeErr: () => undefined });
  addAdoptFlags(command);
  return adoptOf(command.parse(words, { from: "user" }).opts<AdoptFlags>()).adopt;
}

test("an owner to adopt from is given with or without its namespace", (t) => {
  t.is(asked(), undefined);
  t.deepEqual(asked("--adopt-helm-release", "web"), { tool: "Helm", name: "web" });
  t.deepEqual(asked("--adopt-argo-app", "team/web"), { tool: "Argo CD", name: "web", namespace: "team" });
  t.deepEqual(asked("--adopt-kapp-app", "web"), { tool: "kapp", name: "web" });
});

test("an ApplySet is given as in kubectl, optionally with a namespace", (t) => {
  t.deepEqual(asked("--adopt-applyset", "web"), { tool: "kubectl", name: "web" });
  const parent = { group: "", kind: "configmap" };
  t.deepEqual(asked("--adopt-applyset", "configmap/web"), { tool: "kubectl", name: "web", parent });
  t.deepEqual(asked("--adopt-applyset", "team/shops.example.com/web"), {
    tool: "kubectl",
    name: "web",
    namespace: "team",
    parent: { group: "example.com", kind: "shops" },
  });
});

test("invalid owner names and more than one owner are rejected", (t) => {
  const refused: readonly (readonly [words: readonly string[], message: RegExp])[] = [
    [["--adopt-argo-app", "a/b/c"], /write NAME or NAMESPACE\/NAME, as shown by `argocd app list`/],
    [["--adopt-kapp-app", "Web"], /`kapp ls -A`/],
    [["--adopt-applyset", "a/b/c/d"], /NAMESPACE\/KIND\/NAME/],
    [["--adopt-argo-app", "a", "--adopt-applyset", "b"], /cannot be used with/],
  ];
  for (const [words, message] of refused) {
    t.throws(() => asked(...words), { message });
  }
});
