import test from "ava";

import { compareRenderings, type RandomObject } from "./random-fields.ts";
import { readManifests } from "../parse-manifests.ts";

function compare(first: string, second: string): readonly RandomObject[] {
  const [own, other] = [first, second].map((text) => readManifests({ name: "web.yaml", text }).objects);
  return compareRenderings(own ?? [], other ?? []);
}

function paths(random: readonly RandomObject[]): readonly string[] {
  return random.flatMap(({ object, fields }) =>
    fields.map(({ path }) => `${object.kind}/${object.name} ${path.join(".")}`),
  );
}

const head = "apiVersion: v1\nkind: Secret\nmetadata: { name: db }\n";

test("fields that differ are told by their paths, in lists and new keys too", (t) => {
  const first = `${head}data: { a: x, b: y }\nlist: [{ v: 1 }, { v: 2 }]\n`;
  const second = `${head}data: { a: x, b: z, c: w }\nlist: [{ v: 1 }, { v: 3 }]\n`;
  t.deepEqual(paths(compare(first, second)), ["Secret/db data.b", "Secret/db data.c", "Secret/db list.1.v"]);
});

test("a list that grows differs as a whole", (t) => {
  t.deepEqual(paths(compare(`${head}list: [1]\n`, `${head}list: [1, 2]\n`)), ["Secret/db list"]);
});

test("an object that has another name each time differs in its name", (t) => {
  t.deepEqual(paths(compare(head, head.replace("db", "db-x"))), ["Secret/db metadata.name"]);
});

test("of twins each is compared with its own", (t) => {
  const twins = `${head}data: { a: x }\n---\n${head}data: { a: y }\n`;
  t.deepEqual(compare(twins, twins), []);
});

test("a source that the second rendering does not bring is the same", (t) => {
  t.deepEqual(compareRenderings(readManifests({ name: "a.yaml", text: head }).objects, []), []);
});
