import { stringsField } from "../object/json.ts";
import { compareText } from "../object/object-ref.ts";
import { type ImageRequest, pullScope } from "./image/fetch-manifest.ts";
import { RegistryError } from "./model/registry-error.ts";
import type { RegistryClient, RegistryRequest } from "./transport/registry-client.ts";
import { longestDocument, parseDocument, readBytes } from "./transport/response-body.ts";

/** Tags requested per page; registries may return fewer. */
const pageSize = 1000;
/** Page limit, so that an endless list is abandoned. */
const mostPages = 1000;

/**
 * Lists all tags of a repository, sorted. A repository without tags exists; one that was never pushed to does
 * not. Throws RegistryError.
 */
export async function listTags(
  repository: Omit<ImageRequest, "reference">,
  client: RegistryClient,
): Promise<readonly string[]> {
  const { path, about, signal } = repository;
  const tags = new Set<string>();
  let target: string | undefined = `/v2/${path}/tags/list?n=${pageSize}`;
  for (let page = 0; target !== undefined; page += 1) {
    if (page >= mostPages) {
      throw new RegistryError("refused", `${about}: its list of tags does not end after ${mostPages} pages`);
    }
    const request: RegistryRequest = { method: "GET", target, scope: pullScope(path), about, signal };
    const found: TagPage = await client.ask(request, async (answer) => ({
      tags: stringsField(parseDocument(await readBytes(answer, longestDocument, about), about), "tags"),
      next: nextPage(answer.headers["link"]),
    }));
    found.tags.forEach((tag) => tags.add(tag));
    target = found.next;
  }
  return [...tags].toSorted(compareText);
}

interface TagPage {
  readonly tags: readonly string[];
  readonly next: string | undefined;
}

/**
 * Returns the URL of the next page: `</v2/echo/tags/list?last=b&n=2>; rel="next"` →
 * `/v2/echo/tags/list?last=b&n=2`.
 */
export function nextPage(link: string | readonly string[] | undefined): string | undefined {
  const text = typeof link === "string" ? link : (link?.join(", ") ?? "");
  const found = [...text.matchAll(/<([^<>]*)>([^<]*)/g)].find(([, , parameters = ""]) =>
    /;\s*rel\s*=\s*"?next"?/i.test(parameters),
  );
  return found?.[1];
}
