// Figures turned on a lathe: pawns and Lords, each with the mark of its colour at the top.
import {
  BoxGeometry,
  type BufferGeometry,
  ConeGeometry,
  CylinderGeometry,
  LatheGeometry,
  OctahedronGeometry,
  SphereGeometry,
  TorusGeometry,
  Vector2,
} from 'three';
import { toCreasedNormals } from 'three/addons/utils/BufferGeometryUtils.js';
import type { Inlay } from '../palette';
import { addGrain, CREASE_RAD, join } from './shapes';

type Profile = readonly (readonly [radius: number, height: number])[];

const PAWN: Profile = [
  [0, 0],
  [0.23, 0],
  [0.245, 0.03],
  [0.235, 0.07],
  [0.2, 0.1],
  [0.13, 0.17],
  [0.095, 0.28],
  [0.09, 0.36],
  [0.15, 0.385],
  [0.155, 0.41],
  [0.1, 0.43],
  [0, 0.43],
];

const LORD: Profile = [
  [0, 0],
  [0.25, 0],
  [0.265, 0.035],
  [0.25, 0.08],
  [0.2, 0.12],
  [0.155, 0.25],
  [0.13, 0.42],
  [0.125, 0.5],
  [0.19, 0.53],
  [0.195, 0.56],
  [0.12, 0.59],
  [0.155, 0.66],
  [0.205, 0.76],
  [0.17, 0.765],
  [0.1, 0.72],
  [0, 0.72],
];

/** A pawn: foot, waist, collar, and a head in the form of the mark. */
export function pawn(mark: Inlay | undefined): BufferGeometry {
  return addGrain(join([lathe(PAWN), crest(mark, 0.17).translate(0, 0.56, 0)]));
}

/** A Lord: a robe, a collar and an open crown, with the mark over it. */
export function lord(mark: Inlay | undefined): BufferGeometry {
  const spikes = Array.from({ length: 6 }, (_, point) =>
    new CylinderGeometry(0, 0.05, 0.13, 4).translate(0.172, 0.81, 0).rotateY((point * Math.PI) / 3),
  );
  return addGrain(join([lathe(LORD), ...spikes, crest(mark, 0.11).translate(0, 0.86, 0)]));
}

/** The mark of a colour as a body *r* wide that is known from every side; without one a ball. */
function crest(mark: Inlay | undefined, r: number): BufferGeometry {
  switch (mark) {
    case 'lozenge':
      return new OctahedronGeometry(1.2 * r);
    case 'ring':
      return new TorusGeometry(0.75 * r, 0.3 * r, 8, 16).rotateX(Math.PI / 2);
    case 'bar':
      return new BoxGeometry(2.2 * r, 0.7 * r, 0.7 * r);
    case 'triangle':
      return new ConeGeometry(r, 1.9 * r, 3);
    case 'bars':
      return join(
        [-0.8, 0, 0.8].map((x) => new BoxGeometry(0.4 * r, 2 * r, r).translate(x * r, 0, 0)),
      );
    case 'dots':
      return join(
        DOTS.map(([x, z]) => new SphereGeometry(0.48 * r, 8, 6).translate(x * r, 0, z * r)),
      );
    default:
      return new SphereGeometry(r, 14, 10);
  }
}

const DOTS = [-0.52, 0.52].flatMap((x) => [-0.52, 0.52].map((z) => [x, z] as const));

/** A shape turned on a lathe, from the foot to the top. */
function lathe(profile: Profile): BufferGeometry {
  const outline = profile.map(([radius, height]) => new Vector2(radius, height));
  return toCreasedNormals(new LatheGeometry(outline, 24), CREASE_RAD);
}
