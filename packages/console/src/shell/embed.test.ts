import { expect, it, vi } from 'vitest';
import { askedAddress, judgeEmbedding } from './embed.ts';
import { embedRoute } from './embedRoute.ts';
import { matchRoute } from './routes.ts';

const origin = 'https://ky.example.edu.cn';
const hosts = ['jwc.example.edu.cn', '*.library.example', 'Report.example:8443'];

it.each([
  ['https://jwc.example.edu.cn/a?b=1', 'frame'],
  ['https://cn.library.example/', 'frame'],
  ['https://report.example:8443/x', 'frame'],
  ['/files/guide.html', 'frame'],
  ['https://report.example/', 'foreign'],
  ['https://library.example/', 'foreign'],
  ['https://evil-library.example/', 'foreign'],
  ['http://jwc.example.edu.cn/', 'foreign'],
  ['//evil.example/x.html', 'foreign'],
  ['https://jwc.example.edu.cn@evil.example/', 'invalid'],
  ['https://user:secret@jwc.example.edu.cn/', 'invalid'],
  ['javascript:alert(1)//html', 'invalid'],
  ['data:text/html,x', 'invalid'],
  ['blob:https://ky.example.edu.cn/x.html', 'invalid'],
  ['/wel/index', 'invalid'],
  ['http://', 'invalid'],
])('%s is judged as %s', (asked, kind) =>
  expect(judgeEmbedding(asked, origin, hosts).kind).toBe(kind),
);

it('gives a page of our own no origin, and nobody the window around it', () => {
  const own = judgeEmbedding('/guide.html', origin, hosts);
  const other = judgeEmbedding('https://jwc.example.edu.cn/', origin, hosts);
  expect(own.kind === 'frame' && own.sandbox).not.toContain('allow-same-origin');
  expect(other.kind === 'frame' && other.sandbox).toContain('allow-same-origin');
  expect(other.kind === 'frame' && other.sandbox).not.toContain('top-navigation');
});

it('reads the path parameter as the menu wrote it', () => {
  expect(askedAddress('https%3A//x.org/%3Fa%3D1')).toBe('https://x.org/?a=1');
  expect(askedAddress('%E4%BD%A0%')).toBe('%E4%BD%A0%');
});

it.each([
  ['https://jwc.example.edu.cn/a/b.html', 'jwc.example.edu.cn'],
  ['/guide/first.html?page=2', 'first.html'],
])('calls the tab of %s after where it comes from: %s', (address, title) => {
  vi.stubGlobal('location', new URL('/wel/index', origin));
  const path = `/myiframe/${encodeURIComponent(address)}`;
  expect(matchRoute([embedRoute], path)?.title).toBe(title);
  vi.unstubAllGlobals();
});
