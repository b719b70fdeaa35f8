// Icons, 16 by 16, drawn with lines in the colour of the text.

const paths = {
  camera: "M2.5 5.5h2.6l1.2-2h3.4l1.2 2h2.6v7.5h-11zM8 11.3a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6z",
  close: "M4 4l8 8M12 4l-8 8",
  compare: "M8 1.5v13M6 4H2.5v8H6M10 4h3.5v8H10",
  copy: "M5.5 5.5h7v8h-7zM10.5 5.5v-3h-7v8h2",
  first: "M3.5 3.5v9M12.5 3.5 6 8l6.5 4.5z",
  fit: "M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10M6 6h4v4H6z",
  help: "M8 14.2A6.2 6.2 0 1 0 8 1.8a6.2 6.2 0 0 0 0 12.4zM6.2 6.3C6.3 5.2 7 4.7 8 4.7s1.9.6 1.9 1.6c0 1.4-1.9 1.4-1.9 3M8 11.2v.2",
  last: "M12.5 3.5v9M3.5 3.5 10 8l-6.5 4.5z",
  loop: "M3 7.5v-1A2.5 2.5 0 0 1 5.5 4H12M10 2l2.2 2L10 6M13 8.5v1a2.5 2.5 0 0 1-2.5 2.5H4M6 14l-2.2-2L6 10",
  next: "M6 3.5 10.5 8 6 12.5",
  open: "M2 12.5v-9h4l1.5 2H14v7z",
  orthographic: "M2.5 5.5h8v8h-8zM5.5 2.5h8v8M2.5 5.5l3-3M10.5 5.5l3-3M10.5 13.5l3-3",
  panel: "M2.5 3h11v10h-11zM6.5 3v10",
  pause: "M5.5 3.5v9M10.5 3.5v9",
  play: "M4.5 3 12.5 8l-8 5z",
  previous: "M10 3.5 5.5 8l4.5 4.5",
  target: "M8 12.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM8 1.5v4M8 10.5v4M1.5 8h4M10.5 8h4",
  theme: "M8 14a6 6 0 1 0 0-12 6 6 0 0 0 0 12zM8 2.2v11.6M10 3v10M12 4.5v7",
  view: "M8 1.8 13.5 5v6L8 14.2 2.5 11V5zM2.5 5 8 8.2 13.5 5M8 8.2v6",
  wireframe: "M2.5 2.5h11v11h-11zM2.5 8h11M8 2.5v11M2.5 8 8 2.5M8 8l5.5-5.5M2.5 13.5 8 8M8 13.5 13.5 8",
  xray: "M5.8 2.5h7.7v7.7H5.8zM2.5 5.8h7.7v7.7H2.5z",
};

export type IconName = keyof typeof paths;

export function icon(name: IconName): SVGSVGElement {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  const path = document.createElementNS(space, "path");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  path.setAttribute("d", paths[name]);
  svg.append(path);
  return svg;
}
