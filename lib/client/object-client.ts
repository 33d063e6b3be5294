import type { JsonObject, JsonValue } from "../object/json.ts";
import { isNotFound } from "./model/api-error.ts";
import type { Call, Cluster, DeleteOptions, Place, WriteOptions, Written } from "./model/cluster.ts";
import { decodeJson, encodeJson } from "./request/json-body.ts";
import { listPages } from "./request/list-pages.ts";
import type { ApiRequest, Sender } from "./request/sender.ts";
import { collectionPath, objectPath, podPath, withQuery, type Query } from "./request/url.ts";
import { readWarnings } from "./request/response.ts";

/** Operations on single objects, and lists of them. */
export type ObjectClient = Pick<
  Cluster,
  "get" | "list" | "apply" | "create" | "replace" | "patch" | "delete" | "logs" | "version"
>;

/** The object operations, on top of a sender. */
export function objectClient(sender: Sender): ObjectClient {
  return {
    ...reading(sender),
    ...writing(sender),
    delete: (place, call) => deleteObject(sender, place, call),
  };
}

function reading(sender: Sender): Pick<ObjectClient, "get" | "list" | "logs" | "version"> {
  return {
    get: async (place, call) => readObject(sender, objectPath(place), call),
    list: async (selection, call) => {
      let objects: JsonObject[] = [];
      for await (const page of listPages(sender, selection, call)) {
        objects = page.start === "restart" ? [] : objects;
        objects.push(...page.objects);
      }
      return objects;
    },
    logs: async ({ namespace, name, container, lines, previous }, call) => {
      const query = { container, tailLines: lines, previous };
      const path = withQuery(`${podPath({ namespace, name })}/log`, query);
      const answer = await sender.send(
        { method: "GET", path, headers: { accept: "*/*" }, repeatable: true, patience: "short" },
        call,
      );
      return answer.body.toString();
    },
    version: async (call) => {
      const { gitVersion } = await readObject(sender, "/version", call);
      return typeof gitVersion === "string" ? gitVersion : "";
    },
  };
}

async function readObject(sender: Sender, path: string, call: Call): Promise<JsonObject> {
  return decodeJson(await sender.send({ method: "GET", path, repeatable: true }, call), `GET ${path}`);
}

type WriteCall = Call & { readonly options: WriteOptions };

interface Write {
  readonly method: ApiRequest["method"];
  readonly path: string;
  readonly type: string;
  readonly body: JsonValue;
  readonly repeatable: boolean;
}

/** JSON is YAML: the API server accepts it for an apply, and parses it faster. */
const applyType = "application/apply-patch+yaml";
const patchTypes = {
  merge: "application/merge-patch+json",
  json: "application/json-patch+json",
} as const;

function writing(sender: Sender): Pick<ObjectClient, "apply" | "create" | "replace" | "patch"> {
  const type = "application/json";
  return {
    apply: async (place, body, call) => {
      const { force = false } = call.options;
      const path = withQuery(objectPath(place), { ...queryOf(call.options), force });
      return write(sender, { method: "PATCH", path, type: applyType, body, repeatable: true }, call);
    },
    create: async (place, body, call) => {
      const path = withQuery(collectionPath(place.resource, place.namespace), queryOf(call.options));
      // A repeated create is refused the second time, and the caller gets that error (409).
      return write(sender, { method: "POST", path, type, body, repeatable: true }, call);
    },
    replace: async (place, body, call) => {
      const path = withQuery(objectPath(place), queryOf(call.options));
      return write(sender, { method: "PUT", path, type, body, repeatable: true }, call);
    },
    patch: async (place, patch, call) => {
      const path = withQuery(objectPath(place), queryOf(call.options));
      // A JSON patch may append to a list.
      const repeatable = patch.type === "merge";
      const request = {
        method: "PATCH",
        path,
        type: patchTypes[patch.type],
        body: patch.body,
        repeatable,
      } as const;
      return write(sender, request, call);
    },
  };
}

function queryOf({ fieldManager, dryRun, fieldValidation }: WriteOptions): Query {
  return { fieldManager, dryRun: dryRun === true ? "All" : undefined, fieldValidation };
}

async function write(
  sender: Sender,
  { method, path, type, body, repeatable }: Write,
  call: WriteCall,
): Promise<Written> {
  const request = {
    method,
    path,
    headers: { "content-type": type },
    body: encodeJson(body),
    repeatable,
  };
  const answer = await sender.send(request, call);
  return {
    object: decodeJson(answer, `${method} ${path}`),
    created: answer.status === 201,
    warnings: readWarnings(answer.headers["warning"]),
  };
}

async function deleteObject(
  sender: Sender,
  place: Place,
  call: Call & { readonly options: DeleteOptions },
): Promise<JsonObject | undefined> {
  const { propagation, uid, resourceVersion, dryRun, gracePeriodSeconds } = call.options;
  const preconditions = {
    ...(uid === undefined ? {} : { uid }),
    ...(resourceVersion === undefined ? {} : { resourceVersion }),
  };
  const body = encodeJson({
    apiVersion: "v1",
    kind: "DeleteOptions",
    propagationPolicy: propagation,
    preconditions,
    ...(dryRun === true ? { dryRun: ["All"] } : {}),
    ...(gracePeriodSeconds === undefined ? {} : { gracePeriodSeconds }),
  });
  const path = objectPath(place);
  const headers = { "content-type": "application/json" };
  try {
    const answer = await sender.send({ method: "DELETE", path, headers, body, repeatable: true }, call);
    return decodeJson(answer, `DELETE ${path}`);
  } catch (error) {
    if (isNotFound(error)) {
      return undefined;
    }
    throw error;
  }
}
