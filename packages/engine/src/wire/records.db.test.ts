import type { InjectOptions } from 'fastify';
import { afterAll, describe, expect, test } from 'vitest';
import { samples } from '../testing/sample.ts';
import { fullSample, openWire } from './testing.ts';

const wire = await openWire();
const { call, get, post, logged } = wire;
afterAll(() => wire.close());

describe('parameters', () => {
  const expected = { ids: ['1', '2'], count: 3, flag: true };

  test('come by query, form, multipart or JSON alike', async () => {
    const url = '/api/sample/echo';
    const boundary = 'xx';
    const field = (name: string, value: string): string =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    const ways: InjectOptions[] = [
      { query: { ids: '1,2', count: '3', flag: 'true' } },
      {
        payload: 'ids=1,2&count=3&flag=true',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      },
      {
        payload: `${field('ids', '1,2')}${field('count', '3')}${field('flag', 'true')}--${boundary}--\r\n`,
        headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      },
      { payload: { ids: ['1', '2'], count: 3, flag: true } },
      { query: { ids: '1,2' }, payload: { count: '3', flag: true, unknown: 1 } },
    ];
    for (const way of ways) {
      const { body } = await call(null, { method: 'POST', url, ...way });
      expect(body.data).toEqual(expected);
    }
  });

  test('that name a record come by the words of the clients’ family, too', async () => {
    const { body } = await post('writer', 'sample/samples/save', fullSample);
    const { id } = body.data;
    const detail = (query: Record<string, string>) => get('writer', 'sample/samples/detail', query);
    expect((await detail({ businessId: id })).body.data.id).toBe(id);
    expect((await detail({ ids: id })).body.data.id).toBe(id);
    expect((await detail({ ids: `${id},${id}` })).body.msg).toBe('请求参数格式错误: id');
    for (const input of [{ businessId: id }, { ids: id }, { ids: [id] }]) {
      expect((await post('writer', 'sample/samples/copy', input)).status).toBe(200);
    }
    expect((await post('writer', 'sample/samples/remove', { id })).status).toBe(200);
  });

  test('that choose records by what a list finds mean as many as were seen', async () => {
    const title = '按筛选结果删除';
    for (const mark of ['甲', '乙']) {
      await post('writer', 'sample/samples/save', { ...fullSample, title: `${title}${mark}` });
    }
    const remove = (count: number, query = { title }) =>
      post('writer', 'sample/samples/remove', { found: { query, count } });
    expect((await remove(1)).body.msg).toBe('筛选出的记录已由 1 条变为 2 条，请刷新列表后再试');
    expect((await remove(2, { title: '没有这样的' })).status).toBe(400);
    expect((await post('writer', 'sample/samples/remove', {})).body.msg).toBe(
      '缺少必要的请求参数: ids',
    );
    const total = async (): Promise<number> =>
      (await get('writer', 'sample/samples/list', { title })).body.data.total;
    expect(await total()).toBe(2);
    expect((await remove(2)).status).toBe(200);
    expect(await total()).toBe(0);
  });

  test('that are missing or malformed are named', async () => {
    expect((await post(null, 'sample/echo', {})).body).toMatchObject({
      code: 400,
      msg: '缺少必要的请求参数: ids',
    });
    const { body } = await post(null, 'sample/echo', { ids: ['1'], count: 'many' });
    expect(body.data.errors).toEqual([{ path: 'count', message: '请求参数格式错误: count' }]);
  });

  test('that cannot be read at all are refused', async () => {
    const url = '/api/sample/echo';
    const json = { 'content-type': 'application/json' };
    const cases: [InjectOptions, number][] = [
      [{ payload: '{"ids": [', headers: json }, 400],
      [{ payload: '{"__proto__": {"x": 1}}', headers: json }, 400],
      [{ payload: '<x/>', headers: { 'content-type': 'text/xml' } }, 415],
      [{ payload: `"${'x'.repeat(5_000_000)}"`, headers: json }, 413],
      [{ payload: '', headers: json, query: { ids: '1' } }, 200],
    ];
    for (const [way, status] of cases) {
      const answer = await call(null, { method: 'POST', url, ...way });
      expect(answer.status).toBe(status);
      expect(answer.body.code).toBe(status);
    }
  });

  test('leave no server error behind, whatever they are', async () => {
    logged.length = 0;
    const hostile = [
      "' or 1=1 --",
      '"; drop table sample; --',
      '%',
      '\\',
      '\0',
      '\ud800',
      '=cmd()',
      '99999999999999999999',
      '9999999999999999999',
      '-1',
      '1e9',
      'null',
      '[]',
      '{}',
      '<script>',
      '一'.repeat(600),
    ];
    const keys = [
      'id',
      'title',
      'title_equal',
      'price_ge',
      'day_dategt',
      'moment_datele',
      'colour',
      'branches',
      'placeId',
      'count',
      'made_lt',
      'createUser',
      'auditStatus',
      'current',
      'size',
      'ascs',
      'descs',
      'view',
      'search',
      'done',
      'parts',
      'papers',
      'title; drop table sample',
      'constructor',
      '__proto__',
    ];
    for (const key of keys) {
      for (const value of hostile) {
        const { status, body } = await get('writer', 'sample/samples/list', { [key]: value });
        expect([200, 400], `${key}=${value} ${JSON.stringify(body)}`).toContain(status);
      }
    }
    for (const value of hostile) {
      for (const path of ['detail', 'history']) {
        const { status } = await get('writer', `sample/samples/${path}`, { id: value });
        expect([400, 403, 404], `${path} ${value}`).toContain(status);
      }
      const lookup = await get('writer', 'sample/places/lookup', { search: value });
      expect([200, 400]).toContain(lookup.status);
      for (const path of ['remove', 'recall', 'backDraft', 'abolish', 'copy', 'start-process']) {
        const { status } = await post('manager', `sample/samples/${path}`, {
          id: value,
          ids: value,
          businessId: value,
          reason: value,
        });
        expect([400, 403, 404], `${path} ${value}`).toContain(status);
      }
      for (const key of Object.keys(samples.fields)) {
        const { status, body } = await post('writer', 'sample/samples/save', {
          ...fullSample,
          [key]: value,
        });
        expect([200, 400], `${key}=${value} ${JSON.stringify(body)}`).toContain(status);
      }
      for (const version of [value, [value], { a: value }]) {
        const { status } = await post('writer', 'sample/samples/save', { id: value, version });
        expect([400, 404]).toContain(status);
      }
    }
    expect(logged).toEqual([]);
  });
});

describe('lists', () => {
  test('understand the dialect’s suffixes', async () => {
    const rows = [
      { title: '筛 一', price: '1.00', day: '2024-03-01', count: 1, colour: 'r' },
      { title: '筛 二', price: '2.00', day: '2024-03-02', count: 2, colour: 'g' },
      { title: '筛 三', price: '3.00', day: '2024-03-03', colour: 'b', branches: ['11', '2'] },
    ];
    for (const row of rows) await post('writer', 'sample/samples/save', row);
    const titles = async (query: Record<string, string>): Promise<string> => {
      const { body } = await get('writer', 'sample/samples/list', {
        title: '筛',
        ascs: 'price',
        size: '100',
        ...query,
      });
      if (!body.success) return body.msg;
      return (body.data.records as { title: string }[]).map((row) => row.title[2]).join('');
    };
    expect(await titles({})).toBe('一二三');
    expect(await titles({ title_likeright: '筛 二' })).toBe('二');
    expect(await titles({ title_notlike: '二' })).toBe('一三');
    expect(await titles({ price_ge: '2' })).toBe('二三');
    expect(await titles({ price_lt: '2.00' })).toBe('一');
    expect(await titles({ colour: 'r,b' })).toBe('一三');
    expect(await titles({ colour_notequal: 'r' })).toBe('二三');
    expect(await titles({ branches: '2' })).toBe('三');
    expect(await titles({ day_dategt: '2024-03-02', day_datelt: '2024-03-02' })).toBe('二');
    expect(await titles({ day_datege: '2024-03-02' })).toBe('二三');
    expect(await titles({ count_null: '1' })).toBe('三');
    expect(await titles({ count_notnull: '1' })).toBe('一二');
    expect(await titles({ title_ignore: 'x', nonsense: 'x' })).toBe('一二三');
    expect(await titles({ createTime_dategt: '2099-01-01' })).toBe('');
    expect(await titles({ descs: 'price', ascs: '' })).toBe('三二一');
    expect(await titles({ price_ge: 'abc' })).toBe('请求参数格式错误: price_ge');
    expect(await titles({ day_datege: '2024-02-30' })).toBe('请求参数格式错误: day_datege');
    expect(await titles({ colour: 'x' })).toBe('请求参数格式错误: colour');
    expect(await titles({ made: '99999999999' })).toBe('请求参数格式错误: made');
    expect(await titles({ made_ge: '40000' })).toBe('请求参数格式错误: made_ge');
    expect(await titles({ count: '3000000000' })).toBe('请求参数格式错误: count');
    expect(await titles({ ratio_gt: '1000000000' })).toBe('请求参数格式错误: ratio_gt');
    expect(await titles({ view: 'constructor' })).toBe('请求参数格式错误: view');
    expect(await titles({ size: '0' })).toBe('请求参数格式错误: size');
  });

  test('know where a text begins and ends, whichever columns the search index holds', async () => {
    const place = await post('manager', 'sample/places/submit', {
      name: '山 Alpha',
      code: 'Hill-7',
    });
    expect(place.status, logged.join()).toBe(200);
    const found = async (query: Record<string, string>): Promise<number> =>
      (await get('writer', 'sample/places/list', query)).body.data.total;
    for (const [key, value, total] of [
      ['name_likeright', '山 al', 1],
      ['name_likeleft', 'ALPHA', 1],
      ['name_likeleft', '山', 0],
      ['code_likeright', 'hill', 1],
      ['code_likeright', '7', 0],
      ['code_likeleft', '-7', 1],
      ['code_like', 'ILL', 1],
    ] as const) {
      expect(await found({ [key]: value }), `${key}=${value}`).toBe(total);
    }
  });

  test('page with an exact total', async () => {
    const { body } = await get('writer', 'sample/samples/list', {
      title: '筛',
      size: '2',
      current: '2',
    });
    expect(body.data).toMatchObject({ total: 3, current: 2, size: 2, pages: 2 });
    expect(body.data.records).toHaveLength(1);
  });
});
