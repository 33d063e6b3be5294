import { field, isObject, type JsonValue, stringField } from "../../object/json.ts";

/**
 * Returns the Service that an API server calls: of a webhook's `clientConfig` or an APIService. Undefined for
 * a URL or nothing.
 */
export function serviceReference(
  value: JsonValue | undefined,
): { readonly namespace: string; readonly name: string } | undefined {
  const service = field(value, "service");
  const namespace = stringField(service, "namespace");
  const name = stringField(service, "name");
  return isObject(service) && namespace !== undefined && name !== undefined ? { namespace, name } : undefined;
}
