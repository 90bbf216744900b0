import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { environmentVariables } from '@keyan/api/env.ts';
import { expect, test } from 'vitest';
import flags from './server-flags.json' with { type: 'json' };
import { root } from './steps.ts';

const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');

const namesIn = (text: string, pattern: RegExp): readonly string[] => [
  ...new Set([...text.matchAll(pattern)].map(([, name = '']) => name)),
];

test('the image starts the server with the flags of npm start', () => {
  const command = textOf('deploy/Dockerfile')
    .split('\n')
    .findLast((line) => line.startsWith('CMD'));
  expect(JSON.parse(command?.slice('CMD'.length) ?? '[]')).toEqual([
    'node',
    ...flags,
    'apps/api/dist/main.mjs',
  ]);
});

test('files of deployment set variables that the server reads', () => {
  const set = [
    ...namesIn(textOf('deploy/compose.yaml').split('services:')[0] ?? '', /^ {4}([A-Z_]+):/gm),
    ...namesIn(textOf('deploy/kubernetes/keyan.yaml'), /name: ([A-Z_]+),/g),
  ];
  expect(set.length).toBeGreaterThan(6);
  expect(set.filter((name) => !Object.hasOwn(environmentVariables, name))).toEqual([]);
});

test('alerts and the page of operations name metrics that the server has', () => {
  const telemetry = 'apps/api/src/telemetry';
  const kept = readdirSync(join(root, telemetry)).flatMap((file) =>
    namesIn(textOf(`${telemetry}/${file}`), /name: '(keyan_\w+)'/g),
  );
  const named = [
    ...readdirSync(join(root, 'deploy/prometheus')).map((file) => `deploy/prometheus/${file}`),
    'docs/operations.md',
  ].flatMap((path) => namesIn(textOf(path), /\b(keyan_\w+?)(?:_bucket|_count|_sum)?\b/g));
  expect(named.length).toBeGreaterThan(6);
  expect(named.filter((name) => !kept.includes(name))).toEqual([]);
});
