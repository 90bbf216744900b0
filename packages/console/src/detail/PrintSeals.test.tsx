import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { expect, test } from 'vitest';
import type { WireRow } from '../data/calls.ts';
import { renderPage } from '../testing/render.tsx';
import { PrintSeals } from './PrintSeals.tsx';
import './print.css';

/** The office is a step of the shipped route, the head one of a redrawn one. */
const resource = {
  processes: [{ steps: [{ key: 'office', label: ['科研处', 'Research office'] }] }],
} as unknown as Resource;

const row = {
  auditStatus: '1',
  steps: [
    { key: 'office', label: '科研处', state: 'here' },
    { key: 'head', label: 'Head', state: 'todo' },
  ],
} as unknown as WireRow;

const boxes = () => [...document.querySelectorAll<HTMLElement>('.ky-seals > div')];

test('there is a box for the applicant and each step, on paper only', async () => {
  await renderPage(<PrintSeals resource={resource} row={row} />);
  await expect.poll(boxes).toHaveLength(3);
  expect(boxes().map((box) => box.textContent)).toEqual([
    expect.stringContaining('Applicant'),
    expect.stringContaining('Research office'),
    expect.stringContaining('Head'),
  ]);
  expect(boxes()[0]?.checkVisibility()).toBe(false);
});

test('a record without an approval is signed by nobody', async () => {
  await renderPage(
    <PrintSeals resource={resource} row={{ ...row, auditStatus: undefined } as never} />,
  );
  expect(boxes()).toEqual([]);
});
