import {
  type BuiltinProject,
  current,
  currentOn,
  failed,
  failedOn,
  phase,
  project,
  rule,
  waiting,
  waitingOn,
} from "./shape/rule-shape.ts";

const externalSecrets = [...failedOn("Ready=False", "Deleted"), ...currentOn("Ready"), waiting()];

/** Certificates, secrets, and policies. */
export const securityProjects: readonly BuiltinProject[] = [
  project(
    "cert-manager",
    rule(
      "cert-manager.io",
      "Certificate",
      waiting(
        "conditions.Issuing.status == 'True' && conditions.Issuing.reason != 'Failed'",
        "conditions.Issuing.message",
      ),
      ...failedOn("Issuing=False/Failed"),
      failed(
        "conditions.Ready.status == 'False' && conditions.Ready.reason in ['IncorrectIssuer', 'IncorrectCertificate', 'SecretMismatch', 'InvalidKeyPair', 'Expired', 'DuplicateSecretName']",
        "conditions.Ready.message",
      ),
      ...waitingOn("Ready=False/DoesNotExist"),
      ...failedOn("Ready=False"),
      ...currentOn("Ready"),
      waiting(),
    ),
    rule(
      "cert-manager.io",
      "Issuer ClusterIssuer",
      waiting(
        "conditions.Ready.status == 'False' && conditions.Ready.reason in ['Initializing', 'Pending']",
        "conditions.Ready.message",
      ),
      ...failedOn("Ready=False"),
      ...currentOn("Ready"),
      waiting(),
    ),
    rule(
      "cert-manager.io",
      "CertificateRequest",
      ...failedOn("Denied", "InvalidRequest", "Ready=False/Failed", "Ready=False/Denied"),
      ...currentOn("Ready"),
      waiting(),
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
    rule("trust.cert-manager.io", "Bundle", ...failedOn("Synced=False"), ...currentOn("Synced"), waiting()),
    rule(
      "policy.cert-manager.io",
      "CertificateRequestPolicy",
      ...failedOn("Ready=False"),
      ...currentOn("Ready"),
      waiting(),
    ),
    rule("awspca.cert-manager.io", "*", ...failedOn("Ready=False"), ...currentOn("Ready"), waiting()),
  ),
  project(
    "External Secrets",
    rule("external-secrets.io", "*", ...externalSecrets),
    rule("generators.external-secrets.io", "*", current()),
    rule(
      "kubernetes-client.io",
      "ExternalSecret",
      failed("status.status.startsWith('ERROR')", "status.status"),
      current("status.status == 'SUCCESS'"),
      waiting(),
    ),
  ),
  project(
    "Sealed Secrets",
    rule("bitnami.com", "SealedSecret", ...failedOn("Synced=False"), ...currentOn("Synced"), waiting()),
  ),
  project(
    "Vault",
    rule(
      "secrets.hashicorp.com",
      "*",
      failed("status.valid == false", "status.error"),
      current("status.valid == true"),
      ...failedOn("Ready=False"),
      current("has(status.lastGeneration) || has(status.secretMAC)"),
      waiting(),
    ),
    rule(
      "redhatcop.redhat.io",
      "*",
      ...failedOn("ReconcileFailed"),
      ...currentOn("ReconcileSuccess", "ReconcileSuccessful"),
      waiting(),
    ),
    rule("vault.banzaicloud.com", "Vault", current("size(status.nodes) > 0"), waiting()),
  ),
  project(
    "1Password",
    rule("onepassword.com", "OnePasswordItem", ...failedOn("Ready=False"), ...currentOn("Ready"), waiting()),
  ),
  project(
    "Infisical and Doppler",
    rule(
      "secrets.infisical.com",
      "*",
      failed("status.conditions.exists(c, c.status == 'False' && c.type.endsWith('ReadyToSyncSecrets'))"),
      current("size(status.conditions) > 0"),
      waiting(),
    ),
    rule(
      "secrets.doppler.com",
      "DopplerSecret",
      ...failedOn("secrets.doppler.com/SecretSyncReady=False"),
      ...currentOn("secrets.doppler.com/SecretSyncReady"),
      waiting(),
    ),
  ),
  project("Secrets Store CSI", rule("secrets-store.csi.x-k8s.io", "*", current())),
  project(
    "Kyverno",
    rule(
      "kyverno.io",
      "ClusterPolicy Policy",
      ...failedOn("Ready=False"),
      ...currentOn("Ready"),
      current("status.ready == true"),
      waiting(),
    ),
    rule(
      "kyverno.io",
      "UpdateRequest",
      ...phase("status.state", { current: "completed", failed: "failed" }, "status.message"),
    ),
    rule("kyverno.io", "PolicyException CleanupPolicy ClusterCleanupPolicy GlobalContextEntry", current()),
    rule(
      "policies.kyverno.io",
      "*Policy",
      ...failedOn("Ready=False"),
      current("status.conditionStatus.ready == true"),
      failed("status.conditionStatus.ready == false", "status.conditionStatus.message"),
      ...currentOn("Ready"),
      waiting(),
    ),
    rule("wgpolicyk8s.io", "*", current()),
    rule("reports.kyverno.io", "*", current()),
  ),
  project(
    "Gatekeeper",
    rule(
      "templates.gatekeeper.sh",
      "ConstraintTemplate",
      failed("status.byPod.exists(p, size(p.?errors.orValue([])) > 0)"),
      current("status.created == true"),
      waiting(),
    ),
    rule(
      "constraints.gatekeeper.sh",
      "*",
      failed("status.byPod.exists(p, size(p.?errors.orValue([])) > 0)"),
      current("status.byPod.exists(p, p.?enforced.orValue(false))"),
      waiting(),
    ),
    rule("config.gatekeeper.sh", "Config", current()),
    rule(
      "mutations.gatekeeper.sh",
      "*",
      failed("status.byPod.exists(p, size(p.?errors.orValue([])) > 0)"),
      current(),
    ),
    rule("expansion.gatekeeper.sh", "*", current()),
  ),
  project(
    "Kubewarden",
    rule("policies.kubewarden.io", "*", ...phase("status.policyStatus", { current: "active", failed: "" })),
  ),
  project(
    "Trivy and scanners",
    rule("aquasecurity.github.io", "*", current()),
    rule("operator.trivy.dev", "*", current()),
  ),
  project("Falco and Tetragon", rule("falcosecurity.dev", "*", current())),
  project(
    "SPIRE",
    rule("spire.spiffe.io", "ClusterSPIFFEID ClusterStaticEntry ClusterFederatedTrustDomain", current()),
  ),
  project(
    "Cosign policy controller",
    rule("policy.sigstore.dev", "*", ...failedOn("Ready=False"), ...currentOn("Ready"), waiting()),
  ),
  project(
    "Teleport",
    rule(
      "resources.teleport.dev",
      "*",
      ...failedOn("SuccessfullyReconciled=False", "ValidStructure=False"),
      ...currentOn("SuccessfullyReconciled"),
      waiting(),
    ),
  ),
  project(
    "Dex and Ory",
    rule(
      "hydra.ory.sh",
      "OAuth2Client",
      failed("status.reconciliationError.statusCode != ''", "status.reconciliationError.description"),
      ...currentOn("Ready"),
      current(),
    ),
  ),
];
