import { f, face } from '@keyan/kernel/definition/field/field.ts';
import { recordNamedBy } from '@keyan/kernel/definition/life/fact.ts';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderPage } from '../testing/render.tsx';
import { madeUpResource } from '../testing/thing.ts';
import { createFormStore, useForm } from './store.ts';
import { useFacts } from './useFacts.ts';

const plan = face('plan', ['计划', 'Plan'], { code: f.text(['编号', 'No.']) });

const answer = {
  ...madeUpResource({
    name: f.text(['名称', 'Name']),
    planId: f.ref(['计划', 'Plan'], plan),
    planCode: f.text(['计划编号', 'No. of the plan']).computed(),
  }),
  facts: { plan: recordNamedBy('planId', plan) },
  compute: (_row: unknown, _before: unknown, { facts }: { facts: Record<string, unknown> }) => ({
    planCode: (facts.plan as { code: string | null }).code,
  }),
};

const writer = { id: '1', name: '张明', departments: ['21'] };

const Code = ({ isEdited }: { readonly isEdited?: boolean }) => {
  const [form] = useState(() => createFormStore(answer, { writer, today: '2026-01-01' }));
  useFacts(form, isEdited);
  const code = useForm(form, ({ values }) => String(values.planCode ?? ''));
  return (
    <>
      <output>{code}</output>
      <button type="button" onClick={() => form.set('planId', '7')}>
        Choose
      </button>
      <button type="button" onClick={() => form.set('name', '甲')}>
        Type
      </button>
    </>
  );
};

test('a form asks for facts when it opens and when what decides them changes, and computes', async () => {
  const codes: Readonly<Record<string, string>> = { 7: 'P7' };
  const { callsTo } = await renderPage(<Code />, {
    answers: {
      'POST /things/facts': ({ body }: { body?: unknown }) => ({
        plan: { code: codes[String((body as { planId: string | null }).planId)] ?? null },
      }),
    },
  });
  await expect.poll(() => callsTo('/things/facts').length).toBe(1);
  await page.getByRole('button', { name: 'Choose' }).click();
  await expect.element(page.getByText('P7')).toBeVisible();
  await page.getByRole('button', { name: 'Type' }).click();
  await expect.element(page.getByText('P7')).toBeVisible();
  expect(callsTo('/things/facts')).toHaveLength(2);
});

test('a record of which nothing can be changed asks for none: its reader may have no page of the kind', async () => {
  const { callsTo } = await renderPage(<Code isEdited={false} />);
  await page.getByRole('button', { name: 'Choose' }).click();
  await expect.element(page.getByRole('button', { name: 'Type' })).toBeVisible();
  expect(callsTo('/things/facts')).toEqual([]);
});
