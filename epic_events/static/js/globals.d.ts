/* Types of what the scripts rely on and the browser's own types do not say. Read by the type checker alone. */

interface Htmx {
  trigger(element: Element, name: string): void;
  process(element: Element): void;
  ajax(verb: string, path: string, context: object): Promise<void>;
}

interface Window {
  htmx: Htmx;
  webauthnJSON: any;
  BarcodeDetector: any;
}

interface Navigator {
  connection?: { saveData: boolean }; // Chromium alone
}

/* Pages of this site query HTML elements; SVG inside them is never selected. */
interface ParentNode {
  querySelector<K extends keyof HTMLElementTagNameMap>(selectors: K): HTMLElementTagNameMap[K] | null;
  querySelector<E extends Element = HTMLElement>(selectors: string): E | null;
  querySelectorAll<K extends keyof HTMLElementTagNameMap>(selectors: K): NodeListOf<HTMLElementTagNameMap[K]>;
  querySelectorAll<E extends Element = HTMLElement>(selectors: string): NodeListOf<E>;
}

interface Element {
  closest<K extends keyof HTMLElementTagNameMap>(selector: K): HTMLElementTagNameMap[K] | null;
  closest<E extends Element = HTMLElement>(selector: string): E | null;
}

/* Events of htmx and of the site's own scripts carry details; their targets are elements. */
interface SiteEvent extends CustomEvent {
  target: HTMLElement;
}

interface Document {
  getElementById<E extends HTMLElement = HTMLElement>(id: string): E | null;
  addEventListener(type: `${string}:${string}`, listener: (event: SiteEvent) => unknown, options?: AddEventListenerOptions | boolean): void;
}
