// The tree of meshes and parts: each can be hidden, and its name flies there.
import type { MeshInfo } from "../recording/model";
import { partColour } from "../stage/palette";
import type { App } from "./app";
import { byId, element } from "./dom";
import { count, plural } from "./format";
import { meshName } from "./names";

/** Files may have thousands of parts; they are listed in portions. */
const portion = 200;

interface RowOptions {
  name: string;
  title: string;
  faces: number;
  colour: string | null;
  testId: string;
  isObstacle?: boolean;
  onToggle(visible: boolean): void;
  onFly(): void;
}

interface ObjectRow {
  root: HTMLElement;
  box: HTMLInputElement;
}

function makeRow(options: RowOptions): ObjectRow {
  const box = element("input", {
    type: "checkbox",
    checked: true,
    "aria-label": `Show ${options.name}`,
    onchange: () => options.onToggle(box.checked),
  });
  const name = element(
    "button",
    { type: "button", class: "name", title: `Fly to ${options.title}`, onclick: () => options.onFly() },
    options.name,
  );
  const colour = options.colour && element("span", { class: "colour", style: `background: ${options.colour}` });
  const badge = options.isObstacle && element("span", { class: "badge", title: "It stays where it is" }, "obstacle");
  const faces = element("span", { class: "number", title: plural(options.faces, "face") }, count(options.faces));
  return { root: element("div", { class: "object", "data-testid": options.testId }, box, colour, name, badge, faces), box };
}

class MeshRows {
  readonly root = element("div", { class: "mesh", role: "group" });
  private readonly row: ObjectRow;
  private readonly hidden = new Set<number>();
  private readonly boxes: HTMLInputElement[] = [];
  private readonly children = element("div", { class: "parts" });

  constructor(
    private readonly app: App,
    private readonly info: MeshInfo,
    private readonly mesh: number,
  ) {
    const name = meshName(info, mesh);
    this.root.setAttribute("aria-label", name);
    this.row = makeRow({
      name,
      title: info.name || name,
      faces: info.faceCount,
      colour: this.hasParts ? null : partColour(app.recording!.head, mesh, -1),
      testId: "object-mesh",
      isObstacle: info.role === "obstacle",
      onToggle: (visible) => this.toggleAll(visible),
      onFly: () => app.select({ kind: "mesh", mesh }, true),
    });
    this.root.append(this.row.root, this.children);
    if (this.hasParts) this.addParts();
  }

  /** One part that is the mesh itself is not worth a row. */
  private get hasParts(): boolean {
    const [first] = this.info.parts;
    return this.info.parts.length > 1 || (!!first?.name && first.name !== this.info.name);
  }

  private addParts(): void {
    const begin = this.boxes.length;
    const end = Math.min(begin + portion, this.info.parts.length);
    for (let part = begin; part < end; part++) this.addPart(part);
    if (end === this.info.parts.length) return;
    const more = element(
      "button",
      {
        type: "button",
        class: "more",
        onclick: () => {
          more.remove();
          this.addParts();
        },
      },
      `Show more (${count(this.info.parts.length - end)} left)`,
    );
    this.children.append(more);
  }

  private addPart(part: number): void {
    const { name, faceCount } = this.info.parts[part];
    const text = name || `part ${part}`;
    const row = makeRow({
      name: text,
      title: text,
      faces: faceCount,
      colour: partColour(this.app.recording!.head, this.mesh, part),
      testId: "object-part",
      onToggle: (visible) => this.toggle(part, visible),
      onFly: () => this.app.select({ kind: "part", mesh: this.mesh, part }, true),
    });
    row.box.checked = !this.hidden.has(part);
    this.boxes.push(row.box);
    this.children.append(row.root);
  }

  private toggle(part: number, visible: boolean): void {
    if (visible) this.hidden.delete(part);
    else this.hidden.add(part);
    this.app.stage.setPartVisible(this.mesh, part, visible);
    this.row.box.checked = this.hidden.size < this.info.parts.length;
    this.row.box.indeterminate = this.hidden.size > 0 && this.row.box.checked;
  }

  private toggleAll(visible: boolean): void {
    this.hidden.clear();
    if (!visible) this.info.parts.forEach((_, part) => this.hidden.add(part));
    this.row.box.indeterminate = false;
    for (const box of this.boxes) box.checked = visible;
    this.app.stage.setPartVisible(this.mesh, -1, visible);
  }
}

export function makeObjectsPanel(app: App): void {
  app.on("recording", () => {
    const infos = app.recording?.head.meshes ?? [];
    byId("objects-section").hidden = infos.length === 0;
    byId("objects").replaceChildren(...infos.map((info, mesh) => new MeshRows(app, info, mesh).root));
  });
}
