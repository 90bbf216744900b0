import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { untypedResource } from '@keyan/kernel/definition/resource.ts';
import { expect, test } from 'vitest';
import { achievements } from '../achievement/achievements.ts';
import { composeServer, serverApplication } from '../index.server.ts';
import { earlyWarning } from '../office/warnings/early-warning.ts';
import { loadServerHalves } from './halves.server.ts';
import { otherResources } from './resources.ts';

const product = join(import.meta.dirname, '..');

/** Behaviours that depend on the menus of the composition, or on a service that a process opens. */
const composed = [
  'menuBehaviour',
  'topMenuBehaviour',
  'ossBehaviour',
  'financeSourceBehaviour',
  'datasourceBehaviour',
];

test('the server loads the half of every folder', async () => {
  const halves = await loadServerHalves();
  const { resources, behaviours, jobs, endpoints } = serverApplication;
  expect(halves.length).toBeGreaterThan(40);
  for (const half of halves) {
    const given = typeof half === 'function' ? half(resources) : half;
    expect(Object.keys(given).length).toBeGreaterThan(0);
    for (const job of given.jobs ?? []) expect(jobs.map(({ name }) => name)).toContain(job.name);
    for (const { path } of given.endpoints ?? []) {
      expect(endpoints.map((one) => one.path)).toContain(path);
    }
    for (const { resource } of given.behaviours ?? []) {
      expect(behaviours.map((one) => one.resource.key)).toContain(resource.key);
    }
  }
});

test('an action that starts a job that no folder has stops the start', () => {
  const rule = untypedResource(earlyWarning);
  const check = rule.actions?.check;
  if (!check) throw new Error('rules of warning are checked by an action');
  const starts = { job: 'run-warnings-soon', label: check.label };
  const lost = { ...rule, actions: { ...rule.actions, check: { ...check, starts } } };
  const others = otherResources.map((one) => (one.key === lost.key ? lost : one));
  expect(() => composeServer(achievements, others)).toThrow(
    'earlyWarning: the action check starts the job run-warnings-soon, which there is not',
  );
});

test('a behaviour stands in the half of a folder', () => {
  const files = globSync('**/*.server.ts', { cwd: product }).map((file) =>
    readFileSync(join(product, file), 'utf8'),
  );
  const halves = globSync('**/server-half.server.ts', { cwd: product })
    .map((file) => readFileSync(join(product, file), 'utf8'))
    .join('\n');
  const made = files.flatMap((text) =>
    [...text.matchAll(/^export const (\w+Behaviours?)\b/gm)].map(([, name = '']) => name),
  );
  expect(made.length).toBeGreaterThan(40);
  expect(made.filter((name) => !composed.includes(name) && !halves.includes(name))).toEqual([]);
});
