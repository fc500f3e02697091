// Pieces of a scene: parts of the same form are one draw call.
import {
  Color,
  InstancedMesh,
  type Intersection,
  type Material,
  Matrix4,
  type Object3D,
  Quaternion,
  Vector3,
} from 'three';
import type { Direction, Solid } from '../../scene/scene';
import { type Matter, type Part, partsOf } from './parts';
import { type Placed, placeOf } from './placing';

const TURN: Readonly<Record<Direction, number>> = {
  n: 0,
  w: Math.PI / 2,
  s: Math.PI,
  e: -Math.PI / 2,
};
const UP = new Vector3(0, 1, 0);
const MIN_CAPACITY = 8; // room for so many of a form

interface Form {
  readonly mesh: InstancedMesh;
  readonly solids: Placed[];
}

interface Seat {
  readonly form: Form;
  readonly index: number;
  readonly part: Part;
}

export type Materials = Readonly<Record<Matter, Material>>;

export class Pieces {
  private readonly forms = new Map<string, Form>();
  private readonly seats = new Map<Placed, Seat[]>();
  /** By how many quarter turns symbols are turned, so that they are read upright. */
  quarter = 0;
  private readonly matrix = new Matrix4();
  private readonly turn = new Quaternion();
  private readonly at = new Vector3();
  private readonly scale = new Vector3();
  private readonly colour = new Color();

  constructor(
    private readonly parent: Object3D,
    private readonly materials: Materials,
    private readonly castsShadow = true,
  ) {}

  /** The last of the solids with this name, the topmost of a pile. */
  last(id: string): Placed | undefined {
    let found: Placed | undefined;
    for (const solid of this.seats.keys()) if (solid.id === id) found = solid;
    return found;
  }

  /** Knows anew how far everything reaches, for rays, after something was carried. */
  settle(): void {
    for (const { mesh } of this.forms.values()) mesh.computeBoundingSphere();
  }

  /** Shows these solids and no others. */
  show(solids: readonly Placed[], level: number, isCovered: (solid: Solid) => boolean): void {
    const wanted = new Map<string, [Placed, Part][]>();
    for (const solid of solids)
      for (const part of partsOf(solid, level, isCovered(solid))) {
        const key = `${part.matter}/${part.form}`;
        const list = wanted.get(key);
        if (list) list.push([solid, part]);
        else wanted.set(key, [[solid, part]]);
      }
    this.seats.clear();
    for (const [key, { mesh, solids: old }] of this.forms)
      if (!wanted.has(key)) {
        mesh.count = old.length = 0;
        mesh.visible = false;
      }
    for (const [key, list] of wanted) this.fill(key, list);
    for (const solid of this.seats.keys()) this.carry(solid, placeOf(solid, level));
    this.settle();
  }

  /** Puts one solid where it is seen now; *grown* is how large it is compared with usual. */
  carry(solid: Placed, place: Vector3, grown = 1): void {
    const scale = (solid.scale ?? 1) * grown;
    const facing = solid.facing ? TURN[solid.facing] : 0;
    this.scale.setScalar(scale);
    for (const { form, index, part } of this.seats.get(solid) ?? []) {
      this.turn.setFromAxisAngle(UP, part.isRead ? (this.quarter * Math.PI) / 2 : facing);
      this.at.copy(place);
      this.at.y += part.up * scale;
      form.mesh.setMatrixAt(index, this.matrix.compose(this.at, this.turn, this.scale));
      form.mesh.instanceMatrix.needsUpdate = true;
    }
  }

  /** The solid that a ray has hit. */
  solidAt(hit: Intersection): Placed | undefined {
    if (hit.instanceId === undefined) return undefined;
    for (const { mesh, solids } of this.forms.values())
      if (mesh === hit.object) return solids[hit.instanceId];
    return undefined;
  }

  dispose(): void {
    for (const { mesh } of this.forms.values()) {
      this.discard(mesh);
      mesh.geometry.dispose();
    }
    this.forms.clear();
    this.seats.clear();
  }

  private fill(key: string, list: readonly [Placed, Part][]): void {
    const [first] = list;
    if (!first) return;
    const form = this.roomFor(key, first[1], list.length);
    form.solids.length = 0;
    form.mesh.count = list.length;
    form.mesh.visible = true;
    list.forEach(([solid, part], index) => {
      form.solids.push(solid);
      form.mesh.setColorAt(index, this.colour.set(part.colour));
      const seats = this.seats.get(solid);
      const seat = { form, index, part };
      if (seats) seats.push(seat);
      else this.seats.set(solid, [seat]);
    });
    if (form.mesh.instanceColor) form.mesh.instanceColor.needsUpdate = true;
  }

  private roomFor(key: string, part: Part, count: number): Form {
    const old = this.forms.get(key);
    if (old && old.mesh.instanceMatrix.count >= count) return old;
    const geometry = old?.mesh.geometry ?? part.build();
    if (old) this.discard(old.mesh);
    const mesh = new InstancedMesh(
      geometry,
      this.materials[part.matter],
      Math.max(MIN_CAPACITY, 2 * count),
    );
    mesh.frustumCulled = false; // pieces on their way leave the sphere that was computed
    mesh.receiveShadow = true;
    mesh.castShadow = this.castsShadow && part.matter !== 'inlay';
    if (part.matter === 'inlay') mesh.raycast = () => undefined;
    this.parent.add(mesh);
    const form = { mesh, solids: [] };
    this.forms.set(key, form);
    return form;
  }

  private discard(mesh: InstancedMesh): void {
    this.parent.remove(mesh);
    mesh.dispose();
  }
}
