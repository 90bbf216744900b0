import { expect, test } from 'vitest';
import { kindDefinitionText, kindTestText, withNameRow } from './kind.server.ts';

const hostile = "a\\', run('bad'), '*/ run();\n/*";
const kind = {
  sort: 'achievement',
  name: 'concert',
  key: 'concertapp',
  label: [hostile, hostile],
  plural: hostile,
  path: hostile,
  flow: 9,
  fields: [{ name: 'title', type: 'text', label: [hostile, hostile] }],
} as const;

/** The code without its texts and comments. */
const bare = (code: string): string =>
  code.replace(/\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`/g, '');

test('what people type stays a text in the code that is written', () => {
  for (const code of [kindDefinitionText(kind), kindTestText(kind)]) {
    expect(code).toContain('bad');
    expect(bare(code)).not.toContain('bad');
    expect(bare(code)).not.toContain('run(');
  }
});

test('its row stands where the product lists the kind: behind papers, or last', () => {
  const page =
    '# Names\n\n| key | file | kind |\n|---|---|---|\n| `papersapp` |\n| `post` |\n\nEnd';
  const linesFor = (sort: 'achievement' | 'office') =>
    withNameRow(page, { ...kind, sort, label: ['甲', 'A'], path: 'p' }).split('\n');
  expect(linesFor('achievement')[5]).toBe(
    '| `concertapp` | `achievement/concert/concert.ts` | `concertapp` | `p` | `concert` |',
  );
  expect(linesFor('office').slice(6)).toEqual([
    '| `concertapp` | `office/concert/concert.ts` | – | `p` | `concert` |',
    '',
    'End',
  ]);
});
