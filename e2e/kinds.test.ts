import { hasProcess } from '@keyan/kernel/definition/field/base-fields.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { achievements, kindFamilies } from '@keyan/product/achievement/achievements.ts';
import { prizeDeclaration } from '@keyan/product/achievement/award/prize-declaration.ts';
import { prizeNotice } from '@keyan/product/achievement/award/prize-notice.ts';
import { claim } from '@keyan/product/achievement/collection/claim.ts';
import { thesis } from '@keyan/product/achievement/collection/thesis.ts';
import { journal } from '@keyan/product/achievement/common/journal.ts';
import { patentDeclaration } from '@keyan/product/achievement/property/patent-declaration.ts';
import { webWork } from '@keyan/product/achievement/works/web-work.ts';
import { activityAttended } from '@keyan/product/activity/attended.ts';
import { activityHeld } from '@keyan/product/activity/held.ts';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { button, pane } from './support/form.ts';
import { askedOf, type Filed, type Filing, filed, released } from './support/kinds.ts';
import { follow, type Person, person } from './support/page.ts';

/** Kinds that are about a record which has to be there first. */
const filings: Readonly<Record<string, () => Promise<Filing>>> = {
  [claim.key]: async () => ({
    about: { thesisId: await released(thesis) },
    known: { journalLevel: 'B1', publishScope: '2' },
  }),
  [webWork.key]: async () => ({ known: { equalLevel: 'B1' } }),
  [prizeDeclaration.key]: async () => ({ about: { noticeId: await released(prizeNotice) } }),
};

/** Errors that the browser reports against the open page: errors, and calls that failed. */
const complaintsOf = ({ page }: Person): string[] => {
  const said: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') said.push(message.text());
  });
  page.on('response', (answer) => {
    if (answer.status() >= 400) said.push(`${answer.status()} ${answer.url()}`);
  });
  page.on('pageerror', (error) => said.push(String(error)));
  return said;
};

const viewWith = ({ key, views }: Resource, action: string): { readonly path: string } => {
  const found = Object.values(views).find(({ actions }) => actions.includes(action));
  if (!found) throw new Error(`${key}: no page offers ${action}`);
  return found;
};

/** The record stands in the list of what was approved, and its page is one click away. */
const openFromList = async (page: Page, kind: Resource, { title }: Filed): Promise<void> => {
  const { path } = viewWith(kind, hasProcess(kind) ? 'abolish' : 'add');
  await follow(page, `${path}?${new URLSearchParams({ [kind.title]: title })}`);
  const link = pane(page).getByRole('link', { name: title, exact: true });
  await link.first().click();
  await pane(page).getByRole('heading', { level: 1, name: title }).waitFor();
};

/** Names of the fields at which a form says that something is wrong. */
const faultyFields = (page: Page): Promise<readonly string[]> =>
  pane(page)
    .locator('[data-path]:has([data-tone=error])')
    .evaluateAll((boxes) => boxes.map((box) => box.getAttribute('data-path') ?? ''));

/** An empty form that is handed in asks for what the kind needs. */
const tryEmptyForm = async (page: Page, kind: Resource): Promise<void> => {
  await follow(page, `${viewWith(kind, 'add').path}/add`);
  await button(page, hasProcess(kind) ? '提交审核' : '保存').click();
  await pane(page).locator('.ky-fault-link').first().waitFor();
  expect(await faultyFields(page)).toEqual(expect.arrayContaining([...askedOf(kind)]));
};

/** Other kinds that the kinds of a family need. */
const besides: Readonly<Record<string, readonly Resource[]>> = {
  patg: [patentDeclaration],
  awdg: [prizeNotice],
};

const inFamilies = new Set(kindFamilies.flatMap(({ kinds }) => kinds));

const parts: readonly (readonly [name: string, kinds: readonly Resource[]])[] = [
  [
    'Publications',
    [journal, thesis, claim, ...achievements.filter((kind) => !inFamilies.has(kind))],
  ],
  ...kindFamilies.map(
    ({ code, label, kinds }) => [label[1], [...(besides[code] ?? []), ...kinds]] as const,
  ),
  ['Activities', [activityHeld, activityAttended]],
];

test.each(parts)(
  '%s: one of each kind comes to its library, and its list, form and page open',
  async (_, kinds) => {
    const who = await person('rd_achieve');
    const said = complaintsOf(who);
    await who.visit('/achievement/journal');
    const found: string[] = [];
    for (const kind of kinds) {
      try {
        const record = await filed(kind, await filings[kind.key]?.());
        if (hasProcess(kind)) expect(record.row.auditStatus).toBe('2');
        await openFromList(who.page, kind, record);
        await tryEmptyForm(who.page, kind);
      } catch (fault) {
        found.push(`${kind.key}: ${fault instanceof Error ? fault.message : fault}`);
      }
      found.push(...said.splice(0).map((each) => `${kind.key}: ${each}`));
    }
    expect(found).toEqual([]);
  },
);
