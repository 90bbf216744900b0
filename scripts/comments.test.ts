import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './steps.ts';

/** Words that leave the subject of a comment unnamed where they begin it. */
const vague = /^\s*(?:\/\/|\/\*\*?|\*)\s+(?:What|Who|Whom|Whose|Whether|Which|Of|That|Those)\b/;

/** Docstrings that begin with a pronoun, and leave open which value of the file they mean. */
const unnamed =
  /^\s*\/\*\*\s+(?:Its?|They|Theirs?|So|This many|Said|Asked|Stands|Until when|(?:By|From|In) (?:what|which|whom)|The same (?:of|for|as|with|by|in|at|without))\b|^\s*\/\*\* R-\d{3}(?:\.\d+)?\. \*\//;

/** Phrases that hide a term of the trade, or a condition that has a name. */
const hidden =
  /\b(?:so many|(?:the|an) own|let go of|beside everything else|made young|told beside)\b/i;

/** Phrases of comments whose subject has to be guessed: a pronoun in `@throws`, or a thing without its name. */
const guessed =
  /^\s*(?:\/\/|\/\*\*?|\*).*(?:@throws \w+ for (?:one|ones|what|those|whom)\b(?!’|')|\b(?:what became of|what lies with|a word against)\b)|^\s*(?:\/\*\*|\*) The same[,;.]/i;

/** Prose of a page: a paragraph or an item that begins with a word without a subject. */
const prose = /^(?:[-*] |\d+\. )?(?:What|Who|Whom|Whose|Whether|That|Those) [a-z]/;

const files = globSync('{packages,apps,laws,e2e,scripts,bench}/**/*.{ts,tsx,mjs}', { cwd: root })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !file.includes('node_modules') && !file.includes('/dist/'));

it('comments begin with their subject or with a verb', () => {
  expect(files.length).toBeGreaterThan(1500);
  const found = files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        vague.test(line) || unnamed.test(line) || guessed.test(line)
          ? [`${file}:${index + 1} ${line.trim()}`]
          : [],
      ),
  );
  expect(found).toEqual([]);
});

it('comments and texts use the terms of the trade', () => {
  const found = files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => (hidden.test(line) ? [`${file}:${index + 1} ${line.trim()}`] : [])),
  );
  expect(found.filter((line) => !line.startsWith('scripts/comments.test.ts'))).toEqual([]);
});

it('pages begin their paragraphs with a subject', () => {
  const pages = globSync('{docs,.}/*.md', { cwd: root });
  const found = pages.flatMap((page) => {
    const lines = readFileSync(join(root, page), 'utf8').split('\n');
    return lines.flatMap((line, index) => {
      const begins = /^(?:[-*] |\d+\. )/.test(line) || (lines[index - 1] ?? '') === '';
      if (page === 'CHANGELOG.md') return [];
      return (begins && prose.test(line)) || hidden.test(line)
        ? [`${page}:${index + 1} ${line.trim()}`]
        : [];
    });
  });
  expect(pages.length).toBeGreaterThan(12);
  expect(found).toEqual([]);
});
