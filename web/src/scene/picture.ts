// The picture of a board as a file: what the page shows, as one SVG without style sheets, or as
// pixels of it.

const space = "http://www.w3.org/2000/svg";

// What the style sheets say of shapes and letters; each is an attribute of SVG too, with its default.
const styled: readonly [name: string, otherwise: string][] = [
  ["fill", "rgb(0, 0, 0)"], ["stroke", "none"], ["stroke-width", "1px"], ["stroke-dasharray", "none"], ["stroke-linecap", "butt"],
  ["stroke-linejoin", "miter"], ["opacity", "1"], ["paint-order", "normal"],
];
const lettered: readonly [name: string, otherwise: string][] = [
  ["font-family", ""], ["font-size", ""], ["font-weight", "400"], ["text-anchor", "start"], ["dominant-baseline", "auto"],
];

const unpainted = (paint: string) => paint === "none" || paint === "rgba(0, 0, 0, 0)" || paint === "transparent";
const kept = (attribute: string) => !/^(class|style|id|role|tabindex|on.*|aria-.*|data-.*)$/.test(attribute);

/** plain copies an element of a drawing with the style that it has now. */
function plain(from: SVGElement): SVGElement | null {
  const style = getComputedStyle(from);
  if (style.display === "none" || style.visibility === "hidden") return null;
  const to = document.createElementNS(space, from.localName);
  for (const { name, value } of from.attributes) if (kept(name)) to.setAttribute(name, value);
  if (from.style.transform) to.setAttribute("transform", style.transform);
  const isText = from.localName === "text", isShape = from instanceof SVGGeometryElement;
  if (isShape && unpainted(style.fill) && unpainted(style.stroke)) return null;
  if (isText || isShape) {
    for (const [name, otherwise] of isText ? [...styled, ...lettered] : styled) {
      const value = style.getPropertyValue(name);
      if (value !== otherwise) to.setAttribute(name, unpainted(value) ? "none" : value);
    }
  } else if (style.opacity !== "1") to.setAttribute("opacity", style.opacity);
  for (const child of from.childNodes) {
    if (child instanceof SVGElement) {
      const copy = plain(child);
      if (copy) to.append(copy);
    } else if (child.nodeType === Node.TEXT_NODE) to.append(child.textContent ?? "");
  }
  return to;
}

/** drawn returns the boards below an element as one SVG, and its size. */
function drawn(boards: Element): { text: string; width: number; height: number } {
  const margin = 16;
  const things = [...boards.querySelectorAll<SVGElement | HTMLElement>("svg.drawing, .board-title, .part-name, .heap-label, .scene-text")];
  const boxes = things.map((e) => e.getBoundingClientRect());
  const left = Math.min(...boxes.map((b) => b.left)) - margin, top = Math.min(...boxes.map((b) => b.top)) - margin;
  const width = Math.ceil(Math.max(...boxes.map((b) => b.right)) + margin - left), height = Math.ceil(Math.max(...boxes.map((b) => b.bottom)) + margin - top);
  const picture = document.createElementNS(space, "svg");
  const set = (e: Element, attributes: Record<string, string | number>) => {
    for (const [name, value] of Object.entries(attributes)) e.setAttribute(name, String(value));
  };
  set(picture, { xmlns: space, width, height, viewBox: `0 0 ${width} ${height}` });
  const ground = document.createElementNS(space, "rect");
  set(ground, { width, height, fill: getComputedStyle(boards.closest(".card") ?? document.body).backgroundColor });
  picture.append(ground);
  things.forEach((thing, i) => {
    const box = boxes[i]!;
    if (thing instanceof SVGElement) {
      const copy = plain(thing);
      if (!copy) return;
      set(copy, { x: box.left - left, y: box.top - top, width: box.width, height: box.height, overflow: "visible" });
      picture.append(copy);
      return;
    }
    const style = getComputedStyle(thing);
    const lines = (thing.textContent ?? "").split("\n");
    const start = thing.matches(".scene-text");
    lines.forEach((line, n) => {
      const text = document.createElementNS(space, "text");
      const size = parseFloat(style.fontSize);
      set(text, {
        x: start ? box.left - left : box.left - left + box.width / 2, y: box.top - top + box.height / 2 + size * (0.35 + 1.35 * (n - (lines.length - 1) / 2)),
        "text-anchor": start ? "start" : "middle", "font-family": style.fontFamily, "font-size": style.fontSize, "font-weight": thing.matches(".heap-label") ? "700" : style.fontWeight,
        fill: style.color, "xml:space": "preserve",
      });
      text.append(line);
      picture.append(text);
    });
  });
  return { text: new XMLSerializer().serializeToString(picture), width, height };
}

async function pixels(text: string, width: number, height: number): Promise<Blob> {
  const image = new Image();
  const url = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  try {
    image.src = url;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = 2 * width;
    canvas.height = 2 * height;
    canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((done, fail) => canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("no picture"))), "image/png"));
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** save hands the picture of the boards to the browser, as a file of that name. */
export async function save(boards: Element, name: string, format: "svg" | "png"): Promise<void> {
  const { text, width, height } = drawn(boards);
  const file = format === "svg" ? new Blob([text], { type: "image/svg+xml" }) : await pixels(text, width, height);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = `${name.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "").slice(0, 60) || "board"}.${format}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
