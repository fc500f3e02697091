// A lesson as the server sends it. The page decides nothing: the server says what came of a try.
import type { Lesson, LessonStep } from '../../api/types';

export type { Lesson, LessonStep, TryResult } from '../../api/types';

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
