/** Values that may not be shown: those of Secrets, and those that annotations mark as sensitive. */
import test from "ava";

import type { JsonObject } from "../lib/object/json.ts";
import { configMap, service } from "./apply/manifests.ts";
import { openSite } from "./apply/site.ts";
import { verb } from "./release-verbs.ts";

const password: JsonObject = {
  apiVersion: "v1",
  kind: "Secret",
  metadata: { name: "db" },
  stringData: { password: "troubadour-7" },
};

test("get hides values of Secrets and sensitive values, and reports that", async (t) => {
  const site = await openSite(t);
  const paths = configMap(
    "env",
    { token: "minstrel-8", mode: "fast" },
    { "werf.io/sensitive-paths": "$.data.token" },
  );
  const whole = configMap("all", { key: "jongleur-9" }, { "werf.io/sensitive": "true" });
  t.is((await site.apply([password, paths, whole])).code, 0);
  const { stdout } = await verb(site, "get", "manifests");
  for (const value of ["troubadour-7", "minstrel-8", "jongleur-9"]) {
    t.false(stdout.includes(value), value);
  }
  t.regex(stdout, /\n# values are hidden, so this is not what was sent: --show-secrets shows them\n/);
  t.regex(stdout, /password: \(?"?\(hidden, 12 bytes\)/);
  t.regex(stdout, /mode: fast/);
  const json = await verb(site, "get", "manifests", "-o", "json");
  t.false(json.stdout.includes("troubadour"));
  t.regex(json.stdout, /^\{\s+"apiVersion": "v1",\s+"kind": "List",\s+"metadata": .*values are hidden/su);
  const shown = await verb(site, "get", "manifests", "--show-secrets");
  for (const value of ["troubadour-7", "minstrel-8", "jongleur-9"]) {
    t.true(shown.stdout.includes(value), value);
  }
  t.notRegex(shown.stdout, /hidden/);
});

test("sensitive values appear neither in a diff nor in the output", async (t) => {
  const site = await openSite(t);
  const paths = { "werf.io/sensitive-paths": "$.spec.template.spec.containers[*].env[*].value" };
  const withEnv = (value: string): JsonObject => ({
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "web", annotations: paths },
    spec: {
      selector: { matchLabels: { app: "web" } },
      template: {
        metadata: { labels: { app: "web" } },
        spec: {
          containers: [{ name: "app", image: "registry.test/app:1", env: [{ name: "PIN", value }] }],
        },
      },
    },
  });
  t.is((await site.apply([withEnv("minstrel-8")])).code, 0);
  const path = site.write([withEnv("jongleur-9")]);
  for (const form of ["text", "json"]) {
    const { code, stdout } = await verb(site, "diff", path, "-o", form);
    t.is(code, 1);
    t.notRegex(stdout, /minstrel|jongleur/);
    t.regex(stdout, /env\[name=PIN\]\.value/);
  }
  const bad = {
    ...service("bad", { spec: { ports: [{ port: 80 }], clusterIP: "jongleur-9" } }),
    metadata: { name: "bad", annotations: { "werf.io/sensitive-paths": "$.spec.clusterIP" } },
  };
  const invalid = await site.apply([bad]);
  t.is(invalid.code, 2);
  t.notRegex(`${invalid.stdout}${invalid.stderr}`, /jongleur/);
  const refused = await site.apply([bad], "--validate=ignore");
  t.is(refused.code, 1);
  t.notRegex(`${refused.stdout}${refused.stderr}`, /jongleur/);
  t.regex(refused.stdout, /\(hidden\)/);
});
