// Light or dark: what the system says, until someone chose.
import type { App } from "./app";

const key = "abut-theme";

/** Pages from files may have no storage. */
function remembered(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function remember(theme: string): void {
  try {
    localStorage.setItem(key, theme);
  } catch {
    // Then it holds for this visit.
  }
}

export function makeTheme(app: App): () => void {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const apply = (dark: boolean) => {
    document.documentElement.dataset.theme = dark ? "dark" : "light";
    app.change("dark", dark);
  };
  const chosen = remembered();
  apply(chosen ? chosen === "dark" : system.matches);
  system.addEventListener("change", () => {
    if (!remembered()) apply(system.matches);
  });
  return () => {
    apply(!app.settings.dark);
    remember(app.settings.dark ? "dark" : "light");
  };
}
