import { describeCalls } from '@keyan/engine/openapi/describe.ts';
import { resourceCalls } from '@keyan/engine/wire/records/endpoints.ts';
import { statuses } from '@keyan/kernel/access/status.ts';
import { hasProcess } from '@keyan/kernel/definition/field/base-fields.ts';
import { isPersonal } from '@keyan/kernel/definition/life/actions.ts';
import {
  isInState,
  type Phase,
  phases,
  stateCodesOf,
} from '@keyan/kernel/definition/life/states.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { abilityNames, denialReason } from '@keyan/kernel/records/abilities.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { MenuNode } from '@keyan/product/composition/menu-nodes.ts';
import { describe, expect, test } from 'vitest';
import { lawProduct } from './support/application.ts';

/** Laws of the states and actions of every kind. */
const composed = lawProduct();
const stateful = composed.resources.filter(({ states, actions }) => states ?? actions);
const each = stateful.map((resource) => [resource.key, resource] as const);

const buttonsIn = (nodes: readonly MenuNode[]): readonly string[] =>
  nodes.flatMap((node) => [
    ...(node.buttons ?? []).map(({ code }) => code),
    ...buttonsIn(node.pages ?? []),
  ]);
const granted = new Set(composed.menus.flatMap((top) => buttonsIn(top.pages)));

/** Whoever may do everything, so that only the state refuses. */
const system = { system: 'law', tenantId: '000000' };

/** A row that stands there. */
const rowIn = ({ states }: Resource, code: string): RowLike => {
  const phase = phases.find((one) => states?.phases?.[one].includes(code));
  return {
    ...(phase ? { auditStatus: statuses[phase] } : {}),
    ...(states ? { [states.field]: code } : {}),
  };
};

describe.each(each)('the machine of %s', (_key, resource) => {
  const actions = Object.entries(resource.actions ?? {});
  const personal = actions.filter(([, action]) => isPersonal(action));

  test('an action of people is a call, a described one, a button with its code, and an ability', async () => {
    const calls = resourceCalls(resource);
    const document = JSON.parse(await describeCalls(calls, { title: 'law', version: '1' })) as {
      readonly paths: Readonly<Record<string, { readonly post?: { readonly summary?: unknown } }>>;
    };
    for (const [name, { call = name }] of personal) {
      const path = `${resource.path}/${call}`;
      expect([name, calls.filter((one) => one.path === path)]).toMatchObject([
        name,
        [{ method: 'POST' }],
      ]);
      const described = Object.entries(document.paths).find(([at]) => at.endsWith(`/${path}`));
      expect([name, described?.[1].post?.summary]).not.toEqual([name, undefined]);
      const offering = Object.values(resource.views).filter((view) => view.actions.includes(name));
      expect([name, offering.length > 0]).toEqual([name, true]);
      for (const { code } of offering) expect(granted).toContain(`${code}_${name}`);
    }
    const own = abilityNames(resource).filter((name) =>
      Object.hasOwn(resource.actions ?? {}, name),
    );
    expect(own).toEqual(personal.map(([name]) => name));
    for (const [name] of actions.filter((one) => !personal.includes(one))) {
      expect(calls.map(({ path }) => path)).not.toContain(`${resource.path}/${name}`);
    }
  });

  test('an action is refused from every state that it does not name', () => {
    for (const code of stateCodesOf(resource)) {
      const row = rowIn(resource, code);
      for (const [name, { from }] of actions) {
        const refused = denialReason(name, { resource, row, actor: system }) !== null;
        expect([name, code, refused]).toEqual([name, code, !isInState(resource, row, from)]);
      }
    }
  });

  test('every state is reached', () => {
    const { states } = resource;
    if (!states) return;
    const computed = actions.some(([, { to }]) => typeof to === 'function');
    if (computed) return;
    const found = new Set<string>([
      ...(states.initial === undefined ? [] : [states.initial]),
      ...(hasProcess(resource)
        ? [
            ...phases.flatMap((phase: Phase) => states.phases?.[phase][0] ?? []),
            ...Object.values(states.steps ?? {}).flatMap((step) => Object.values(step)),
          ]
        : []),
    ]);
    for (let before = -1; before < found.size; ) {
      before = found.size;
      for (const [, { from, to }] of actions) {
        const starts = [...found].some((code) => isInState(resource, rowIn(resource, code), from));
        if (starts && typeof to === 'string') found.add(to);
      }
    }
    expect(stateCodesOf(resource).filter((code) => !found.has(code))).toEqual([]);
  });
});
