// Zooming by wheel, double click, keys and two fingers, and moving by dragging; two pictures may share one, so that they move as one.
import { useRef, useState, type PointerEvent, type WheelEvent } from "react";

export interface PanZoom {
  scale: number;
  x: number;
  y: number;
  by: (factor: number) => void;
  reset: () => void;
  handlers: {
    onWheel: (event: WheelEvent) => void;
    onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    onPointerMove: (event: PointerEvent<HTMLElement>) => void;
    onPointerUp: (event: PointerEvent<HTMLElement>) => void;
    onPointerCancel: (event: PointerEvent<HTMLElement>) => void;
    onDoubleClick: () => void;
  };
}

const most = 8;

export function usePanZoom(): PanZoom {
  const [view, setView] = useState({ scale: 1, x: 0, y: 0 });
  const fingers = useRef(new Map<number, { x: number; y: number }>());
  const grip = useRef<{ x: number; y: number } | undefined>(undefined);
  const reset = (): void => setView({ scale: 1, x: 0, y: 0 });
  const by = (factor: number): void =>
    setView((it) => {
      const scale = Math.min(most, Math.max(1, it.scale * factor));
      const share = scale / it.scale;
      return scale === 1 ? { scale, x: 0, y: 0 } : { scale, x: it.x * share, y: it.y * share };
    });
  // spread is how far two fingers are apart.
  const spread = (): number => {
    const [one, other] = fingers.current.values();
    return one && other ? Math.hypot(one.x - other.x, one.y - other.y) : 0;
  };
  const release = ({ pointerId }: PointerEvent<HTMLElement>): void => {
    fingers.current.delete(pointerId);
    grip.current = undefined;
  };
  return {
    ...view,
    by,
    reset,
    handlers: {
      onWheel: (event) => by(event.deltaY < 0 ? 1.15 : 1 / 1.15),
      onPointerDown: (event) => {
        if ((event.target as HTMLElement).closest("button")) return;
        if (event.pointerType === "touch") fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
        if (fingers.current.size > 1) return void (grip.current = undefined);
        if (view.scale === 1) return;
        grip.current = { x: event.clientX - view.x, y: event.clientY - view.y };
        event.currentTarget.setPointerCapture(event.pointerId);
      },
      onPointerMove: (event) => {
        const finger = fingers.current.get(event.pointerId);
        if (finger && fingers.current.size === 2) {
          const before = spread();
          Object.assign(finger, { x: event.clientX, y: event.clientY });
          if (before > 0) by(spread() / before);
          return;
        }
        const held = grip.current;
        if (held) setView((it) => ({ ...it, x: event.clientX - held.x, y: event.clientY - held.y }));
      },
      onPointerUp: release,
      onPointerCancel: release,
      onDoubleClick: () => (view.scale > 1 ? reset() : by(2.5)),
    },
  };
}
