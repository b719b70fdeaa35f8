// A level of the hierarchies over the meshes, drawn on them.
import type { Tree } from "../recording/model";
import { countNodes, nodesOfLevel, visitedNodes } from "../recording/tree_levels";
import type { TreeStyle } from "../stage/stage_api";
import type { App } from "./app";
import { byId, element, setText } from "./dom";
import { layersOf } from "./findings";
import { plural } from "./format";

type Choice = TreeStyle | "off";

const choices: [Choice, string, string][] = [
  ["off", "Off", "No hierarchy"],
  ["patches", "Patches", "The faces of each node in a colour of their own"],
  ["boxes", "Boxes", "The box of each node"],
  ["visited", "Visited", "The smallest patches the last search looked at"],
];

export class HierarchyPanel {
  private readonly root = byId("hierarchy");
  private readonly radios = new Map<Choice, HTMLInputElement>();
  private readonly slider: HTMLInputElement;
  private readonly text = element("output", { class: "number", "data-testid": "hierarchy-nodes" });
  private readonly levels = element("div", { class: "slider-row" });
  private choice: Choice = "off";
  private trees: Tree[] = [];

  constructor(private readonly app: App) {
    this.slider = element("input", {
      type: "range",
      min: 0,
      "aria-label": "Level of the hierarchy",
      "data-testid": "hierarchy-level",
      oninput: () => this.show(),
    });
    this.levels.append(this.slider, this.text);
    const group = element("div", { class: "segments", role: "radiogroup", "aria-label": "Hierarchy" });
    for (const [choice, label, title] of choices) group.append(this.makeRadio(choice, label, title));
    byId("hierarchy-controls").append(group, this.levels);
    app.on("recording", () => this.reset());
    app.on("frame", () => this.updateVisited());
  }

  private makeRadio(choice: Choice, label: string, title: string): HTMLElement {
    const radio = element("input", {
      type: "radio",
      name: "hierarchy",
      value: choice,
      checked: choice === "off",
      "data-testid": `hierarchy-${choice}`,
      onchange: () => void this.choose(choice),
    });
    this.radios.set(choice, radio);
    return element("label", { title }, radio, element("span", {}, label));
  }

  private reset(): void {
    this.root.hidden = this.app.recording?.treeMeshes.length === 0;
    this.trees = [];
    this.choice = "off";
    this.radios.get("off")!.checked = true;
    this.levels.hidden = true;
    this.app.stage.showTrees([]);
  }

  /** Not all frames tell what the search looked at. */
  private updateVisited(): void {
    this.radios.get("visited")!.disabled = this.choice !== "visited" && layersOf(this.app.frame, "visits").length === 0;
    if (this.choice === "visited") this.showCount();
  }

  private async choose(choice: Choice): Promise<void> {
    this.choice = choice;
    const recording = this.app.recording!;
    if (choice !== "off" && this.trees.length === 0) {
      const trees = await Promise.all(recording.treeMeshes.map((mesh) => recording.loadTree(mesh)));
      if (recording !== this.app.recording) return;
      this.trees = trees;
      this.setUpLevels();
    }
    if (choice === "visited") this.toDeepest();
    this.show();
  }

  private setUpLevels(): void {
    const deepest = this.trees.reduce((most, { levels }) => levels.reduce((a, b) => Math.max(a, b), most), 0);
    this.slider.max = String(deepest);
    this.slider.value = String(Math.min(deepest, 4));
  }

  /** What a search looked at is best seen down to the last level. */
  private toDeepest(): void {
    this.slider.value = this.slider.max;
  }

  private show(): void {
    const { choice } = this;
    const level = Number(this.slider.value);
    this.levels.hidden = choice === "off";
    this.app.stage.showTrees(choice === "off" ? [] : this.trees.map((tree) => ({ tree, level, style: choice })));
    this.showCount();
  }

  private showCount(): void {
    const level = Number(this.slider.value);
    const text = `level ${level} · ${plural(this.countPatches(level), "patch", "patches")}`;
    setText(this.text, text);
    this.slider.setAttribute("aria-valuetext", text);
  }

  private countPatches(level: number): number {
    const count = (tree: Tree) => {
      const visited = this.choice === "visited" ? visitedNodes(this.app.frame, tree.mesh) : null;
      return countNodes(nodesOfLevel(tree, level, visited));
    };
    return this.trees.reduce((sum, tree) => sum + count(tree), 0);
  }
}
