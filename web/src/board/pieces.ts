// All pieces of a scene: those of the same form are one draw call.
import {
  type BufferGeometry,
  Color,
  InstancedMesh,
  type Intersection,
  type Material,
  Matrix4,
  type Object3D,
  Quaternion,
  Vector3,
} from 'three';
import type { Direction, Scene, Solid } from '../scene/scene';
import { colourOf } from './palette';
import { formOf, geometryOf } from './shapes';

const TURN: Readonly<Record<Direction, number>> = {
  n: 0,
  w: Math.PI / 2,
  s: Math.PI,
  e: -Math.PI / 2,
};
const UP = new Vector3(0, 1, 0);
const ONE = new Vector3(1, 1, 1);

/** Where the middle of a solid's floor is: x to the east, up, and -y to the south. */
export function placeOf(solid: Solid, level: number): Vector3 {
  const [width, depth] = solid.size;
  return new Vector3(solid.x + (width - 1) / 2, solid.z * level, -(solid.y + (depth - 1) / 2));
}

interface Form {
  readonly mesh: InstancedMesh;
  solids: Solid[];
}

export class Pieces {
  private readonly forms = new Map<string, Form>();
  private readonly geometries = new Map<string, BufferGeometry>();
  private level = 1;

  constructor(
    private readonly parent: Object3D,
    private readonly materialOf: (solid: Solid) => Material,
  ) {}

  /** Shows these solids and no others. */
  show(scene: Scene, solids: readonly Solid[] = scene.solids): void {
    this.level = scene.level;
    const groups = Map.groupBy(solids, (solid) => this.formOf(solid));
    for (const [form, { mesh }] of this.forms) if (!groups.has(form)) mesh.count = 0;
    for (const [form, group] of groups) this.fill(form, group);
  }

  /** Moves one solid to where an animation has it now. */
  carry(solid: Solid, place: Vector3): void {
    const form = this.forms.get(this.formOf(solid));
    const index = form?.solids.indexOf(solid) ?? -1;
    if (!form || index < 0) return;
    form.mesh.setMatrixAt(index, this.matrix(solid, place));
    form.mesh.instanceMatrix.needsUpdate = true;
  }

  /** The solid that a ray has hit. */
  solidAt(hit: Intersection): Solid | undefined {
    if (hit.instanceId === undefined) return undefined;
    for (const { mesh, solids } of this.forms.values())
      if (mesh === hit.object) return solids[hit.instanceId];
    return undefined;
  }

  dispose(): void {
    for (const { mesh } of this.forms.values()) this.discard(mesh);
    for (const geometry of this.geometries.values()) geometry.dispose();
    this.forms.clear();
    this.geometries.clear();
  }

  private formOf(solid: Solid): string {
    return `${formOf(solid)}/${this.materialOf(solid).id}`;
  }

  private fill(name: string, solids: Solid[]): void {
    let form = this.forms.get(name);
    if (!form || form.mesh.instanceMatrix.count < solids.length) form = this.make(name, solids);
    form.solids = solids;
    form.mesh.count = solids.length;
    solids.forEach((solid, i) => {
      form.mesh.setMatrixAt(i, this.matrix(solid, placeOf(solid, this.level)));
      form.mesh.setColorAt(i, new Color(colourOf(solid.colour)));
    });
    form.mesh.instanceMatrix.needsUpdate = true;
    if (form.mesh.instanceColor) form.mesh.instanceColor.needsUpdate = true;
    form.mesh.computeBoundingSphere();
  }

  private make(name: string, solids: readonly Solid[]): Form {
    const [solid] = solids;
    if (!solid) throw new Error('no solid');
    const old = this.forms.get(name);
    if (old) this.discard(old.mesh);
    const geometry = this.geometries.get(name) ?? geometryOf(solid, this.level);
    this.geometries.set(name, geometry);
    const mesh = new InstancedMesh(
      geometry,
      this.materialOf(solid),
      Math.max(8, 2 * solids.length),
    );
    mesh.castShadow = mesh.receiveShadow = true;
    this.parent.add(mesh);
    const form = { mesh, solids: [] };
    this.forms.set(name, form);
    return form;
  }

  private discard(mesh: InstancedMesh): void {
    this.parent.remove(mesh);
    mesh.dispose();
  }

  private matrix(solid: Solid, place: Vector3): Matrix4 {
    const turn = new Quaternion().setFromAxisAngle(UP, solid.facing ? TURN[solid.facing] : 0);
    return new Matrix4().compose(place, turn, ONE);
  }
}
