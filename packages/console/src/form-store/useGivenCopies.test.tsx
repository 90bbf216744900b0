import { f, face } from '@keyan/kernel/definition/field/field.ts';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderPage } from '../testing/render.tsx';
import { madeUpResource } from '../testing/thing.ts';
import { createFormStore, useForm } from './store.ts';
import { useGivenCopies } from './useGivenCopies.ts';

const project = face('project', ['项目', 'Project'], {
  endDate: f.date(['结束日期', 'End']),
  place: f.text(['地点', 'Place']),
});

const delay = madeUpResource({
  projectId: f.ref(['项目', 'Project'], project),
  oldEnd: f.copy('projectId', project, 'endDate', ['原结束日期', 'Old end']),
  reason: f.text(['原因', 'Reason']),
});

const given = { projectId: '7', projectIdName: '湖泊', reason: '汛期' };
const none = undefined;

const Shown = ({ isGiven }: { readonly isGiven: boolean }) => {
  const [form] = useState(() => {
    const store = createFormStore(delay, {
      writer: { id: '1', name: '张明', departments: ['21'] },
      today: '2026-01-01',
    });
    store.fill(given);
    return store;
  });
  useGivenCopies(form, isGiven ? given : none);
  const text = useForm(form, ({ values }) => `${values.oldEnd ?? ''} ${values.reason ?? ''}`);
  return <output>{text}</output>;
};

test('a form that another page began has the copies of the record that it is about', async () => {
  const { callsTo } = await renderPage(<Shown isGiven />, {
    answers: {
      'GET /things/choices': () => [{ id: '7', text: '湖泊', values: { oldEnd: '2026-12-31' } }],
    },
  });
  await expect.element(page.getByText('2026-12-31 汛期')).toBeVisible();
  expect(callsTo('/things/choices')).toHaveLength(1);
});

test('a form that nobody began asks for none', async () => {
  const { callsTo } = await renderPage(<Shown isGiven={false} />);
  await expect.element(page.getByText('汛期')).toBeVisible();
  expect(callsTo('/things/choices')).toEqual([]);
});
