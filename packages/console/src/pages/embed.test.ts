import { expect, it, vi } from 'vitest';
import { matchRoute } from '../navigation/routes.ts';
import { addressParameter, judgeEmbedding } from './embed.ts';
import { embedRoute } from './embedRoute.ts';

const origin = 'https://ky.example.edu.cn';

it.each([
  ['https://jwc.example.edu.cn/a?b=1', 'foreign'],
  ['/files/guide.html', 'own'],
  ['http://jwc.example.edu.cn/', 'foreign'],
  ['//evil.example/x.html', 'foreign'],
  ['https://jwc.example.edu.cn@evil.example/', 'invalid'],
  ['https://user:secret@jwc.example.edu.cn/', 'invalid'],
  ['javascript:alert(1)//html', 'invalid'],
  ['data:text/html,x', 'invalid'],
  ['blob:https://ky.example.edu.cn/x.html', 'invalid'],
  ['/wel/index', 'invalid'],
  ['http://', 'invalid'],
])('%s is judged as %s', (asked, kind) => expect(judgeEmbedding(asked, origin).kind).toBe(kind));

it('gives a page of our own no origin, and nobody the window around it', () => {
  const own = judgeEmbedding('/guide.html', origin);
  const other = judgeEmbedding('https://jwc.example.edu.cn/', origin);
  expect(own.kind === 'own' && own.sandbox).not.toContain('allow-same-origin');
  expect(other.kind === 'foreign' && other.sandbox).toContain('allow-same-origin');
  expect(other.kind === 'foreign' && other.sandbox).not.toContain('top-navigation');
});

it('reads the path parameter as the menu wrote it', () => {
  expect(addressParameter('https%3A//x.org/%3Fa%3D1')).toBe('https://x.org/?a=1');
  expect(addressParameter('%E4%BD%A0%')).toBe('%E4%BD%A0%');
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
