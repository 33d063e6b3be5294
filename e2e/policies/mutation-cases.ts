import type { JsonObject } from "../../lib/object/json.ts";

/** A mutation of Deployments: an apply configuration, or a JSON patch if it begins with a bracket. */
export type Mutation = string;

const template = "Object.spec.template";
const pod = "Object.spec.template.spec";
const container = "Object.spec.template.spec.containers";

function inPod(fields: string): Mutation {
  return `Object{spec: Object.spec{template: ${template}{spec: ${pod}{${fields}}}}}`;
}

function patch(op: string, path: string, value?: string): string {
  return `JSONPatch{op: "${op}", path: "${path}"${value === undefined ? "" : `, value: ${value}`}}`;
}

const containers = "/spec/template/spec/containers";

/** Mutations that succeed, fail, or are refused. Each list is one policy; they run in this order. */
export const mutations: readonly (readonly Mutation[])[] = [
  ["Object{spec: Object.spec{replicas: 5}}"],
  ["Object{spec: Object.spec{foo: 3}}"],
  ['Object{spec: Object.spec{replicas: "x"}}'],
  ["Object{spec: Object.spec{replicas: null}}"],
  ['Object{spec: Object.spec{selector: Object.spec.selector{matchLabels: {"a": "b"}}}}'],
  ["Object{spec: Object.wrong{replicas: 2}}"],
  ['Object{spec: Object.spec{template: "x"}}'],
  ["Object{spec: Object.spec{paused: 3}}"],
  ['Object{metadata: Object.metadata{labels: Object.metadata.labels{zone: "r"}}}'],
  ['Object{metadata: Object.metadata{annotations: {"x/y": string(object.spec.replicas)}}}'],
  ["Object{spec: Object.spec{replicas: object.spec.nothing}}"],
  ["Object{spec: Object.spec{?replicas: object.spec.?nothing}}"],
  ["Object{spec: Object.spec{replicas: object.spec.replicas + 1}}"],
  [
    "Object{spec: Object.spec{strategy: Object.spec.strategy{rollingUpdate: Object.spec.strategy.rollingUpdate{maxSurge: 2}}}}",
  ],
  [inPod(`containers: [${container}{name: "web", imagePullPolicy: "Never"}]`)],
  [inPod(`containers: [${container}{name: "new", image: "x"}]`)],
  [inPod(`containers: [${container}{name: "new", image: "x"}, ${container}{name: "side", image: "y"}]`)],
  [inPod(`containers: [${container}{name: "side", image: "y"}, ${container}{name: "web", image: "z"}]`)],
  [inPod(`containers: [${container}{image: "y"}]`)],
  [inPod(`containers: [${container}{name: "web", image: "a"}, ${container}{name: "web", image: "b"}]`)],
  [inPod('containers: [{"name": "x", "image": "y"}]')],
  [inPod(`containers: [${container}{name: "web", command: ["a"]}]`)],
  [
    inPod(
      `containers: object.spec.template.spec.containers.map(c, ${container}{name: c.name, image: "r/" + c.image})`,
    ),
  ],
  [
    inPod(
      `containers: [${container}{name: "web", env: [${container}.env{name: "B", value: "2"}, ${container}.env{name: "C", value: "3"}]}]`,
    ),
  ],
  [
    inPod(
      `containers: [${container}{name: "web", ports: [${container}.ports{containerPort: 80, protocol: "TCP", name: "http"}]}]`,
    ),
  ],
  [inPod(`containers: [${container}{name: "web", resources: ${container}.resources{limits: {"cpu": "1"}}}]`)],
  [inPod(`volumes: [${pod}.volumes{name: "v", emptyDir: ${pod}.volumes.emptyDir{}}]`)],
  [inPod('nodeSelector: {"a": "b"}')],
  [inPod(`imagePullSecrets: [${pod}.imagePullSecrets{name: "s"}]`)],
  [inPod(`securityContext: ${pod}.securityContext{runAsNonRoot: true}`)],
  [inPod(`tolerations: [${pod}.tolerations{key: "a"}]`)],
  [inPod("hostNetwork: true, dnsPolicy: 'Default'")],
  [inPod("restartPolicy: 'Never'")],
  [`[${patch("add", "/spec/foo", "3")}]`],
  [`[${patch("add", "/spec/foo/bar", "3")}]`],
  [`[${patch("remove", "/spec/foo")}]`],
  [`[${patch("remove", "/spec/strategy")}]`],
  [`[${patch("replace", "/spec/replicas", "7")}]`],
  [`[${patch("replace", "/spec/paused", "true")}]`],
  [`[${patch("nope", "/spec/replicas", '"x"')}]`],
  [`[${patch("add", "/metadata/labels/b", '"x"')}, ${patch("test", "/spec/replicas", "99")}]`],
  [
    `[${patch("test", "/spec/template/spec/restartPolicy", '"Always"')}, ${patch("add", "/metadata/labels/b", '"x"')}]`,
  ],
  [`[${patch("add", `${containers}/7`, '{"name": "x"}')}]`],
  [`[${patch("add", `${containers}/x`, '{"name": "x"}')}]`],
  [`[${patch("add", `${containers}/0`, '{"name": "first", "image": "f"}')}]`],
  [`[${patch("add", `${containers}/-`, '{"name": "last", "image": "f"}')}]`],
  [`[${patch("add", `${containers}/-1`, '{"name": "late", "image": "f"}')}]`],
  [`[${patch("remove", `${containers}/0`)}, ${patch("replace", `${containers}/0/image`, '"zz"')}]`],
  [`[${patch("remove", `${containers}/9`)}]`],
  [`[${patch("replace", `${containers}/9/image`, '"zz"')}]`],
  [`[${patch("add", "/spec/template/spec/initContainers", '[{"name": "i", "image": "j"}]')}]`],
  [`[${patch("add", "/spec/template/spec/volumes/-", '{"name": "x"}')}]`],
  ['[JSONPatch{op: "copy", from: "/metadata/labels/case", path: "/metadata/labels/copy"}]'],
  ['[JSONPatch{op: "move", from: "/metadata/labels/team", path: "/metadata/labels/moved"}]'],
  ['[JSONPatch{op: "copy", from: "/nowhere/x", path: "/metadata/labels/copy"}]'],
  ['[JSONPatch{op: "add", path: "/metadata/labels/" + jsonpatch.escapeKey("a.b/c"), value: "x"}]'],
  ['object.spec.replicas > 1 ? [JSONPatch{op: "replace", path: "/spec/replicas", value: 1}] : []'],
  ['Object{metadata: Object.metadata{labels: {"one": "1"}}}', "Object{spec: Object.spec{foo: 3}}"],
  [
    'Object{metadata: Object.metadata{labels: {"one": "1"}}}',
    '[JSONPatch{op: "add", path: "/metadata/labels/two", value: object.metadata.labels.one + "2"}]',
  ],
  [
    'Object{metadata: Object.metadata{annotations: {"seen": request.operation + namespaceObject.metadata.name}}}',
  ],
];

const labels = { app: "web" };
const twoContainers = [
  {
    name: "web",
    image: "nginx:1",
    env: [
      { name: "A", value: "1" },
      { name: "B", value: "1" },
    ],
    ports: [{ containerPort: 80 }],
  },
  { name: "side", image: "busybox:1" },
];

/** The Deployments that each mutation is tried on. */
export const subjects: readonly JsonObject[] = [
  {
    replicas: 1,
    selector: { matchLabels: labels },
    template: { metadata: { labels }, spec: { containers: twoContainers } },
  },
  {
    replicas: 3,
    selector: { matchLabels: labels },
    template: {
      metadata: { labels },
      spec: { containers: [{ name: "web", image: "n" }], securityContext: { runAsUser: 3 } },
    },
  },
];
