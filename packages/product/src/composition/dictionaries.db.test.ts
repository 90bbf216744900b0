import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { dictionaries } from '../index.server.ts';
import { setUpTenant } from './setup.server.ts';
import { openSystem, tenant } from './testing.ts';

const system = await openSystem();
const { database, parts, read, tokenOf } = system;
afterAll(() => system.close());
beforeEach(() => system.forgetAttempts());

describe('dictionaries', () => {
  test('that clients of the family ask for have numbers as keys, in older tenants too', async () => {
    await database.query(
      "delete from dict_entry where code in ('flow', 'sms') and dict_key <> '-1'",
    );
    await setUpTenant(parts, tenant, dictionaries.values());
    const token = await tokenOf('teacher');
    for (const code of [
      ...['flow', 'notice', 'yes_no', 'user_type', 'menu_category', 'button_func', 'org_category'],
      ...['post_category', 'region', 'data_scope_type', 'api_scope_type', 'oss', 'sms', 'sex'],
    ]) {
      const entries = await read<{ code: string; dictKey: string; remark: string }[]>(
        token,
        'blade-system/dict/dictionary',
        { code },
      );
      expect([code, entries.length > 0]).toEqual([code, true]);
      for (const entry of entries) {
        expect([entry.code, entry.dictKey]).toEqual([code, expect.stringMatching(/^\d+$/)]);
      }
    }
    const flows = await read<object[]>(token, 'blade-system/dict/dictionary', { code: 'flow' });
    expect(flows).toHaveLength(60);
    expect(flows[0]).toMatchObject({ dictKey: '1', dictValue: '论文登记', remark: 'papersapp' });
    const declare = { dictKey: '26', dictValue: '纵向项目申报', remark: 'vertical/declare' };
    expect(flows).toContainEqual(expect.objectContaining(declare));
    const all = await read<{ code: string; title: string; key: string; id: string }[]>(
      token,
      'blade-system/dict/tree',
      { code: 'DICT' },
    );
    expect(all.length).toBe(dictionaries.size);
    const sms = all.find(({ code }) => code === 'sms');
    expect(sms).toMatchObject({ title: '短信服务类型', key: sms?.id, hasChildren: false });
  });

  interface Entry {
    readonly dictKey: string;
    readonly dictValue: string;
    readonly children?: readonly Entry[];
  }

  test('come as a list and as a tree, in both languages', async () => {
    const token = await tokenOf('teacher');
    const list = await read<Entry[]>(token, 'blade-system/dict-biz/dictionary', {
      code: 'auditStatus',
    });
    expect(list[0]).toMatchObject({
      code: 'auditStatus',
      dictKey: '0',
      dictValue: '草稿',
      dictValueEn: 'Draft',
      isSealed: 0,
      title: '草稿',
      strKey: '0',
    });
    const tree = await read<Entry[]>(token, 'blade-system/dict-biz/tree', { code: 'discipline' });
    expect(tree[0]).toMatchObject({ dictValue: '自然科学', heading: true });
    expect(tree[0]?.children?.[0]?.dictValue).toBe('数学');
    const level = await read<{ id: string; hasChildren: boolean }[]>(
      token,
      'blade-system/dict-biz-ext/lazy-list',
      { code: 'discipline' },
    );
    expect(level[0]?.hasChildren).toBe(true);
    const below = await read<Entry[]>(token, 'blade-system/dict-biz-ext/lazy-list', {
      code: 'discipline',
      parentId: level[0]?.id ?? '',
    });
    expect(below[0]?.dictValue).toBe('数学');
    const several = await read<{ code: string }[]>(
      token,
      'blade-system/dict-biz-ext/dictionary-multi',
      { code: 'auditStatus,userType,nonsense' },
    );
    expect(new Set(several.map((entry) => entry.code))).toEqual(
      new Set(['auditStatus', 'userType']),
    );
    const keyed = await read<Entry[]>(token, 'blade-system/dict-biz-ext/dict-by-key', {
      code: 'auditStatus',
      dictKey: '2',
    });
    expect(keyed.map((entry) => entry.dictValue)).toEqual(['已通过']);
    const whole = await read<object[]>(token, 'blade-system/dict-biz-ext/dict-by-key', {
      code: 'auditStatus',
    });
    expect(whole).toHaveLength(7);
    expect(whole[2]).toMatchObject({ code: 'auditStatus', title: '已通过', strKey: '2' });
  });

  test('a sealed entry is not offered any more, at once', async () => {
    const token = await tokenOf('teacher');
    const keys = async (query = {}) =>
      (
        await read<Entry[]>(token, 'blade-system/dict/dictionary', { code: 'userType', ...query })
      ).map((entry) => entry.dictKey);
    expect(await keys()).toEqual(['1', '2', '3', '4']);
    await database.query(
      `update dict_entry set is_sealed = 1 where code = 'userType' and dict_key = '3'`,
    );
    await expect.poll(keys).toEqual(['1', '2', '4']);
    expect(await keys({ sealed: '1' })).toEqual(['1', '2', '3', '4']);
  });
});
