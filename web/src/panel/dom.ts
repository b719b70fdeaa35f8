// Elements made in one call.

type Attributes = Record<string, string | number | boolean | null | undefined | ((event: never) => void)>;
type Child = Node | string | null | undefined | false;

function setAttribute(target: Element, name: string, value: Attributes[string]): void {
  if (typeof value === "function") target.addEventListener(name.slice(2), value as EventListener);
  else if (value === true) target.setAttribute(name, "");
  else if (value !== false && value !== null && value !== undefined) target.setAttribute(name, String(value));
}

/** "onclick" and its like take functions; true sets an attribute without a value, false and null none. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) setAttribute(made, name, value);
  made.append(...children.filter((child): child is Node | string => !!child));
  return made;
}

/** An element of index.html. */
export function byId<Kind extends HTMLElement = HTMLElement>(id: string): Kind {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no element "${id}".`);
  return found as Kind;
}

/** Changes the text only if it is another one, so that nothing is laid out or read aloud twice. */
export function setText(target: Element, text: string): void {
  if (target.textContent !== text) target.textContent = text;
}

/** A click with the mouse leaves the focus where it is; Space and Enter then keep their meaning there. */
export function keepFocus(target: HTMLElement): void {
  target.addEventListener("mousedown", (event) => event.preventDefault());
}

/** Calls once after the last of several calls in a row. */
export function debounced(milliseconds: number, action: () => void): () => void {
  let timer = 0;
  return () => {
    window.clearTimeout(timer);
    timer = window.setTimeout(action, milliseconds);
  };
}
