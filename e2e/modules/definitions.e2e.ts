import test from "ava";

import type { JsonObject } from "../../lib/object/json.ts";
import { withOwnObjects } from "./definition-objects.ts";
import {
  approval,
  exampleModule,
  override,
  platform,
  release,
  source,
  reportedAt,
} from "./definition-samples.ts";

interface Shown {
  readonly kind: string;
  readonly objects: readonly JsonObject[];
  /** The table of the document; its ages are arbitrary. */
  readonly table: string;
}

/** The cells of a table of a document: separated by two spaces or more, `–` for an empty one. */
function cellsOf(table: string): readonly (readonly string[])[] {
  return table
    .trim()
    .split("\n")
    .map((line) =>
      line
        .trim()
        .split(/ {2,}/)
        .map((cell) => (cell === "–" ? "" : cell)),
    );
}

const ageHeaders: ReadonlySet<string> = new Set(["TRANSITIONTIME", "UPDATED", "SYNC"]);

const looks = test.macro<[Shown]>(async (t, { kind, objects, table }) => {
  await withOwnObjects(t, async ({ put, table: shown }) => {
    for (const object of objects) {
      await put(object);
    }
    const wanted = cellsOf(table);
    const names = wanted.slice(1).map(([name = ""]) => name);
    const isDate = (column: number): boolean => ageHeaders.has(wanted[0]?.[column] ?? "");
    const withoutAges = (rows: readonly (readonly string[])[]): readonly (readonly string[])[] =>
      rows.map((row) => row.map((cell, column) => (isAge(cell) && isDate(column) ? "age" : cell)));
    t.deepEqual(withoutAges(await shown(kind, names)), withoutAges(wanted));
  });
});

function isAge(cell: string): boolean {
  return /^(\d+[smhdy]){1,2}$/.test(cell);
}

test("kubectl get mr shows a release that waits for the platform", looks, {
  kind: "mr",
  objects: [
    release("test-v0.8.3", "Pending", {
      policy: "test-alpha",
      message:
        "requirements are not satisfied: current deckhouse version is not suitable: 1.0.0 is less than or equal to v1.64.0",
    }),
  ],
  table: `
NAME                     PHASE        UPDATE POLICY   TRANSITIONTIME   MESSAGE
test-v0.8.3              Pending      test-alpha      2m30s            requirements are not satisfied: current deckhouse version is not suitable: 1.0.0 is less than or equal to v1.64.0`,
});

test("kubectl get modulereleases.deckhouse.io shows a release that waits for Kubernetes", looks, {
  kind: "modulereleases.deckhouse.io",
  objects: [
    release("test-v0.8.2", "Pending", {
      policy: "test-alpha",
      message:
        "requirements are not satisfied: current kubernetes version is not suitable: 1.29.6 is less than or equal to 1.29",
    }),
    release("virtualization-v.0.0.0-dev4", "Deployed", { policy: "deckhouse" }),
  ],
  table: `
NAME                          PHASE        UPDATE POLICY   TRANSITIONTIME   MESSAGE
test-v0.8.2                   Pending      test-alpha      24m              requirements are not satisfied: current kubernetes version is not suitable: 1.29.6 is less than or equal to 1.29
virtualization-v.0.0.0-dev4   Deployed     deckhouse       142d             –`,
});

test("kubectl get deckhousereleases.deckhouse.io shows a version that a module does not support", looks, {
  kind: "deckhousereleases.deckhouse.io",
  objects: [
    platform("v1.73.3", "Skipped"),
    platform(
      "v1.73.4",
      "Pending",
      "requirements of test are not satisfied: v1.73.4 deckhouse version is not suitable: v1.73.4 is greater than or equal to v1.73.4",
    ),
  ],
  table: `
NAME                     PHASE         TRANSITIONTIME   MESSAGE
v1.73.3                  Skipped       74m              –
v1.73.4                  Pending       2m13s            requirements of test are not satisfied: v1.73.4 deckhouse version is not suitable: v1.73.4 is greater than or equal to v1.73.4`,
});

test(
  "kubectl get deckhousereleases.deckhouse.io shows a default Kubernetes that a module does not support",
  looks,
  {
    kind: "deckhousereleases.deckhouse.io",
    objects: [
      platform(
        "v1.73.3",
        "Pending",
        "requirements of test are not satisfied: 1.27 kubernetes version is not suitable: 1.27.0 is less than or equal to 1.28",
      ),
    ],
    table: `
NAME                     PHASE         TRANSITIONTIME   MESSAGE
v1.73.3                  Pending       7s               requirements of test are not satisfied: 1.27 kubernetes version is not suitable: 1.27.0 is less than or equal to 1.28`,
  },
);

test("kubectl get modulepulloverrides.deckhouse.io shows Ready, or the obstacle", looks, {
  kind: "modulepulloverrides.deckhouse.io",
  objects: [
    override("example1", "Ready"),
    override("example2", "The module not found"),
    override("ingress-nginx", "The module is embedded"),
    override("example3", "The module disabled"),
    override("example4", "The module does not have an active source"),
    override("example5", "The source not found"),
  ],
  table: `
NAME           UPDATED  MESSAGE                                     ROLLBACK
example1       10s      Ready                                       false
example2       10s      The module not found                        false
ingress-nginx  10s      The module is embedded                      false
example3       7s       The module disabled                         false
example4       12s      The module does not have an active source   false
example5       12s      The source not found                        false`,
});

test("kubectl get ms shows the modules of a source, the time of its last poll, and its error", looks, {
  kind: "ms",
  objects: [
    source({
      syncTime: reportedAt,
      modules: [
        { name: "echo", overridden: true },
        { name: "hello-world", policy: "test-alpha" },
      ],
      modulesCount: 2,
    }),
  ],
  table: `
NAME   COUNT   SYNC   MSG
test   2       10s    –`,
});

test("kubectl get modules shows the source and the phase of a module", looks, {
  kind: "modules.deckhouse.io",
  objects: [exampleModule()],
  table: `
NAME      STAGE   SOURCE    PHASE   ENABLED   READY
example   –       example   Ready   True      True`,
});

test("kubectl annotate mr approves a release that waits for an approval", async (t) => {
  await withOwnObjects(t, async ({ put, run, table }) => {
    const awaiting = "awaiting for v0.4.1 release to be deployed";
    const rows = [
      ["p-o-test-v0.1.0", "Superseded", ""],
      ["p-o-test-v0.2.22", "Superseded", ""],
      ["p-o-test-v0.3.33", "Deployed", ""],
      ["p-o-test-v0.4.1", "Pending", approval],
      ["p-o-test-v0.5.27", "Pending", awaiting],
      ["p-o-test-v0.6.11", "Pending", awaiting],
      ["p-o-test-v0.7.25", "Pending", approval],
    ] as const;
    for (const [name, phase, message] of rows) {
      await put(release(name, phase, { message }));
    }
    const [, ...shown] = await table(
      "mr",
      rows.map(([name]) => name),
    );
    t.deepEqual(
      shown.map((row) => [row[0], row[1], row[4]]),
      rows.map((row) => [...row]),
    );
    t.regex(await run(`annotate mr NAME:p-o-test-v0.7.25 modules.deckhouse.io/approved=true`), /annotated/);
    t.regex(await run("get mr NAME:p-o-test-v0.7.25 -o yaml"), /modules.deckhouse.io\/approved: "true"/);
  });
});

test("a ModulePullOverride has defaults, and can be renewed with kubectl annotate mpo", async (t) => {
  await withOwnObjects(t, async ({ put, run }) => {
    await put(override("echo", "Ready"));
    t.regex(await run("annotate mpo NAME:echo renew="), /annotated/);
    const spec = await run("get mpo NAME:echo -o jsonpath={.spec.scanInterval}/{.spec.rollback}");
    t.is(spec, "15s/false");
  });
});
