import { attachmentCategory } from '@keyan/kernel/definition/field/categories.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { onTheDay } from '@keyan/kernel/definition/life/writer.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ApiFault } from '../client/fault.ts';
import { renderPage } from '../testing/render.tsx';
import { refusalBody, testUser } from '../testing/scriptedClient.ts';
import { madeUpResource } from '../testing/thing.ts';
import ActionDialog from './ActionDialog.tsx';

const put = '/blade-resource/oss/endpoint/ext/put-file';
const category = attachmentCategory('24', ['总结', 'Summary'], { required: true });
const thing = madeUpResource({
  name: f.text(['名称', 'Name']),
  files: f.files(['附件', 'Files'], [category]),
}) as unknown as Resource;

const action = {
  label: ['提交总结', 'Hand in'],
  from: ['approved'],
  form: {
    guests: f.integer(['人数', 'Guests']).required(),
    files: f.files(['总结材料', 'Summary files'], [category]),
  },
} as const satisfies NonNullable<Resource['actions']>[string];

const renderDialog = async (onGo: (input: RowLike) => Promise<void>, answer: unknown) => {
  const rendered = await renderPage(
    <ActionDialog
      resource={thing}
      action={action}
      row={{ id: '1', version: 1, createUser: '1', files: [{ id: '7', catalog: '24' }] }}
      onCancel={() => undefined}
      onGo={onGo}
    />,
    { answers: { [put]: answer }, resources: [thing] },
  );
  const go = page.getByRole('button', { name: 'Hand in' });
  await expect.element(go).toBeVisible();
  const box = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!box) throw new Error('no field for files');
  return { ...rendered, go, box };
};

const report = new File(['%PDF-1.4'], 'report.pdf', { type: 'application/pdf' });
const taken = { id: '8', name: 'report.pdf', suffix: 'pdf', size: 8, catalog: '24' };

test('a dialog sends what it asks for, with the files that came in it', async () => {
  const sent: RowLike[] = [];
  const { go, box } = await renderDialog(async (input) => void sent.push(input), taken);
  await go.click();
  await expect.element(page.getByText('Enter guests')).toBeVisible();
  await expect.element(page.getByText('Attach Summary')).toBeVisible();
  expect(sent).toEqual([]);

  await userEvent.upload(box, report);
  await expect.element(page.getByText('report.pdf was uploaded')).toBeVisible();
  await page.getByRole('textbox', { name: 'Guests' }).fill('76');
  await go.click();
  await expect.poll(() => sent).toMatchObject([{ guests: 76, files: [{ id: '8' }] }]);
});

test('a dialog begins with what its fields begin with, and with what the record has', async () => {
  const paying = {
    label: ['付款', 'Pay'],
    from: ['approved'],
    form: {
      name: f.text(['名称', 'Name']).initial('Nobody'),
      paidOn: f.date(['付款日期', 'Paid on']).required().initial(onTheDay),
      place: f.text(['地点', 'Place']).initial(({ name }) => name),
    },
  } as const satisfies NonNullable<Resource['actions']>[string];
  const sent: RowLike[] = [];
  await renderPage(
    <ActionDialog
      resource={thing}
      action={paying}
      row={{ id: '1', version: 1, createUser: '1', name: 'Somebody' }}
      onCancel={() => undefined}
      onGo={async (input) => void sent.push(input)}
    />,
    { resources: [thing] },
  );
  await page.getByRole('button', { name: 'Pay' }).click();
  const paidOn: unknown = expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/);
  await expect
    .poll(() => sent)
    .toMatchObject([{ name: 'Somebody', place: testUser.realName, paidOn }]);
});

test('a fault of the server stands at its field, and what was entered stays', async () => {
  const { go, box } = await renderDialog(async () => {
    const fields = [{ path: 'guests', message: 'Too many guests' }];
    throw new ApiFault('No', { kind: 'invalid', fields });
  }, taken);
  await userEvent.upload(box, report);
  const guests = page.getByRole('textbox', { name: 'Guests' });
  await guests.fill('760');
  await go.click();
  await expect.element(page.getByText('Too many guests')).toBeVisible();
  await expect.element(guests).toHaveValue('760');
});

test('nothing is sent while a file is on its way, or after it failed', async () => {
  let arrive: (answer: unknown) => void = () => undefined;
  const answer = new Promise((resolve) => {
    arrive = resolve;
  });
  const { go, box } = await renderDialog(
    async () => undefined,
    () => answer,
  );
  await userEvent.upload(box, report);
  await expect.element(go).toBeDisabled();
  arrive(refusalBody(400, 'Refused'));
  await expect.element(page.getByText(/Uploading report.pdf failed/)).toBeVisible();
  await expect.element(go).toBeDisabled();
});

test('a choice from lines of the record offers those whom they name, and what is typed narrows them', async () => {
  const meeting = madeUpResource({
    present: f.rows(['到会', 'Present'], { guestId: f.ref(['来宾', 'Guest'], thing) }),
  }) as unknown as Resource;
  const form = { guestIds: f.refs(['来宾', 'Guests'], thing).inLines('present', 'guestId') };
  const { callsTo } = await renderPage(
    <ActionDialog
      resource={meeting}
      name="mark"
      action={{ label: ['登记', 'Mark'], from: ['draft'], form }}
      row={{ id: '1', version: 1, createUser: '1', present: [{ guestId: '3' }, { guestId: '4' }] }}
      onCancel={() => undefined}
      onGo={async () => undefined}
    />,
    {
      answers: {
        [`/${meeting.path}/choices`]: [
          { id: '3', text: 'Lin Xiaolan' },
          { id: '4', text: 'Qi Zhiyuan' },
        ],
      },
      resources: [thing],
    },
  );
  await page.getByRole('combobox').fill('lin');
  await expect.element(page.getByTitle('Lin Xiaolan')).toBeVisible();
  await expect.element(page.getByTitle('Qi Zhiyuan')).not.toBeInTheDocument();
  expect(callsTo(`/${meeting.path}/choices`)[0]?.query).toMatchObject({
    field: 'mark.guestIds',
    ids: '3,4',
  });
});
