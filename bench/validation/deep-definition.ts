import type { BenchInput } from "../input.ts";

/**
 * Bytes after which no more sections are written. With the last it comes to some 145 kB and 2,200 lines, as
 * in large real sets.
 */
const fullAt = 134_000;

/** Large CRDs, each of its own kind and group; the same bytes on every machine. */
export function deepDefinitions(count: number): BenchInput {
  return {
    name: `definitions-${count}`,
    objects: count,
    *documents() {
      for (let index = 0; index < count; index++) {
        yield deepDefinition(index);
      }
    },
  };
}

function deepDefinition(index: number): string {
  const kind = `Machine${index}`;
  const plural = `machine${index}s`;
  const group = `deep${index}.bench.example.com`;
  const page = new SchemaPage(index);
  while (page.length < fullAt) {
    page.section();
  }
  return `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  annotations:
    controller-gen.kubebuilder.io/version: v0.17.0
  name: ${plural}.${group}
spec:
  group: ${group}
  names:
    kind: ${kind}
    listKind: ${kind}List
    plural: ${plural}
    singular: machine${index}
  scope: Namespaced
  versions:
    - additionalPrinterColumns:
        - jsonPath: .metadata.creationTimestamp
          name: Age
          type: date
      name: v1
      schema:
        openAPIV3Schema:
          description: ${kind} is what a large operator reads.
          properties:
            apiVersion:
              type: string
            kind:
              type: string
            metadata:
              type: object
            spec:
              properties:
${page.text()}              type: object
          required:
            - spec
          type: object
      served: true
      storage: true
      subresources:
        status: {}
`;
}

const words =
  "template selector affinity container volume probe resource policy secret claim topology network".split(
    " ",
  );

const sentences = [
  "If unspecified, the value of the controller is used, which may change between versions of it.",
  "More info: https://kubernetes.io/docs/concepts/overview/working-with-objects/names",
  "This field is only honoured by nodes that have the feature; others keep what they have.",
  "Must be set together with the field beside it, and cannot be updated later.",
  "Defaults to what the cluster was started with: 'Always' if :latest is named, or 'IfNotPresent'.",
];

/**
 * The depth of nested objects and lists below a section: real templates end at some 40 columns more than they
 * begin.
 */
const levels = 5;
/** Columns of a field of the `spec`. */
const outermost = 16;

/** Writes the lines of a schema: the kind of the next field depends on the number of previous ones. */
class SchemaPage {
  readonly #lines: string[] = [];
  #fields: number;
  length = 0;

  constructor(index: number) {
    // CRDs differ from one another, so that nothing can be reused from the previous one.
    this.#fields = index * 7;
  }

  text(): string {
    return this.#lines.join("");
  }

  /** Writes a field of the `spec` with everything below it. */
  section(): void {
    this.#object(outermost, levels);
  }

  #write(column: number, text: string): void {
    const line = `${" ".repeat(column)}${text}\n`;
    this.#lines.push(line);
    this.length += line.length;
  }

  #name(column: number, type: string): string {
    this.#fields++;
    const name = `${words[this.#fields % words.length]}${this.#fields}`;
    this.#write(column, `${name}:`);
    this.#describe(column + 2, name);
    this.#write(column + 2, `type: ${type}`);
    return name;
  }

  #describe(column: number, name: string): void {
    this.#write(column, "description: |-");
    this.#write(column + 2, `${name} tells how it is run.`);
    for (let line = 0; line < this.#fields % 4; line++) {
      this.#write(column + 2, sentences[(this.#fields + line) % sentences.length] ?? "");
    }
  }

  #object(column: number, left: number): void {
    this.#name(column, "object");
    const required = this.#properties(column + 2, left);
    this.#write(column + 2, "required:");
    this.#write(column + 2, `- ${required}`);
    this.#write(column + 2, "x-kubernetes-validations:");
    this.#write(column + 2, `- message: ${required} is not a word`);
    this.#write(column + 2, `  rule: '!has(self.${required}) || self.${required}.size() != 3'`);
  }

  /**
   * Writes fields of every kind, the deeper ones last; returns the name of the first, which is a short text.
   */
  #properties(column: number, left: number): string {
    this.#write(column, "properties:");
    const first = this.#shortText(column + 2);
    this.#name(column + 2, "boolean");
    this.#integer(column + 2);
    this.#choice(column + 2);
    this.#intOrString(column + 2);
    this.#map(column + 2);
    this.#names(column + 2);
    if (left > 0) {
      this.#list(column + 2, left - 1);
    }
    return first;
  }

  #shortText(column: number): string {
    const name = this.#name(column, "string");
    this.#write(column + 2, "maxLength: 63");
    this.#write(column + 2, "pattern: ^[a-z0-9]([-a-z0-9]*[a-z0-9])?$");
    return name;
  }

  #integer(column: number): void {
    this.#name(column, "integer");
    this.#write(column + 2, "format: int32");
    this.#write(column + 2, "minimum: 0");
    this.#write(column + 2, `default: ${this.#fields}`);
  }

  #choice(column: number): void {
    this.#name(column, "string");
    this.#write(column + 2, "default: Always");
    this.#write(column + 2, "enum:");
    for (const value of ["Always", "Never", "IfNotPresent"]) {
      this.#write(column + 2, `- ${value}`);
    }
  }

  #intOrString(column: number): void {
    this.#fields++;
    this.#write(column, `amount${this.#fields}:`);
    this.#write(column + 2, "anyOf:");
    this.#write(column + 2, "- type: integer");
    this.#write(column + 2, "- type: string");
    this.#write(
      column + 2,
      "pattern: ^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$",
    );
    this.#write(column + 2, "x-kubernetes-int-or-string: true");
  }

  #map(column: number): void {
    this.#name(column, "object");
    this.#write(column + 2, "additionalProperties:");
    this.#write(column + 4, "type: string");
  }

  #names(column: number): void {
    this.#name(column, "array");
    this.#write(column + 2, "items:");
    this.#write(column + 4, "type: string");
    this.#write(column + 2, "x-kubernetes-list-type: set");
  }

  #list(column: number, left: number): void {
    this.#name(column, "array");
    this.#write(column + 2, "items:");
    const key = this.#properties(column + 4, left);
    this.#write(column + 4, "required:");
    this.#write(column + 4, `- ${key}`);
    this.#write(column + 4, "type: object");
    this.#write(column + 2, "x-kubernetes-list-map-keys:");
    this.#write(column + 2, `- ${key}`);
    this.#write(column + 2, "x-kubernetes-list-type: map");
  }
}
