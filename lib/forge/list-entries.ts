import { isArray, type JsonValue } from "../object/json.ts";
import type { ForgeClient } from "./forge-client.ts";
import { ForgeError } from "./forge-error.ts";

/** Pages that are read at most: a forge that never ends must not keep us forever. */
const mostPages = 200;

/**
 * Yields the entries of a list, page by page. Pages are counted here: an address that the answer names might
 * lead to another server. Throws a ForgeError.
 */
export async function* listEntries(
  client: ForgeClient,
  path: string,
  size: number,
): AsyncGenerator<JsonValue> {
  const joint = path.includes("?") ? "&" : "?";
  for (let page = 1; page <= mostPages; page += 1) {
    const { value, hasMore } = await client.ask({
      method: "GET",
      path: `${path}${joint}per_page=${size}&page=${page}`,
    });
    if (!isArray(value)) {
      throw new ForgeError("refused", "the API answers in another form than expected: check its address");
    }
    yield* value;
    if (value.length === 0 || (!hasMore && value.length < size)) {
      return;
    }
  }
  throw new ForgeError("refused", `there are more than ${mostPages * size} comments`);
}
