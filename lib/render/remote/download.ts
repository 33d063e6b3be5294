import { RegistryError, TransientError } from "../../oci/model/registry-error.ts";
import { type Answer, guarded, openTransport } from "../../oci/transport/http-transport.ts";
import { readBytes } from "../../oci/transport/response-body.ts";
import { retry } from "../../oci/transport/retry.ts";
import type { RepositoryCredentials } from "./repository-credentials.ts";
import { type FetchContext, guardOf, userAgent } from "./fetch-context.ts";

/** A file to download. */
export interface WantedFile {
  readonly url: URL;
  /** Bytes. */
  readonly most: number;
  /** Whether other hosts may be the source: only of content whose digest is known, or if they are allowed. */
  readonly mayLeaveHost: boolean;
  readonly credentials?: RepositoryCredentials | undefined;
}

const mostRedirects = 5;
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Downloads a file over https, or over http if its address says so. Credentials are sent to their origin, and
 * to no other host, port or scheme. Throws RegistryError.
 */
export async function download(file: WantedFile, context: FetchContext): Promise<Buffer> {
  const { clock, signal, settings } = context;
  const wire = guarded(openTransport(settings.ca ?? "", clock), guardOf(settings));
  const about = file.url.href;
  const attempt = async (): Promise<Buffer> => {
    let { url } = file;
    for (let step = 0; step <= mostRedirects; step += 1) {
      const proof = proofFor(url, file);
      const headers = { "user-agent": userAgent, ...(proof && { authorization: proof.header }) };
      const answer = await wire({ method: "GET", url, headers, signal });
      if (!redirects.has(answer.status)) {
        return readAccepted(answer, { ...file, credentials: proof });
      }
      answer.discard();
      url = nextAddress(answer.headers.location ?? "", url, file);
    }
    throw new RegistryError("refused", `${about}: ${file.url.host} redirects too many times`);
  };
  return retry({ about, attempt, signal }, { clock, random: () => 0.5 });
}

/** Returns an address that an answer or an index names. Throws RegistryError if it may not be asked. */
export function nextAddress(
  text: string,
  base: URL,
  { url: first, mayLeaveHost }: Pick<WantedFile, "url" | "mayLeaveHost">,
): URL {
  const url = URL.parse(text, base.href);
  const about = first.href;
  if (url === null || !["http:", "https:"].includes(url.protocol) || url.username + url.password !== "") {
    throw new RegistryError("refused", `${about}: ${base.host} leads to an invalid address`);
  }
  if (url.protocol === "http:" && base.protocol === "https:") {
    throw new RegistryError("refused", `${about}: ${base.host} leads from https to plain http`);
  }
  if (url.host !== first.host && !mayLeaveHost) {
    throw new RegistryError(
      "refused",
      `${about}: ${base.host} leads to another host, ${url.host}, without a digest of the content`,
    );
  }
  return url;
}

function proofFor({ origin }: URL, { credentials }: WantedFile): RepositoryCredentials | undefined {
  return credentials?.origin === origin ? credentials : undefined;
}

async function readAccepted(answer: Answer, { url, most, credentials }: WantedFile): Promise<Buffer> {
  const { status } = answer;
  if (status === 200) {
    return readBytes(answer, most, url.href);
  }
  answer.discard();
  if (status === 429 || status >= 500) {
    throw new TransientError(`the server answered ${status}`);
  }
  if (status === 401 || status === 403) {
    const fact =
      credentials === undefined
        ? "and got no credentials: add some for this repository with `helm repo add` or --chart-secret-dir, or for a unit of sync in render.chartSecretFolders"
        : `to the credentials in ${credentials.place}`;
    throw new RegistryError("denied", `${url.href}: the server answered ${status} ${fact}`);
  }
  const fact = status === 404 ? "not found" : `the server answered ${status}`;
  throw new RegistryError("missing", `${url.href}: ${fact}`);
}
