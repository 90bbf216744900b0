import { type Endpoint, endpoint, Reply } from '@keyan/engine/wire/endpoint.ts';
import { withAliases } from '@keyan/engine/wire/inputs.ts';
import { Invalid, Missing } from '@keyan/kernel/errors.ts';
import { Type } from 'typebox';
import { removeDicts } from './dict.server.ts';
import type { DictRow } from './dict.ts';
import { dictCode } from './dict-pages.ts';
import { regionSheetEndpoints } from './region-sheets.server.ts';
import {
  countryRegion,
  fullRegion,
  placeFault,
  type Region,
  type RegionDictionaries,
  type RegionInput,
  type Regions,
  regionsOf,
  saveRegions,
  shortRegion,
} from './regions.server.ts';

const code = Type.String({ pattern: '^\\d{2}(\\d{2}){0,2}$' });
const parent = Type.Optional(code);
const text = Type.Optional(Type.String({ maxLength: 300 }));

const nodeOf = ({ id, parentCode, name, hasChildren }: Region) => ({
  id,
  parentId: parentCode,
  title: name,
  key: id,
  value: id,
  hasChildren,
});

const readEndpoints = (dictionaries: RegionDictionaries): readonly Endpoint[] => {
  const below = async (tenantId: string, above = countryRegion): Promise<readonly Region[]> => {
    const wanted = above === countryRegion ? countryRegion : shortRegion(fullRegion(above));
    const all = await regionsOf(dictionaries, tenantId);
    return [...all.values()]
      .filter(({ entry, region: one }) => entry.offered && one.parentCode === wanted)
      .map((one) => one.region);
  };
  return [
    endpoint({
      method: 'GET',
      path: 'blade-system/region/select',
      auth: 'user',
      summary: ['下级行政区划', 'Subordinate divisions; the provinces without a code'],
      input: Type.Object({ code: parent }),
      run: async (input, { actor }) =>
        (await below(actor.tenantId, input.code)).map((one) => ({
          code: one.code,
          name: one.name,
        })),
    }),
    endpoint({
      method: 'GET',
      path: 'blade-system/region/lazy-tree',
      auth: 'user',
      summary: ['逐级展开行政区划', 'Divisions as a tree, level by level'],
      input: Type.Object({ parentCode: parent }),
      run: async (input, { actor }) => (await below(actor.tenantId, input.parentCode)).map(nodeOf),
    }),
    endpoint({
      method: 'GET',
      path: 'blade-system/region/lazy-list',
      auth: 'user',
      summary: ['逐级列出行政区划', 'Divisions, level by level'],
      input: Type.Object({ parentCode: parent }),
      run: (input, { actor }) => below(actor.tenantId, input.parentCode),
    }),
    endpoint({
      method: 'GET',
      path: 'blade-system/region/list',
      auth: 'user',
      summary: ['行政区划分页', 'Divisions, by page'],
      input: Type.Object({
        code: text,
        name: text,
        current: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
        size: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
      }),
      run: async ({ current = 1, size = 10, ...wanted }, { actor }) => {
        const found = [...(await regionsOf(dictionaries, actor.tenantId)).values()]
          .map((one) => one.region)
          .filter(
            (one) => one.code.startsWith(wanted.code ?? '') && one.name.includes(wanted.name ?? ''),
          );
        return {
          records: found.slice((current - 1) * size, current * size),
          total: found.length,
          current,
          size,
          pages: Math.ceil(found.length / size),
        };
      },
    }),
    endpoint({
      method: 'GET',
      path: 'blade-system/region/detail',
      auth: 'user',
      summary: ['行政区划详情', 'A division'],
      input: Type.Object({ code }),
      run: async (input, { actor }) => {
        const found = (await regionsOf(dictionaries, actor.tenantId)).get(fullRegion(input.code));
        if (!found) throw new Missing();
        return found.region;
      },
    }),
  ];
};

/** @throws Invalid for a code that names no place, and for a parent that contradicts the code */
const assertPlace = ({ code: own, parentCode }: RegionInput, standing: Regions<DictRow>): void => {
  const fault = placeFault(own, parentCode, standing.get(fullRegion(own))?.region, (full) =>
    standing.has(full),
  );
  if (fault) throw new Invalid([fault]);
};

const editEndpoints = (dictionaries: RegionDictionaries): readonly Endpoint[] => [
  endpoint({
    method: 'POST',
    path: 'blade-system/region/submit',
    auth: 'user',
    permissions: [dictCode('add'), dictCode('edit')],
    summary: ['新增或修改行政区划', 'Create or change a division'],
    input: Type.Object({
      code,
      parentCode: parent,
      name: text,
      sort: Type.Optional(Type.Union([Type.Integer(), Type.String({ maxLength: 6 })])),
      remark: text,
    }),
    run: async (input, { actor, engine }) => {
      let isThere = false;
      await saveRegions(engine, actor, dictionaries, (standing) => {
        isThere = standing.has(fullRegion(input.code));
        assertPlace(input, standing);
        return [input];
      });
      return new Reply(true, isThere ? ['更新成功', 'Updated'] : ['新增成功', 'Added']);
    },
  }),
  endpoint({
    method: 'POST',
    path: 'blade-system/region/remove',
    auth: 'user',
    permissions: [dictCode('delete')],
    summary: ['删除行政区划', 'Delete a division'],
    input: Type.Object({
      id: Type.String({ pattern: '^\\d{2}(\\d{2}){0,2}$', ...withAliases('code', 'ids') }),
    }),
    run: async (input, { actor, engine }) => {
      const found = (await regionsOf(dictionaries, actor.tenantId)).get(fullRegion(input.id));
      if (!found) throw new Missing();
      await removeDicts(engine, actor, [found.entry.id], () => dictionaries.forget());
      return new Reply(true, ['删除成功', 'Deleted']);
    },
  }),
];

/**
 * Calls of BladeX for administrative divisions, stored in the dictionary `division`: every signed-in person reads them,
 * holders of the dictionary rights edit them.
 */
export const regionEndpoints = (dictionaries: RegionDictionaries): readonly Endpoint[] => [
  ...readEndpoints(dictionaries),
  ...editEndpoints(dictionaries),
  ...regionSheetEndpoints(dictionaries),
];
