/** A release that is applied by a user with exactly the permissions that `converge rbac` prints. */
import type { ExecutionContext } from "ava";

import type { Recorded } from "../fixtures/recording-shell.ts";
import type { ReadObject } from "../lib/manifest/manifest.ts";
import { readManifests } from "../lib/manifest/parse-manifests.ts";
import { field, type JsonValue, listField, stringsField } from "../lib/object/json.ts";
import type { Manifests, Site } from "./apply/site.ts";
import type { AuditEvent, AuditMark } from "./control-plane/audit-log.ts";
import { untilBound } from "./control-plane/until-allowed.ts";

const rbac = "/apis/rbac.authorization.k8s.io/v1";

/** A rule as it is printed, with its namespace; empty for a cluster role. */
export interface PrintedRule {
  readonly namespace: string;
  readonly group: string;
  readonly resources: readonly string[];
  readonly names: readonly string[];
  readonly verbs: readonly string[];
}

/** A release with exactly the permissions printed for a set. */
export interface Limited {
  /** The user to impersonate. */
  readonly account: string;
  readonly site: Site;
  readonly rules: readonly PrintedRule[];
  /** Applies a set as that account. */
  readonly apply: (manifests: Manifests, ...flags: readonly string[]) => Promise<Recorded>;
  /** Runs a verb of converge on the release, as that account. */
  readonly run: (...words: readonly string[]) => Promise<Recorded>;
  /** The requests of that account since a mark. */
  readonly asked: (since: AuditMark) => Promise<readonly AuditEvent[]>;
}

/** The set whose permissions are printed, and those that are not granted. */
export interface Printing {
  /** The path of the set. */
  readonly path: string;
  readonly flags?: readonly string[];
  readonly without?: (rule: PrintedRule) => boolean;
}

/** Prints the permissions for a set and grants them, except those left out. */
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
  const granted = objects.map((object) => withoutRules(object, without));
  for (const object of granted) {
    await grant(t, site, object);
  }
  await untilBound(
    site.cluster.api,
    granted.map(({ value }) => value),
  );
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
