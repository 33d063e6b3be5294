import type { FieldChange } from "../object/field-change.ts";
import { field, isObject, type JsonObject, objectField, sameJson, withoutFields } from "../object/json.ts";
import { compareObjects } from "./compare-objects.ts";

/** Values of charts on the command line may be passwords. */
const values: ReadonlySet<string> = new Set(["set", "setString", "setJson", "setLiteral"]);
/** The address of a proxy may have a password. */
const access: ReadonlySet<string> = new Set(["proxy"]);

/**
 * Compares the settings of a unit. Of values for charts and of the address of a proxy, only the fact that
 * they change is shown.
 */
export function settingChanges(before: JsonObject, after: JsonObject): readonly FieldChange[] {
  const { changes } = compareObjects({ key: "", before: shownSettings(before), after: shownSettings(after) });
  return [
    ...changes,
    ...hiddenChanges(["render"], values, [objectField(before, "render"), objectField(after, "render")]),
    ...hiddenChanges(["source", "auth"], access, [accessOf(before), accessOf(after)]),
  ];
}

function accessOf(settings: JsonObject): JsonObject {
  return objectField(objectField(settings, "source"), "auth");
}

function shownSettings(settings: JsonObject): JsonObject {
  const { render, source, ...rest } = settings;
  const auth = withoutFields(accessOf(settings), access);
  return {
    ...rest,
    ...unlessEmpty("render", isObject(render) ? withoutFields(render, values) : {}),
    ...unlessEmpty("source", {
      ...withoutFields(isObject(source) ? source : {}, new Set(["auth"])),
      ...unlessEmpty("auth", auth),
    }),
  };
}

function unlessEmpty(name: string, value: JsonObject): JsonObject {
  return Object.keys(value).length === 0 ? {} : { [name]: value };
}

function hiddenChanges(
  path: readonly string[],
  names: ReadonlySet<string>,
  [before, after]: readonly [JsonObject, JsonObject],
): readonly FieldChange[] {
  return [...names]
    .filter((name) => !sameJson(field(before, name) ?? null, field(after, name) ?? null))
    .map((name) => ({ path: [...path, name], kind: "changed", hidden: true }));
}
