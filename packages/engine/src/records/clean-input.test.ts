import { f } from '@keyan/kernel/definition/field/field.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { afterAll, expect, test, vi } from 'vitest';
import { cachedCleanHtml, cleanHtml, plainTextToHtml } from '../base/html.ts';
import { WorkerPool } from '../workers/pool.ts';
import { cleanInput } from './clean-input.ts';

test('what a browser would run is gone, the words stay', () => {
  const harmful = [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<svg onload=alert(1)></svg>',
    '<iframe src="https://elsewhere.example"></iframe>',
    '<style>body{display:none}</style>',
    '<form action="/api"><input name="a"></form>',
    '<math><mtext></p><script>alert(1)</script>',
  ];
  for (const text of harmful) {
    expect(cleanHtml(`<p>前${text}后</p>`)).not.toMatch(
      /script|onerror|onload|iframe|style|form|img/,
    );
    expect(cleanHtml(`<p>前${text}</p>`)).toContain('前');
  }
  expect(cleanHtml('<p onclick="a()" style="position:fixed" class="x">段</p>')).toBe('<p>段</p>');
});

test('links lead outside in a tab of their own, and never to a script', () => {
  expect(cleanHtml('<a href="https://www.moe.gov.cn/">教育部</a>')).toBe(
    '<a href="https://www.moe.gov.cn/" target="_blank" rel="noopener noreferrer">教育部</a>',
  );
  for (const href of ['javascript:alert(1)', 'JaVaScRiPt:a()', 'data:text/html,a', '//a.example']) {
    expect(cleanHtml(`<a href="${href}">点</a>`)).not.toContain('href');
  }
});

test('lists, tables and emphasis stay as they were written', () => {
  const text =
    '<h2>一、范围</h2><ol start="2"><li><strong>甲</strong></li></ol><table><tbody><tr><td colspan="2">乙</td></tr></tbody></table>';
  expect(cleanHtml(text)).toBe(text);
  expect(cleanHtml(cleanHtml(text))).toBe(text);
});

const fields = { story: f.rich(['正文', 'Story']), note: f.note(['说明', 'Note']) };
const workers = new WorkerPool();
afterAll(() => workers.close());
const person = { system: 'test', tenantId: '000000' };
const clean = (input: RowLike) => cleanInput(workers, person, fields, input);

test('only formatted texts of the record are touched', async () => {
  const input = { story: '<b>a</b><script>b</script>', note: '<b>1 < 2</b>', other: '<i>' };
  expect(await clean(input)).toEqual({ ...input, story: '<b>a</b>' });
  expect(await clean({ story: 7 })).toEqual({ story: 7 });
});

test('a long text is cleaned in a worker, and holds nobody up', async () => {
  const story = `<script>b</script>${'<b>'.repeat(30_000)}`;
  const cleaned = clean({ story });
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 10);
  expect((await cleaned).story).toBe(`${'<b>'.repeat(30_000)}${'</b>'.repeat(30_000)}`);
  clearInterval(timer);
  expect(turns).toBeGreaterThan(0);
});

test('a text that the field does not take is left to validation, and costs nothing', async () => {
  const story = '<svg><p>'.repeat(400_000);
  const noWorkers = {
    run: () => {
      throw new Error('a worker was asked');
    },
  };
  const input = await cleanInput(noWorkers, person, fields, { story });
  expect(input.story).toBe(story);
});

test('what is shown again was cleaned once', () => {
  const text = `<p onclick="a()">${'<b>'.repeat(20_000)}</p>`;
  const first = cachedCleanHtml(text);
  expect(first).toBe(cleanHtml(text));
  const cleaned = vi.fn(cleanHtml);
  for (let time = 0; time < 100; time += 1) expect(cachedCleanHtml(text, cleaned)).toBe(first);
  expect(cleaned).not.toHaveBeenCalled();
});

test('plain words say the same as formatted text', () => {
  const text = plainTextToHtml('若 a<b & c>d\n则');
  expect(text).toBe('若 a&lt;b &amp; c&gt;d<br />则');
  expect(cleanHtml(text)).toBe(text);
});
