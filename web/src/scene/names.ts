// What picks are called in words.
import type { Scene } from './scene';

export function nameOf(scene: Scene, id: string): string {
  const thing =
    scene.reserves.find((reserve) => reserve.id === id) ??
    scene.solids.find((solid) => solid.id === id);
  return scene.buttons[id] ?? thing?.label ?? id;
}
