import test from "ava";

import {
  dependsOn,
  findings,
  object,
  objectNamed,
  outline,
  planned,
  pods,
  waitsOf,
} from "../../../fixtures/planned.ts";
import { annotationOf, metadataOf } from "../../object/metadata.ts";
import { field, type JsonObject, stringifyJson } from "../../object/json.ts";
import type { PlanResult } from "../make-plan.ts";

const versioned = { "kapp.k14s.io/versioned": "" };

function config(fields: JsonObject): JsonObject {
  return { apiVersion: "kapp.k14s.io/v1alpha1", kind: "Config", ...fields };
}

function textOf({ plan }: PlanResult, name: string): string {
  return stringifyJson(objectNamed(plan, name).manifest.value);
}

const env = object("ConfigMap/env", { annotations: versioned, body: { data: { a: "1" } } });
const web = object("Deployment/web", {
  body: pods({
    imagePullSecrets: [{ name: "pull" }],
    volumes: [
      { name: "a", configMap: { name: "env" } },
      { name: "b", projected: { sources: [{ configMap: { name: "env" } }, { secret: { name: "token" } }] } },
      { name: "c", secret: { secretName: "token" } },
      { name: "d", configMap: { name: "other" } },
    ],
    containers: [
      {
        name: "web",
        image: "web",
        envFrom: [{ configMapRef: { name: "env" } }],
        env: [{ name: "T", valueFrom: { secretKeyRef: { name: "token", key: "t" } } }],
      },
    ],
  }),
});

test("without a cluster, the name of the first version is shown instead of the next one, with a note", (t) => {
  const result = planned([env]);
  t.deepEqual(outline(result), ["main 0: ConfigMap/env-ver-1"]);
  t.deepEqual(findings(result), ["note NameGenerated"]);
  t.regex(
    result.plan.diagnostics[0]?.message ?? "",
    /^ConfigMap\/env is versioned: env-ver-1 is shown instead of/,
  );
});

function named(value: string): readonly string[] {
  return outline(planned([object("ConfigMap/env", { annotations: { "converge.dev/versioned": value } })]));
}

test("converge.dev/versioned: true makes an object versioned, false does not", (t) => {
  t.deepEqual(named("true"), ["main 0: ConfigMap/env-ver-1"]);
  t.deepEqual(named("false"), ["main 0: ConfigMap/env"]);
  t.deepEqual(
    findings(planned([object("ConfigMap/env", { annotations: { "converge.dev/versioned": "perhaps" } })])),
    ["error AnnotationInvalid"],
  );
});

test("references of pods are updated to versioned names, and workloads wait for the versioned objects", (t) => {
  const result = planned([
    env,
    object("Secret/token", { annotations: versioned }),
    object("Secret/pull", { annotations: versioned }),
    object("ConfigMap/other"),
    web,
  ]);
  const text = textOf(result, "Deployment/web");
  t.is(text.match(/"env-ver-1"/g)?.length, 3);
  t.is(text.match(/"token-ver-1"/g)?.length, 3);
  t.is(text.match(/"pull-ver-1"/g)?.length, 1);
  t.true(text.includes('"other"') && !text.includes('"name":"env"'));
  t.deepEqual(waitsOf(result, "Deployment/web"), [
    "ConfigMap/env-ver-1 present reference",
    "ConfigMap/other present reference",
    "Secret/pull-ver-1 present reference",
    "Secret/token-ver-1 present reference",
  ]);
});

test("a reference in another namespace, or to another kind, is not updated to a versioned name", (t) => {
  const away = { ...web, metadata: { name: "web", namespace: "away" } };
  t.true(textOf(planned([env, away]), "Deployment/web").includes('"configMap":{"name":"env"}'));
  const secret = object("Secret/env", { annotations: versioned });
  t.true(textOf(planned([secret, web]), "Deployment/web").includes('"configMap":{"name":"env"}'));
});

test("depends-on, ServiceAccount secrets and explicit references are updated to versioned names", (t) => {
  const ref = "/namespaces/default/ConfigMap/env";
  const result = planned([
    env,
    object("Secret/token", { annotations: versioned }),
    object("Job/a", {
      annotations: {
        "config.kubernetes.io/depends-on": `${ref}, /namespaces/default/Secret/token`,
        "kapp.k14s.io/versioned-explicit-ref.env": "apiVersion: v1\nkind: ConfigMap\nname: env\n",
      },
    }),
    object("ServiceAccount/a", { body: { secrets: [{ name: "token" }] } }),
  ]);
  const { value } = objectNamed(result.plan, "Job/a").manifest;
  t.is(
    annotationOf(value, "config.kubernetes.io/depends-on"),
    "/namespaces/default/ConfigMap/env-ver-1, /namespaces/default/Secret/token-ver-1",
  );
  t.is(
    annotationOf(value, "kapp.k14s.io/versioned-explicit-ref.env"),
    "apiVersion: v1\nkind: ConfigMap\nname: env-ver-1\n",
  );
  t.deepEqual(waitsOf(result, "Job/a"), [
    "ConfigMap/env-ver-1 ready depends-on",
    "Secret/token-ver-1 ready depends-on",
  ]);
  t.true(textOf(result, "ServiceAccount/a").includes("token-ver-1"));
});

test("references of kapp-controller Apps are updated to versioned names", (t) => {
  const app = object("kappctrl.k14s.io/v1alpha1/App/a", {
    body: {
      spec: {
        fetch: [{ git: { secretRef: { name: "token" } } }],
        template: [{ ytt: { valuesFrom: [{ configMapRef: { name: "env" } }] } }],
      },
    },
  });
  const result = planned([env, object("Secret/token", { annotations: versioned }), app]);
  t.deepEqual(field(objectNamed(result.plan, "App/a").manifest.value, "spec"), {
    fetch: [{ git: { secretRef: { name: "token-ver-1" } } }],
    template: [{ ytt: { valuesFrom: [{ configMapRef: { name: "env-ver-1" } }] } }],
  });
});

const rules = config({
  templateRules: [
    {
      resourceMatchers: [{ apiVersionKindMatcher: { apiVersion: "v1", kind: "ConfigMap" } }],
      affectedResources: {
        objectReferences: [
          {
            path: ["spec", "sources", { allIndexes: true }, "map"],
            resourceMatchers: [{ apiGroupKindMatcher: { apiGroup: "example.com", kind: "Thing" } }],
            nameKey: "mapName",
          },
        ],
      },
    },
  ],
});

test("fields that templateRules list are updated to versioned names", (t) => {
  const thing = object("example.com/v1/Thing/a", {
    body: { spec: { sources: [{ map: { mapName: "env" } }, { map: { mapName: "else" } }] } },
  });
  const result = planned([rules, env, thing]);
  t.deepEqual(field(objectNamed(result.plan, "Thing/a").manifest.value, "spec"), {
    sources: [{ map: { mapName: "env-ver-1" } }, { map: { mapName: "else" } }],
  });
});

test("a templateRule without a path is an error", (t) => {
  const broken = config({
    templateRules: [{ affectedResources: { objectReferences: [{ path: [], resourceMatchers: [] }] } }],
  });
  t.deepEqual(findings(planned([broken, object("ConfigMap/env")])), ["error KappConfigInvalid"]);
});

test("a regex in the path of a templateRule is an error", (t) => {
  const matchers = [{ apiVersionKindMatcher: { apiVersion: "v1", kind: "ConfigMap" } }];
  const reference = { path: ["spec", { regex: "^a" }], resourceMatchers: matchers };
  const broken = config({ templateRules: [{ affectedResources: { objectReferences: [reference] } }] });
  t.deepEqual(findings(planned([broken, object("ConfigMap/env")])), ["error KappConfigInvalid"]);
});

test("versioned-keep-original also keeps an unversioned object with the original name", (t) => {
  const annotations = { ...versioned, "kapp.k14s.io/versioned-keep-original": "" };
  const result = planned([object("ConfigMap/env", { annotations })]);
  t.deepEqual(outline(result), ["main 0: ConfigMap/env ConfigMap/env-ver-1"]);
  t.deepEqual(metadataOf(objectNamed(result.plan, "ConfigMap/env").manifest.value)["annotations"], {});
});

test("references to cluster-scoped versioned objects are updated to versioned names", (t) => {
  const rule = {
    resourceMatchers: [{ allMatcher: {} }],
    affectedResources: {
      objectReferences: [
        {
          path: ["spec"],
          resourceMatchers: [{ apiGroupKindMatcher: { apiGroup: "example.com", kind: "Thing" } }],
        },
      ],
    },
  };
  const binding = {
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "r" },
    subjects: [{ kind: "ServiceAccount", name: "web", namespace: "default" }],
  };
  const explicit = "apiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\nname: high\n";
  const result = planned([
    config({ templateRules: [rule] }),
    object("ClusterRole/r", { annotations: versioned }),
    object("PriorityClass/high", { annotations: versioned, body: { value: 1 } }),
    object("ServiceAccount/web"),
    object("ClusterRoleBinding/b", { body: binding }),
    object("Deployment/web", { body: pods({ priorityClassName: "high" }) }),
    object("ConfigMap/a", { annotations: dependsOn("rbac.authorization.k8s.io/ClusterRole/r") }),
    object("ConfigMap/b", { annotations: { "kapp.k14s.io/versioned-explicit-ref": explicit } }),
    object("example.com/v1/Thing/a", { body: { spec: { name: "high" } } }),
  ]);
  t.false(result.refused);
  t.true(waitsOf(result, "ClusterRoleBinding/b").includes("ClusterRole/r-ver-1 present reference"));
  t.true(waitsOf(result, "Deployment/web").includes("PriorityClass/high-ver-1 present reference"));
  t.deepEqual(waitsOf(result, "ConfigMap/a"), ["ClusterRole/r-ver-1 ready depends-on"]);
  t.true(textOf(result, "ConfigMap/b").includes("name: high-ver-1"));
  t.true(textOf(result, "Thing/a").includes('"name":"high-ver-1"'));
});

/** The findings about sets whose first two objects have the same name. */
function duplicates(...annotations: readonly Readonly<Record<string, string>>[]): readonly string[] {
  const maps = annotations.map((each, index) =>
    object("ConfigMap/env", { annotations: each, body: { data: { a: String(index) } } }),
  );
  return findings(planned(maps)).filter((finding) => !finding.endsWith("NameGenerated"));
}

test("two objects with the same name conflict if at least one of them is versioned", (t) => {
  t.deepEqual(duplicates(versioned, versioned), ["error ConflictingObject"]);
  t.deepEqual(duplicates(versioned, {}), ["error ConflictingObject"]);
  const keeps = { "kapp.k14s.io/versioned-keep-original": "" };
  t.deepEqual(duplicates(keeps), []);
  t.deepEqual(duplicates(keeps, {}), ["error ConflictingObject"]);
  t.deepEqual(findings(planned([env, env])), [
    "note NameGenerated",
    "note DuplicateObject",
    "note NameGenerated",
  ]);
});

/** A versioned Secret that names another one. */
function linked(name: string, other: string): JsonObject {
  const ref = `apiVersion: v1\nkind: Secret\nname: ${other}\n`;
  const annotations = { ...versioned, "kapp.k14s.io/versioned-explicit-ref": ref };
  return object(`Secret/${name}`, { annotations });
}

test("versioned objects that refer to each other get versioned names", (t) => {
  t.deepEqual(outline(planned([linked("a", "b"), linked("b", "a")])), [
    "main 0: Secret/a-ver-1 Secret/b-ver-1",
  ]);
});
