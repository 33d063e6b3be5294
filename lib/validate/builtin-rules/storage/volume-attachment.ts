/**
 * Rules for VolumeAttachments.
 * Source: https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/apis/storage/validation/validation.go
 */
import { immutableAt } from "../check/changes.ts";
import { reportForbidden, reportInvalid, reportRequired, requiredText } from "../check/faults.ts";
import { dnsSubdomain } from "../check/names.ts";
import { fieldPart, has, type Part, textAt } from "../check/part.ts";
import { checkInlineVolume } from "./persistent-volume.ts";
import { checkDriverName } from "./volume-sources.ts";

/** Checks a VolumeAttachment. */
export function checkVolumeAttachment(attachment: Part, old: Part | undefined): void {
  const spec = fieldPart(attachment, "spec");
  checkDriverName(fieldPart(spec, "attacher"));
  checkSource(fieldPart(spec, "source"));
  reportInvalid(fieldPart(spec, "nodeName"), dnsSubdomain(textAt(spec, "nodeName")));
  if (old !== undefined) {
    immutableAt(attachment, old, "spec");
  }
}

const exactlyOne = "must specify exactly one of inlineVolumeSpec and persistentVolumeName";

function checkSource(source: Part): void {
  const [isNamed, isInline] = [has(source, "persistentVolumeName"), has(source, "inlineVolumeSpec")];
  const name = fieldPart(source, "persistentVolumeName");
  if (isNamed && isInline) {
    reportForbidden(source, exactlyOne);
  } else if (isNamed) {
    requiredText(name, "must specify non empty persistentVolumeName");
  } else if (isInline) {
    checkInlineVolume(fieldPart(source, "inlineVolumeSpec"));
  } else {
    reportRequired(source, exactlyOne);
  }
  if (isNamed) {
    reportInvalid(name, dnsSubdomain(textAt(source, "persistentVolumeName")));
  }
}
