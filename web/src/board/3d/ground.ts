// The board under the pieces: a terrace, a wooden frame, and a tile for every square.
import {
  CircleGeometry,
  Color,
  Group,
  InstancedMesh,
  type Intersection,
  type Material,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  MeshStandardMaterial,
  PlaneGeometry,
  Quaternion,
  type Texture,
  Vector3,
} from 'three';
import { RoundedBoxGeometry } from 'three/addons/geometries/RoundedBoxGeometry.js';
import type { Scene, Square } from '../../scene/scene';
import { colourOf, type Look } from '../palette';
import { letters } from './letters';
import { symbolOutline } from './outlines';
import { isAcross, PLANK_DEPTH, PLANK_TOP, planks } from './reserves';
import { addGrain, inlay } from './shapes';

const PLATE_THICKNESS = 0.1;
const FRAME_WIDTH = 0.55; // how far the frame goes beyond the squares
const FRAME_THICKNESS = 0.42; // how thick the frame is
export const FLOOR = -PLATE_THICKNESS - FRAME_THICKNESS + 0.04; // where the terrace lies
const TILES: Readonly<Record<string, readonly [number, number]>> = {
  field: [0xcbb592, 0xbfa680],
  plain: [0xf1e5cf, 0xdfceb0],
  street: [0xd8c19c, 0xd0b78f],
  site: [0xfbf4e6, 0xfbf4e6],
  foundation: [0xe9dcc4, 0xe9dcc4],
};
const FLAT = new Quaternion().setFromAxisAngle(new Vector3(1, 0, 0), -Math.PI / 2);
const UP = new Vector3(0, 1, 0);
const LARGER = new Vector3(1.25, 1, 1.25);

export interface GroundTextures {
  readonly stone: Texture;
  readonly wood: Texture;
  readonly paving: Texture;
  readonly stain: Texture;
}

export class Ground {
  readonly group = new Group();
  private tiles: InstancedMesh | undefined;
  private words: Mesh | undefined;
  private squares: readonly Square[] = [];
  private scene: Scene | undefined;
  private look: Look | undefined;

  constructor(private readonly textures: GroundTextures) {}

  /** Builds the board of a scene, to be read after so many quarter turns; positions share it. */
  build(scene: Scene, look: Look, quarter: number): void {
    this.dispose();
    this.scene = scene;
    this.look = look;
    this.squares = scene.squares;
    this.tiles = this.tile(scene);
    this.group.add(
      this.terrace(look, scene),
      this.contact(scene),
      this.frame(scene, look),
      ...this.planks(scene, look),
      this.tiles,
      ...this.marks(scene, quarter),
    );
    this.write(quarter);
  }

  /** Writes the names of columns and rows, to be read from one of four sides. */
  write(quarter: number): void {
    if (!this.scene || !this.look) return;
    if (this.words) this.discard(this.words);
    const { columns, rows } = this.scene;
    const plane = new PlaneGeometry(columns + 2 * FRAME_WIDTH, rows + 2 * FRAME_WIDTH);
    const map = letters(this.scene, FRAME_WIDTH, quarter, this.look.letters);
    const material = new MeshBasicMaterial({ map, transparent: true, depthWrite: false });
    const mesh = new Mesh(plane, material);
    mesh.quaternion.copy(FLAT);
    mesh.position.set((columns - 1) / 2, -PLATE_THICKNESS + 0.045, -(rows - 1) / 2);
    mesh.raycast = () => undefined;
    this.words = mesh;
    this.group.add(mesh);
  }

  squareAt(hit: Intersection): Square | undefined {
    return hit.object === this.tiles && hit.instanceId !== undefined
      ? this.squares[hit.instanceId]
      : undefined;
  }

  dispose(): void {
    for (const child of [...this.group.children]) if (child instanceof Mesh) this.discard(child);
    this.words = this.tiles = undefined;
  }

  private discard(mesh: Mesh): void {
    this.group.remove(mesh);
    mesh.geometry.dispose();
    const materials: Material[] = Array.isArray(mesh.material) ? mesh.material : [mesh.material];
    for (const material of materials) material.dispose();
    if (mesh === this.words && mesh.material instanceof MeshBasicMaterial)
      mesh.material.map?.dispose();
    if (mesh instanceof InstancedMesh) mesh.dispose();
  }

  private terrace(look: Look, { columns, rows }: Scene): Mesh {
    const geometry = new CircleGeometry(70, 48);
    const uv = geometry.getAttribute('uv');
    for (let i = 0; i < uv.count; i += 1) uv.setXY(i, uv.getX(i) * 22, uv.getY(i) * 22);
    const material = new MeshLambertMaterial({ color: look.terrace, map: this.textures.paving });
    const mesh = new Mesh(geometry, material);
    mesh.quaternion.copy(FLAT);
    mesh.position.set((columns - 1) / 2, FLOOR, -(rows - 1) / 2);
    mesh.receiveShadow = true;
    return mesh;
  }

  /** The dark where the frame touches the terrace. */
  private contact({ columns, rows }: Scene): Mesh {
    const [width, depth] = [columns + 2 * FRAME_WIDTH, rows + 2 * FRAME_WIDTH];
    const geometry = new PlaneGeometry(width * 1.3 + 1, depth * 1.3 + 1);
    const material = new MeshBasicMaterial({
      map: this.textures.stain,
      transparent: true,
      opacity: 0.5,
      depthWrite: false,
    });
    const mesh = new Mesh(geometry, material);
    mesh.quaternion.copy(FLAT);
    mesh.position.set((columns - 1) / 2, FLOOR + 0.004, -(rows - 1) / 2);
    mesh.raycast = () => undefined;
    return mesh;
  }

  private wooden(colour: number): MeshStandardMaterial {
    return new MeshStandardMaterial({ color: colour, map: this.textures.wood, roughness: 0.42 });
  }

  private frame({ columns, rows }: Scene, look: Look): Mesh {
    const size = [columns + 2 * FRAME_WIDTH, FRAME_THICKNESS, rows + 2 * FRAME_WIDTH] as const;
    const geometry = addGrain(new RoundedBoxGeometry(...size, 3, 0.11));
    const mesh = new Mesh(geometry, this.wooden(look.frame));
    mesh.position.set(
      (columns - 1) / 2,
      -PLATE_THICKNESS + 0.04 - FRAME_THICKNESS / 2,
      -(rows - 1) / 2,
    );
    mesh.receiveShadow = mesh.castShadow = true;
    return mesh;
  }

  /** A plank for each seat that has pieces in reserve. */
  private planks(scene: Scene, look: Look): Mesh[] {
    const high = PLANK_TOP - FLOOR;
    return planks(scene).map(({ side, x, y, length }) => {
      const [width, depth] = isAcross(side) ? [PLANK_DEPTH, length] : [length, PLANK_DEPTH];
      const geometry = addGrain(new RoundedBoxGeometry(width, high, depth, 2, 0.06));
      const mesh = new Mesh(geometry, this.wooden(look.frame));
      mesh.position.set(x, FLOOR + high / 2, -y);
      mesh.receiveShadow = mesh.castShadow = true;
      return mesh;
    });
  }

  private tile(scene: Scene): InstancedMesh {
    const geometry = new RoundedBoxGeometry(0.965, PLATE_THICKNESS, 0.965, 1, 0.018);
    const material = new MeshLambertMaterial({ map: this.textures.stone });
    const mesh = new InstancedMesh(geometry, material, scene.squares.length);
    const [matrix, place, turn] = [new Matrix4(), new Vector3(), new Quaternion()];
    const one = new Vector3(1, 1, 1);
    scene.squares.forEach((square, i) => {
      // Turned by quarters, no two neighbours show the same pores.
      turn.setFromAxisAngle(UP, (((square.x * 7 + square.y * 5) % 4) * Math.PI) / 2);
      place.set(square.x, -PLATE_THICKNESS / 2, -square.y);
      mesh.setMatrixAt(i, matrix.compose(place, turn, one));
      mesh.setColorAt(i, tileColour(square));
    });
    mesh.receiveShadow = true;
    return mesh;
  }

  /** The symbols that are carved into squares. */
  private marks(scene: Scene, quarter: number): InstancedMesh[] {
    const marked = Map.groupBy(
      scene.squares.filter((square) => square.mark !== null),
      (square) => square.mark ?? '',
    );
    return [...marked].map(([mark, squares]) => {
      const material = new MeshLambertMaterial({ color: 0x7d4f2f });
      const geometry = inlay(symbolOutline(mark), 0.006);
      const mesh = new InstancedMesh(geometry, material, squares.length);
      const matrix = new Matrix4();
      squares.forEach((square, i) => {
        matrix.makeRotationY((quarter * Math.PI) / 2).scale(LARGER);
        mesh.setMatrixAt(i, matrix.setPosition(square.x, 0, -square.y));
      });
      mesh.receiveShadow = true;
      mesh.raycast = () => undefined;
      return mesh;
    });
  }
}

function tileColour(square: Square): Color {
  const [even, odd] = TILES[square.role] ?? [0xf1e5cf, 0xdfceb0];
  const colour = new Color((square.x + square.y) % 2 ? odd : even);
  return square.colour ? colour.lerp(new Color(colourOf(square.colour)), 0.45) : colour;
}
