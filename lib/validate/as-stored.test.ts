import test from "ava";

import { cronTabDefinition } from "../../fixtures/cron-tab.ts";
import type { Manifest } from "../manifest/manifest.ts";
import { readManifests } from "../manifest/parse-manifests.ts";
import { resolveManifests } from "../manifest/resolve-manifests.ts";
import { type JsonObject, objectField } from "../object/json.ts";
import { renderAsStored } from "./as-stored.ts";
import { createValidator } from "./create-validator.ts";

function manifests(text: string): readonly Manifest[] {
  return resolveManifests(readManifests({ name: "set.yaml", text }).objects, "shop").manifests;
}

/** Returns the findings about a set as `severity code message`. */
async function check(text: string): Promise<readonly string[]> {
  const validator = await createValidator({ level: "strict", policies: [] });
  return (validator?.check(manifests(text)) ?? []).map(
    ({ severity, code, message }) => `${severity} ${code} ${message}`,
  );
}

/** Returns the first object of a set that is neither a CRD nor a policy as the API server would store it. */
async function stored(text: string): Promise<JsonObject> {
  const all = manifests(text);
  const steps = { defaulted: true, pruned: true };
  const first = all.find(({ ref }) => !ref.group.endsWith(".k8s.io"));
  const shown = first && (await renderAsStored(first, all, { definitions: [], steps, policies: [] }));
  return shown !== undefined && "value" in shown ? shown.value : {};
}

interface Mutating {
  readonly resource?: string;
  readonly name?: string;
  readonly more?: string;
}

/** A mutating policy and its binding for all objects of a resource. */
function mutating(
  expressions: readonly string[],
  { resource = "configmaps", name = "m", more = "" }: Mutating = {},
): string {
  const written = expressions.map((expression) =>
    expression.includes("JSONPatch{")
      ? `{patchType: JSONPatch, jsonPatch: {expression: '${expression}'}}`
      : `{patchType: ApplyConfiguration, applyConfiguration: {expression: '${expression}'}}`,
  );
  const rules = `matchConstraints: {resourceRules: [{apiGroups: ['*'], apiVersions: ['*'], operations: ['*'], resources: [${resource}]}]}`;
  const head = `---\napiVersion: admissionregistration.k8s.io/v1\nmetadata: {name: ${name}}\nkind: MutatingAdmissionPolicy`;
  return `${head}\nspec: {${rules}, mutations: [${written.join(", ")}], reinvocationPolicy: Never${more}}\n${head}Binding\nspec: {policyName: ${name}}\n`;
}

const map = "---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: c, labels: {a: b}}\ndata: {size: '4'}\n";
const key = "/namespaces/shop/ConfigMap/c";

function setTeam(value: string): string {
  return `Object{metadata: Object.metadata{labels: {"team": "${value}"}}}`;
}

function scale(replicas: number): string {
  return mutating([`Object{spec: Object.spec{replicas: ${replicas}}}`], { resource: "deployments" });
}

async function errorsOf(text: string): Promise<readonly string[]> {
  return (await check(text)).filter((found) => found.startsWith("error"));
}

test("a note names the mutating policy, its binding and the fields that it sets", async (t) => {
  const policy = mutating([setTeam("x"), '[JSONPatch{op: "remove", path: "/data/size"}]']);
  t.deepEqual(await check(map + policy), [
    `note PolicyMutation ${key}: MutatingAdmissionPolicy 'm' with binding 'm' sets metadata.labels[team], data`,
  ]);
  const { metadata, data } = await stored(map + policy);
  t.deepEqual(metadata, { name: "c", namespace: "shop", labels: { a: "b", team: "x" } });
  t.is(data, undefined);
});

test("validating policies and the rules of the kind check the object as mutated", async (t) => {
  const labels = "{app: web}";
  const deployment = `---\napiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {replicas: -1, selector: {matchLabels: ${labels}}, template: {metadata: {labels: ${labels}}, spec: {containers: [{name: c, image: i}]}}}\n`;
  t.regex((await errorsOf(deployment)).join(), /spec\.replicas/);
  t.deepEqual(await errorsOf(deployment + scale(2)), []);
  t.regex((await errorsOf(deployment.replace("-1", "1") + scale(-2))).join(), /spec\.replicas/);
  const head = `---\napiVersion: admissionregistration.k8s.io/v1\nmetadata: {name: v}\nkind: ValidatingAdmissionPolicy`;
  const limit = `${head}\nspec: {matchConstraints: {resourceRules: [{apiGroups: [apps], apiVersions: [v1], operations: [CREATE], resources: [deployments]}]}, validations: [{expression: object.spec.replicas < 5, message: too many}]}\n${head}Binding\nspec: {policyName: v, validationActions: [Deny]}\n`;
  t.deepEqual(await errorsOf(deployment + scale(3) + limit), []);
  t.regex((await errorsOf(deployment + scale(7) + limit)).join(), /too many/);
});

test("a failing mutation denies the object unless failurePolicy is Ignore", async (t) => {
  const broken = "Object{data: object.data.nothing}";
  t.deepEqual(await check(map + mutating([broken])), [
    `error PolicyViolation ${key}: policy 'm' with binding 'm' denied request: expression '${broken}' resulted in error: no such key: nothing`,
  ]);
  t.deepEqual(await check(map + mutating([broken], { more: ", failurePolicy: Ignore" })), []);
  t.deepEqual(await check(map + mutating(["Object{spec: Object.spec{}}"])), [
    `error PolicyViolation ${key}: policy 'm' with binding 'm' denied request: error applying patch: failed to convert patch object to typed object: .spec: field not declared in schema`,
  ]);
});

test("a mutating policy that reads request.userInfo is undecided", async (t) => {
  const byUser = mutating(['Object{metadata: Object.metadata{labels: {"by": request.userInfo.username}}}']);
  t.deepEqual(await check(map + byUser), [
    `note PolicyUndecided /MutatingAdmissionPolicy/m with binding m is not decided for ${key}: request.userInfo is known to the cluster only`.replace(
      "/MutatingAdmissionPolicy",
      "admissionregistration.k8s.io/MutatingAdmissionPolicy",
    ),
  ]);
});

test("mutating policies whose result depends on their order are undecided", async (t) => {
  const both = mutating([setTeam("a")], { name: "one" }) + mutating([setTeam("b")], { name: "two" });
  const found = await check(map + both);
  t.is(found.filter((one) => one.includes("the order in which policies are invoked")).length, 2);
  const same = mutating([setTeam("a")], { name: "one" }) + mutating([setTeam("a")], { name: "two" });
  t.deepEqual(await check(map + same), [
    `note PolicyMutation ${key}: MutatingAdmissionPolicy 'one' with binding 'one' sets metadata.labels[team]`,
  ]);
});

test("an apply configuration is merged into a custom resource by the schema of its CRD", async (t) => {
  const tab = `---\napiVersion: stable.example.com/v1\nkind: CronTab\nmetadata: {name: tab}\nspec: {cronSpec: "* * * * *"}\n`;
  const policy = mutating(["Object{spec: Object.spec{replicas: 3}}"], { resource: "crontabs" });
  const shown = await stored(`${tab}---\n${cronTabDefinition}${policy}`);
  t.is(objectField(shown, "spec")["replicas"], 3);
  const wrong = mutating(["Object{spec: Object.spec{imgae: 3}}"], { resource: "crontabs" });
  const found = await check(`${tab}---\n${cronTabDefinition}${wrong}`);
  t.regex(found.join(), /\.spec\.imgae: field not declared in schema/);
});
