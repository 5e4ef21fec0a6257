// Zooming by wheel, double click, keys and two fingers, and moving by dragging; two pictures may share one, so that they move as one.
import { useRef, useState, type MouseEvent, type PointerEvent, type WheelEvent } from "react";

interface View {
  scale: number;
  x: number; // how far its middle is from that of what it is shown in
  y: number;
}

export interface PanZoom extends View {
  share: Point; // x and y as shares of what it was moved in, for two that are not equally large
  by: (factor: number) => void;
  reset: () => void;
  handlers: {
    onWheel: (event: WheelEvent<HTMLElement>) => void;
    onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    onPointerMove: (event: PointerEvent<HTMLElement>) => void;
    onPointerUp: (event: PointerEvent<HTMLElement>) => void;
    onPointerCancel: (event: PointerEvent<HTMLElement>) => void;
    onDoubleClick: (event: MouseEvent<HTMLElement>) => void;
  };
}

interface Point {
  x: number;
  y: number;
}

const most = 8;
const whole: View = { scale: 1, x: 0, y: 0 };
const middle: Point = { x: 0, y: 0 };

export function usePanZoom(): PanZoom {
  const [view, setView] = useState(whole);
  const latest = useRef(view);
  latest.current = view;
  const moved = useRef<Point>({ x: 1, y: 1 }); // the size of what it was moved in
  const fingers = useRef(new Map<number, Point>());
  const grip = useRef<Point | undefined>(undefined);

  // zoom leaves what is at a point where it is, or takes it along to another.
  const zoom = (factor: number, at: Point, to: Point = at, size: Point = { x: Infinity, y: Infinity }): void =>
    setView((it) => {
      const scale = Math.min(most, Math.max(1, it.scale * factor));
      const share = scale / it.scale;
      return within({ scale, x: to.x - (at.x - it.x) * share, y: to.y - (at.y - it.y) * share }, size);
    });
  // pointOf is where an event is, from the middle of what the picture is shown in.
  const pointOf = ({ clientX, clientY, currentTarget }: MouseEvent<HTMLElement>): Point => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
  };
  const sizeOf = ({ currentTarget }: MouseEvent<HTMLElement>): Point =>
    (moved.current = { x: currentTarget.clientWidth, y: currentTarget.clientHeight });
  const hold = (at: Point | undefined): void => {
    grip.current =
      at && latest.current.scale > 1 ? { x: at.x - latest.current.x, y: at.y - latest.current.y } : undefined;
  };
  const release = ({ pointerId }: PointerEvent<HTMLElement>): void => {
    fingers.current.delete(pointerId);
    hold(fingers.current.size === 1 ? [...fingers.current.values()][0] : undefined); // the finger that is left goes on moving it
  };
  return {
    ...view,
    share: { x: view.x / moved.current.x, y: view.y / moved.current.y },
    by: (factor) => zoom(factor, middle),
    reset: () => setView(whole),
    handlers: {
      onWheel: (event) => zoom(event.deltaY < 0 ? 1.15 : 1 / 1.15, pointOf(event), undefined, sizeOf(event)),
      onPointerDown: (event) => {
        if ((event.target as HTMLElement).closest("button")) return;
        const at = pointOf(event);
        if (event.pointerType === "touch") fingers.current.set(event.pointerId, at);
        if (fingers.current.size > 1) return hold(undefined);
        hold(at);
        if (grip.current) event.currentTarget.setPointerCapture(event.pointerId);
      },
      onPointerMove: (event) => {
        const at = pointOf(event);
        if (fingers.current.has(event.pointerId)) {
          const before = pinch(fingers.current);
          fingers.current.set(event.pointerId, at);
          const now = pinch(fingers.current);
          if (before && now && before.spread > 0)
            return zoom(now.spread / before.spread, before.middle, now.middle, sizeOf(event));
        }
        const held = grip.current;
        const size = sizeOf(event);
        if (held) setView((it) => within({ ...it, x: at.x - held.x, y: at.y - held.y }, size));
      },
      onPointerUp: release,
      onPointerCancel: release,
      onDoubleClick: (event) => (view.scale > 1 ? setView(whole) : zoom(2.5, pointOf(event), undefined, sizeOf(event))),
    },
  };
}

// pinch is where two fingers are, and how far apart.
function pinch(fingers: Map<number, Point>): { middle: Point; spread: number } | undefined {
  const [one, other, more] = fingers.values();
  if (!one || !other || more) return undefined;
  return {
    middle: { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 },
    spread: Math.hypot(one.x - other.x, one.y - other.y),
  };
}

// within keeps some of the picture in sight.
function within({ scale, x, y }: View, size: Point): View {
  const keep = (at: number, length: number): number =>
    Math.min(Math.max(at, (-length * (scale - 1)) / 2), (length * (scale - 1)) / 2);
  return scale === 1 ? whole : { scale, x: keep(x, size.x), y: keep(y, size.y) };
}
