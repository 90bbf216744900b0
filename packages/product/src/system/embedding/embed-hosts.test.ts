import { expect, it } from 'vitest';
import { embedHosts, frameSources, hostFault, mayEmbed, readHosts } from './embed-hosts.server.ts';

const hosts = embedHosts(
  ['Report.example:8443', '*.operator.example'],
  'jwc.x.edu.cn，*.lib.x.edu.cn none *.edu.cn evil";script/src',
  ['https://oa.x.edu.cn/start?a=1', 'http://plain.x.edu.cn/', '/files/guide.html'],
);

it.each([
  ['https://jwc.x.edu.cn/a?b=1', true],
  ['https://cn.lib.x.edu.cn/', true],
  ['https://oa.x.edu.cn/other', true],
  ['https://report.example:8443/x', true],
  ['http://a.operator.example/', true],
  ['http://jwc.x.edu.cn/', false],
  ['http://plain.x.edu.cn/', false],
  ['https://plain.x.edu.cn/', false],
  ['https://report.example/', false],
  ['https://lib.x.edu.cn/', false],
  ['https://evil-lib.x.edu.cn/', false],
  ['https://anybody.edu.cn/', false],
  ['https://jwc.x.edu.cn@evil.example/', false],
  ['https://user:secret@jwc.x.edu.cn/', false],
  ['javascript:alert(1)//jwc.x.edu.cn', false],
  ['jwc.x.edu.cn', false],
])('%s is embedded: %s', (address, embedded) => {
  expect(mayEmbed(address, hosts, false)).toBe(embedded);
});

it('embeds nothing over http in a page that came over https', () => {
  expect(mayEmbed('http://a.operator.example/', hosts, true)).toBe(false);
  expect(mayEmbed('https://a.operator.example/', hosts, true)).toBe(true);
  expect(frameSources(hosts, true).join(' ')).not.toContain('http://');
});

it('makes a policy of what is a host, and of nothing else', () => {
  expect(frameSources(hosts, false)).toEqual([
    'https://report.example:8443',
    'http://report.example:8443',
    'https://*.operator.example',
    'http://*.operator.example',
    'https://jwc.x.edu.cn',
    'https://*.lib.x.edu.cn',
    'https://oa.x.edu.cn',
  ]);
});

it.each([
  ['jwc.x.edu.cn', true],
  ['oa-2:8080', true],
  ['oa', true],
  ['*.x.edu.cn', true],
  ['*.x.edu.cn:8443', true],
  ['*', false],
  ['*.cn', false],
  ['*.edu.cn', false],
  ['*.github.io', false],
  ['https://jwc.x.edu.cn', false],
  ['jwc.x.edu.cn/path', false],
  ["a.cn;script-src'", false],
  ['a..cn', false],
])('%s is an entry: %s', (entry, good) => {
  expect(hostFault(entry) === undefined).toBe(good);
});

it('reads entries however they are separated', () => {
  expect(readHosts(' a.cn,B.cn；c.cn\n*.d.cn、 none')).toEqual(['a.cn', 'b.cn', 'c.cn', '*.d.cn']);
  expect(readHosts('none')).toEqual([]);
});
