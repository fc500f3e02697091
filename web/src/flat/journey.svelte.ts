// Pieces travel to where the next scene has them.
import { changes } from '../scene/diff';
import type { Scene } from '../scene/scene';
import type { Layout } from './layout';
import { UNIT } from './parts';

const TRAVEL = 280; // milliseconds

/** Lets what moved between two scenes travel there, whenever the scene changes. */
export function travel(
  scene: () => Scene,
  layout: () => Layout,
  drawing: () => SVGElement | undefined,
): void {
  let before: Scene | undefined;
  $effect(() => {
    const [was, now, svg] = [before, scene(), drawing()];
    before = now;
    if (was && svg && was !== now && was.game === now.game) start(was, now, layout(), svg);
  });
}

function start(before: Scene, after: Scene, layout: Layout, svg: SVGElement): void {
  for (const [from, to] of changes(before, after).moved) {
    const [a, b] = [layout.place(from), layout.place(to)];
    const [dx, dy] = [(a.column - b.column) * UNIT, (a.row - b.row) * UNIT];
    for (const part of svg.querySelectorAll(`.here[data-solid="${CSS.escape(to.id)}"] > *`)) {
      part.animate?.([{ translate: `${dx}px ${dy}px` }, { translate: '0 0' }], {
        duration: TRAVEL,
        easing: 'cubic-bezier(.3, 0, .2, 1)',
      });
    }
  }
}
