import test from "ava";

import { gadgetDefinition } from "../../fixtures/gadget-definition.ts";
import { type Recorded, runRecorded } from "../../fixtures/recording-shell.ts";
import { workInRepository } from "../../fixtures/working-repository.ts";

// The compared sides are folders of the working directory.
const repository = workInRepository(test);

const config = (name: string, text: string): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: ${name} }\ndata: { text: "${text}" }\n`;
const crd = (size: number): string => gadgetDefinition(`{ type: integer, default: ${size} }`);
const gadget = (spec: string): string =>
  `apiVersion: example.com/v1\nkind: Gadget\nmetadata: { name: g }\nspec: ${spec}\n`;

/** Writes a side with the manifests of its units. */
function side(folder: string, units: Readonly<Record<string, string>>): void {
  const lines = Object.keys(units).map((name) => `  - { name: ${name}, source: { path: ${name} } }\n`);
  const defaults = `defaults: { source: { url: "${repository.url}", ref: main }, namespace: shop }\n`;
  const head = "apiVersion: converge.dev/v1\nkind: Sync\n";
  repository.write(`${folder}/sync.yaml`, `${head}${defaults}units:\n${lines.join("")}`);
  Object.entries(units).forEach(([name, text]) => repository.write(`${folder}/${name}/all.yaml`, text));
}

async function compare(line: string): Promise<Recorded> {
  const words = ["compare", ...line.split(" "), "--config", "sync.yaml"];
  return runRecorded(words, { env: { HOME: repository.folder } });
}

test("a custom resource gets the defaults of another unit's CRD on the same side", async (t) => {
  side("one", { platform: crd(1), shop: gadget("{}") });
  side("two", { platform: crd(2), shop: gadget("{ size: 2 }") });
  side("three", { platform: crd(2), shop: gadget("{}") });
  const both = await compare("one two");
  t.regex(both.stdout, /^change Gadget\/g\n {2}~ spec\.size: 1 → 2$/m);
  const only = await compare("two three -q");
  t.is(only.stdout, "no changes, 2 units\n");
});

test("the HTML page has lanes of all units that differ, and the objects that move between units", async (t) => {
  side("before", { shop: [config("cart", "1"), config("a", "1")].join("---\n"), tools: config("b", "1") });
  side("after", { shop: config("a", "2"), tools: [config("cart", "1"), config("b", "1")].join("---\n") });
  const { stdout, code } = await compare("before after -o html");
  t.is(code, 1);
  for (const text of ["shop: Group 1", "tools: Group 1", "↻ recreated", "Moved between units"]) {
    t.true(stdout.includes(text), text);
  }
  t.is(stdout, (await compare("before after -o html")).stdout);
});
