// The board under the pieces: a table, and a tile for every square.
import {
  Color,
  ExtrudeGeometry,
  Group,
  InstancedMesh,
  type Intersection,
  Matrix4,
  Mesh,
  MeshStandardMaterial,
  type Texture,
} from 'three';
import { RoundedBoxGeometry } from 'three/addons/geometries/RoundedBoxGeometry.js';
import type { Scene, Square } from '../scene/scene';
import { colourOf, type Look } from './palette';
import { symbolOutline } from './shapes';

const THICK = 0.12;
const TILES: Readonly<Record<string, readonly [number, number]>> = {
  field: [0xb58f68, 0xab855f],
  plain: [0xf2e7d3, 0xe6d8bd],
  street: [0xdcc8a9, 0xd3bc99],
  site: [0xfaf3e4, 0xfaf3e4],
  foundation: [0xe9dcc4, 0xe9dcc4],
};

export class Ground {
  readonly group = new Group();
  private tiles: InstancedMesh | undefined;
  private squares: readonly Square[] = [];

  constructor(
    private readonly stone: Texture,
    private readonly wood: Texture,
  ) {}

  /** Builds the board of a scene; positions of one game share it. */
  build(scene: Scene, look: Look): void {
    this.dispose();
    this.squares = scene.squares;
    this.group.add(this.table(scene, look), this.tile(scene), ...this.marks(scene));
  }

  squareAt(hit: Intersection): Square | undefined {
    return hit.object === this.tiles && hit.instanceId !== undefined
      ? this.squares[hit.instanceId]
      : undefined;
  }

  dispose(): void {
    for (const child of [...this.group.children]) {
      if (child instanceof Mesh) child.geometry.dispose();
      this.group.remove(child);
    }
  }

  private table(scene: Scene, look: Look): Mesh {
    const { columns, rows } = scene;
    const geometry = new RoundedBoxGeometry(columns + 0.9, 0.4, rows + 0.9, 3, 0.12);
    const texture = this.wood.clone();
    texture.repeat.set(2, 2);
    const material = new MeshStandardMaterial({ color: look.table, map: texture, roughness: 0.55 });
    const mesh = new Mesh(geometry, material);
    mesh.position.set((columns - 1) / 2, -THICK - 0.2 + 0.03, -(rows - 1) / 2);
    mesh.receiveShadow = mesh.castShadow = true;
    return mesh;
  }

  private tile(scene: Scene): InstancedMesh {
    const geometry = new RoundedBoxGeometry(0.97, THICK, 0.97, 1, 0.02);
    const material = new MeshStandardMaterial({ map: this.stone, roughness: 0.85 });
    const mesh = new InstancedMesh(geometry, material, scene.squares.length);
    scene.squares.forEach((square, i) => {
      mesh.setMatrixAt(i, new Matrix4().makeTranslation(square.x, -THICK / 2, -square.y));
      mesh.setColorAt(i, tileColour(square));
    });
    mesh.receiveShadow = true;
    this.tiles = mesh;
    return mesh;
  }

  /** The symbols that are carved into squares. */
  private marks(scene: Scene): InstancedMesh[] {
    const marked = Map.groupBy(
      scene.squares.filter((square) => square.mark !== null),
      (square) => square.mark ?? '',
    );
    const material = new MeshStandardMaterial({ color: 0x9a7a52, roughness: 0.9 });
    return [...marked].map(([mark, squares]) => {
      const geometry = new ExtrudeGeometry(symbolOutline(mark), {
        depth: 0.012,
        bevelEnabled: false,
      });
      geometry.rotateX(-Math.PI / 2);
      const mesh = new InstancedMesh(geometry, material, squares.length);
      squares.forEach((square, i) => {
        mesh.setMatrixAt(i, new Matrix4().makeTranslation(square.x, 0, -square.y));
      });
      mesh.receiveShadow = true;
      return mesh;
    });
  }
}

function tileColour(square: Square): Color {
  const [even, odd] = TILES[square.role] ?? [0xf2e7d3, 0xe6d8bd];
  const colour = new Color((square.x + square.y) % 2 ? odd : even);
  return square.colour ? colour.lerp(new Color(colourOf(square.colour)), 0.45) : colour;
}
