// Large type for a projector: the page without its header, in the whole screen where that may be.
import { useEffect, useRef } from "preact/hooks";

/** useLarge makes everything larger, as long as the browser shows the page alone. */
export function useLarge(large: boolean, onLeave: () => void): void {
  const leave = useRef(onLeave);
  leave.current = onLeave;
  useEffect(() => {
    if (!large) return;
    document.documentElement.dataset.large = "";
    const change = () => document.fullscreenElement || leave.current();
    document.addEventListener("fullscreenchange", change);
    return () => {
      delete document.documentElement.dataset.large;
      document.removeEventListener("fullscreenchange", change);
    };
  }, [large]);
}

/** fill asks the browser to show the page alone, or no longer. */
export function fill(large: boolean): void {
  if (large) void document.documentElement.requestFullscreen?.().catch(() => {}); // a frame may forbid it
  else if (document.fullscreenElement) void document.exitFullscreen().catch(() => {});
}
