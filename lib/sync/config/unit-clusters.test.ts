import { readFileSync } from "node:fs";
import { join } from "node:path";

import test from "ava";

import type { Unit, UnitCluster } from "../unit/unit.ts";
import { readConfiguration } from "./read-configuration.ts";
import { doubledRelease } from "./unit-faults.ts";

const head = `apiVersion: converge.dev/v1
kind: Sync
`;

function fileOf(clusters: string, units: string, defaults = ""): string {
  const source = 'source: { url: "https://example.com/shop.git" }';
  return `${head}clusters: [${clusters}]\ndefaults: { ${source}${defaults} }\nunits: [${units}]\n`;
}

async function clustersOfUnits(text: string): Promise<readonly Unit["cluster"][]> {
  const reading = await readConfiguration({ name: "sync.yaml", text });
  return "configuration" in reading ? reading.configuration.units.map(({ cluster }) => cluster) : [];
}

const eu: UnitCluster = { name: "eu", kubeconfig: { secret: "eu", key: "value" } };
const us: UnitCluster = { name: "us", kubeconfig: { file: "/us.yaml", exec: true }, context: "a@us" };
const both =
  "{ name: eu, kubeconfig: { secret: eu } }, { name: us, kubeconfig: { file: /us.yaml, exec: true }, context: a@us }";

test("the configuration of docs/sync/clusters.md is read", async (t) => {
  const page = readFileSync(join(import.meta.dirname, "../../../docs/sync/clusters.md"), "utf8");
  const [, text = ""] = /^```yaml\n([\s\S]*?)^```$/m.exec(page) ?? [];
  t.deepEqual(
    (await clustersOfUnits(text)).map((cluster) => cluster?.name),
    ["eu", "us"],
  );
});

test("units are in the cluster of the unit or of defaults, and `home` is the cluster of the sidecar", async (t) => {
  const units = "{ name: a }, { name: b, cluster: us }, { name: c, cluster: home }";
  t.deepEqual(await clustersOfUnits(fileOf(both, units, ", namespace: shop, cluster: eu")), [
    eu,
    us,
    undefined,
  ]);
  t.deepEqual(await clustersOfUnits(fileOf(both, "{ name: a }")), [undefined]);
});

test("units in two clusters can have the same release", async (t) => {
  const units = "{ name: a, release: r, namespace: ns }, { name: b, release: r, namespace: ns, cluster: eu }";
  t.is((await clustersOfUnits(fileOf(both, units))).length, 2);
});

/** The fault of two units of one release, in clusters with the kubeconfig `{ secret: a }` and this one. */
async function faultOfTwoClusters(kubeconfig: string): Promise<string | undefined> {
  const clusters = `{ name: eu, kubeconfig: { secret: a } }, { name: europe, kubeconfig: ${kubeconfig} }`;
  const units = ["eu", "europe"].map(
    (name) => `{ name: in-${name}, release: r, namespace: ns, cluster: ${name} }`,
  );
  const reading = await readConfiguration({ name: "sync.yaml", text: fileOf(clusters, units.join(", ")) });
  return "configuration" in reading ? doubledRelease(reading.configuration.units, "ns") : "unread";
}

test("two clusters with the same kubeconfig are one cluster, in which only one unit can have a release", async (t) => {
  const fault = await faultOfTwoClusters("{ secret: a, key: value }");
  t.regex(fault ?? "", /^units in-eu and in-europe both have release r /);
  for (const other of ["{ secret: a, key: other }", "{ secret: a }, context: second", "{ file: /a }"]) {
    t.is(await faultOfTwoClusters(other), undefined);
  }
});

const refused = test.macro<[clusters: string, units: string, ...faults: string[]]>({
  title: (_, clusters = "", units = "") => `refused: ${clusters} with ${units}`,
  exec: async (t, clusters, units, ...faults) => {
    const reading = await readConfiguration({ name: "sync.yaml", text: fileOf(clusters, units) });
    t.deepEqual(
      "diagnostics" in reading
        ? reading.diagnostics.map(
            ({ code, message, origin }) => `${origin?.line}:${origin?.column} ${code} ${message}`,
          )
        : [],
      faults,
    );
  },
});

test(
  refused,
  "{ name: europe, kubeconfig: { secret: a } }",
  "{ name: a, namespace: ns, cluster: europa }",
  '5:44 SettingInvalid units[0].cluster: there is no cluster "europa"; did you mean "europe"?',
);
test(
  refused,
  "",
  "{ name: a, namespace: ns, cluster: eu }",
  '5:44 SettingInvalid units[0].cluster: there is no cluster "eu": add it to clusters',
);
test(
  refused,
  "{ name: eu, kubeconfig: { secret: a } }",
  "{ name: a, cluster: eu }",
  "5:9 SettingMissing units[0] has no namespace, which it needs in cluster eu: set it, here or in defaults",
);
test(
  refused,
  "{ name: eu, kubeconfig: { secret: a } }, { name: eu, kubeconfig: { secret: b } }",
  "{ name: a }",
  "3:61 SettingConflict two clusters are named eu: rename one",
);
test(
  refused,
  "{ name: home, kubeconfig: { secret: a } }",
  "{ name: a }",
  "3:20 SettingConflict clusters[0].name: home is the cluster of the sidecar itself: use another name",
);
test(
  refused,
  "{ name: eu, kubeconfig: {} }",
  "{ name: a }",
  "3:36 SettingMissing clusters[0].kubeconfig names no kubeconfig: set secret or file",
);
test(
  refused,
  "{ name: eu, kubeconfig: { secret: a, file: b } }",
  "{ name: a }",
  "3:49 SettingConflict clusters[0].kubeconfig.file cannot be combined with secret: remove one",
);
test(
  refused,
  "{ name: eu, kubeconfig: { secret: a, exec: true } }",
  "{ name: a }",
  "3:49 SettingConflict clusters[0].kubeconfig.exec is only for files: a kubeconfig in a Secret never starts programs",
);
test(
  refused,
  "{ name: eu, kubeconfig: { file: a, key: b } }",
  "{ name: a }",
  "3:47 SettingConflict clusters[0].kubeconfig.key is only for a Secret: remove it",
);
test(
  refused,
  "{ name: eu, kubeconfig: { secret: a }, exec: true }",
  "{ name: a }",
  '3:51 SettingUnknown unknown setting "exec" in clusters[0]; did you mean kubeconfig.exec?',
);
