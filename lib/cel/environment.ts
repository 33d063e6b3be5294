import type { Environment, FunctionDeclaration, Macro, Overload } from "./model/expression.ts";
import { authorizerFunctions, authorizerSelectorFunctions } from "./library/authorizer.ts";
import { cidrFunctions, cidrType } from "./library/cidr.ts";
import { encoderFunctions } from "./library/encoders.ts";
import { formatFunctions } from "./library/formats.ts";
import { ipFunctions, ipType } from "./library/ip.ts";
import { kubernetesListFunctions } from "./library/kubernetes-lists.ts";
import { listFunctions } from "./library/lists.ts";
import { optionalFunctions, optionalListFunctions } from "./library/optional.ts";
import { quantityFunctions } from "./library/quantity.ts";
import { regexFunctions } from "./library/regex.ts";
import { semverFunctions } from "./library/semver.ts";
import { setFunctions } from "./library/sets.ts";
import { standardLibrary } from "./library/standard.ts";
import { stringFunctions } from "./library/strings.ts";
import { twoVariableFunctions } from "./library/two-variable.ts";
import { urlFunctions } from "./library/urls.ts";
import { listMacros, optionalMacros, standardMacros, twoVariableMacros } from "./syntax/macros.ts";
import { type CelType, listOf, mapOf, optionalOf, simpleTypes } from "./model/type.ts";

const { dyn } = simpleTypes;

/** Related functions, with their macros and types. */
interface Library {
  /** The first minor version of Kubernetes in which a new rule may use it. */
  readonly since: number;
  readonly functions?: readonly FunctionDeclaration[];
  readonly macros?: readonly Macro[];
  readonly types?: Readonly<Record<string, CelType>>;
}

const standardTypes: Readonly<Record<string, CelType>> = {
  bool: simpleTypes.bool,
  bytes: simpleTypes.bytes,
  double: simpleTypes.double,
  "google.protobuf.Duration": simpleTypes.duration,
  "google.protobuf.Timestamp": simpleTypes.timestamp,
  int: simpleTypes.int,
  list: listOf(dyn),
  map: mapOf(dyn, dyn),
  null_type: simpleTypes.null,
  string: simpleTypes.string,
  type: { kind: "type", of: dyn },
  uint: simpleTypes.uint,
};

/**
 * The libraries that Kubernetes enables for rules. A server allows in a new rule only what the previous minor
 * version also knew, so that it can be rolled back: a library of 1.34 is here since 1.35. The ends of lists
 * and the lists of optionals came with an update of CEL, at once.
 */
const libraries: readonly Library[] = [
  { since: 30, functions: standardLibrary, macros: standardMacros, types: standardTypes },
  { since: 30, functions: urlFunctions },
  { since: 30, functions: regexFunctions },
  { since: 30, functions: kubernetesListFunctions },
  { since: 30, functions: authorizerFunctions },
  {
    since: 30,
    functions: optionalFunctions,
    macros: optionalMacros,
    types: { optional_type: optionalOf(dyn) },
  },
  { since: 33, functions: optionalListFunctions },
  { since: 30, functions: quantityFunctions },
  { since: 30, functions: stringFunctions },
  { since: 30, functions: setFunctions },
  { since: 31, functions: ipFunctions, types: { [ipType.name]: ipType } },
  { since: 31, functions: cidrFunctions, types: { [cidrType.name]: cidrType } },
  { since: 32, functions: formatFunctions },
  { since: 32, functions: authorizerSelectorFunctions },
  { since: 33, functions: twoVariableFunctions, macros: twoVariableMacros },
  { since: 34, functions: semverFunctions },
  { since: 35, functions: listFunctions, macros: listMacros },
];

/**
 * The oldest minor version that is distinguished (30 for 1.30): its libraries are also used for earlier
 * versions.
 */
const earliest = 30;

const made = new Map<number, Environment>();

/**
 * Returns the functions, types and macros that a new rule of a custom resource may use on Kubernetes
 * 1.<minor>, without variables. Known from 1.30 to 1.37; earlier versions are treated as 1.30, later ones as
 * 1.37. The same minor returns the same environment.
 */
export function kubernetesEnvironment(asked: number): Environment {
  const minor = Math.max(asked, earliest);
  const known = made.get(minor);
  if (known !== undefined) {
    return known;
  }
  const environment = environmentOf(libraries.filter(({ since }) => since <= minor));
  made.set(minor, environment);
  return environment;
}

let ofFlux: Environment | undefined;

/** Returns the newest environment of Kubernetes with the functions that Flux adds, without variables. */
export function fluxEnvironment(): Environment {
  ofFlux ??= environmentOf([...libraries, { since: 0, functions: encoderFunctions }]);
  return ofFlux;
}

/** Returns the environment with these variables in place of any others. */
export function withVariables(
  environment: Environment,
  variables: ReadonlyMap<string, CelType>,
): Environment {
  return { ...environment, variables };
}

function environmentOf(chosen: readonly Library[]): Environment {
  const macros = chosen.flatMap((library) => library.macros ?? []);
  return {
    variables: new Map(),
    functions: merged(chosen.flatMap((library) => library.functions ?? [])),
    types: new Map(chosen.flatMap((library) => Object.entries(library.types ?? {}))),
    macros: new Map(macros.map((macro) => [`${macro.name}:${macro.argumentCount}:${macro.receiver}`, macro])),
  };
}

/** Libraries add overloads to each other's functions: a list and a string both have an `indexOf`. */
function merged(functions: readonly FunctionDeclaration[]): ReadonlyMap<string, FunctionDeclaration> {
  const forms = new Map<string, Overload[]>();
  for (const { name, overloads } of functions) {
    forms.set(name, [...(forms.get(name) ?? []), ...overloads]);
  }
  return new Map([...forms].map(([name, overloads]) => [name, { name, overloads }]));
}
