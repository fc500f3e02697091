// Addresses of the steps of a lesson.
import { at, route } from '../../route.svelte';
import type { Lesson, LessonStep } from './lesson';

/** The address of a step; a view of the board that the address asks for stays. */
export function stepAddress(lesson: Lesson, step: LessonStep): string {
  const view = route().query.get('view');
  return at('learn', [lesson.game, step.id], view ? { view } : {});
}
