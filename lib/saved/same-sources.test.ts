import test from "ava";

import { object, planned } from "../../fixtures/planned.ts";
import type { JsonObject } from "../object/json.ts";
import { savedObjects } from "./describe-plan.ts";
import { demandDocuments, demandObjects } from "./same-sources.ts";
import { digestOfDocuments, digestOfObjects } from "./saved-digest.ts";
import type { OmittedPart } from "./saved-plan.ts";

const rules = (pointer: string): string =>
  `apiVersion: converge.dev/v1\nkind: FieldRules\nrules: [{ pointers: [${pointer}] }]\n`;

const documents = test.macro({
  title: (name) => `documents of rules in the sources: ${name}`,
  exec: (t, [saved, read]: readonly [string, string], isSame: boolean) => {
    const plan = {
      leftOut: ["documents"] as const,
      documents: digestOfDocuments([{ name: "a.yaml", text: saved }]),
    };
    const demand = (): void => {
      demandDocuments(plan, [{ name: "b.yaml", text: read }]);
    };
    if (isSame) {
      t.notThrows(demand);
    } else {
      t.throws(demand, { message: /the rules that are not objects differ: read the same sources/ });
    }
  },
});
test(
  "the same ones are accepted",
  documents,
  [rules("/spec/replicas"), `# Again\n${rules("/spec/replicas")}`],
  true,
);
test("others are refused", documents, [rules("/spec/replicas"), rules("/data")], false);
test("none where the plan has some are refused", documents, [rules("/spec/replicas"), ""], false);

const secret = (word: string): JsonObject => object("Secret/key", { body: { stringData: { word } } });

const objects = test.macro({
  title: (name) => `objects of the sources of a saved plan: ${name}`,
  exec: (t, leftOut: readonly OmittedPart[], word: string, isSame: boolean) => {
    const { plan } = planned([secret("hunter2")]);
    const saved = savedObjects(plan, !leftOut.includes("hidden-values"));
    const demand = (): void => {
      const made = { leftOut, objects: saved, digest: digestOfObjects(saved) };
      demandObjects(made, planned([secret(word)]).plan);
    };
    if (isSame) {
      t.notThrows(demand);
    } else {
      t.throws(demand, { message: /Secret\/key differs/ });
    }
  },
});
test("the same Secret as in an encrypted plan is accepted", objects, ["documents"], "hunter2", true);
test("another Secret than in an encrypted plan is refused", objects, ["documents"], "hunter3", false);
test(
  "a Secret value that the plan omits is accepted",
  objects,
  ["hidden-values", "documents"],
  "hunter3",
  true,
);
