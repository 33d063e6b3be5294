/**
 * The few parts of a browser that the scripts of pages use. TypeScript's whole `dom` library would put names
 * such as `document` and `name` into every layer.
 */
export interface Browser {
  readonly document: BrowserDocument;
  readonly location: { readonly pathname: string; hash: string };
  readonly history: { replaceState(state: null, title: string, url: string): void };
  readonly Date: { now(): number };
  /** Milliseconds since the page was opened, with fractions. */
  readonly performance: { now(): number };
  readonly EventSource: new (url: string) => BrowserEventSource;
  readonly AbortSignal: { timeout(milliseconds: number): BrowserAbortSignal };
  readonly innerWidth: number;
  readonly innerHeight: number;
  fetch(url: string, options: FetchOptions): Promise<BrowserResponse>;
  matchMedia(query: string): MediaQuery;
  setTimeout(callback: () => void, milliseconds: number): number;
  requestAnimationFrame(callback: () => void): number;
  addEventListener(type: string, listener: (event: BrowserEvent) => void): void;
}

/** A media query with its state. */
interface MediaQuery {
  readonly matches: boolean;
  addEventListener(type: "change", listener: () => void): void;
}

/** Options of a fetch. */
interface FetchOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly cache: "no-store";
  readonly signal: BrowserAbortSignal;
}

/** A signal that ends a fetch. */
interface BrowserAbortSignal {
  addEventListener(type: "abort", listener: () => void): void;
}

/** Response of a fetch. */
interface BrowserResponse {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
}

/** A stream of server-sent events. */
export interface BrowserEventSource {
  /** 2 once the browser no longer reconnects. */
  readonly readyState: number;
  addEventListener(type: string, listener: (event: { readonly data: string }) => void): void;
  close(): void;
}

/** The document of the page. */
export interface BrowserDocument {
  title: string;
  readonly activeElement: BrowserElement | null;
  readonly visibilityState: string;
  createElement(name: string): BrowserElement;
  createElementNS(namespace: string, name: string): BrowserElement;
  getElementById(id: string): BrowserElement | null;
  addEventListener(
    type: string,
    listener: (event: BrowserEvent) => void,
    options?: { readonly capture?: boolean; readonly passive?: boolean },
  ): void;
}

/** An HTML or SVG element. */
export interface BrowserElement {
  readonly id: string;
  textContent: string;
  value: string;
  readonly style: { setProperty(name: string, value: string): void };
  readonly childNodes: { readonly [index: number]: BrowserElement | undefined };
  readonly children: ArrayLike<BrowserElement>;
  readonly scrollLeft: number;
  readonly scrollTop: number;
  readonly clientWidth: number;
  readonly clientHeight: number;
  append(child: BrowserElement): void;
  insertBefore(child: BrowserElement, before: BrowserElement | null): void;
  remove(): void;
  setAttribute(name: string, value: string): void;
  getAttribute(name: string): string | null;
  removeAttribute(name: string): void;
  closest(selector: string): BrowserElement | null;
  focus(options?: { readonly preventScroll: boolean }): void;
  blur(): void;
  click(): void;
  /** On a dialog only, like `close`. */
  showModal(): void;
  close(): void;
  scrollTo(left: number, top: number): void;
  getBoundingClientRect(): { readonly left: number; readonly top: number; readonly height: number };
}

/** A pointer, wheel or key event; each kind has only some of these fields. */
export interface BrowserEvent {
  readonly clientX: number;
  readonly clientY: number;
  readonly deltaY: number;
  readonly deltaMode: number;
  readonly button: number;
  readonly pointerType: string;
  readonly key: string;
  readonly target: BrowserElement;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  preventDefault(): void;
}

/** Returns the element with that id. Throws an Error if the page has none. */
export function elementOf(document: BrowserDocument, id: string): BrowserElement {
  const element = document.getElementById(id);
  if (element === null) {
    throw new Error(`the page has no ${id}`);
  }
  return element;
}

/** Returns a function that has `draw` called in the next frame, however often it is called before. */
export function oncePerFrame(browser: Browser, draw: () => void): () => void {
  let isScheduled = false;
  return () => {
    if (!isScheduled) {
      isScheduled = true;
      browser.requestAnimationFrame(() => {
        isScheduled = false;
        draw();
      });
    }
  };
}
