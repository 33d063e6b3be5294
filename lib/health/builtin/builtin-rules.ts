import type { FindHealthRule } from "../../readiness/readiness.ts";
import { compileHealthRule } from "../cel/compile-rule.ts";
import { indexRules } from "../health-rules.ts";
import { projects } from "./projects.ts";
import { judgeReported } from "./reporting.ts";

let search: FindHealthRule | undefined;

/** Returns the search in the built-in table, which is indexed once. A rule is compiled at its first use. */
export function builtinRules(): FindHealthRule {
  search ??= indexRules(
    projects.flatMap(({ name, rules }) =>
      rules.flatMap((definition) =>
        definition.kinds.map((kind) => {
          const rule = compileHealthRule({ ...definition, kinds: [kind] }, `built-in ${name}`, judgeReported);
          return { group: definition.group, kind, rule };
        }),
      ),
    ),
  );
  return search;
}
