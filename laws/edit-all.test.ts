import { hasProcess } from '@keyan/kernel/definition/field/base-fields.ts';
import { permissionsOf } from '@keyan/kernel/definition/permissions.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { commonFields } from '@keyan/kernel/records/common-values.ts';
import type { EditedRow, PerformedRows } from '@keyan/kernel/wire/records.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { startApplication } from './support/application.ts';
import { eachOf } from './support/chosen.ts';
import { ok } from './support/filing.ts';
import { complete, type Input } from './support/inputs.ts';
import { savableRows } from './support/rows.ts';

/** A value that is set on several records at once has the same effect as in the form of each record. */
const app = await startApplication();
afterAll(() => app.close());

const admin = await app.as('admin');
const teacher = await app.as('teacher');

const offers = (resource: Resource, action: string): boolean =>
  permissionsOf(resource).some((code) => code.endsWith(`_${action}`));

/** Is a record nothing without a file? */
const needsFiles = (resource: Resource): boolean =>
  !hasProcess(resource) &&
  Object.values(resource.fields).some(
    ({ spec }) =>
      spec.type === 'files' && (spec.required || spec.categories?.some((each) => each.required)),
  );

const edited = app.resources.filter(
  (resource) =>
    !needsFiles(resource) &&
    !resource.path.startsWith('blade-') &&
    offers(resource, 'add') &&
    offers(resource, 'edit') &&
    offers(resource, 'delete') &&
    commonFields(resource, new Set()).length > 0,
);

const rowsOf = await savableRows(app, (resource) => complete(resource, app.targets()));

describe.each(eachOf(edited))('%s', async (_key, resource) => {
  const [record = {}, other = {}] = await rowsOf(resource, 2);
  let made: Promise<Input> | undefined;
  const make = (): Promise<Input> => {
    made ??= ok(admin.post(`${resource.path}/${hasProcess(resource) ? 'save' : 'submit'}`, record));
    return made;
  };

  test('an edit does what its preview says, field by field, with one version and one entry', async () => {
    const { id, version } = await make();
    for (const name of commonFields(resource, new Set())) {
      const values = { [name]: other[name] ?? null };
      const [preview] = (await ok(
        admin.post(`${resource.path}/editAllCheck`, { ids: [id], values }),
      )) as unknown as readonly EditedRow[];
      expect(preview?.id).toBe(id);
      const before = await ok(admin.get(`${resource.path}/detail`, { id: String(id) }));
      expect(before.version).toBe(preview?.version);
      const answer = (await ok(
        admin.post(`${resource.path}/editAll`, {
          records: [{ id, version: preview?.version }],
          values,
        }),
      )) as unknown as PerformedRows;
      expect(answer.done).toEqual(preview?.message === undefined ? [id] : []);
      const history = (await admin.get(`${resource.path}/history`, { id: String(id) }))
        .data as unknown as readonly EditedRow[];
      if (preview?.message !== undefined) {
        expect(history[0]?.version).toBe(before.version);
        continue;
      }
      expect(history[0]?.version).toBe(Number(before.version) + 1);
      // An emptied reference may be filled by the write itself, with a record that a preview does not keep.
      const made = values[name] === null && resource.fields[name]?.spec.type === 'ref';
      const comparable = (changes: EditedRow['changes'] = []) =>
        changes.map(({ path, after, ...rest }) => ({ ...rest, path, after: made ? null : after }));
      expect(comparable(history[0]?.changes)).toEqual(comparable(preview?.changes));
    }
    const stale = await ok(
      admin.post(`${resource.path}/editAll`, {
        records: [{ id, version: Number(version) + 1000 }],
        values: { [commonFields(resource, new Set())[0] ?? '']: null },
      }),
    );
    expect(stale).toMatchObject({ done: [], refused: [{ id }] });
  });

  test('is refused for fields that tell records apart, and to whoever may not edit', async () => {
    const { id } = await make();
    const values = { [resource.title]: '同一标题' };
    const apart = await admin.post(`${resource.path}/editAllCheck`, { ids: [id], values });
    expect([apart.status, apart.errors.map(({ path }) => path)]).toEqual([400, [resource.title]]);
    const [name = ''] = commonFields(resource, new Set());
    const stranger = await teacher.post(`${resource.path}/editAllCheck`, {
      ids: [id],
      values: { [name]: null },
    });
    // Without the code nothing is judged; with it, the draft of somebody else is not there.
    if (stranger.status !== 403) {
      const [preview] = stranger.data as unknown as readonly EditedRow[];
      expect(preview).toMatchObject({ changes: [], message: expect.any(String) });
    }
  });
});
