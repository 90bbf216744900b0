import { afterAll, expect, test } from 'vitest';
import { startApplication } from './support/application.ts';
import { faultOf, ok } from './support/filing.ts';
import { complete, sample } from './support/inputs.ts';

/** A name that a client chooses is looked up among what was declared, and among nothing else. */
const app = await startApplication();
afterAll(() => app.close());

const admin = await app.as('admin');
const teacher = await app.as('teacher');
const secretary = await app.as('dept_secretary');

/** Names that every object inherits. */
const inherited = ['toString', 'constructor', 'hasOwnProperty', 'valueOf', '__proto__'];

test.each(app.resources.map((resource) => [resource.key, resource] as const))(
  '%s declares no name that every object has',
  (_key, { fields, views, actions }) => {
    for (const known of [fields, views, ...(actions ? [actions] : [])]) {
      for (const name of inherited)
        expect((known as Record<string, unknown>)[name]).toBeUndefined();
    }
  },
);

test.each(inherited)('no call of any kind breaks on a field called %s', async (name) => {
  const broken: string[] = [];
  for (const { path } of app.resources) {
    // As it comes: a literal `__proto__` would be no field.
    const values = JSON.parse(`{"${name}":1}`) as object;
    for (const [call, body] of [
      ['editAllCheck', { ids: ['1'], values }],
      ['editAll', { records: [{ id: '1', version: 1 }], values }],
      ['save', values],
    ] as const) {
      const { status } = await admin.post(`${path}/${call}`, body);
      if (status >= 500) broken.push(`${path}/${call}: ${status}`);
    }
    for (const query of [
      { sort: name },
      { [name]: '1' },
      { [`${name}_like`]: '1' },
      { view: name },
    ]) {
      const { status } = await admin.get(`${path}/list`, query as never);
      if (status >= 500) broken.push(`${path}/list: ${JSON.stringify(query)} ${status}`);
    }
  }
  expect(broken).toEqual([]);
});

/** Kinds about one person, whose department whoever enters them chooses. */
const about = app.resources.filter(({ concerned, department, fields }) => {
  const chosen = fields[department ?? '']?.spec;
  return concerned?.length === 1 && chosen !== undefined && !chosen.readonly && !chosen.copyOf;
});

test.each(about.map((resource) => [resource.key, resource] as const))(
  '%s may lie in the department of the person whom it names, and in no other (ruling 45)',
  async (_key, resource) => {
    const { concerned: [person = ''] = [], department = '', path } = resource;
    const [record = {}] = sample(complete(resource, app.targets()), 1);
    const units = app.departments['000000'];
    const [own, other] = [units?.get('310'), units?.get('320')];
    const of = (id: string, unit: string | undefined) => ({
      ...record,
      [person]: id,
      [department]: unit,
    });
    const named = await teacher.post(`${path}/save`, of(secretary.id, own));
    // Some kinds are begun by a call of their own.
    if (named.status === 404 || named.status === 403) return;
    await ok(Promise.resolve(named));
    const foreign = await teacher.post(`${path}/save`, of(secretary.id, other));
    expect(foreign.status).toBe(400);
    expect(faultOf(foreign)).toMatch(/只能选择您所在的部门/);
  },
);
