import { FieldBox } from '@keyan/console/form/FieldBox.tsx';
import { createFormStore } from '@keyan/console/form-store/store.ts';
import { renderPage } from '@keyan/console/testing/render.tsx';
import { untypedResource } from '@keyan/kernel/definition/resource.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ownWorksCall, representative } from './representative.ts';
import { representativePresentation } from './scoring.web.tsx';

const kind = untypedResource(representative);

test('a person chooses a representative work among their own outputs of its kind', async () => {
  const form = createFormStore(kind, {
    writer: { id: '1', name: 'Test Person', departments: [] },
    today: '2026-01-01',
  });
  form.set('scoreObject', 'book');
  const { calls } = await renderPage(<FieldBox form={form} path="bizId" />, {
    language: 'zh',
    resources: [kind],
    presentations: [representativePresentation],
    answers: {
      [`/${ownWorksCall}`]: [{ id: '71', text: '缺陷报告检索', note: '2025 年度', year: '2025' }],
    },
  });
  await page.getByRole('combobox').click();
  await page.getByText('缺陷报告检索').click();
  expect(form.state().values).toMatchObject({ bizId: '71', year: '2025' });
  expect(JSON.stringify(calls)).toContain('book');
});
