import test from "ava";

import type { JsonObject } from "../../object/json.ts";
import { namespaceLevels, violationsOf } from "./security-level.ts";

// Violations as kube-apiserver 1.36.3 reports them.
// `@safe` is a security context that restricted pods need.
const verdicts = String.raw`
baseline | {"metadata":{},"spec":{"containers":[{"name":"a","image":"nginx"}]}} | 
restricted | {"metadata":{},"spec":{"containers":[{"name":"a","image":"nginx"}]}} | allowPrivilegeEscalation != false (container "a" must set securityContext.allowPrivilegeEscalation=false), unrestricted capabilities (container "a" must set securityContext.capabilities.drop=["ALL"]), runAsNonRoot != true (pod or container "a" must set securityContext.runAsNonRoot=true), seccompProfile (pod or container "a" must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost")
baseline | {"metadata":{},"spec":{"containers":[{"name":"a","image":"nginx","securityContext":{@safe}}]}} | 
restricted | {"metadata":{},"spec":{"containers":[{"name":"a","image":"nginx","securityContext":{@safe}}]}} | 
baseline | {"metadata":{},"spec":{"containers":[{"name":"a","image":"nginx"}],"initContainers":[{"name":"b","image":"nginx"}],"hostNetwork":true,"hostPID":true}} | host namespaces (hostNetwork=true, hostPID=true)
restricted | {"metadata":{},"spec":{"containers":[{"name":"a","image":"nginx"}],"initContainers":[{"name":"b","image":"nginx"}],"hostNetwork":true,"hostPID":true}} | host namespaces (hostNetwork=true, hostPID=true), allowPrivilegeEscalation != false (containers "b", "a" must set securityContext.allowPrivilegeEscalation=false), unrestricted capabilities (containers "b", "a" must set securityContext.capabilities.drop=["ALL"]), runAsNonRoot != true (pod or containers "b", "a" must set securityContext.runAsNonRoot=true), seccompProfile (pod or containers "b", "a" must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost")
baseline | {"metadata":{},"spec":{"containers":[{"name":"a","image":"nginx","ports":[{"containerPort":80,"hostPort":80},{"containerPort":81,"hostPort":8081}]}]}} | hostPort (container "a" uses hostPorts 80, 8081)
restricted | {"metadata":{},"spec":{"containers":[{"name":"a","image":"nginx","ports":[{"containerPort":80,"hostPort":80},{"containerPort":81,"hostPort":8081}]}]}} | hostPort (container "a" uses hostPorts 80, 8081), allowPrivilegeEscalation != false (container "a" must set securityContext.allowPrivilegeEscalation=false), unrestricted capabilities (container "a" must set securityContext.capabilities.drop=["ALL"]), runAsNonRoot != true (pod or container "a" must set securityContext.runAsNonRoot=true), seccompProfile (pod or container "a" must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost")
baseline | {"metadata":{},"spec":{"containers":[{"name":"a","image":"nginx","ports":[{"containerPort":80}]}],"hostNetwork":true}} | host namespaces (hostNetwork=true)
restricted | {"metadata":{},"spec":{"containers":[{"name":"a","image":"nginx","ports":[{"containerPort":80}]}],"hostNetwork":true}} | host namespaces (hostNetwork=true), allowPrivilegeEscalation != false (container "a" must set securityContext.allowPrivilegeEscalation=false), unrestricted capabilities (container "a" must set securityContext.capabilities.drop=["ALL"]), runAsNonRoot != true (pod or container "a" must set securityContext.runAsNonRoot=true), seccompProfile (pod or container "a" must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost")
baseline | {"metadata":{},"spec":{"containers":[{"name":"a","image":"nginx","securityContext":{"privileged":true,"capabilities":{"add":["NET_ADMIN","CHOWN","SYS_TIME"]}}}]}} | non-default capabilities (container "a" must not include "NET_ADMIN", "SYS_TIME" in securityContext.capabilities.add), privileged (container "a" must not set securityContext.privileged=true)
restricted | {"metadata":{},"spec":{"containers":[{"name":"a","image":"nginx","securityContext":{"privileged":true,"capabilities":{"add":["NET_ADMIN","CHOWN","SYS_TIME"]}}}]}} | privileged (container "a" must not set securityContext.privileged=true), allowPrivilegeEscalation != false (container "a" must set securityContext.allowPrivilegeEscalation=false), unrestricted capabilities (container "a" must set securityContext.capabilities.drop=["ALL"]; container "a" must not include "CHOWN", "NET_ADMIN", "SYS_TIME" in securityContext.capabilities.add), runAsNonRoot != true (pod or container "a" must set securityContext.runAsNonRoot=true), seccompProfile (pod or container "a" must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost")
baseline | {"metadata":{},"spec":{"containers":[{"name":"a","image":"nginx","securityContext":{"allowPrivilegeEscalation":false,"runAsNonRoot":true,"capabilities":{"drop":["ALL"],"add":["NET_BIND_SERVICE","CHOWN"]},"seccompProfile":{"type":"RuntimeDefault"}}}]}} | 
restricted | {"metadata":{},"spec":{"containers":[{"name":"a","image":"nginx","securityContext":{"allowPrivilegeEscalation":false,"runAsNonRoot":true,"capabilities":{"drop":["ALL"],"add":["NET_BIND_SERVICE","CHOWN"]},"seccompProfile":{"type":"RuntimeDefault"}}}]}} | unrestricted capabilities (container "a" must not include "CHOWN" in securityContext.capabilities.add)
baseline | {"metadata":{},"spec":{"containers":[{"name":"a","image":"nginx","securityContext":{"allowPrivilegeEscalation":false,"runAsNonRoot":true,"capabilities":{"drop":["NET_RAW"]},"seccompProfile":{"type":"RuntimeDefault"}}}]}} | 
restricted | {"metadata":{},"spec":{"containers":[{"name":"a","image":"nginx","securityContext":{"allowPrivilegeEscalation":false,"runAsNonRoot":true,"capabilities":{"drop":["NET_RAW"]},"seccompProfile":{"type":"RuntimeDefault"}}}]}} | unrestricted capabilities (container "a" must set securityContext.capabilities.drop=["ALL"])
baseline | {"metadata":{},"spec":{"containers":[{"name":"a","image":"nginx","securityContext":{@safe}}],"volumes":[{"name":"h","hostPath":{"path":"/"}},{"name":"n","nfs":{"server":"s","path":"/"}},{"name":"e"}]}} | hostPath volumes (volume "h")
restricted | {"metadata":{},"spec":{"containers":[{"name":"a","image":"nginx","securityContext":{@safe}}],"volumes":[{"name":"h","hostPath":{"path":"/"}},{"name":"n","nfs":{"server":"s","path":"/"}},{"name":"e"}]}} | restricted volume types (volumes "h", "n" use restricted volume types "hostPath", "nfs")
baseline | {"metadata":{},"spec":{"containers":[{"name":"a","image":"nginx","securityContext":{@safe,"runAsUser":0}}]}} | 
restricted | {"metadata":{},"spec":{"containers":[{"name":"a","image":"nginx","securityContext":{@safe,"runAsUser":0}}]}} | runAsUser=0 (container "a" must not set runAsUser=0)
baseline | {"metadata":{},"spec":{"containers":[{"name":"a","image":"nginx","securityContext":{"allowPrivilegeEscalation":false,"runAsNonRoot":false,"capabilities":{"drop":["ALL"]},"seccompProfile":{"type":"RuntimeDefault"}}}]}} | 
restricted | {"metadata":{},"spec":{"containers":[{"name":"a","image":"nginx","securityContext":{"allowPrivilegeEscalation":false,"runAsNonRoot":false,"capabilities":{"drop":["ALL"]},"seccompProfile":{"type":"RuntimeDefault"}}}]}} | runAsNonRoot != true (container "a" must not set securityContext.runAsNonRoot=false)
baseline | {"metadata":{},"spec":{"containers":[{"name":"a","image":"nginx","securityContext":{"allowPrivilegeEscalation":false,"capabilities":{"drop":["ALL"]}}}],"securityContext":{"runAsNonRoot":true,"runAsUser":0,"seccompProfile":{"type":"RuntimeDefault"}}}} | 
restricted | {"metadata":{},"spec":{"containers":[{"name":"a","image":"nginx","securityContext":{"allowPrivilegeEscalation":false,"capabilities":{"drop":["ALL"]}}}],"securityContext":{"runAsNonRoot":true,"runAsUser":0,"seccompProfile":{"type":"RuntimeDefault"}}}} | runAsUser=0 (pod must not set runAsUser=0)
baseline | {"metadata":{},"spec":{"containers":[{"name":"a","image":"nginx"}],"securityContext":{"runAsNonRoot":false,"seccompProfile":{"type":"Unconfined"}}}} | seccompProfile (pod must not set securityContext.seccompProfile.type to "Unconfined")
restricted | {"metadata":{},"spec":{"containers":[{"name":"a","image":"nginx"}],"securityContext":{"runAsNonRoot":false,"seccompProfile":{"type":"Unconfined"}}}} | allowPrivilegeEscalation != false (container "a" must set securityContext.allowPrivilegeEscalation=false), unrestricted capabilities (container "a" must set securityContext.capabilities.drop=["ALL"]), runAsNonRoot != true (pod must not set securityContext.runAsNonRoot=false), seccompProfile (pod must not set securityContext.seccompProfile.type to "Unconfined")
baseline | {"metadata":{},"spec":{"containers":[{"name":"a","image":"nginx","securityContext":{"allowPrivilegeEscalation":false,"runAsNonRoot":true,"capabilities":{"drop":["ALL"]},"seccompProfile":{"type":"Unconfined"}}}]}} | seccompProfile (container "a" must not set securityContext.seccompProfile.type to "Unconfined")
restricted | {"metadata":{},"spec":{"containers":[{"name":"a","image":"nginx","securityContext":{"allowPrivilegeEscalation":false,"runAsNonRoot":true,"capabilities":{"drop":["ALL"]},"seccompProfile":{"type":"Unconfined"}}}]}} | seccompProfile (container "a" must not set securityContext.seccompProfile.type to "Unconfined")
baseline | {"metadata":{},"spec":{"containers":[{"name":"a","image":"x","securityContext":{@safe}},{"name":"b","image":"nginx","securityContext":{@safe,"seLinuxOptions":{"type":"container_engine_t"}}}]}} | 
restricted | {"metadata":{},"spec":{"containers":[{"name":"a","image":"x","securityContext":{@safe}},{"name":"b","image":"nginx","securityContext":{@safe,"seLinuxOptions":{"type":"container_engine_t"}}}]}} | 
baseline | {"metadata":{},"spec":{"containers":[{"name":"a","image":"nginx","securityContext":{@safe,"appArmorProfile":{"type":"Unconfined"}}}],"securityContext":{"appArmorProfile":{"type":"Unconfined"}}}} | forbidden AppArmor profile (pod and container "a" must not set AppArmor profile type to "Unconfined")
restricted | {"metadata":{},"spec":{"containers":[{"name":"a","image":"nginx","securityContext":{@safe,"appArmorProfile":{"type":"Unconfined"}}}],"securityContext":{"appArmorProfile":{"type":"Unconfined"}}}} | forbidden AppArmor profile (pod and container "a" must not set AppArmor profile type to "Unconfined")
baseline | {"metadata":{},"spec":{"containers":[{"name":"a","image":"nginx","securityContext":{@safe,"procMount":"Unmasked"}}],"hostUsers":false}} | 
restricted | {"metadata":{},"spec":{"containers":[{"name":"a","image":"nginx","securityContext":{@safe,"procMount":"Unmasked"}}],"hostUsers":false}} | procMount (container "a" must not set securityContext.procMount to "Unmasked")
baseline | {"metadata":{},"spec":{"containers":[{"name":"a","image":"nginx","securityContext":{@safe}}],"securityContext":{"sysctls":[{"name":"kernel.msgmax","value":"1"},{"name":"net.ipv4.tcp_rmem","value":"1"}]}}} | forbidden sysctls (kernel.msgmax)
restricted | {"metadata":{},"spec":{"containers":[{"name":"a","image":"nginx","securityContext":{@safe}}],"securityContext":{"sysctls":[{"name":"kernel.msgmax","value":"1"},{"name":"net.ipv4.tcp_rmem","value":"1"}]}}} | forbidden sysctls (kernel.msgmax)
baseline | {"metadata":{},"spec":{"containers":[{"name":"a","image":"nginx","livenessProbe":{"httpGet":{"port":80,"host":"example.com"}},"lifecycle":{"preStop":{"httpGet":{"port":80,"host":"127.0.0.1"}}}}]}} | probe or lifecycle host (container "a" uses probe or lifecycle hosts "127.0.0.1", "example.com")
restricted | {"metadata":{},"spec":{"containers":[{"name":"a","image":"nginx","livenessProbe":{"httpGet":{"port":80,"host":"example.com"}},"lifecycle":{"preStop":{"httpGet":{"port":80,"host":"127.0.0.1"}}}}]}} | probe or lifecycle host (container "a" uses probe or lifecycle hosts "127.0.0.1", "example.com"), allowPrivilegeEscalation != false (container "a" must set securityContext.allowPrivilegeEscalation=false), unrestricted capabilities (container "a" must set securityContext.capabilities.drop=["ALL"]), runAsNonRoot != true (pod or container "a" must set securityContext.runAsNonRoot=true), seccompProfile (pod or container "a" must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost")
baseline | {"metadata":{},"spec":{"containers":[{"name":"a","image":"nginx"}],"os":{"name":"windows"}}} | 
restricted | {"metadata":{},"spec":{"containers":[{"name":"a","image":"nginx"}],"os":{"name":"windows"}}} | runAsNonRoot != true (pod or container "a" must set securityContext.runAsNonRoot=true)
baseline | {"metadata":{},"spec":{"containers":[{"name":"a","image":"nginx"}],"os":{"name":"windows"},"hostNetwork":true,"securityContext":{"windowsOptions":{"hostProcess":true},"runAsNonRoot":true}}} | host namespaces (hostNetwork=true), hostProcess (pod must not set securityContext.windowsOptions.hostProcess=true)
restricted | {"metadata":{},"spec":{"containers":[{"name":"a","image":"nginx"}],"os":{"name":"windows"},"hostNetwork":true,"securityContext":{"windowsOptions":{"hostProcess":true},"runAsNonRoot":true}}} | host namespaces (hostNetwork=true), hostProcess (pod must not set securityContext.windowsOptions.hostProcess=true)
baseline | {"metadata":{},"spec":{"containers":[{"name":"a","image":"nginx","securityContext":{"runAsUser":0}}],"hostUsers":false}} | 
restricted | {"metadata":{},"spec":{"containers":[{"name":"a","image":"nginx","securityContext":{"runAsUser":0}}],"hostUsers":false}} | allowPrivilegeEscalation != false (container "a" must set securityContext.allowPrivilegeEscalation=false), unrestricted capabilities (container "a" must set securityContext.capabilities.drop=["ALL"]), seccompProfile (pod or container "a" must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost")
`;
const safe = `"allowPrivilegeEscalation":false,"runAsNonRoot":true,"capabilities":{"drop":["ALL"]},"seccompProfile":{"type":"RuntimeDefault"}`;

for (const line of verdicts.trim().split("\n")) {
  const [level = "", pod = "", violations = ""] = line.split(" | ");
  test(`the level ${level} reports ${violations.trim() || "no violations"} for ${pod}`, (t) => {
    const value: JsonObject = JSON.parse(pod.replaceAll("@safe", safe));
    const asked = level === "baseline" ? "baseline" : "restricted";
    t.is(violationsOf(value, { level: asked, version: 36, text: "" }), violations.trim());
  });
}

test("older versions of the Pod Security Standards have fewer controls and no exceptions", (t) => {
  const pod = {
    spec: {
      hostUsers: false,
      os: { name: "windows" },
      containers: [{ name: "a", securityContext: { runAsUser: 0, seccompProfile: { type: "Unconfined" } } }],
    },
  };
  const at = (version: number): string => violationsOf(pod, { level: "restricted", version, text: "" });
  t.regex(
    at(24),
    /^allowPrivilegeEscalation.*unrestricted capabilities.*runAsNonRoot.*runAsUser=0.*seccompProfile/v,
  );
  t.notRegex(at(18), /seccompProfile|runAsUser|capabilities/v);
  t.is(at(36), "");
});

test("a sysctl is forbidden before the version that allows it", (t) => {
  const sysctls = [{ name: "net.ipv4.tcp_notsent_lowat", value: "1" }];
  const pod = { spec: { containers: [{ name: "a" }], securityContext: { sysctls } } };
  const at = (version: number): string => violationsOf(pod, { level: "baseline", version, text: "" });
  t.is(at(36), "forbidden sysctls (net.ipv4.tcp_notsent_lowat)");
  t.is(at(37), "");
});

const label = (mode: string, value: string): JsonObject => ({
  [`pod-security.kubernetes.io/${mode}`]: value,
});

test("a namespace without labels has the level privileged", (t) => {
  const { enforce, warn, audit } = namespaceLevels({}, 36);
  t.deepEqual(
    [enforce.text, warn.text, audit.text],
    ["privileged:latest", "privileged:latest", "privileged:latest"],
  );
  t.is(violationsOf({ spec: { hostNetwork: true } }, enforce), "");
});

test("the warn level and version default to the enforced ones", (t) => {
  const enforced = { ...label("enforce", "restricted"), ...label("enforce-version", "v1.24") };
  t.is(namespaceLevels(enforced, 36).warn.text, "restricted:v1.24");
  t.is(namespaceLevels({ ...enforced, ...label("warn", "baseline") }, 36).warn.text, "baseline:latest");
  t.is(namespaceLevels({ ...enforced, ...label("warn-version", "v1.30") }, 36).warn.text, "restricted:v1.30");
});

test("a version that is newer than the server counts as the version of the server", (t) => {
  const labels = { ...label("enforce", "baseline"), ...label("enforce-version", "v1.99") };
  t.like(namespaceLevels(labels, 36).enforce, { version: 36, text: "baseline:v1.99" });
});
