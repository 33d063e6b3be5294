/** Commits of a soak: changes to be followed, and faults that must change nothing. */
import type { Changes, TestRepository } from "../git/test-repository.ts";
import { configMap } from "../apply/manifests.ts";
import type { Random } from "./random.ts";
import { SoakedSet, type SoakedUnit, soakedUnits, type Tree } from "./soaked-set.ts";

/** The fault of a commit. */
type Flaw =
  | "broken YAML"
  | "an unknown field"
  | "an emptied folder"
  | "a vanished folder"
  | "a great prune"
  | "never ready";

/** The repository to commit to, and the set. */
interface Committed {
  readonly repository: TestRepository;
  readonly namespace: string;
}

/** Makes one commit after the other. */
export class Committer {
  readonly #repository: TestRepository;
  readonly #random: Random;
  readonly set: SoakedSet;
  #tree: Tree = new Map();
  #commits = 0;

  constructor({ repository, namespace }: Committed, random: Random) {
    this.#repository = repository;
    this.#random = random;
    this.set = new SoakedSet(namespace, random);
  }

  /** The number of commits. */
  get commits(): number {
    return this.#commits;
  }

  /** Makes a good or a flawed commit, and describes it. */
  async commitSomething(): Promise<string> {
    const way = this.set.change();
    const good = this.set.tree();
    const unit = this.#random.pick(soakedUnits);
    const flaw = this.#random.chance(0.25) ? this.#random.pick(Object.keys(flaws).filter(isFlaw)) : undefined;
    const isForced = this.#random.chance(0.15);
    await this.#commit(flaw === undefined ? good : flaws[flaw](good, unit), isForced);
    return [way, ...(flaw === undefined ? [] : [`${flaw} in ${unit}`]), ...(isForced ? ["forced"] : [])].join(
      ", ",
    );
  }

  /** Makes a good commit in a random way, and names the way. */
  async commitChange(): Promise<string> {
    const way = this.set.change();
    await this.#commit(this.set.tree(), false);
    return way;
  }

  /** Commits the final state, which differs from all before. Returns the commit. */
  async commitGood(): Promise<string> {
    this.set.change("rewrite");
    return this.#commit(this.set.tree(), false);
  }

  async #commit(tree: Tree, isForced: boolean): Promise<string> {
    const gone: Changes = Object.fromEntries(
      [...this.#tree.keys()].filter((path) => !tree.has(path)).map((path) => [path, undefined]),
    );
    const changed = [...tree].filter(([path, text]) => isForced || this.#tree.get(path) !== text);
    this.#commits += 1;
    this.#tree = tree;
    const message = `change ${this.#commits}`;
    return isForced
      ? this.#repository.forcePush(Object.fromEntries(tree), { message })
      : this.#repository.commit({ ...gone, ...Object.fromEntries(changed) }, { message });
  }
}

const flaws: Readonly<Record<Flaw, (tree: Tree, unit: SoakedUnit) => Tree>> = {
  "broken YAML": (tree, unit) => new Map([...tree, [`${unit}/broken.yaml`, "kind: ConfigMap\n  data: {"]]),
  "an unknown field": (tree, unit) =>
    new Map([...tree, [`${unit}/odd.yaml`, JSON.stringify({ ...configMap("odd"), dta: { a: "1" } })]]),
  "an emptied folder": (tree, unit) => new Map([...without(tree, unit), [`${unit}/README.md`, "Nothing.\n"]]),
  "a vanished folder": without,
  "a great prune": (tree, unit) =>
    new Map([...without(tree, unit), [`${unit}/one.yaml`, JSON.stringify(configMap(`${unit}-core-0`))]]),
  "never ready": (tree, unit) => new Map([...tree].map(([path, text]) => [path, slowed(path, text, unit)])),
};

function isFlaw(name: string): name is Flaw {
  return name in flaws;
}

function without(tree: Tree, unit: SoakedUnit): Tree {
  return new Map([...tree].filter(([path]) => !path.startsWith(`${unit}/`)));
}

function slowed(path: string, text: string, unit: SoakedUnit): string {
  return path.startsWith(`${unit}/`) ? text.replace('"300ms"', '"1h"') : text;
}
