import test from "ava";

import { settingChanges } from "./setting-changes.ts";

test("settings are compared field by field", (t) => {
  const before = { name: "a", source: { path: "a", auth: { username: "u" } }, interval: "1m" };
  const after = { name: "a", source: { path: "b", auth: { username: "u" } }, prune: false };
  t.deepEqual(settingChanges(before, after), [
    { path: ["interval"], kind: "removed", before: "1m" },
    { path: ["prune"], kind: "added", after: false },
    { path: ["source", "path"], kind: "changed", before: "a", after: "b" },
  ]);
});

const settings = (word: string): Parameters<typeof settingChanges>[0] => ({
  render: { set: [`password=${word}`], setJson: ["a=1"], values: ["prod.yaml"] },
  source: { auth: { proxy: `http://user:${word}@proxy.example.com` } },
});

test("chart values and proxy addresses are hidden in changes of settings", (t) => {
  t.deepEqual(settingChanges(settings("hunter2"), settings("hunter3")), [
    { path: ["render", "set"], kind: "changed", hidden: true },
    { path: ["source", "auth", "proxy"], kind: "changed", hidden: true },
  ]);
  t.deepEqual(settingChanges({}, { render: { set: ["a=hunter2"] } }), [
    { path: ["render", "set"], kind: "changed", hidden: true },
  ]);
});
