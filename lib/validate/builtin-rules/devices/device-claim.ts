/**
 * Rules for ResourceClaims and their templates.
 * Source: https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/apis/resource/validation/validation.go
 */
import { immutableAt } from "../check/changes.ts";
import { reportForbidden, reportInvalid, reportRequired } from "../check/faults.ts";
import { checkAnnotations, checkLabels } from "../check/labels.ts";
import { dnsLabel } from "../check/names.ts";
import {
  countOf,
  fieldPart,
  has,
  keysOf,
  listAt,
  type Part,
  reportedAt,
  textAt,
  textOf,
} from "../check/part.ts";
import { checkConfiguration } from "./device-configuration.ts";
import { checkAttributeName, checkEntries } from "./device-names.ts";
import { checkDeviceRequest } from "./device-request.ts";

/** Checks a ResourceClaim. */
export function checkResourceClaim(claim: Part, old: Part | undefined): void {
  if (old === undefined) {
    checkClaimSpec(fieldPart(claim, "spec"));
  } else {
    immutableAt(claim, old, "spec");
  }
}

/** Checks a ResourceClaimTemplate. */
export function checkResourceClaimTemplate(template: Part, old: Part | undefined): void {
  if (old !== undefined) {
    immutableAt(template, old, "spec");
  }
  const metadata = fieldPart(template, "spec", "metadata");
  checkLabels(fieldPart(metadata, "labels"));
  checkAnnotations(fieldPart(metadata, "annotations"));
  for (const name of keysOf(metadata)) {
    const part = fieldPart(metadata, name);
    if (!templateFields.has(name) && (textOf(part) !== "" || countOf(part) > 0)) {
      // The path is that of the Go field.
      reportForbidden(name === "uid" ? reportedAt(part, metadata, "uID") : part, "cannot be set");
    }
  }
  checkClaimSpec(fieldPart(template, "spec", "spec"));
}

/** The metadata that a template may have. */
const templateFields: ReadonlySet<string> = new Set(["annotations", "labels"]);

const mostEntries = 32;

function checkClaimSpec(spec: Part): void {
  const devices = fieldPart(spec, "devices");
  const names = requestNames(devices);
  checkEntries(fieldPart(devices, "requests"), mostEntries, {
    check: checkDeviceRequest,
    key: (request) => textAt(request, "name"),
  });
  checkEntries(fieldPart(devices, "constraints"), mostEntries, {
    check: (constraint) => {
      checkReferences(constraint, names);
      checkConstraint(constraint);
    },
  });
  checkEntries(fieldPart(devices, "config"), mostEntries, {
    check: (config) => {
      checkReferences(config, names);
      checkConfiguration(config);
    },
  });
}

/** The names of requests, and of their alternatives: `gpu`, `gpu/large`. */
function requestNames(devices: Part): ReadonlySet<string> {
  return new Set(
    listAt(devices, "requests").flatMap((request) => {
      const name = textAt(request, "name");
      const alternatives = listAt(request, "firstAvailable").map((one) => `${name}/${textAt(one, "name")}`);
      return [name, ...alternatives];
    }),
  );
}

const unknownRequest =
  "must be the name of a request in the claim or the name of a request and a subrequest separated by '/'";

function checkReferences(part: Part, names: ReadonlySet<string>): void {
  checkEntries(fieldPart(part, "requests"), mostEntries, {
    check: (reference) => {
      const segments = textOf(reference).split("/");
      for (const segment of segments.length > 2 ? [] : segments) {
        reportInvalid(reference, dnsLabel(segment));
      }
      reportInvalid(reference, names.has(textOf(reference)) ? undefined : unknownRequest);
    },
    key: textOf,
  });
}

/** The minor version since which devices may also be required to differ in an attribute. */
const distinctSince = 36;

function checkConstraint(constraint: Part): void {
  const field = ["matchAttribute", "distinctAttribute"].find((name) => has(constraint, name));
  if (field === undefined) {
    const isEither = constraint.run.minor >= distinctSince;
    reportRequired(isEither ? constraint : fieldPart(constraint, "matchAttribute"));
    return;
  }
  const name = textAt(constraint, field);
  checkAttributeName(fieldPart(constraint, field), name);
  if (!name.includes("/")) {
    reportInvalid(
      fieldPart(constraint, field),
      "a fully qualified name must be a domain and a name separated by a slash",
    );
  }
}
