import { renderPage } from '@keyan/console/testing/render.tsx';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { type Act, Acts } from './Acts.web.tsx';

const held = ['有一项审批中', 'Another process is in approval'] as const;

const act = (name: string, why: Act['why'], begin: () => void = () => undefined): Act => ({
  key: name,
  label: [name, name],
  why,
  begin,
});

test('acts that may begin are buttons; those that wait stand together under their reason', async () => {
  const begun: string[] = [];
  await renderPage(
    <Acts
      acts={[
        act('Report', null, () => begun.push('Report')),
        act('Change', held),
        act('Closeout', ['到期前 6 个月起', 'Available from 2027-01-01']),
        act('Extension', held),
      ]}
    />,
  );
  await page.getByRole('button', { name: 'Report' }).click();
  expect(begun).toEqual(['Report']);
  expect(page.getByRole('button').elements()).toHaveLength(1);
  expect(
    [...document.querySelectorAll('.ky-acts dl > div')].map((line) => line.textContent),
  ).toEqual([
    'Change, ExtensionAnother process is in approval',
    'CloseoutAvailable from 2027-01-01',
  ]);
});

test('a page whose reader may begin nothing has no such part', async () => {
  const { container } = await renderPage(<Acts acts={[]} />);
  expect(container.textContent).toBe('');
});
