import { AccessError } from "../model/api-error.ts";
import type { AccessRequest } from "../access/access-request.ts";
import { headerText } from "../model/access.ts";
import { entryFault, innerOf, entryText, textsOf, type KubeconfigEntry } from "./kubeconfig-entry.ts";

/** The impersonation headers. */
type Headers = Readonly<Record<string, string | readonly string[]>>;

/** The identity to impersonate: names, and other attributes. */
interface Impersonation {
  readonly user: string;
  readonly uid: string;
  readonly groups: readonly string[];
  readonly extra: ReadonlyMap<string, readonly string[]>;
}

/**
 * The impersonation headers of a request (`as`, `as-uid`, `as-groups`, `as-user-extra`): each flag replaces
 * the same field of the user's entry. Groups, uid or extra without a user are refused, as in kubectl.
 */
export function readImpersonation(entry: KubeconfigEntry | undefined, request: AccessRequest): Headers {
  const of = entry ?? { fields: {}, file: "", path: "" };
  const groups = request.asGroups ?? [];
  const impersonation = {
    user: request.as || entryText(of, "as"),
    uid: request.asUid || entryText(of, "as-uid"),
    groups: groups.length > 0 ? groups : textsOf(of, "as-groups"),
    extra: readExtra(of),
  };
  if (impersonation.user !== "") {
    return asHeaders(impersonation);
  }
  if (claimsNothing(impersonation)) {
    return {};
  }
  throw groups.length > 0 || Boolean(request.asUid)
    ? new AccessError("--as-group and --as-uid require --as")
    : entryFault(of, "as", "is required with as-uid, as-groups or as-user-extra");
}

function claimsNothing({ uid, groups, extra }: Impersonation): boolean {
  return uid === "" && groups.length === 0 && extra.size === 0;
}

function readExtra(entry: KubeconfigEntry): Impersonation["extra"] {
  const extra = innerOf(entry, "as-user-extra");
  return new Map(
    extra === undefined ? [] : Object.keys(extra.fields).map((key) => [key, textsOf(extra, key)]),
  );
}

function asHeaders({ user, uid, groups, extra }: Impersonation): Headers {
  return {
    "impersonate-user": headerText(user, "--as"),
    ...(uid === "" ? {} : { "impersonate-uid": headerText(uid, "--as-uid") }),
    ...(groups.length === 0
      ? {}
      : { "impersonate-group": groups.map((group) => headerText(group, "--as-group")) }),
    ...Object.fromEntries(
      [...extra].map(([key, values]) => [
        `impersonate-extra-${escapeKey(key)}`,
        values.map((value) => headerText(value, "as-user-extra")),
      ]),
    ),
  };
}

/** Escapes characters that header names may not hold: `example.com/team` becomes `example.com%2Fteam`. */
function escapeKey(key: string): string {
  return [...Buffer.from(key.toLowerCase(), "utf8")]
    .map((byte) => {
      const letter = String.fromCodePoint(byte);
      return /[!#$&'*+\-.^_`|~\da-z]/.test(letter)
        ? letter
        : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
    })
    .join("");
}
