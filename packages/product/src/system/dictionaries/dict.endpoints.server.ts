import { type Endpoint, endpoint, Reply } from '@keyan/engine/wire/endpoint.ts';
import { idParam, versionParam } from '@keyan/engine/wire/inputs.ts';
import { Invalid } from '@keyan/kernel/errors.ts';
import { Type } from 'typebox';
import {
  readChildren,
  readDict,
  readDictionaries,
  readDictPage,
  readDictTree,
  removeDicts,
  saveDict,
} from './dict.server.ts';
import { dictCode, dictPage } from './dict-pages.ts';

/** Permission that reading requires: the dictionary page. */
const readers = [dictPage];

/** Schema of an optional text; its content is validated by `judgeDictEntry`. */
const text = Type.Optional(Type.String({ maxLength: 1000 }));
const search = { code: text, dictValue: text };
const paging = {
  current: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
  size: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
};

/** Paths of a call in BladeX's two stores of dictionaries; here both stand for the tenant's dictionaries. */
const both = (name: string) => ({
  path: `blade-system/dict/${name}`,
  aliases: [`blade-system/dict-biz/${name}`],
});

const readEndpoints: readonly Endpoint[] = [
  endpoint({
    ...both('list'),
    method: 'GET',
    auth: 'user',
    permissions: readers,
    summary: ['字典列表', 'Dictionaries with their entries, all of them or a page'],
    input: Type.Object({ ...search, ...paging }),
    run: ({ current, size, ...input }, { actor, engine }) =>
      engine.database.read<object>(actor.tenantId, (session) =>
        current === undefined && size === undefined
          ? readDictTree(session, input)
          : readDictPage(session, input, current ?? 1, size ?? 10),
      ),
  }),
  endpoint({
    ...both('parent-list'),
    method: 'GET',
    auth: 'user',
    permissions: readers,
    summary: ['父级字典分页', 'Dictionaries, a page of them'],
    input: Type.Object({ ...search, ...paging }),
    run: ({ current = 1, size = 10, ...input }, { actor, engine }) =>
      engine.database.read(actor.tenantId, (session) =>
        readDictionaries(session, input, current, size),
      ),
  }),
  endpoint({
    ...both('child-list'),
    method: 'GET',
    auth: 'user',
    permissions: readers,
    summary: ['子级字典列表', 'Entries directly below a dictionary or an entry'],
    input: Type.Object({ ...search, dictKey: text, parentId: idParam }),
    run: ({ parentId, ...input }, { actor, engine }) =>
      engine.database.read(actor.tenantId, (session) => readChildren(session, parentId, input)),
  }),
  endpoint({
    ...both('detail'),
    method: 'GET',
    auth: 'user',
    permissions: readers,
    summary: ['字典详情', 'A dictionary or an entry'],
    input: Type.Object({ id: idParam }),
    run: (input, { actor, engine }) =>
      engine.database.read(actor.tenantId, (session) => readDict(session, input.id)),
  }),
];

const editEndpoints = (dictionaries: { forget(): void }): readonly Endpoint[] => [
  endpoint({
    ...both('submit'),
    method: 'POST',
    auth: 'user',
    permissions: [dictCode('add'), dictCode('edit')],
    summary: ['新增或修改字典', 'Add or change a dictionary or an entry'],
    input: Type.Object({
      id: Type.Optional(idParam),
      parentId: Type.Optional(idParam),
      code: text,
      dictKey: text,
      dictValue: text,
      dictValueEn: text,
      sort: text,
      isSealed: text,
      synonyms: text,
      remark: text,
      version: Type.Optional(versionParam),
    }),
    run: async (input, { actor, engine }) => {
      const saved = await saveDict(engine, actor, input, () => dictionaries.forget());
      return new Reply(
        { id: saved },
        input.id === undefined ? ['新增成功', 'Added'] : ['更新成功', 'Updated'],
      );
    },
  }),
  endpoint({
    ...both('remove'),
    method: 'POST',
    auth: 'user',
    permissions: [dictCode('delete')],
    summary: ['删除字典', 'Delete dictionaries and entries'],
    input: Type.Object({ ids: Type.Optional(Type.Array(idParam, { maxItems: 200 })) }),
    run: async ({ ids = [] }, { actor, engine }) => {
      if (ids.length === 0) {
        throw new Invalid([
          { path: 'ids', message: ['请选择至少一条数据', 'Select at least one record'] },
        ]);
      }
      await removeDicts(engine, actor, ids, () => dictionaries.forget());
      return new Reply(true, ['删除成功', 'Deleted']);
    },
  }),
];

/** Calls by which administrators edit dictionaries. */
export const dictEndpoints = (dictionaries: { forget(): void }): readonly Endpoint[] => [
  ...readEndpoints,
  ...editEndpoints(dictionaries),
];
