// How far everything reaches that a view of the whole board must show.
import type { Scene } from '../../scene/scene';
import type { Box } from './fit';
import { FLOOR } from './ground';
import { planks, type Side } from './reserves';

const HEADROOM = 1.1; // room above the board for what stands on it
const FRAME_DISTANCE = 1.05; // from the middle of the outermost squares to the outside of the frame
const RESERVE_DISTANCE = 2.5; // and to that of what is kept beside the board

/** All that is to be seen: the board with its frame, what stands on it, and what is beside it. */
export function extentOf(scene: Scene): Box {
  const sides = new Set(planks(scene).map(({ side }) => side));
  const out = (side: Side) => (sides.has(side) ? RESERVE_DISTANCE : FRAME_DISTANCE);
  return {
    low: [-out(1), FLOOR, -(scene.rows - 1) - out(2)],
    high: [scene.columns - 1 + out(3), HEADROOM, out(0)],
  };
}
