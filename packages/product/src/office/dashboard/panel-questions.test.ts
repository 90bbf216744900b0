import { expect, test } from 'vitest';
import { dimensionsOf, figureOf, isFlow, switchesOf } from '../../figures/catalog.ts';
import { headlineQuestions, type PanelQuestion, panelQuestions } from './panel-questions.ts';

/** Filters of the dashboard that its questions could pass by. */
const filters = ['college', 'subjectClass', 'sign'] as const;

test('every filter of the dashboard narrows each figure that it can narrow', () => {
  const asked: readonly PanelQuestion[] = [
    ...headlineQuestions,
    ...Object.values(panelQuestions).flat(),
  ];
  const wrong = asked.flatMap(({ figure: key, flows, narrow }) => {
    const figure = figureOf(key);
    const can: readonly string[] = [...dimensionsOf(figure), ...switchesOf(figure)];
    const fitting = filters.filter((one) => can.includes(one));
    const same = fitting.toSorted().join() === [...narrow].toSorted().join();
    return same && flows === isFlow(figure) ? [] : [`${key}: ${fitting}`];
  });
  expect(wrong).toEqual([]);
});
