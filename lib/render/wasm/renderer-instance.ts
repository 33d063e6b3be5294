import { GuestExit, Messages, type RendererClock, wasiFunctions } from "./wasi-host.ts";
import type { TemplateLookup } from "../../object/render-context.ts";
import { isSubchart } from "../chart-files.ts";
import { type Decrypt, decrypted, DecryptedFiles } from "./decrypted-files.ts";
import { CallError, errno, RenderLimitError } from "./errno.ts";
import { readOptionFile } from "./option-files.ts";
import type { RenderAnswer, RenderOrder } from "./render-order.ts";
import { OverlaidFiles } from "./overlaid-files.ts";
import { type ReadableFiles, type ReadLimits, RootedFiles } from "./rooted-files.ts";
import { type GuestMemory, WasiFiles } from "./wasi-files.ts";
import { type RendererMemory, type RendererModule, rendererApi } from "./web-assembly.ts";

/** Limits of one rendering. */
export interface RenderLimits extends ReadLimits {
  /** Bytes of output. */
  readonly output: number;
  /** Bytes of memory, of which more than that is not kept for the next rendering. */
  readonly kept: number;
}

/** The limits of a rendering, besides the time and the memory, which the module itself limits. */
export const renderLimits: RenderLimits = {
  files: 20_000,
  bytes: 200 * 2 ** 20,
  output: 200 * 2 ** 20,
  kept: 256 * 2 ** 20,
};

/** The surroundings of an instance. */
export interface RendererHost extends RendererClock {
  /** Answers a call of `lookup` with JSON. */
  readonly lookUp?: (wanted: TemplateLookup) => string;
  /** Decrypts files; absent if none are. */
  readonly decrypt?: Decrypt;
}

/** The functions that the program exports, see `renderers/main.go`. */
interface Exports {
  readonly reserve: (size: number) => number;
  readonly render: () => number;
  readonly output: () => number;
  readonly memory: RendererMemory;
}

/** An instance of the renderers, which renders one after the other. */
export class RendererInstance {
  readonly #exports: Exports;
  readonly #files: WasiFiles;
  readonly #messages = new Messages();
  readonly #limits: RenderLimits;
  readonly #decrypt: Decrypt;
  #order: RenderOrder | undefined;
  #option: Uint8Array = new Uint8Array();
  #isWorn = false;

  constructor(module: RendererModule, host: RendererHost, limits: RenderLimits = renderLimits) {
    this.#limits = limits;
    this.#decrypt = host.decrypt ?? (() => undefined);
    const memory: GuestMemory = {
      view: () => new DataView(this.#exports.memory.buffer),
      bytes: () => new Uint8Array(this.#exports.memory.buffer),
    };
    this.#files = new WasiFiles(memory, new RootedFiles("/", { files: 0, bytes: 0 }));
    const instance = new rendererApi.Instance(module, {
      wasi_snapshot_preview1: wasiFunctions(this.#files, this.#messages, { memory, clock: host }),
      converge: {
        open_option: (path: number, size: number) =>
          this.#openOption(Buffer.from(memory.bytes().subarray(path, path + size)).toString("utf8")),
        look_up: (wanted: number, size: number) =>
          this.#lookUp(Buffer.from(memory.bytes().subarray(wanted, wanted + size)).toString("utf8"), host),
        take_option: (to: number) => memory.bytes().set(this.#option, to),
      },
    });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- WebAssembly has no types of its exports
    this.#exports = instance.exports as Exports;
    const initialize: unknown = Reflect.get(instance.exports, "_initialize");
    if (typeof initialize === "function") {
      initialize();
    }
  }

  /** Whether it has crashed, or has grown too large to be kept. */
  get isWorn(): boolean {
    return this.#isWorn || this.#exports.memory.buffer.byteLength > this.#limits.kept;
  }

  /** Renders. After a failure of the instance itself, it is worn. */
  render(order: RenderOrder): RenderAnswer {
    const rooted = new RootedFiles(order.root, this.#limits);
    const overlaid = order.added === undefined ? rooted : new OverlaidFiles(rooted, order.added);
    const files = new DecryptedFiles(overlaid, this.#decrypt, (path) => isOwnArchive(path, order));
    this.#files.restart(files);
    this.#order = order;
    try {
      return this.#answer(files);
    } catch (error) {
      this.#isWorn = true;
      return crashed(error, this.#messages.take());
    }
  }

  #answer(files: ReadableFiles): RenderAnswer {
    const request = new TextEncoder().encode(JSON.stringify(this.#order?.request));
    const at = this.#exports.reserve(request.length);
    new Uint8Array(this.#exports.memory.buffer).set(request, at);
    const size = this.#exports.render();
    const said = this.#messages.take();
    if (size < 0) {
      return { type: "failed", reason: "failed", said: withOutside(said, files.outside, this.#order?.root) };
    }
    if (size > this.#limits.output) {
      throw new RenderLimitError(`writes more than ${megabytes(this.#limits.output)}`);
    }
    const start = this.#exports.output();
    return {
      type: "rendered",
      output: new Uint8Array(this.#exports.memory.buffer).slice(start, start + size),
      said,
    };
  }

  #lookUp(wanted: string, { lookUp }: RendererHost): bigint {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by `renderers/lookup.go`
    this.#option = Buffer.from(lookUp?.(JSON.parse(wanted) as TemplateLookup) ?? "{}");
    return BigInt(this.#option.length);
  }

  #openOption(path: string): bigint {
    const read = this.#order === undefined ? 0 : readOptionFile(path, this.#order);
    if (typeof read === "number") {
      return BigInt(-read);
    }
    try {
      this.#option = decrypted({ path, content: read }, this.#decrypt);
    } catch (error) {
      return BigInt(-(error instanceof CallError ? error.errno : errno.inputOutput));
    }
    return BigInt(this.#option.length);
  }
}

/** Reports whether an archive is a chart of the user, or a subchart of it, and was not fetched. */
function isOwnArchive(path: string, { request, isFetched, added }: RenderOrder): boolean {
  const isChart = request.type === "chart" && !isFetched && added?.has(path) !== true;
  return isChart && (path === request.path || isSubchart(path.slice(request.path.length + 1)));
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 2 ** 20)} MB`;
}

/** Puts the file that was not to be read before the message of the failure that it has caused. */
function withOutside(said: string, outside: string | undefined, root = ""): string {
  const fact = `it refers to ${outside}, which is outside of ${root}: only files below that are read`;
  return outside === undefined || /^Error: it refers to /m.test(said)
    ? said
    : said.replace(/^Error: /m, `Error: ${fact}\n`);
}

/** Returns the one reason of a crash, without the trace of the program. */
function crashed(error: unknown, said: string): RenderAnswer {
  const reason = reasonOf(error, said);
  return { type: "failed", reason, said: `Error: it ${reason}` };
}

function reasonOf(error: unknown, said: string): string {
  if (error instanceof RenderLimitError) {
    return error.message;
  }
  // The program calls itself on the stack of V8.
  if (error instanceof RangeError) {
    return "calls itself too often";
  }
  if (/out of memory|cannot allocate/.test(said)) {
    return "needs more memory than a rendering may have";
  }
  if (error instanceof GuestExit || error instanceof rendererApi.RuntimeError) {
    const [, fault = error.message] = /^(?:fatal error|panic|runtime): (.*)$/m.exec(said) ?? [];
    return `ended unexpectedly (${fault})`;
  }
  throw error;
}
