import { isMap } from "../model/value-kind.ts";
import type { FunctionDeclaration } from "../model/expression.ts";
import { mapOf, parameter, type CelType } from "../model/type.ts";
import type { CelMap } from "../model/value.ts";
import { anything, plain, type Parameter } from "../signature/signature.ts";
import { inserted, insertedAll } from "./two-variable/map-builder.ts";

const mapKV: CelType = mapOf(parameter("K"), parameter("V"));
const aMap: Parameter<CelMap> = { type: mapKV, accepts: isMap };

/** The functions behind the two-variable macros: `transformMap` collects its result entry by entry. */
export const twoVariableFunctions: readonly FunctionDeclaration[] = [
  {
    name: "cel.@mapInsert",
    overloads: [
      plain({
        id: "@mapInsert_map_key_value",
        parameters: [aMap, anything("K"), anything("V")],
        result: mapKV,
        call: inserted,
      }),
      plain({ id: "@mapInsert_map_map", parameters: [aMap, aMap], result: mapKV, call: insertedAll }),
    ],
  },
];
