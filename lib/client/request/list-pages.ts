import { isObject, listField, stringField, type JsonObject } from "../../object/json.ts";
import { metadataOf } from "../../object/metadata.ts";
import { apiVersionOf } from "../../object/object-ref.ts";
import { ApiError } from "../model/api-error.ts";
import type { Resource, Selection } from "../model/cluster.ts";
import { decodeJson } from "./json-body.ts";
import type { SendCall, Sender } from "./sender.ts";
import { collectionPath, withQuery } from "./url.ts";

/** One page of a list. */
export interface ListPage {
  readonly objects: readonly JsonObject[];
  /** The version of the collection that the list shows: the starting point of a watch. */
  readonly resourceVersion: string;
  /** The position of the page. Where the list had to restart, the objects of earlier pages come again. */
  readonly start: "first" | "restart" | "next";
}

/** Objects per page by default; the value of kubectl and client-go. */
const defaultSize = 500;

const metadataList = "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json";

/**
 * Lists the objects of a selection, page by page: by default 500 objects each. If the server has dropped the
 * version that the list began with (410 between two pages), it restarts.
 */
export async function* listPages(
  sender: Sender,
  selection: Selection,
  { size = defaultSize, ...call }: SendCall & { readonly size?: number },
): AsyncGenerator<ListPage> {
  let token = "";
  let start: ListPage["start"] = "first";
  do {
    const page = await readPage(sender, selection, { ...call, token, size });
    if (page === undefined) {
      token = "";
      start = "restart";
      continue;
    }
    const metadata = metadataOf(page);
    token = stringField(metadata, "continue") ?? "";
    yield {
      objects: objectsOf(page, selection),
      resourceVersion: stringField(metadata, "resourceVersion") ?? "",
      start,
    };
    start = "next";
  } while (token !== "" || start === "restart");
}

/** Undefined if the token has expired. */
async function readPage(
  sender: Sender,
  selection: Selection,
  call: SendCall & { readonly token: string; readonly size: number },
): Promise<JsonObject | undefined> {
  const path = collectionPath(selection.resource, selection.namespace);
  const { labelSelector, fieldSelector } = selection;
  const query = { labelSelector, fieldSelector, limit: call.size, continue: call.token };
  const accept = selection.metadataOnly === true ? { accept: metadataList } : {};
  const headers = { "accept-encoding": "gzip", ...accept };
  try {
    const answer = await sender.send(
      { method: "GET", path: withQuery(path, query), headers, repeatable: true },
      call,
    );
    return decodeJson(answer, `GET ${path}`);
  } catch (error) {
    if (call.token !== "" && error instanceof ApiError && error.status === 410) {
      return undefined;
    }
    throw error;
  }
}

/**
 * The items of built-in kinds have neither apiVersion nor kind; those of PartialObjectMetadata have another.
 */
function objectsOf(page: JsonObject, { resource, metadataOnly }: Selection): readonly JsonObject[] {
  return listField(page, "items")
    .filter(isObject)
    .map((item) => asObject(item, resource, metadataOnly));
}

/**
 * The item as a complete object, with its apiVersion and kind; only its metadata if no more was requested.
 */
export function asObject(
  item: JsonObject,
  resource: Resource,
  metadataOnly: boolean | undefined,
): JsonObject {
  const type = { apiVersion: apiVersionOf(resource), kind: resource.kind };
  if (metadataOnly === true) {
    return { ...type, metadata: metadataOf(item) };
  }
  return Object.hasOwn(item, "kind") ? item : { ...type, ...item };
}
