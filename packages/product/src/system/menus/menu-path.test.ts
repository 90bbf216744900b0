import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isMenuPath } from './menu-path.ts';

test.each([
  '/',
  '/office/notice?type=1',
  'https://lib.example.edu.cn',
  'http://x.org:8080/a?b=c@d#e',
  'HTTPS://x.org/a',
])('%s is a path', (path) => expect(isMenuPath(path)).toBe(true));

test.each([
  '',
  'page',
  '//evil.example',
  '/\\evil.example',
  'javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,x',
  'https://user:word@x.org/',
  'https://x.org/?t=${token}',
  '/a/${token}',
  'https:///x',
  ' https://x.org',
])('%j is none', (path) => expect(isMenuPath(path)).toBe(false));

test('a path stays on this host, or is an address over http whose host a browser reads as well', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('', '/', '//', 'https://', 'https://x.org'),
      (text, start) => {
        const path = start + text;
        // No browser follows what it cannot read.
        if (!isMenuPath(path) || !URL.canParse(path, 'https://ours.example')) return;
        const { protocol, host, username } = new URL(path, 'https://ours.example');
        expect(['http:', 'https:']).toContain(protocol);
        expect(username).toBe('');
        if (path.startsWith('/')) expect(host).toBe('ours.example');
      },
    ),
  );
});
