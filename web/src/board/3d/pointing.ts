// Mouse and touch: a tap picks, a drag moves the camera and is never a pick.
import type { InputKind } from '../../input/picks';

const DRAG = { mouse: 6, touch: 12 }; // points from which on a press is a drag

export interface Pointed {
  /** Something was pressed: whatever moves by itself may stop. */
  press(): void;
  tap(x: number, y: number, means: InputKind): void;
  hover(x: number, y: number): void;
  leave(): void;
}

export class Pointing {
  private pressed: { id: number; x: number; y: number } | undefined;
  private fingers = 0;
  private asked = 0;

  constructor(
    private readonly canvas: HTMLElement,
    private readonly events: Pointed,
  ) {
    canvas.addEventListener('pointerdown', this.down);
    canvas.addEventListener('pointerup', this.up);
    canvas.addEventListener('pointercancel', this.cancel);
    canvas.addEventListener('pointermove', this.move);
    canvas.addEventListener('pointerleave', this.leave);
  }

  dispose(): void {
    cancelAnimationFrame(this.asked);
    this.canvas.removeEventListener('pointerdown', this.down);
    this.canvas.removeEventListener('pointerup', this.up);
    this.canvas.removeEventListener('pointercancel', this.cancel);
    this.canvas.removeEventListener('pointermove', this.move);
    this.canvas.removeEventListener('pointerleave', this.leave);
  }

  private readonly down = (event: PointerEvent): void => {
    this.fingers += 1;
    this.events.press();
    const isOne = this.fingers === 1 && event.button === 0;
    this.pressed = isOne ? { id: event.pointerId, x: event.clientX, y: event.clientY } : undefined;
  };

  private readonly up = (event: PointerEvent): void => {
    this.fingers = Math.max(0, this.fingers - 1);
    const { pressed } = this;
    this.pressed = undefined;
    if (pressed?.id !== event.pointerId || this.isDrag(event, pressed)) return;
    const means = event.pointerType === 'mouse' ? 'mouse' : 'touch';
    this.events.tap(event.clientX, event.clientY, means);
  };

  private readonly cancel = (): void => {
    this.fingers = 0;
    this.pressed = undefined;
  };

  private readonly move = (event: PointerEvent): void => {
    if (this.pressed && this.isDrag(event, this.pressed)) this.pressed = undefined;
    if (event.pointerType === 'touch' || event.buttons !== 0) return;
    cancelAnimationFrame(this.asked);
    const { clientX, clientY } = event;
    this.asked = requestAnimationFrame(() => this.events.hover(clientX, clientY));
  };

  private readonly leave = (): void => {
    cancelAnimationFrame(this.asked);
    this.events.leave();
  };

  private isDrag(event: PointerEvent, { x, y }: { x: number; y: number }): boolean {
    const most = event.pointerType === 'mouse' ? DRAG.mouse : DRAG.touch;
    return Math.hypot(event.clientX - x, event.clientY - y) > most;
  }
}
