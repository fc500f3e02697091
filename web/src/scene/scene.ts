// The scene as the server sends it: what to draw, without any rule. See `core/scene.py`.
import type { Scene, Solid, Square } from '../api/types';

export type {
  Aid,
  Direction,
  Reserve,
  Scene,
  Seat,
  Shape,
  Size,
  Solid,
  Square,
} from '../api/types';

/** The square that a solid stands on: the south-western one if it covers several. */
export function squareUnder(scene: Scene, solid: Solid): Square | undefined {
  return scene.squares.find((square) => square.x === solid.x && square.y === solid.y);
}
