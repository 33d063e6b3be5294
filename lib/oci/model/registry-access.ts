/** Access settings of a registry. */
export interface RegistryAccess {
  /** `registry.example.com/deckhouse/modules`, without a scheme. */
  readonly repo: string;
  readonly scheme: "HTTP" | "HTTPS";
  /** Certificates in PEM that are trusted in addition to the machine's; empty for none. */
  readonly ca: string;
  /** A docker configuration (`{"auths": …}`) in base64; empty for none. A secret: no message contains it. */
  readonly dockerCfg: string;
}
