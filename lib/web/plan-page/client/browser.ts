/**
 * The few parts of a browser that the page's script uses. TypeScript's whole `dom` library would put names
 * such as `document` and `name` into every layer.
 */
export interface Browser {
  readonly document: BrowserDocument;
  readonly location: { hash: string };
  readonly history: { replaceState(state: null, title: string, url: string): void };
  requestAnimationFrame(callback: () => void): void;
  addEventListener(type: string, listener: (event: BrowserEvent) => void): void;
}

/** The document of the page. */
export interface BrowserDocument {
  readonly activeElement: BrowserElement | null;
  createElement(name: string): BrowserElement;
  createElementNS(namespace: string, name: string): BrowserElement;
  getElementById(id: string): BrowserElement | null;
  addEventListener(type: string, listener: (event: BrowserEvent) => void): void;
}

/** An HTML or SVG element. */
export interface BrowserElement {
  textContent: string;
  value: string;
  readonly classList: {
    toggle(name: string, on: boolean): void;
  };
  append(...children: BrowserElement[]): void;
  replaceChildren(...children: BrowserElement[]): void;
  remove(): void;
  setAttribute(name: string, value: string): void;
  getAttribute(name: string): string | null;
  closest(selector: string): BrowserElement | null;
  addEventListener(
    type: string,
    listener: (event: BrowserEvent) => void,
    options?: { readonly passive: boolean },
  ): void;
  focus(): void;
  /** On a canvas only. */
  getContext(kind: "2d"): { font: string; measureText(text: string): { readonly width: number } };
  setPointerCapture(pointer: number): void;
  getBoundingClientRect(): {
    readonly left: number;
    readonly top: number;
    readonly width: number;
    readonly height: number;
  };
}

/** A pointer, wheel or key event; each kind has only some of these fields. */
export interface BrowserEvent {
  readonly clientX: number;
  readonly clientY: number;
  readonly deltaX: number;
  readonly deltaY: number;
  readonly deltaMode: number;
  readonly pointerId: number;
  readonly button: number;
  readonly key: string;
  readonly target: BrowserElement;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  preventDefault(): void;
}
