import test from "ava";

import { noServer, offlineRun } from "../../../fixtures/offline-run.ts";
import { object, planned } from "../../../fixtures/planned.ts";
import { AccessError } from "../../client/model/api-error.ts";
import type { Manifest } from "../../manifest/manifest.ts";
import { announceKept, deletedDefinitions } from "./kept-definitions.ts";

function definition(name: string): ReturnType<typeof object> {
  return object(`CustomResourceDefinition/${name}.example.com`);
}

/** The objects of a set with two CRDs from a chart's `crds` folder, and one outside of it. */
const all: readonly Manifest[] = planned({
  "chart/crds/a.json": [definition("crontabs"), definition("zones"), object("ConfigMap/in-crds")],
  "set.json": [definition("things"), object("ConfigMap/env")],
}).plan.groups.flatMap(({ objects }) => objects.map(({ manifest }) => manifest));
const plain = all.filter(({ name }) => name === "things.example.com" || name === "env");

const names = "crontabs.example.com, zones.example.com";

test("a note reports that CRDs from a crds folder are kept when the release is deleted", (t) => {
  const { context, notices } = offlineRun();
  announceKept(all, context);
  t.deepEqual(notices(), [
    `note: neither pruned nor deleted with the release: ${names} from the crds folder of a chart; \`converge delete --delete-crds\` deletes them`,
  ]);
});

test("CRDs that belong to the release cause no note", (t) => {
  const { context, notices } = offlineRun();
  announceKept(plain, context);
  t.deepEqual(notices(), []);
});

test("deleting a release keeps the CRDs of a crds folder, with one note that names them", async (t) => {
  const { context, notices } = offlineRun();
  const twice = [...all, ...all];
  t.deepEqual(await deletedDefinitions(twice, { deleteCrds: undefined, context }), []);
  t.deepEqual(await deletedDefinitions(twice, { deleteCrds: false, context }), []);
  const message = `note: kept because other releases may use them: ${names} from the crds folder of a chart; --delete-crds deletes them, with all their custom resources`;
  t.deepEqual(notices(), [message, message]);
});

test("--delete-crds has no effect for a release without CRDs from a crds folder", async (t) => {
  const { context, notices } = offlineRun();
  t.deepEqual(await deletedDefinitions(plain, { deleteCrds: true, context }), []);
  t.deepEqual(notices(), []);
});

test("with --delete-crds the CRDs of a crds folder are read, without a note", async (t) => {
  const { context, notices } = offlineRun();
  const found = deletedDefinitions(all, { deleteCrds: true, context });
  await t.throwsAsync(found, { instanceOf: AccessError, message: noServer });
  t.deepEqual(notices(), []);
});
