// Pieces travel to where the next scene has them.
import { changes } from '../../scene/diff';
import type { Scene } from '../../scene/scene';
import type { Layout } from './layout';
import { SQUARE_UNITS } from './parts';

const TRAVEL_MS = 280;

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
    const by = `${(a.column - b.column) * SQUARE_UNITS}px ${(a.row - b.row) * SQUARE_UNITS}px`;
    const parts = svg.querySelectorAll<SVGElement>(`.here[data-solid="${CSS.escape(to.id)}"]`);
    for (const part of parts) fly(part, by);
  }
}

/** Lets a copy travel above everything else, while the piece itself waits unseen. */
function fly(part: SVGElement, from: string): void {
  if (!part.animate) return;
  const copy = part.cloneNode(true) as SVGElement;
  delete copy.dataset.solid;
  part.parentNode?.append(copy);
  part.style.visibility = 'hidden';
  const timing = { duration: TRAVEL_MS, easing: 'cubic-bezier(.3, 0, .2, 1)' };
  const land = () => {
    copy.remove();
    part.style.visibility = '';
  };
  const journeys = [...copy.children].map((child) =>
    child.animate([{ translate: from }, { translate: '0 0' }], timing),
  );
  Promise.all(journeys.map(({ finished }) => finished)).then(land, land);
}
