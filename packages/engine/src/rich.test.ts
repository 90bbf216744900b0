import { f } from '@keyan/kernel/field.ts';
import { expect, test } from 'vitest';
import { asHtml, cleanHtml, cleanInput } from './rich.ts';

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

test('only formatted texts of the record are touched', () => {
  const fields = { story: f.rich(['正文', 'Story']), note: f.note(['说明', 'Note']) };
  const input = { story: '<b>a</b><script>b</script>', note: '<b>1 < 2</b>', other: '<i>' };
  expect(cleanInput(fields, input)).toEqual({ ...input, story: '<b>a</b>' });
  expect(cleanInput(fields, { story: 7 })).toEqual({ story: 7 });
});

test('plain words say the same as formatted text', () => {
  const text = asHtml('若 a<b & c>d\n则');
  expect(text).toBe('若 a&lt;b &amp; c&gt;d<br />则');
  expect(cleanHtml(text)).toBe(text);
});
