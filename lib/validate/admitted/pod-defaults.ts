import { field, isObject, type JsonObject, type JsonValue, stringField } from "../../object/json.ts";

/** Fills in the fields of an object that it lacks. */
export function fillIn(value: JsonValue | undefined, defaults: JsonObject): JsonObject {
  return isObject(value) ? { ...defaults, ...value } : defaults;
}

/** Changes a field if the object has it. */
export function changeField(
  object: JsonObject,
  name: string,
  change: (value: JsonObject) => JsonObject,
): JsonObject {
  const value = field(object, name);
  return isObject(value) ? { ...object, [name]: change(value) } : object;
}

/** Changes the entries of a list if the object has it. */
export function changeItems(
  object: JsonObject,
  name: string,
  change: (value: JsonObject) => JsonObject,
): JsonObject {
  const value = field(object, name);
  return Array.isArray(value)
    ? {
        ...object,
        [name]: value.map((item: JsonValue): JsonValue => (isObject(item) ? change(item) : item)),
      }
    : object;
}

const containerLists = ["containers", "initContainers", "ephemeralContainers"] as const;

/** Changes all containers of a pod spec. */
export function changeContainers(
  spec: JsonObject,
  change: (container: JsonObject) => JsonObject,
): JsonObject {
  let changed = spec;
  for (const list of containerLists) {
    changed = changeItems(changed, list, change);
  }
  return changed;
}

/** Fills in a pod template's defaults. Source: `SetDefaults_*` of k8s.io/kubernetes, pkg/apis/core/v1. */
export function withTemplateDefaults(template: JsonValue | undefined): JsonObject {
  const whole = fillIn(template, { metadata: {}, spec: {} });
  return changeField(whole, "spec", withPodSpecDefaults);
}

/** Fills in the defaults of a pod spec that pods and templates share. */
export function withPodSpecDefaults(given: JsonObject): JsonObject {
  const spec = fillIn(given, {
    dnsPolicy: "ClusterFirst",
    restartPolicy: "Always",
    schedulerName: "default-scheduler",
    securityContext: {},
    terminationGracePeriodSeconds: 30,
  });
  const account = stringField(spec, "serviceAccountName") ?? stringField(spec, "serviceAccount");
  const accounts = account === undefined ? {} : { serviceAccount: account, serviceAccountName: account };
  return {
    ...changeItems(changeContainers(spec, containerDefaults), "volumes", volumeDefaults),
    ...accounts,
  };
}

function containerDefaults(given: JsonObject): JsonObject {
  const isLatest = tagOf(stringField(given, "image") ?? "") === "latest";
  let container = fillIn(given, {
    imagePullPolicy: isLatest ? "Always" : "IfNotPresent",
    resources: {},
    terminationMessagePath: "/dev/termination-log",
    terminationMessagePolicy: "File",
  });
  container = changeItems(container, "ports", (port) => fillIn(port, { protocol: "TCP" }));
  container = changeItems(container, "env", (variable) =>
    changeField(variable, "valueFrom", (source) =>
      changeField(changeField(source, "fieldRef", fieldReference), "resourceFieldRef", resourceReference),
    ),
  );
  for (const probe of ["livenessProbe", "readinessProbe", "startupProbe"]) {
    container = changeField(container, probe, probeDefaults);
  }
  return changeField(container, "lifecycle", (lifecycle) =>
    changeField(changeField(lifecycle, "postStart", actionDefaults), "preStop", actionDefaults),
  );
}

/** The tag of an image; `latest` if it has neither tag nor digest. */
function tagOf(image: string): string {
  const name = image.slice(image.lastIndexOf("/") + 1);
  if (name.includes("@")) {
    return name.split("@")[0]?.split(":")[1] ?? "";
  }
  return name.includes(":") ? name.slice(name.indexOf(":") + 1) : "latest";
}

function fieldReference(reference: JsonObject): JsonObject {
  return fillIn(reference, { apiVersion: "v1" });
}

function resourceReference(reference: JsonObject): JsonObject {
  return fillIn(reference, { divisor: "0" });
}

function probeDefaults(probe: JsonObject): JsonObject {
  return actionDefaults(
    fillIn(probe, { timeoutSeconds: 1, periodSeconds: 10, successThreshold: 1, failureThreshold: 3 }),
  );
}

function actionDefaults(handler: JsonObject): JsonObject {
  const get = changeField(handler, "httpGet", (action) => fillIn(action, { path: "/", scheme: "HTTP" }));
  return changeField(get, "grpc", (action) => fillIn(action, { service: "" }));
}

function volumeDefaults(given: JsonObject): JsonObject {
  let volume = Object.keys(given).length === 1 ? { ...given, emptyDir: {} } : given;
  for (const name of ["secret", "configMap", "projected", "downwardAPI"]) {
    volume = changeField(volume, name, modeDefaults);
  }
  volume = changeField(volume, "hostPath", (source) => fillIn(source, { type: "" }));
  volume = changeField(volume, "downwardAPI", downwardItems);
  return changeField(volume, "projected", (projected) =>
    changeItems(projected, "sources", (source) =>
      changeField(changeField(source, "downwardAPI", downwardItems), "serviceAccountToken", (token) =>
        fillIn(token, { expirationSeconds: 3600 }),
      ),
    ),
  );
}

function modeDefaults(source: JsonObject): JsonObject {
  return fillIn(source, { defaultMode: 420 });
}

function downwardItems(source: JsonObject): JsonObject {
  return changeItems(source, "items", (item) =>
    changeField(changeField(item, "fieldRef", fieldReference), "resourceFieldRef", resourceReference),
  );
}
