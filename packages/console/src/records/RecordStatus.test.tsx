import { expect, test } from 'vitest';
import { StatusTag } from '../components/StatusTag.tsx';
import { renderPage } from '../testing/render.tsx';

test('a state wears its own look: late, waiting or come to nothing, whatever was approved', async () => {
  const { container } = await renderPage(
    <>
      <StatusTag status="2" text="Approved" />
      <StatusTag status="2" text="Overdue" look="alarm" />
      <StatusTag status="2" text="To be issued" look="inApproval" />
      <StatusTag status="2" text="Taken back" look="void" />
    </>,
  );
  const tags = [...container.querySelectorAll<HTMLElement>('.ky-tag')];
  expect(tags.map(({ dataset }) => [dataset.tone, dataset.struck ?? ''])).toEqual([
    ['success', ''],
    ['error', ''],
    ['warning', ''],
    ['neutral', 'true'],
  ]);
});
