/** The linear memory of an instance. `grow` adds pages of 64 KiB. */
export interface WasmMemory {
  readonly buffer: ArrayBuffer;
  readonly grow: (pages: number) => number;
}

/** The functions of an instance that it calls by their index. */
export interface WasmTable {
  readonly get: (index: number) => (...args: readonly number[]) => unknown;
  readonly set: (index: number, callee: unknown) => void;
  readonly grow: (entries: number) => number;
}

/** A compiled module. */
export interface WasmModule {
  readonly [Symbol.toStringTag]?: string;
}

/** Functions that a module imports, by the names of their modules and their own. */
export type WasmImports = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

interface WasmApi {
  readonly Module: {
    new (bytes: Uint8Array): WasmModule;
    readonly imports: (module: WasmModule) => readonly { readonly module: string; readonly name: string }[];
  };
  readonly Instance: new (module: WasmModule, imports: WasmImports) => { readonly exports: object };
  readonly RuntimeError: new () => Error;
}

declare const WebAssembly: WasmApi;

/** The global `WebAssembly`, as far as it is used: the types of Node have no more of it than its name. */
export const webAssembly: WasmApi = WebAssembly;
