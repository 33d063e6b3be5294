import type { Manifest } from "../../manifest/manifest.ts";

const registration = "admissionregistration.k8s.io";
const policyKinds: ReadonlySet<string> = new Set(["MutatingAdmissionPolicy", "ValidatingAdmissionPolicy"]);

/** Reports whether the manifest is an admission policy of Kubernetes. */
export function isPolicy({ ref }: Manifest): boolean {
  return ref.group === registration && policyKinds.has(ref.kind);
}

/** Reports whether the manifest binds an admission policy of Kubernetes. */
export function isBinding({ ref }: Manifest): boolean {
  return (
    ref.group === registration &&
    ref.kind.endsWith("Binding") &&
    policyKinds.has(ref.kind.slice(0, -"Binding".length))
  );
}

const exemptKinds: ReadonlySet<string> = new Set(
  [...policyKinds].flatMap((kind) => [kind, `${kind}Binding`]),
);

/** Reports whether policies never apply to the object: policies and bindings themselves. */
export function isExemptFromPolicies({ ref }: Manifest): boolean {
  return ref.group === registration && exemptKinds.has(ref.kind);
}
