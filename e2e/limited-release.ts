/** A release that is applied by somebody who may do what `converge rbac` prints, and nothing else. */
import type { ExecutionContext } from "ava";

import type { Recorded } from "../fixtures/recording-shell.ts";
import type { ReadObject } from "../lib/manifest/manifest.ts";
import { readManifests } from "../lib/manifest/parse-manifests.ts";
import { field, type JsonValue, listField, stringsField } from "../lib/object/json.ts";
import type { Manifests, Site } from "./apply/site.ts";
import type { AuditEvent, AuditMark } from "./control-plane/audit-log.ts";

const rbac = "/apis/rbac.authorization.k8s.io/v1";

/** A rule as it is printed, with the namespace that it holds in; empty for the cluster. */
export interface PrintedRule {
  readonly namespace: string;
  readonly group: string;
  readonly resources: readonly string[];
  readonly names: readonly string[];
  readonly verbs: readonly string[];
}

/** A release whose rights are those that are printed for a set, and nothing else. */
export interface Limited {
  /** The user that is acted as. */
  readonly account: string;
  readonly site: Site;
  readonly rules: readonly PrintedRule[];
  /** Applies a set as that account. */
  readonly apply: (manifests: Manifests, ...flags: readonly string[]) => Promise<Recorded>;
  /** A verb of converge on the release, as that account. */
  readonly run: (...words: readonly string[]) => Promise<Recorded>;
  /** What that account has asked for since a mark. */
  readonly asked: (since: AuditMark) => Promise<readonly AuditEvent[]>;
}

/** Whose rights are printed, and what of it is not granted. */
export interface Printing {
  /** Where the set is. */
  readonly path: string;
  readonly flags?: readonly string[];
  readonly without?: (rule: PrintedRule) => boolean;
}

/** Prints the rights of a set and grants them, but for what is left out. */
export async function limited(
  t: ExecutionContext,
  site: Site,
  { path, flags = [], without }: Printing,
): Promise<Limited> {
  const home = ["--release", site.release, "-n", site.namespace];
  const printed = await site.run(["rbac", path, ...home, ...flags]);
  t.is(printed.code, 0, printed.stderr);
  t.is(printed.stderr, "");
  const { objects, diagnostics } = readManifests({ name: "printed", text: printed.stdout });
  t.deepEqual(diagnostics, []);
  for (const object of objects) {
    await grant(t, site, withoutRules(object, without));
  }
  const account = `system:serviceaccount:${site.namespace}:converge`;
  const acting = [...home, "--as", account];
  return {
    account,
    site,
    rules: objects.flatMap((object) => rulesOf(object)),
    apply: (manifests, ...more) => site.run(["apply", site.write(manifests), ...acting, ...more]),
    run: (...words) => site.run([...words, ...acting]),
    asked: async (since) =>
      (await site.cluster.auditSince(since)).filter(
        ({ impersonatedUser }) => impersonatedUser?.username === account,
      ),
  };
}

async function grant(
  t: ExecutionContext,
  { cluster }: Site,
  { kind, name, namespace, value }: ReadObject,
): Promise<void> {
  const scope = namespace === "" ? "" : `namespaces/${namespace}/`;
  const collection = `${rbac}/${scope}${kind.toLowerCase()}s`;
  t.teardown(() => cluster.api("DELETE", `${collection}/${name}`));
  const { status, text } = await cluster.api("POST", collection, value);
  t.is(status, 201, text);
}

function withoutRules(object: ReadObject, without: ((rule: PrintedRule) => boolean) | undefined): ReadObject {
  if (without === undefined || field(object.value, "rules") === undefined) {
    return object;
  }
  const rules = listField(object.value, "rules").filter((rule) => !without(ruleOf(object, rule)));
  return { ...object, value: { ...object.value, rules } };
}

function rulesOf(object: ReadObject): readonly PrintedRule[] {
  return listField(object.value, "rules").map((rule) => ruleOf(object, rule));
}

function ruleOf({ namespace }: ReadObject, rule: JsonValue): PrintedRule {
  const [group = ""] = stringsField(rule, "apiGroups");
  return {
    namespace,
    group,
    resources: stringsField(rule, "resources"),
    names: stringsField(rule, "resourceNames"),
    verbs: stringsField(rule, "verbs"),
  };
}
