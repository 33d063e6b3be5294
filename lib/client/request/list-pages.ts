import { isObject, listField, objectField, stringField, type JsonObject } from "../../object/json.ts";
import { ApiError } from "../model/api-error.ts";
import type { Resource, Selection } from "../model/cluster.ts";
import { decodeJson } from "./decode-json.ts";
import type { SendCall, Sender } from "./sender.ts";
import { collectionPath, withQuery } from "./url.ts";

/** One page of a list. */
export interface ListPage {
  readonly objects: readonly JsonObject[];
  /** The state of the collection that the list shows: where a watch begins. */
  readonly resourceVersion: string;
  /** `anew`: the list had to start from its beginning, and what earlier pages told comes again. */
  readonly start: "first" | "anew" | "next";
}

/** Objects in a page; the value of kubectl and client-go. */
const pageSize = 500;

const metadataList = "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json";

/**
 * The objects of a selection, page by page. Where the server has forgotten the state that a list began with
 * (410 between two pages), it starts anew.
 */
export async function* listPages(
  sender: Sender,
  selection: Selection,
  call: SendCall,
): AsyncGenerator<ListPage> {
  let token = "";
  let start: ListPage["start"] = "first";
  do {
    const page = await readPage(sender, selection, { ...call, token });
    if (page === undefined) {
      token = "";
      start = "anew";
      continue;
    }
    const metadata = objectField(page, "metadata");
    token = stringField(metadata, "continue") ?? "";
    yield {
      objects: objectsOf(page, selection),
      resourceVersion: stringField(metadata, "resourceVersion") ?? "",
      start,
    };
    start = "next";
  } while (token !== "" || start === "anew");
}

/** Undefined where the token has expired. */
async function readPage(
  sender: Sender,
  selection: Selection,
  call: SendCall & { readonly token: string },
): Promise<JsonObject | undefined> {
  const path = collectionPath(selection.resource, selection.namespace);
  const { labelSelector, fieldSelector } = selection;
  const query = { labelSelector, fieldSelector, limit: pageSize, continue: call.token };
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

/** The items of built-in kinds say neither kind nor version; those of PartialObjectMetadata say another. */
function objectsOf(page: JsonObject, { resource, metadataOnly }: Selection): readonly JsonObject[] {
  return listField(page, "items")
    .filter(isObject)
    .map((item) => asObject(item, resource, metadataOnly));
}

/**
 * The item as the object it is, with its apiVersion and kind; only its metadata where no more was asked for.
 */
export function asObject(
  item: JsonObject,
  resource: Resource,
  metadataOnly: boolean | undefined,
): JsonObject {
  const { group, version, kind } = resource;
  const type = { apiVersion: group === "" ? version : `${group}/${version}`, kind };
  if (metadataOnly === true) {
    return { ...type, metadata: objectField(item, "metadata") };
  }
  return Object.hasOwn(item, "kind") ? item : { ...type, ...item };
}
