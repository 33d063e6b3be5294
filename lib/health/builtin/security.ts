import {
  type BuiltinProject,
  currentWhen,
  currentOn,
  failedWhen,
  failedOn,
  phase,
  project,
  rule,
  waitingWhen,
  waitingOn,
} from "./shape/rule-shape.ts";

const externalSecrets = [...failedOn("Ready=False", "Deleted"), ...currentOn("Ready"), waitingWhen()];

/** Certificates, secrets, and policies. */
export const securityProjects: readonly BuiltinProject[] = [
  project(
    "cert-manager",
    rule(
      "cert-manager.io",
      "Certificate",
      waitingWhen(
        "conditions.Issuing.status == 'True' && conditions.Issuing.reason != 'Failed'",
        "conditions.Issuing.message",
      ),
      ...failedOn("Issuing=False/Failed"),
      failedWhen(
        "conditions.Ready.status == 'False' && conditions.Ready.reason in ['IncorrectIssuer', 'IncorrectCertificate', 'SecretMismatch', 'InvalidKeyPair', 'Expired', 'DuplicateSecretName']",
        "conditions.Ready.message",
      ),
      ...waitingOn("Ready=False/DoesNotExist"),
      ...failedOn("Ready=False"),
      ...currentOn("Ready"),
      waitingWhen(),
    ),
    rule(
      "cert-manager.io",
      "Issuer ClusterIssuer",
      waitingWhen(
        "conditions.Ready.status == 'False' && conditions.Ready.reason in ['Initializing', 'Pending']",
        "conditions.Ready.message",
      ),
      ...failedOn("Ready=False"),
      ...currentOn("Ready"),
      waitingWhen(),
    ),
    rule(
      "cert-manager.io",
      "CertificateRequest",
      ...failedOn("Denied", "InvalidRequest", "Ready=False/Failed", "Ready=False/Denied"),
      ...currentOn("Ready"),
      waitingWhen(),
    ),
    rule(
      "acme.cert-manager.io",
      "Order Challenge",
      ...phase(
        "status.state",
        { current: "valid ready", failed: "invalid errored expired" },
        "status.reason",
      ),
    ),
    rule(
      "trust.cert-manager.io",
      "Bundle",
      ...failedOn("Synced=False"),
      ...currentOn("Synced"),
      waitingWhen(),
    ),
    rule(
      "policy.cert-manager.io",
      "CertificateRequestPolicy",
      ...failedOn("Ready=False"),
      ...currentOn("Ready"),
      waitingWhen(),
    ),
    rule("awspca.cert-manager.io", "*", ...failedOn("Ready=False"), ...currentOn("Ready"), waitingWhen()),
  ),
  project(
    "External Secrets",
    rule("external-secrets.io", "*", ...externalSecrets),
    rule("generators.external-secrets.io", "*", currentWhen()),
    rule(
      "kubernetes-client.io",
      "ExternalSecret",
      failedWhen("status.status.startsWith('ERROR')", "status.status"),
      currentWhen("status.status == 'SUCCESS'"),
      waitingWhen(),
    ),
  ),
  project(
    "Sealed Secrets",
    rule("bitnami.com", "SealedSecret", ...failedOn("Synced=False"), ...currentOn("Synced"), waitingWhen()),
  ),
  project(
    "Vault",
    rule(
      "secrets.hashicorp.com",
      "*",
      failedWhen("status.valid == false", "status.error"),
      currentWhen("status.valid == true"),
      ...failedOn("Ready=False"),
      currentWhen("has(status.lastGeneration) || has(status.secretMAC)"),
      waitingWhen(),
    ),
    rule(
      "redhatcop.redhat.io",
      "*",
      ...failedOn("ReconcileFailed"),
      ...currentOn("ReconcileSuccess", "ReconcileSuccessful"),
      waitingWhen(),
    ),
    rule("vault.banzaicloud.com", "Vault", currentWhen("size(status.nodes) > 0"), waitingWhen()),
  ),
  project(
    "1Password",
    rule(
      "onepassword.com",
      "OnePasswordItem",
      ...failedOn("Ready=False"),
      ...currentOn("Ready"),
      waitingWhen(),
    ),
  ),
  project(
    "Infisical and Doppler",
    rule(
      "secrets.infisical.com",
      "*",
      failedWhen("status.conditions.exists(c, c.status == 'False' && c.type.endsWith('ReadyToSyncSecrets'))"),
      currentWhen("size(status.conditions) > 0"),
      waitingWhen(),
    ),
    rule(
      "secrets.doppler.com",
      "DopplerSecret",
      ...failedOn("secrets.doppler.com/SecretSyncReady=False"),
      ...currentOn("secrets.doppler.com/SecretSyncReady"),
      waitingWhen(),
    ),
  ),
  project("Secrets Store CSI", rule("secrets-store.csi.x-k8s.io", "*", currentWhen())),
  project(
    "Kyverno",
    rule(
      "kyverno.io",
      "ClusterPolicy Policy",
      ...failedOn("Ready=False"),
      ...currentOn("Ready"),
      currentWhen("status.ready == true"),
      waitingWhen(),
    ),
    rule(
      "kyverno.io",
      "UpdateRequest",
      ...phase("status.state", { current: "completed", failed: "failed" }, "status.message"),
    ),
    rule(
      "kyverno.io",
      "PolicyException CleanupPolicy ClusterCleanupPolicy GlobalContextEntry",
      currentWhen(),
    ),
    rule(
      "policies.kyverno.io",
      "*Policy",
      ...failedOn("Ready=False"),
      currentWhen("status.conditionStatus.ready == true"),
      failedWhen("status.conditionStatus.ready == false", "status.conditionStatus.message"),
      ...currentOn("Ready"),
      waitingWhen(),
    ),
    rule("wgpolicyk8s.io", "*", currentWhen()),
    rule("reports.kyverno.io", "*", currentWhen()),
  ),
  project(
    "Gatekeeper",
    rule(
      "templates.gatekeeper.sh",
      "ConstraintTemplate",
      failedWhen("status.byPod.exists(p, size(p.?errors.orValue([])) > 0)"),
      currentWhen("status.created == true"),
      waitingWhen(),
    ),
    rule(
      "constraints.gatekeeper.sh",
      "*",
      failedWhen("status.byPod.exists(p, size(p.?errors.orValue([])) > 0)"),
      currentWhen("status.byPod.exists(p, p.?enforced.orValue(false))"),
      waitingWhen(),
    ),
    rule("config.gatekeeper.sh", "Config", currentWhen()),
    rule(
      "mutations.gatekeeper.sh",
      "*",
      failedWhen("status.byPod.exists(p, size(p.?errors.orValue([])) > 0)"),
      currentWhen(),
    ),
    rule("expansion.gatekeeper.sh", "*", currentWhen()),
  ),
  project(
    "Kubewarden",
    rule("policies.kubewarden.io", "*", ...phase("status.policyStatus", { current: "active", failed: "" })),
  ),
  project(
    "Trivy and scanners",
    rule("aquasecurity.github.io", "*", currentWhen()),
    rule("operator.trivy.dev", "*", currentWhen()),
  ),
  project("Falco and Tetragon", rule("falcosecurity.dev", "*", currentWhen())),
  project(
    "SPIRE",
    rule("spire.spiffe.io", "ClusterSPIFFEID ClusterStaticEntry ClusterFederatedTrustDomain", currentWhen()),
  ),
  project(
    "Cosign policy controller",
    rule("policy.sigstore.dev", "*", ...failedOn("Ready=False"), ...currentOn("Ready"), waitingWhen()),
  ),
  project(
    "Teleport",
    rule(
      "resources.teleport.dev",
      "*",
      ...failedOn("SuccessfullyReconciled=False", "ValidStructure=False"),
      ...currentOn("SuccessfullyReconciled"),
      waitingWhen(),
    ),
  ),
  project(
    "Dex and Ory",
    rule(
      "hydra.ory.sh",
      "OAuth2Client",
      failedWhen("status.reconciliationError.statusCode != ''", "status.reconciliationError.description"),
      ...currentOn("Ready"),
      currentWhen(),
    ),
  ),
];
