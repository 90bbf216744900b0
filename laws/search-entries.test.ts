import { entrySourceOf, searchShapeOf, termPrefixOf } from '@keyan/engine/search/entry.ts';
import { loadReadings } from '@keyan/engine/search/readings.ts';
import { termMaker } from '@keyan/engine/search/terms.ts';
import { searchVectorOf } from '@keyan/engine/search/vector.ts';
import { hasProcess } from '@keyan/kernel/definition/field/base-fields.ts';
import { grantsAction, permissionsOf } from '@keyan/kernel/definition/permissions.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { home, startApplication } from './support/application.ts';
import { eachOf } from './support/chosen.ts';
import { attached } from './support/filing.ts';
import { askForNoFiles, complete, draft, type Input } from './support/inputs.ts';
import { savableRows } from './support/rows.ts';

/** Each write of a record keeps its entry in the table of searches, whatever the resource. */
const app = await startApplication();
afterAll(() => app.close());
await askForNoFiles(app, () => true);

const targets = app.targets();
const admin = await app.as('admin');
const { engine } = app.parts;
const terms = termMaker(await loadReadings());

const isWritten = (resource: Resource): boolean =>
  grantsAction(resource, new Set(permissionsOf(resource)), 'add');

/** The terms by which the record is found; none where it has no entry. */
const storedTerms = async (resource: Resource, id: string): Promise<readonly string[]> => {
  const rows = await app.database.query<{ terms: readonly string[] }>(
    `select tsvector_to_array(terms) as terms from search_entry
      where tenant_id = $1 and resource = $2 and record_id = $3`,
    [home, resource.key, id],
  );
  return [...(rows[0]?.terms ?? [])].sort();
};

/** The terms that the row as it is stored says. */
const meantTerms = async (resource: Resource, id: string): Promise<readonly string[]> => {
  const shape = searchShapeOf(resource);
  const row = (await engine.asSystem('law', home).read(resource, id)).row as unknown as Input & {
    readonly id: string;
    readonly tenantId: string;
  };
  const source = entrySourceOf(shape, row);
  const vector = searchVectorOf(termPrefixOf(home, resource), source, terms);
  return [...new Set(vector.slice(1, -1).split("' '"))].sort();
};

const searched = app.resources.filter(
  (resource) => isWritten(resource) && searchShapeOf(resource).fields.length > 0,
);

const call = async (resource: Resource, name: string, input: object) => {
  const answer = await admin.post(`${resource.path}/${name}`, input);
  expect([name, answer.status, answer.errors]).toEqual([name, 200, []]);
  return answer.data as { readonly id: string };
};

/** A file in each category that asks for one: a server reads anew what it asks for only now and then. */
const filesOf = async (resource: Resource): Promise<object> => {
  const categories = Object.values(resource.fields).flatMap(({ spec }) => spec.categories ?? []);
  const codes = categories.flatMap(({ code, required }) => (required ? [code] : []));
  return codes.length > 0 ? attached(admin, ...codes) : {};
};

test('records of the product are searched', () => {
  expect(searched.map(({ key }) => key)).toContain('papersapp');
});

const whole = await savableRows(app, (resource) => complete(resource, targets));
const savable = await savableRows(app, (resource) =>
  hasProcess(resource) ? draft(resource, targets) : complete(resource, targets),
);

describe.each(eachOf(searched))('%s', async (_key, resource) => {
  const [inDraft = {}, other = {}] = await savable(resource, 2);
  const { title } = resource;
  // A title of a format has to keep it.
  const renamed = resource.fields[title]?.spec.format ? other[title] : '改了题名';
  const keeps = hasProcess(resource) ? 'save' : 'submit';

  test('is found by what each write left', async () => {
    const { id } = await call(resource, keeps, inDraft);
    const first = await storedTerms(resource, id);
    expect(first).toEqual(await meantTerms(resource, id));
    await call(resource, keeps, { id, version: 1, [title]: renamed });
    const second = await storedTerms(resource, id);
    expect(second).toEqual(await meantTerms(resource, id));
    // A title that is a copy is not the person's to change.
    if (!resource.fields[title]?.spec.readonly) expect(second).not.toEqual(first);
    await call(resource, 'remove', { ids: [id] });
    expect(await storedTerms(resource, id)).toEqual([]);
    await call(resource, 'restore', { ids: [id] });
    expect(await storedTerms(resource, id)).toEqual(second);
  });
});

describe.each(eachOf(searched.filter(hasProcess)))('%s', (_key, resource) => {
  test('is found by what was handed in', async () => {
    const [drawn = {}] = await whole(resource, 1);
    const input = { ...drawn, ...(await filesOf(resource)) };
    const { id } = await call(resource, 'submit', input);
    expect(await storedTerms(resource, id)).toEqual(await meantTerms(resource, id));
    // Other records that it holds, such as a project that ends, are free for the next kind.
    await call(resource, 'recall', { ids: [id] });
    expect(await storedTerms(resource, id)).toEqual(await meantTerms(resource, id));
  });
});
