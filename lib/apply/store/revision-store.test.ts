import test from "ava";
import * as fc from "fast-check";

import { noServer, offlineRun, servedKinds } from "../../../fixtures/offline-run.ts";
import { hook, object, planned } from "../../../fixtures/planned.ts";
import { AccessError } from "../../client/model/api-error.ts";
import type { Revision } from "../../inventory/revision.ts";
import type { JsonObject } from "../../object/json.ts";
import { plan, type PlanRequest } from "../../engine.ts";
import type { Plan } from "../../plan/plan.ts";
import {
  contentOf,
  digestOf,
  dropRevisions,
  findAllRevisions,
  keptAt,
  loadRevision,
  mayHaveLeftovers,
  type RevisionPlace,
  removeRevisions,
  sourcesOf,
} from "./revision-store.ts";

const env = object("ConfigMap/env", { body: { data: { a: "1" } } });
const web = object("Deployment/web", { namespace: "shop" });
const later = object("Job/migrate", { annotations: hook("pre-upgrade") });
const crontabs = object("CustomResourceDefinition/crontabs.example.com");

function planOf(...set: Parameters<typeof planned>): Plan {
  return planned(...set).plan;
}

/** Whether the digest of a set equals that of a ConfigMap, a Deployment and a hook of another action. */
const isSame = test.macro({
  title: (_, fact: string) => fact,
  exec(t, _fact: string, set: Parameters<typeof planned>[0], expected: boolean) {
    t.is(digestOf(planOf(set)) === digestOf(planOf([env, web, later])), expected);
  },
});

test(isSame, "the digest of a set does not depend on the order of its objects", [later, web, env], true);
test(
  isSame,
  "the digest of a set does not depend on its files",
  { "a.json": [web], "b/c.json": [later, env] },
  true,
);
test(
  isSame,
  "the digest of a set does not depend on the order of fields",
  [{ data: { a: "1" }, metadata: { name: "env" }, kind: "ConfigMap", apiVersion: "v1" }, web, later],
  true,
);
test(
  isSame,
  "a changed value changes the digest of a set",
  [{ ...env, data: { a: "2" } }, web, later],
  false,
);
test(isSame, "a removed object changes the digest of a set", [env, later], false);
test(isSame, "a removed hook of another action changes the digest of a set", [env, web], false);
test(
  isSame,
  "a changed namespace of an object changes the digest of a set",
  [env, { ...web, metadata: { name: "web", namespace: "blog" } }, later],
  false,
);

test("the digest of a set does not depend on the action", (t) => {
  const [installed, upgraded] = (["install", "upgrade"] as const).map((action) =>
    digestOf(planOf([env, web, later], { action })),
  );
  t.is(installed, upgraded);
});

test("the digests of a CRD from a crds folder and of an ordinary CRD differ", (t) => {
  t.not(digestOf(planOf({ "chart/crds/a.json": [crontabs] })), digestOf(planOf([crontabs])));
});

test("a revision contains every object as written, including hooks of other actions", (t) => {
  const content = contentOf(planOf({ "b.json": [web], "a.json": [later, env] }));
  t.deepEqual(
    content.map(({ file, text }) => [file, JSON.parse(text)]),
    [
      ["a.json", env],
      ["b.json", web],
      ["a.json", later],
    ],
  );
  t.false(content.some((one) => "isChartCrds" in one));
});

test("a large number keeps all its digits in a revision", (t) => {
  const [first] = contentOf(planOf([{ ...env, data: { a: "1" }, big: 12_345_678_901_234_567_890n }]));
  t.regex(first?.text ?? "", /"big":12345678901234567890\}/);
});

test("a revision marks the CRDs from the crds folder of a chart", (t) => {
  const content = contentOf(planOf({ "chart/crds/a.json": [crontabs], "set.json": [env] }));
  t.deepEqual(
    content.map(({ file, isChartCrds }) => [file, isChartCrds]),
    [
      ["chart/crds/a.json", true],
      ["set.json", undefined],
    ],
  );
});

test("the sources of a revision are named by its number and files, one source per file", (t) => {
  const [a, b, c] = ["1", "2", "3"].map((text) => `{"n":${text}}`);
  const content = [
    { file: "a.yaml", text: a ?? "" },
    { file: "b.yaml", text: b ?? "" },
    { file: "a.yaml", text: c ?? "" },
  ];
  t.deepEqual(sourcesOf(7, content), [
    { name: "revision-7/a.yaml", text: `---\n${a}\n---\n${c}\n` },
    { name: "revision-7/b.yaml", text: `---\n${b}\n` },
  ]);
});

test("CRDs of a crds folder and other objects of a file with the same name are separate sources", (t) => {
  const content = [
    { file: "a.yaml", text: "1" },
    { file: "a.yaml", text: "2", isChartCrds: true as const },
  ];
  t.deepEqual(
    sourcesOf(1, content).map(({ isChartCrds, text }) => [isChartCrds, text]),
    [
      [undefined, "---\n1\n"],
      [true, "---\n2\n"],
    ],
  );
});

test("a folder of the user with the name of a revision keeps its name", (t) => {
  const [first] = contentOf(planOf({ "revision-2/a.json": [env] }));
  t.is(first?.file, "revision-2/a.json");
});

/** The plan of a revision from its sources. */
function planBack(number: number, kept: Plan): Plan {
  const request: PlanRequest = {
    sources: sourcesOf(number, contentOf(kept)),
    found: [],
    action: "rollback",
    release: "test",
    namespace: "default",
    externalDeps: "error",
    invalid: "fail",
    timeout: 300_000,
  };
  return plan(request).plan;
}

const anyObject: fc.Arbitrary<JsonObject> = fc
  .record({
    kind: fc.constantFrom("ConfigMap", "Secret", "Deployment", "Job"),
    name: fc.constantFrom("a", "b", "c"),
    annotations: fc.constantFrom({}, hook("pre-upgrade"), hook("post-rollback", 3)),
    namespace: fc.option(fc.constantFrom("shop", "blog"), { nil: undefined }),
    data: fc.dictionary(fc.constantFrom("x", "__proto__"), fc.string()),
  })
  .map(({ kind, name, annotations, namespace, data }) =>
    object(`${kind}/${name}`, { annotations, ...(namespace && { namespace }), body: { data } }),
  );
const anyFiles = fc.dictionary(
  fc.constantFrom("a.json", "dir/b.json", "chart/crds/c.json"),
  fc.array(anyObject, { maxLength: 4 }),
);

test("the sources of a revision, and of a rollback to it, have the digest of the set that was sent", (t) => {
  const law = fc.property(anyFiles, (files) => {
    const { plan: sent, refused } = planned(files);
    fc.pre(!refused);
    const back = planBack(3, sent);
    t.is(digestOf(back), digestOf(sent));
    t.deepEqual(
      contentOf(back)
        .map(({ file }) => file)
        .toSorted(),
      contentOf(sent)
        .map(({ file }) => file)
        .toSorted(),
    );
    t.is(digestOf(planBack(4, back)), digestOf(sent));
  });
  t.notThrows(() => fc.assert(law, { numRuns: 50 }));
});

function revision(number: number, shards = 1): Revision {
  return { number, at: 0, action: "install", outcome: "succeeded", digest: "", objects: 1, shards };
}

function offlinePlace(): RevisionPlace & { readonly kinds: ReturnType<typeof servedKinds> } {
  return { context: offlineRun().context, kinds: servedKinds([]), release: "web", namespace: "shop" };
}

const { signal } = new AbortController();

test("if revisions may not be listed, the Secrets of all revisions in the record are returned", async (t) => {
  const found = await findAllRevisions([revision(1), revision(3, 2)], { place: offlinePlace(), signal });
  t.deepEqual(found, ["converge.web.v1", "converge.web.v3", "converge.web.v3.s1"]);
});

function may(before: readonly Revision[], own: Revision, kept = [...before, own]): boolean {
  return mayHaveLeftovers({ before, during: [...before, { ...own, outcome: "unfinished" }], kept });
}

test("revisions that are not in the record are searched for if a run may have left some", (t) => {
  t.false(may([revision(8)], revision(9)));
  t.true(may([{ ...revision(8), outcome: "unfinished" }], revision(8)), "a run was killed");
  t.true(may([revision(8)], revision(9), [revision(9)]), "it may have been killed before it dropped one");
  t.true(may([revision(8, 2)], revision(9)), "one may have been killed before its record");
  t.true(may([revision(9)], revision(10)), "every tenth");
});

test("the time of an unreadable revision is unknown, and loading it fails", async (t) => {
  t.is(await keptAt(revision(1), offlinePlace()), undefined);
  await t.throwsAsync(loadRevision(revision(1), offlinePlace()), { instanceOf: AccessError });
});

test("a failure to drop revisions after a run does not cause an error", async (t) => {
  const kept = { place: offlinePlace(), signal };
  await t.notThrowsAsync(dropRevisions(["converge.web.v1", "converge.web.v2"], [revision(2)], kept));
  await t.throwsAsync(removeRevisions(["converge.web.v1"], kept), { message: noServer });
});
