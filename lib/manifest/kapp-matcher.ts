import {
  field,
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  listField,
  stringField,
  valueAt,
} from "../object/json.ts";
import { parseJsonPath, selectPaths } from "../object/json-path.ts";
import { annotationOf, refOf } from "../object/metadata.ts";
import { builtinKind } from "../object/builtin/builtin-kind.ts";
import { jsonPathOf } from "./kapp-path.ts";

/** The objects that one resource matcher of kapp selects. */
export interface Matcher {
  /** `*` unless the matcher names one. */
  readonly group: string;
  readonly kind: string;
  readonly applies: (object: JsonObject) => boolean;
}

/** A matcher that cannot be used. */
interface MatcherFault {
  readonly fault: string;
}

type Compile = (options: JsonObject) => Matcher | MatcherFault;

/**
 * Compiles a resource matcher, a mapping with its name as the only key
 * (https://carvel.dev/kapp/docs/latest/config/#resource-matchers).
 */
export function compileMatcher(entry: JsonValue): Matcher | MatcherFault {
  const [name = "", value = {}] = isObject(entry) ? (Object.entries(entry)[0] ?? []) : [];
  const compile = compilers.get(name);
  return compile === undefined
    ? { fault: `converge does not know the matcher ${name}: use one of kapp's resource matchers` }
    : compile(isObject(value) ? value : {});
}

const known: Readonly<Record<string, Compile>> = {
  allMatcher: () => anyKind(() => true),
  allResourceMatcher: () => anyKind(() => true),
  anyMatcher: (options) => combined(options, (parts, object) => parts.some(({ applies }) => applies(object))),
  andMatcher: (options) =>
    combined(options, (parts, object) => parts.every(({ applies }) => applies(object))),
  notMatcher: (options) => {
    const inner = compileMatcher(field(options, "matcher") ?? {});
    return "fault" in inner ? inner : anyKind((object) => !inner.applies(object));
  },
  apiVersionKindMatcher: (options) => {
    const apiVersion = stringField(options, "apiVersion") ?? "";
    const kind = stringField(options, "kind") ?? "";
    const [group = ""] = apiVersion.includes("/") ? apiVersion.split("/") : [""];
    return {
      group,
      kind,
      applies: (object) =>
        stringField(object, "apiVersion") === apiVersion && stringField(object, "kind") === kind,
    };
  },
  apiGroupKindMatcher: (options) => {
    const group = stringField(options, "apiGroup") ?? "";
    const kind = stringField(options, "kind") ?? "";
    return {
      group,
      kind,
      applies: (object) => refOf(object).group === group && refOf(object).kind === kind,
    };
  },
  kindNamespaceNameMatcher: (options) => {
    const [kind = "", namespace = "", name = ""] = ["kind", "namespace", "name"].map((key) =>
      stringField(options, key),
    );
    return {
      group: "*",
      kind,
      applies: (object) => {
        const ref = refOf(object);
        return ref.kind === kind && ref.namespace === namespace && ref.name === name;
      },
    };
  },
  hasAnnotationMatcher: (options) => {
    const keys = listField(options, "keys").filter((key) => typeof key === "string");
    return anyKind((object) => keys.every((key) => annotationOf(object, key) !== undefined));
  },
  hasNamespaceMatcher: (options) => {
    const names = listField(options, "names");
    return anyKind((object) => {
      const { namespace } = refOf(object);
      return namespace !== "" && (names.length === 0 || names.includes(namespace));
    });
  },
  customResourceMatcher: () =>
    anyKind((object) => builtinKind(refOf(object).group, refOf(object).kind) === undefined),
  emptyFieldMatcher: (options) => {
    const path = parseJsonPath(jsonPathOf(listField(options, "path")) ?? "[");
    return "fault" in path
      ? {
          fault: "the path of an emptyFieldMatcher is a list of names, { index: 0 } and { allIndexes: true }",
        }
      : anyKind((object) => selectPaths(object, path).every((place) => isEmptyValue(valueAt(object, place))));
  },
};

// A map: the name comes from a manifest, and may be one that every JavaScript object has.
const compilers: ReadonlyMap<string, Compile> = new Map(Object.entries(known));

function anyKind(applies: (object: JsonObject) => boolean): Matcher {
  return { group: "*", kind: "*", applies };
}

function combined(
  options: JsonObject,
  holds: (parts: readonly Matcher[], object: JsonObject) => boolean,
): Matcher | MatcherFault {
  const parts: Matcher[] = [];
  for (const entry of listField(options, "matchers")) {
    const part = compileMatcher(entry);
    if ("fault" in part) {
      return part;
    }
    parts.push(part);
  }
  return anyKind((object) => holds(parts, object));
}

function isEmptyValue(value: JsonValue | undefined): boolean {
  if (isArray(value) || isObject(value)) {
    return Object.keys(value).length === 0;
  }
  return value === undefined || value === null || value === "";
}
