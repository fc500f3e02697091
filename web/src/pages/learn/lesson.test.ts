import { expect, test } from 'vitest';
import { firstOpen, type Lesson, type LessonStep, stepAfter, stepAt } from './lesson';

const step = (id: string): LessonStep => ({
  id,
  kind: 'plays',
  title: id,
  task: '',
  hint: '',
  rule: 'X1',
  show: [],
});
const steps = [step('one'), step('two'), step('three')] as const;
const lesson: Lesson = { game: 'some', title: 'Some', steps };

test('a lesson begins with the first step that is not done', () => {
  expect(firstOpen(lesson, [])).toBe(steps[0]);
  expect(firstOpen(lesson, ['one', 'three'])).toBe(steps[1]);
});

test('a lesson that is done begins again', () => {
  expect(firstOpen(lesson, ['one', 'two', 'three'])).toBe(steps[0]);
});

test('a game without a lesson has no step', () => {
  expect(firstOpen({ ...lesson, steps: [] }, [])).toBeUndefined();
});

test('behind the last step there is none', () => {
  expect(stepAfter(lesson, steps[1])).toBe(steps[2]);
  expect(stepAfter(lesson, steps[2])).toBeUndefined();
});

test('a step is found by its id or its number', () => {
  expect(stepAt(lesson, 'two')).toBe(steps[1]);
  expect(stepAt(lesson, '3')).toBe(steps[2]);
  expect(stepAt(lesson, '4')).toBeUndefined();
  expect(stepAt(lesson, undefined)).toBeUndefined();
});
