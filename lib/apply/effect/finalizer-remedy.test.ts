import test from "ava";

import { restMapperOf } from "../../../fixtures/offline-session.ts";
import { finalizerRemedy } from "./finalizer-remedy.ts";

const things = restMapperOf("example.com/v1 Thing").require({ group: "example.com", kind: "Thing" }, "v1");

/** The remedy for a Thing with these finalizers. */
function remedyFor(finalizers: readonly string[], name = "x", namespace = "shop"): string | undefined {
  return finalizerRemedy({ metadata: { finalizers } }, { resource: things, namespace, name });
}

test("the printed command removes one finalizer and fails if another one is at its index", (t) => {
  t.is(
    remedyFor(["example.com/cleanup"]),
    `kubectl patch things.example.com x -n shop --type=json -p='[{"op":"test","path":"/metadata/finalizers/0","value":"example.com/cleanup"},{"op":"remove","path":"/metadata/finalizers/0"}]'`,
  );
});

test("several finalizers are removed from the last to the first, except those of Kubernetes", (t) => {
  const paths = [
    ...(remedyFor(["a.com/x", "foregroundDeletion", "b.com/y"], "x", "") ?? "").matchAll(/finalizers\/\d/g),
  ];
  t.deepEqual(
    paths.map(([path]) => path),
    ["finalizers/2", "finalizers/2", "finalizers/0", "finalizers/0"],
  );
  t.is(remedyFor(["kubernetes.io/pvc-protection", "storage.k8s.io/x", "orphan"]), undefined);
});

test("no command is printed for names that are special in a shell", (t) => {
  t.is(remedyFor(["example.com/a'; rm -rf ~; '"]), undefined);
  t.is(remedyFor(["example.com/a"], "$(id)"), undefined);
  t.is(remedyFor(["example.com/a"], "-f"), undefined);
});
