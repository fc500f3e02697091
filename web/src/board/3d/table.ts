// All that stands on the table: the board, its pieces, those in reserve, and ghosts of what may come.
import { Group, MeshLambertMaterial, MeshStandardMaterial, Vector3 } from 'three';
import { type Changes, changes } from '../../scene/diff';
import type { Scene, Solid } from '../../scene/scene';
import type { Look } from '../palette';
import { Ground } from './ground';
import type { Journey } from './journeys';
import { faceShape, Marks } from './marks';
import { Pieces } from './pieces';
import {
  highest,
  isCovered,
  type Placed,
  placeOf,
  type Spot,
  spotOf,
  spotOfSolid,
} from './placing';
import { layOut } from './reserves';
import { grain, paving, stain, stone } from './textures';

const LIFT_HEIGHT = 0.22; // how far what was picked is raised
const UMBER = 0x1d120a;

export class Table {
  readonly group = new Group();
  private readonly stuffs = { stone: stone(), wood: grain(), paving: paving(), stain: stain() };
  readonly ground = new Ground(this.stuffs);
  private readonly materials = {
    wood: new MeshStandardMaterial({ map: this.stuffs.wood, roughness: 0.46 }),
    stone: new MeshLambertMaterial({ map: this.stuffs.stone }),
    inlay: new MeshLambertMaterial(),
  };
  private readonly ghostly = new MeshStandardMaterial({
    map: this.stuffs.wood,
    transparent: true,
    opacity: 0.66,
    emissive: 0xffa531,
    emissiveIntensity: 0.2,
  });
  private readonly standing = new Group();
  readonly pieces = new Pieces(this.standing, this.materials);
  private readonly leaving = new Pieces(this.group, this.materials);
  private readonly ghosts = new Pieces(
    this.group,
    { wood: this.ghostly, stone: this.ghostly, inlay: this.materials.inlay },
    false,
  );
  private readonly stains = new Marks(faceShape(1), {
    map: this.stuffs.stain,
    opacity: 0.42,
    over: 0.004,
  });
  private reserves: readonly Placed[] = [];
  private lifted: Placed | undefined;

  constructor() {
    this.group.add(this.ground.group, this.standing, this.stains.mesh);
  }

  /** What a pointer can hit. */
  get solid(): Group[] {
    return [this.ground.group, this.standing];
  }

  build(scene: Scene, look: Look, quarter: number): void {
    this.pieces.quarter = this.ghosts.quarter = this.leaving.quarter = quarter;
    this.ground.build(scene, look, quarter);
  }

  /** Puts everything where it stands in a scene. */
  lay(scene: Scene): void {
    this.reserves = layOut(scene);
    this.lifted = undefined;
    const solids = [...scene.solids, ...this.reserves];
    this.pieces.show(solids, scene.level, (solid) => this.isHidden(scene, solid));
    const touching = scene.solids.filter((solid) => solid.z === 0);
    this.stains.show(touching.map((solid) => ({ spot: foot(solid, scene.level), colour: UMBER })));
  }

  /** Says where new pieces come from: out of the reserves that there were, the same as now gone. */
  sources(): (solid: Solid) => Placed | undefined {
    const before = [...this.reserves];
    return (solid) => {
      const here = new Set(this.reserves.map(placeKey));
      const at = before.findLastIndex((each) => isAlike(each, solid) && !here.has(placeKey(each)));
      return at < 0 ? undefined : before.splice(at, 1)[0];
    };
  }

  /** Lets pieces be seen that are on their way off the board. */
  dismiss(solids: readonly Solid[], level: number): void {
    this.leaving.show(solids, level, () => true);
  }

  carry({ solid, leaves }: Journey, place: Vector3, grown: number): void {
    (leaves ? this.leaving : this.pieces).carry(solid, place, grown);
  }

  /** Shows what would come. */
  showGhost(scene: Scene, preview: Scene | null): void {
    const none: Changes = { moved: [], added: [], removed: [] };
    const { moved, added } = preview ? changes(scene, preview) : none;
    const come = [...moved.map(([, solid]) => solid), ...added];
    this.ghosts.show(come, scene.level, (solid) => preview !== null && isCovered(preview, solid));
  }

  /** Raises what was picked; what was raised before settles. Returns whether anything moved. */
  lift(scene: Scene, id: string | undefined): boolean {
    const wanted = id === undefined ? undefined : this.thing(scene, id);
    if (wanted === this.lifted) return false;
    if (this.lifted) this.pieces.carry(this.lifted, placeOf(this.lifted, scene.level));
    if (wanted)
      this.pieces.carry(wanted, placeOf(wanted, scene.level).add(new Vector3(0, LIFT_HEIGHT, 0)));
    this.lifted = wanted;
    this.pieces.settle();
    return true;
  }

  /** Where something is marked: on top of a square, a solid, or the topmost in reserve. */
  spot(scene: Scene, id: string): Spot | undefined {
    const laid = this.reserves.findLast((each) => each.id === id);
    return laid ? spotOfSolid(laid, scene.level) : spotOf(scene, id);
  }

  dispose(): void {
    for (const pieces of [this.pieces, this.ghosts, this.leaving]) pieces.dispose();
    this.ground.dispose();
    this.stains.dispose();
    for (const material of [...Object.values(this.materials), this.ghostly]) material.dispose();
    for (const texture of Object.values(this.stuffs)) texture.dispose();
  }

  private thing(scene: Scene, id: string): Placed | undefined {
    const square = scene.squares.find((each) => each.id === id);
    return square ? highest(scene, square.x, square.y, true) : this.pieces.last(id);
  }

  private isHidden(scene: Scene, solid: Placed): boolean {
    if (solid.scale === undefined) return isCovered(scene, solid);
    return this.reserves.some(({ id, x, y, z }) => {
      return id === solid.id && x === solid.x && y === solid.y && z > solid.z;
    });
  }
}

function placeKey({ id, x, y, z }: Placed): string {
  return `${id} ${x} ${y} ${z}`;
}

function isAlike(a: Solid, b: Solid): boolean {
  const measures = ({ size }: Solid) => [...size].sort().join();
  return a.shape === b.shape && a.colour === b.colour && measures(a) === measures(b);
}

function foot(solid: Solid, level: number): Spot {
  const [width, depth] = solid.size;
  return { place: placeOf(solid, level), width: width + 0.42, depth: depth + 0.42 };
}
