// A lesson as the server tells it. The page decides nothing: the server says what came of a try.
import type { PositionView } from '../net/types';

export interface LessonStep {
  readonly id: string;
  readonly kind: 'plays' | 'wins' | 'points' | 'refused';
  readonly title: string;
  readonly task: string;
  readonly hint: string;
  readonly rule: string;
  /** Actions that do it. */
  readonly show: readonly string[];
}

export interface Lesson {
  readonly game: string;
  readonly title: string;
  readonly steps: readonly LessonStep[];
}

export interface Tried {
  readonly outcome: 'going' | 'done' | 'wrong';
  readonly played: readonly string[];
  readonly why: string;
  readonly rule: string | null;
  readonly said: string;
  readonly view: PositionView;
}

/** The step of this id or number. */
export function stepAt(lesson: Lesson, name: string | undefined): LessonStep | undefined {
  return lesson.steps.find((step, nth) => name === step.id || name === String(nth + 1));
}

/** The step to begin with: the first that is not done, or the first of all. */
export function firstOpen(lesson: Lesson, done: readonly string[]): LessonStep | undefined {
  return lesson.steps.find((step) => !done.includes(step.id)) ?? lesson.steps[0];
}

/** The step behind a step, if it is not the last. */
export function stepAfter(lesson: Lesson, step: LessonStep): LessonStep | undefined {
  return lesson.steps[lesson.steps.indexOf(step) + 1];
}
