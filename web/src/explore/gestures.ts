// Panning and zooming by pointer, wheel and keys, for tables and sequences.

export interface View {
  x: number; // the number at the left edge
  y: number; // the number at the lower edge
  zoom: number; // pixels a cell
}

export interface Gestures {
  view(): View;
  set(v: View): void;
  /** Where the cells begin: pixels from the left, and from the top to the lower edge. */
  origin(): { left: number; bottom: number };
  planar: boolean;
  /** A pointer rests on a place, or leaves. */
  point(px: number | null, py: number): void;
  /** A place was clicked or tapped. */
  pick(px: number, py: number): void;
  /** An arrow key moves the cursor. */
  move(dx: number, dy: number): void;
  enter(): void;
  /** Escape lets the pinned cell go. */
  leave(): void;
  home(): void;
}

/** zoomed returns the view in which the place under a pixel stays there. */
export function zoomed(g: Gestures, factor: number, px: number, py: number): View {
  const v = g.view();
  const o = g.origin();
  const [dx, dy] = [px - o.left, o.bottom - py];
  const zoom = v.zoom * factor;
  return { x: v.x + dx / v.zoom - dx / zoom, y: g.planar ? v.y + dy / v.zoom - dy / zoom : v.y, zoom };
}

export function listen(canvas: HTMLCanvasElement, g: Gestures): () => void {
  const down = new Map<number, { x: number; y: number }>();
  let moved = 0;
  const place = (e: MouseEvent) => {
    const box = canvas.getBoundingClientRect();
    return { x: e.clientX - box.left, y: e.clientY - box.top };
  };
  const handlers: { [K in keyof HTMLElementEventMap]?: (e: HTMLElementEventMap[K]) => void } = {
    pointerdown(e) {
      if (e.button !== 0) return;
      canvas.setPointerCapture(e.pointerId);
      if (down.size === 0) moved = 0;
      down.set(e.pointerId, place(e));
    },
    pointermove(e) {
      const at = place(e);
      const from = down.get(e.pointerId);
      if (!from) {
        if (e.pointerType !== "touch") g.point(at.x, at.y);
        return;
      }
      const v = g.view();
      const [dx, dy] = [at.x - from.x, at.y - from.y];
      moved += Math.abs(dx) + Math.abs(dy);
      if (down.size === 2) {
        const other = [...down].find(([id]) => id !== e.pointerId)![1];
        const [before, after] = [Math.hypot(from.x - other.x, from.y - other.y), Math.hypot(at.x - other.x, at.y - other.y)];
        if (before > 8 && after > 8) g.set(zoomed(g, after / before, (at.x + other.x) / 2, (at.y + other.y) / 2));
      } else if (moved > 4) {
        g.set({ x: v.x - dx / v.zoom, y: g.planar ? v.y + dy / v.zoom : v.y, zoom: v.zoom });
        canvas.classList.add("grabbing");
      }
      down.set(e.pointerId, at);
    },
    pointerup(e) {
      const at = place(e);
      if (down.delete(e.pointerId) && moved <= 4 && down.size === 0) g.pick(at.x, at.y);
      canvas.classList.remove("grabbing");
    },
    pointercancel(e) {
      down.delete(e.pointerId);
      canvas.classList.remove("grabbing");
    },
    pointerleave(e) {
      if (down.size === 0 && e.pointerType !== "touch") g.point(null, 0);
    },
    wheel(e) {
      e.preventDefault();
      const at = place(e);
      const speed = e.ctrlKey ? 0.01 : e.deltaMode === 1 ? 0.05 : 0.0015;
      g.set(zoomed(g, Math.exp(-e.deltaY * speed), at.x, at.y));
    },
    keydown(e) {
      if (e.ctrlKey || e.metaKey || e.altKey) return;
      const far = e.shiftKey ? 10 : 1;
      const middle: [number, number] = [canvas.clientWidth / 2, canvas.clientHeight / 2];
      switch (e.key) {
        case "ArrowLeft":
          g.move(-far, 0);
          break;
        case "ArrowRight":
          g.move(far, 0);
          break;
        case "ArrowUp":
          g.move(0, far);
          break;
        case "ArrowDown":
          g.move(0, -far);
          break;
        case "+":
        case "=":
          g.set(zoomed(g, 1.5, ...middle));
          break;
        case "-":
        case "_":
          g.set(zoomed(g, 1 / 1.5, ...middle));
          break;
        case "Home":
          g.home();
          break;
        case "Enter":
          g.enter();
          break;
        case "Escape":
          g.leave();
          break;
        default:
          return;
      }
      e.preventDefault();
    },
  };
  const all = Object.entries(handlers) as [string, EventListener][];
  for (const [name, handler] of all) canvas.addEventListener(name, handler, { passive: false });
  return () => {
    for (const [name, handler] of all) canvas.removeEventListener(name, handler);
  };
}
