import { AccessError, UnreachableError } from "../model/api-error.ts";
import { codeOf } from "../model/read-file.ts";

/** The target of a connection attempt, for the message when it fails. */
export interface Hop {
  /** `https://10.0.0.1:6443`, or `the proxy http://proxy:3128` */
  readonly name: string;
  /** The host that is looked up or whose certificate is checked. */
  readonly host: string;
  readonly step: "connecting" | "TLS handshake" | "asking the proxy";
  /** Whether the kubeconfig names the authority that must have signed its certificate. */
  readonly hasAuthority: boolean;
}

/**
 * A proxy's refusal to open a tunnel; the message says why, as the end of a sentence that begins with the
 * proxy.
 */
export class TunnelRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = "TunnelRefused";
  }
}

type Words = (hop: Hop, error: unknown) => string;

const unknownAuthority: Words = ({ name, hasAuthority }) =>
  hasAuthority
    ? `${name}: its certificate is not signed by the certificate-authority given for this cluster; is it the right file, or the right server?`
    : `${name}: its certificate is signed by an unknown authority; set certificate-authority or --certificate-authority`;

const plainHttp: Words = ({ name }) => `${name} does not speak TLS; is it a plain http:// server?`;

const noRoute: Words = ({ name }) => `${name}: there is no route to it from here; is a VPN or proxy missing?`;

const closed: Words = ({ name, step }) => `${name} closed the connection (${step})`;

const faults: ReadonlyMap<string, Words> = new Map<string, Words>([
  ["ENOTFOUND", ({ name, host }) => `${name}: no such host ${host} (DNS)`],
  ["EAI_AGAIN", ({ name, host }) => `${name}: no DNS server answers for ${host}`],
  ["ECONNREFUSED", ({ name }) => `${name} refused the connection: nothing listens there`],
  ["ETIMEDOUT", ({ name, step }) => `${name} does not answer in time (${step})`],
  ["EHOSTUNREACH", noRoute],
  ["ENETUNREACH", noRoute],
  ["EADDRNOTAVAIL", noRoute],
  ["ECONNRESET", closed],
  ["EPIPE", closed],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", unknownAuthority],
  ["UNABLE_TO_GET_ISSUER_CERT", unknownAuthority],
  ["UNABLE_TO_GET_ISSUER_CERT_LOCALLY", unknownAuthority],
  ["SELF_SIGNED_CERT_IN_CHAIN", unknownAuthority],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", unknownAuthority],
  ["CERT_SIGNATURE_FAILURE", unknownAuthority],
  ["CERT_UNTRUSTED", unknownAuthority],
  ["INVALID_CA", unknownAuthority],
  [
    "CERT_HAS_EXPIRED",
    ({ name }) => `${name}: its certificate, or one above it, has expired; is the clock right?`,
  ],
  ["CERT_NOT_YET_VALID", ({ name }) => `${name}: its certificate is not valid yet; is the clock right?`],
  [
    "ERR_TLS_CERT_ALTNAME_INVALID",
    ({ name, host }, error) =>
      `${name}: its certificate is not valid for ${host}${namesOf(error)}; set tls-server-name to a name that it has`,
  ],
  ["ERR_SSL_WRONG_VERSION_NUMBER", plainHttp],
  ["ERR_SSL_PACKET_LENGTH_TOO_LONG", plainHttp],
  ["ERR_SSL_HTTP_REQUEST", plainHttp],
]);

/**
 * Turns the error of a connection into one line for people, with the original as its cause. An error that a
 * retry cannot fix (an invalid certificate, plain http where TLS is expected) is an AccessError.
 */
export function dialFault(error: unknown, hop: Hop): AccessError | UnreachableError {
  if (error instanceof TunnelRefused) {
    return new UnreachableError(`${hop.name} ${error.message}`);
  }
  const words = faults.get(codeOf(error));
  const [said = ""] = error instanceof Error ? error.message.split("\n") : [];
  const message = words?.(hop, error) ?? `${hop.name}: ${said || "the connection failed"} (${hop.step})`;
  const isLasting = codeOf(error).includes("CERT") || words === unknownAuthority || words === plainHttp;
  return new (isLasting ? AccessError : UnreachableError)(message, { cause: error });
}

/** ` but for DNS:a, IP Address:10.0.0.1` if the error lists the names. */
function namesOf(error: unknown): string {
  const cert: unknown = error instanceof Error && "cert" in error ? error.cert : undefined;
  const names =
    typeof cert === "object" && cert !== null && "subjectaltname" in cert ? cert.subjectaltname : "";
  return typeof names === "string" && names !== "" ? `, only for ${names.slice(0, 200)}` : "";
}
