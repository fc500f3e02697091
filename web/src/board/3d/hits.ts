// What lies under a point of the screen, and where on the screen something can be hit.
import { type Camera, type Intersection, Raycaster, Vector2, Vector3 } from 'three';
import { type Scene, squareUnder } from '../../scene/scene';
import { isFigure, type Placed, placeOf, spotOf } from './placing';
import type { Table } from './table';

const NEAR = [0, 0.3, -0.3, 0.42, -0.42] as const; // where on a square or solid to look

export class Hits {
  private readonly ray = new Raycaster();
  private readonly point = new Vector2();
  private readonly place = new Vector3();

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly camera: Camera,
    private readonly table: Table,
  ) {}

  /** The names of what lies under a point of the page: a solid, and the square under it. */
  under(scene: Scene, x: number, y: number): string[] {
    const box = this.canvas.getBoundingClientRect();
    this.point.set(((x - box.left) / box.width) * 2 - 1, 1 - ((y - box.top) / box.height) * 2);
    this.ray.setFromCamera(this.point, this.camera);
    const [hit] = this.ray.intersectObjects(this.table.solid, true);
    return hit ? this.names(scene, hit) : [];
  }

  /** Where on the page a click really hits something; null where it is hidden. */
  seen(scene: Scene, id: string): { x: number; y: number } | null {
    for (const place of this.candidates(scene, id)) {
      const { x, y } = this.onPage(place);
      const isFree = document.elementFromPoint(x, y) === this.canvas;
      if (isFree && this.under(scene, x, y).includes(id)) return { x, y };
    }
    return null;
  }

  /** Where on the page the mark of something is, hidden or not. */
  marked(scene: Scene, id: string): { x: number; y: number } | null {
    const spot = this.table.spot(scene, id);
    return spot ? this.onPage(spot.place) : null;
  }

  private *candidates(scene: Scene, id: string): Generator<Vector3> {
    const square = spotOf(scene, id);
    const solid = scene.solids.find((each) => each.id === id) ?? this.table.pieces.last(id);
    if (square && !(solid && isFigure(solid.shape)))
      for (const x of NEAR)
        for (const z of NEAR) yield square.place.clone().add(this.place.set(x, 0, z));
    if (solid) yield* this.sides(solid, scene.level);
  }

  /** Points inside a solid: what is seen of it there lies before them. */
  private *sides(solid: Placed, level: number): Generator<Vector3> {
    const scale = solid.scale ?? 1;
    const [width, depth, levels] = solid.size;
    const high = isFigure(solid.shape) ? 0.5 : levels * level;
    for (const up of [0.95, 0.5, 0.2])
      for (const x of NEAR)
        for (const z of NEAR)
          yield placeOf(solid, level).add(
            this.place.set(x * width, high * up, z * depth).multiplyScalar(scale),
          );
  }

  private onPage(place: Vector3): { x: number; y: number } {
    const box = this.canvas.getBoundingClientRect();
    const { x, y } = place.clone().project(this.camera);
    return {
      x: box.left + ((x + 1) / 2) * box.width,
      y: box.top + ((1 - y) / 2) * box.height,
    };
  }

  private names(scene: Scene, hit: Intersection): string[] {
    const square = this.table.ground.squareAt(hit);
    if (square) return [square.id];
    const solid = this.table.pieces.solidAt(hit);
    if (!solid) return [];
    if (solid.scale !== undefined) return [solid.id];
    const { x, z } = hit.point;
    const under =
      scene.squares.find((each) => each.x === Math.round(x) && each.y === Math.round(-z)) ??
      squareUnder(scene, solid);
    return under ? [solid.id, under.id] : [solid.id];
  }
}
