import { gridsIn } from '@keyan/engine/testing/books.ts';
import { exportSize, exportWhole } from '@keyan/engine/workbooks/export.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { permissionsOf } from '@keyan/kernel/definition/permissions.ts';
import type { Resource, View } from '@keyan/kernel/definition/resource.ts';
import { Denied, Invalid, Missing } from '@keyan/kernel/errors.ts';
import type { Condition, Query } from '@keyan/kernel/records/query.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { home, startApplication } from './support/application.ts';
import { choosableCodes } from './support/choosable.ts';
import { complete, type Input, sample } from './support/inputs.ts';
import { bringInto } from './support/world.ts';

/** Without a page of its variant nobody makes, sees or moves a record. */
const app = await startApplication([home]);
afterAll(() => app.close());

const { engine } = app.parts;
const system = engine.asSystem('law', home);
const varied = app.resources.filter(({ variants }) => variants);

const unit = app.departments[home]?.get('310') ?? '';

/** Somebody with these codes, who looks after records of the whole school. */
const someone = (permissions: readonly string[]): Actor => ({
  id: app.people[home]?.get('rd_admin') ?? '',
  tenantId: home,
  account: 'rd_admin',
  name: '陆景行',
  departments: [unit],
  roles: ['rd_admin'],
  permissions: new Set(permissions),
  departmentScope: 'all',
});

const pagesOf = ({ views }: Resource, code: string): readonly View[] =>
  Object.values(views).filter(({ variant }) => variant === code);

/** The codes of the pages of a variant; they are enough for it, and for no other. */
const codesOf = (resource: Resource, code: string): readonly string[] =>
  pagesOf(resource, code).flatMap((view) => [
    view.code,
    ...view.actions.map((action) => `${view.code}_${action}`),
  ]);

/** Input for a record of this variant: itself, or a record of its kind that it is about. */
const inputOf = async (resource: Resource, code: string): Promise<Input> => {
  const { field = '' } = resource.variants ?? {};
  const [row = {}] = sample(complete(resource, app.targets()), 1);
  const { copyOf } = resource.fields[field]?.spec ?? {};
  if (!copyOf) return { ...row, [field]: code };
  const target = engine.resources.get(copyOf.target) as Resource;
  const [parent = {}] = sample(complete(target, app.targets()), 1);
  const [{ codes } = { codes: {} }] = choosableCodes([resource], target);
  const about = await system.save(target, { ...parent, ...codes, [copyOf.field]: code });
  await bringInto(app.database, target, codes, [about.id]);
  return { ...row, [copyOf.from]: about.id, [field]: code };
};

const asked = (...where: readonly Condition[]): Query => ({ where, sort: [], page: 1, size: 50 });

describe.each(varied.map((resource) => [resource.key, resource] as const))(
  '%s',
  (_key, resource) => {
    const [ours = '', theirs = ''] = resource.variants?.codes ?? [];
    const { field = '' } = resource.variants ?? {};
    const holder = someone(permissionsOf(resource));
    const only = engine.as(someone(codesOf(resource, ours)));

    const made = async (code: string) => {
      const input = await inputOf(resource, code);
      const { id, version } = await engine.as(holder).save(resource, input);
      return { input, id, version };
    };
    const named = (id: string): Condition => ({ field: 'id', operator: 'anyOf', value: [id] });

    test('a page of the variant is enough for its records', async () => {
      const input = await inputOf(resource, ours);
      const { id, version } = await only.save(resource, input);
      expect((await only.list(resource, asked(named(id)))).total).toBe(1);
      expect((await only.read(resource, id)).row).toMatchObject({ [field]: ours });
      await only.save(resource, { id, version });
      expect(
        await exportSize(engine, someone(codesOf(resource, ours)), resource, asked(named(id))),
      ).toBe(1);
      await only.remove(resource, [id]);
    });

    test('nothing of another one is seen: list, count, detail, history, search, export', async () => {
      const { id, input } = await made(theirs);
      expect((await engine.as(holder).list(resource, asked(named(id)))).total).toBe(1);
      expect((await only.list(resource, asked(named(id)))).total).toBe(0);
      expect(await only.counts(resource, asked(named(id)))).toEqual({});
      expect(await only.ids(resource, asked(named(id)), 10)).toEqual([]);
      for (const [view] of Object.entries(resource.views).filter(
        ([, { variant }]) => variant === theirs,
      )) {
        await expect(only.list(resource, { ...asked(), view })).rejects.toThrow(Denied);
      }
      await expect(only.read(resource, id)).rejects.toThrow(Missing);
      await expect(only.history(resource, id)).rejects.toThrow(Missing);
      const found = await only.search([resource], String(input[resource.title] ?? ''), 20);
      expect(found.flatMap(({ records }) => records.map((one) => one.id))).not.toContain(id);
      const book = await exportWhole(
        engine,
        someone(codesOf(resource, ours)),
        resource,
        asked(named(id)),
        'zh',
      );
      const [rows = []] = [...(await gridsIn(book)).values()];
      expect(JSON.stringify(rows)).not.toContain(String(input[resource.title]));
    });

    test('nothing of another one is made, also from a workbook', async () => {
      const input = await inputOf(resource, theirs);
      await expect(only.save(resource, input)).rejects.toThrow(Denied);
      await expect(only.save(resource, input, { imported: true })).rejects.toThrow(Denied);
      const noImport = codesOf(resource, ours).filter((code) => !code.endsWith('_import'));
      await expect(
        engine
          .as(someone(noImport))
          .save(resource, await inputOf(resource, ours), { imported: true }),
      ).rejects.toThrow(Denied);
    });

    test('nothing of another one is moved', async () => {
      const { id, version } = await made(theirs);
      await expect(only.save(resource, { id, version })).rejects.toThrow(Missing);
      await expect(only.submit(resource, { id, version })).rejects.toThrow(Missing);
      await expect(only.remove(resource, [id])).rejects.toThrow(Missing);
      await expect(only.copy(resource, id)).rejects.toThrow(Missing);
      await engine.as(holder).remove(resource, [id]);
      expect((await only.removed(resource)).map((row) => row.id)).not.toContain(id);
      await expect(only.restore(resource, [id])).rejects.toThrow(Missing);
    });

    test('a code on the page of another variant does not count', async () => {
      const { id, version } = await made(theirs);
      const pages = pagesOf(resource, theirs).map(({ code }) => code);
      // May open the page of theirs, and do everything on that of ours.
      const mixed = engine.as(someone([...codesOf(resource, ours), ...pages]));
      expect((await mixed.read(resource, id)).row.id).toBe(id);
      await expect(mixed.save(resource, { id, version })).rejects.toThrow(Denied);
      await expect(mixed.remove(resource, [id])).rejects.toThrow(Denied);
      await expect(mixed.history(resource, id)).rejects.toThrow(Denied);
      const size = exportSize(
        engine,
        someone([...codesOf(resource, ours), ...pages]),
        resource,
        asked(named(id)),
      );
      expect(await size).toBe(0);
    });

    test('a record stays what it is', async () => {
      const { id, version } = await made(theirs);
      const other = await inputOf(resource, ours);
      const change = engine.as(holder).save(resource, { ...other, id, version });
      await expect(change).rejects.toThrow(Invalid);
      const { row } = await engine.as(holder).read(resource, id);
      expect(row).toMatchObject({ [field]: theirs });
    });
  },
);

test('there is something to judge', () => expect(varied.length).toBeGreaterThan(0));
