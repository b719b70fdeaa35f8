// Small buttons with an icon; their tooltip says what they do and which key does the same.
import { element, keepFocus } from "./dom";
import { icon, type IconName } from "./icons";

export interface ButtonOptions {
  icon: IconName;
  label: string;
  keys?: string;
  testId?: string;
  /** For buttons that stay down. */
  pressed?: boolean;
  onClick(): void;
}

export function iconButton(options: ButtonOptions): HTMLButtonElement {
  const button = element(
    "button",
    {
      type: "button",
      class: "icon-button",
      "aria-label": options.label,
      title: tooltip(options.label, options.keys),
      "aria-keyshortcuts": options.keys,
      "aria-pressed": options.pressed === undefined ? null : String(options.pressed),
      "data-testid": options.testId,
      onclick: () => options.onClick(),
    },
    icon(options.icon),
  );
  keepFocus(button);
  return button;
}

export function tooltip(label: string, keys?: string): string {
  return keys ? `${label} (${keys})` : label;
}

export function setPressed(button: HTMLElement, pressed: boolean): void {
  button.setAttribute("aria-pressed", String(pressed));
}

/** The same button with another meaning, as play and pause are. */
export function setIcon(button: HTMLElement, name: IconName, label: string, keys?: string): void {
  if (button.getAttribute("aria-label") === label) return;
  button.replaceChildren(icon(name));
  button.setAttribute("aria-label", label);
  button.title = tooltip(label, keys);
}
