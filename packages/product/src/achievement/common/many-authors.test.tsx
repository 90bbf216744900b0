import { RecordDetail } from '@keyan/console/detail/RecordDetail.tsx';
import { RowsBlock } from '@keyan/console/fields/rows/RowsBlock.tsx';
import { createFormStore } from '@keyan/console/form-store/store.ts';
import { renderPage } from '@keyan/console/testing/render.tsx';
import { fieldTypeTable } from '@keyan/kernel/definition/field/field-types.ts';
import { untypedResource } from '@keyan/kernel/definition/resource.ts';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { paper } from '../paper/paper.ts';
import { paperPresentation } from '../paper/paper.web.tsx';

const kind = untypedResource(paper);
const many = 300;
const authors = Array.from({ length: many }, (_, at) => ({
  id: String(at + 1),
  sort: at + 1,
  personType: '03',
  name: `Author ${at + 1}`,
  unit: 'Demo Institute',
  authorType: at === 0 ? '01' : '06',
  contributionRate: '0.33',
}));

const given = { resources: [kind], presentations: [paperPresentation] };

/** The form's sub-table of authors. */
const renderForm = (width = 1280) => {
  const form = createFormStore(kind, {
    writer: { id: '1', name: 'Test Person', departments: [] },
    today: '2026-01-01',
    stored: { id: '7', version: 1, authors } as never,
  });
  const Field = () => null;
  return renderPage(<RowsBlock form={form} path="authors" Field={Field} />, {
    ...given,
    width,
  }).then((rendered) => ({ ...rendered, form }));
};

/** The places of lines in which something changed. */
const watched = (container: Element, line: string) => {
  const places = new Set<string>();
  const observer = new MutationObserver((records) => {
    for (const { target } of records) {
      const element = target instanceof Element ? target : target.parentElement;
      const found = element?.closest(line);
      if (found) places.add(/^\D*(\d+)/.exec(found.textContent ?? '')?.[1] ?? '');
    }
  });
  const all = { subtree: true, childList: true, characterData: true, attributes: true };
  observer.observe(container, all);
  return places;
};

test('a form draws those of three hundred authors that are seen, and changes one line for a keystroke', async () => {
  const { container, form } = await renderForm();
  const drawn = () => [...container.querySelectorAll('tbody tr')].length;
  await expect.element(page.getByText('Author 1', { exact: true })).toBeVisible();
  expect(drawn()).toBeLessThan(40);
  await page.getByText('Author 2', { exact: true }).click();
  const places = watched(container, 'tbody tr');
  await userEvent.keyboard('{Backspace}X');
  await expect.poll(() => (form.state().values.authors as typeof authors)[1]?.name).toContain('X');
  expect([...places]).toEqual(['2']);
  const box = container.querySelector('.ky-lines');
  box?.scrollTo({ top: box.scrollHeight });
  await expect.element(page.getByText('Author 300', { exact: true })).toBeVisible();
  expect(drawn()).toBeLessThan(40);
});

test('on a phone a change of one author draws one card again', async () => {
  const { container, form } = await renderForm(390);
  await expect.element(page.getByText('Author 1', { exact: true })).toBeVisible();
  expect(container.querySelectorAll('li')).toHaveLength(many);
  const said = vi.spyOn(fieldTypeTable.text, 'text');
  form.set('authors.1.name', 'Another');
  await expect.element(page.getByText('Another')).toBeVisible();
  // Each card says a name and an institution.
  expect(said.mock.calls.length).toBeLessThan(20);
  said.mockRestore();
});

test('the page of a record shows all of them, each once', async () => {
  const { container } = await renderPage(
    <RecordDetail resource={kind} row={{ id: '7', authors } as never} />,
    { ...given, answers: { 'GET /kh-edu-research/papers/reminder': { today: false } } },
  );
  await expect.element(page.getByText('Author 300', { exact: true })).toBeVisible();
  expect(container.querySelectorAll('.ky-lines-read tbody tr')).toHaveLength(many);
  // Limit for the size of a record page with three hundred authors.
  expect(container.querySelectorAll('*').length).toBeLessThan(6000);
});
