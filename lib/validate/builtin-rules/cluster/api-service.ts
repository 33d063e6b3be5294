/**
 * Rules for APIServices.
 * Source:
 *     https://github.com/kubernetes/kubernetes/blob/v1.36.0/staging/src/k8s.io/kube-aggregator/pkg/apis/apiregistration/validation/validation.go
 */
import { reportInvalid, reportRequired, requiredText } from "../check/faults.ts";
import { dns1035Label, dnsSubdomain, pathSegment } from "../check/names.ts";
import { fieldPart, has, isSet, isTrueAt, numberAt, type Part, textAt } from "../check/part.ts";

/** Checks an APIService. */
export function checkApiService(service: Part): void {
  const spec = fieldPart(service, "spec");
  const [group, version] = [textAt(spec, "group"), textAt(spec, "version")];
  const name = textAt(fieldPart(service, "metadata"), "name");
  if (pathSegment(name) === undefined && name !== `${version}.${group}`) {
    reportInvalid(
      fieldPart(service, "metadata", "name"),
      `must be \`spec.version+"."+spec.group\`: "${version}.${group}"`,
    );
  }
  if (group !== "") {
    reportInvalid(fieldPart(spec, "group"), dnsSubdomain(group));
  } else if (version !== "v1") {
    reportRequired(fieldPart(spec, "group"), "only v1 may have an empty group and it better be legacy kube");
  }
  reportInvalid(fieldPart(spec, "version"), dns1035Label(version));
  checkPriority(fieldPart(spec, "groupPriorityMinimum"), numberAt(spec, "groupPriorityMinimum"), 20_000);
  checkPriority(fieldPart(spec, "versionPriority"), numberAt(spec, "versionPriority"), 1000);
  checkBackend(spec);
}

function checkPriority(part: Part, priority = 0, most: number): void {
  if (priority <= 0 || priority > most) {
    reportInvalid(part, `must be positive and less than ${most}`);
  }
}

/** Checks where requests go; without a service, the API server answers them itself. */
function checkBackend(spec: Part): void {
  const service = fieldPart(spec, "service");
  const bundle = fieldPart(spec, "caBundle");
  const [isInsecure, hasBundle] = [isTrueAt(spec, "insecureSkipTLSVerify"), textAt(spec, "caBundle") !== ""];
  const place = fieldPart(spec, "insecureSkipTLSVerify");
  if (!isSet(service)) {
    reportInvalid(bundle, hasBundle ? "local APIServices may not have a caBundle" : undefined);
    reportInvalid(place, isInsecure ? "local APIServices may not have insecureSkipTLSVerify" : undefined);
    return;
  }
  requiredText(fieldPart(service, "namespace"));
  requiredText(fieldPart(service, "name"));
  const port = numberAt(service, "port") ?? 443;
  if (has(service, "port") && (port < 1 || port > 65_535)) {
    reportInvalid(fieldPart(service, "port"), "port is not valid: must be between 1 and 65535, inclusive");
  }
  reportInvalid(place, isInsecure && hasBundle ? "may not be true if caBundle is present" : undefined);
}
