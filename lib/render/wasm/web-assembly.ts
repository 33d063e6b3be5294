/** A compiled module of renderers. */
export interface RendererModule {
  readonly [Symbol.toStringTag]?: string;
}

/** The memory of an instance; its buffer is replaced when it grows. */
export interface RendererMemory {
  readonly buffer: ArrayBuffer;
}

interface Api {
  readonly Module: new (bytes: Uint8Array) => RendererModule;
  readonly Instance: new (
    module: RendererModule,
    imports: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
  ) => { readonly exports: object };
  readonly RuntimeError: new () => Error;
}

declare const WebAssembly: Api;

/** The global `WebAssembly`, as far as it is used: the types of Node have no more of it than its name. */
export const rendererApi: Api = WebAssembly;
