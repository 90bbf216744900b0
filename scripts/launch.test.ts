import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './steps.ts';

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
const launcher = readFileSync(join(root, 'scripts/launch.mjs'), 'utf8');

it.each(Object.entries(scripts))('npm run %s leads to a program that is there', (name, line) => {
  expect(line).toBe(`node scripts/launch.mjs ${name}`);
  const program = new RegExp(`^  ${name}: '([^']+)',$`, 'm').exec(launcher)?.[1];
  expect(program && existsSync(join(root, program))).toBe(true);
});
