import test from "ava";
import { Command } from "commander";

import type { AdoptRequest } from "../../lib/inventory/adoption/adopted-owner.ts";
import { addAdoptFlags, type AdoptFlags, adoptOf } from "./adopt-flags.ts";

/** What the flags ask for; the refusal, if they are refused. */
function asked(...words: readonly string[]): AdoptRequest | string | undefined {
  const command = new Command().exitOverride().configureOutput({ writeErr: () => undefined });
  addAdoptFlags(command);
  try {
    return adoptOf(command.parse(words, { from: "user" }).opts<AdoptFlags>()).adopt;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

test("an owner is named with or without its namespace", (t) => {
  t.is(asked(), undefined);
  t.deepEqual(asked("--adopt-helm-release", "web"), { tool: "Helm", name: "web" });
  t.deepEqual(asked("--adopt-argo-app", "team/web"), { tool: "Argo CD", name: "web", namespace: "team" });
  t.deepEqual(asked("--adopt-kapp-app", "web"), { tool: "kapp", name: "web" });
});

test("an ApplySet is named as in kubectl, and with a namespace", (t) => {
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

test("names that no object can have are refused, and more than one owner", (t) => {
  t.regex(
    String(asked("--adopt-argo-app", "a/b/c")),
    /write NAME or NAMESPACE\/NAME, as shown by `argocd app list`/,
  );
  t.regex(String(asked("--adopt-kapp-app", "Web")), /`kapp ls -A`/);
  t.regex(String(asked("--adopt-applyset", "a/b/c/d")), /NAMESPACE\/KIND\/NAME/);
  t.regex(String(asked("--adopt-argo-app", "a", "--adopt-applyset", "b")), /cannot be used with/);
});
