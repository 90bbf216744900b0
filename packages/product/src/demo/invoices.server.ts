import type { Actor } from '@keyan/kernel/access/actor.ts';
import { Fault } from '@keyan/kernel/errors.ts';
import { percent } from '@keyan/kernel/values/amounts.ts';
import { dayText } from '@keyan/kernel/values/time.ts';
import { invoice } from '../invoices/invoice.ts';
import { attachedFile } from './funds.server.ts';
import { actorByAccount } from './handle-task.server.ts';
import { chanceOf } from './random.server.ts';
import { isWaiting, type RecordCourse, runCourse, waitingAge } from './record-course.server.ts';
import type { SeedParts } from './story-player.server.ts';
import { university } from './university.server.ts';

const { tenantId } = university;
const day = 86_400_000;

/** Final state of an invoice. */
type Fate = 'issued' | 'overdue' | 'red' | RecordCourse;

const times = (count: number, fate: Fate): readonly Fate[] =>
  Array.from({ length: count }, () => fate);

/** States of eighty invoices; each leader's overdue invoice comes last. */
const fates: readonly Fate[] = [
  ...times(44, 'issued'),
  ...times(6, ['submit', 'finish']),
  ...times(8, ['submit']),
  ...times(4, []),
  ...times(4, ['submit', 'return']),
  ...times(2, ['submit', 'agree', 'refuse']),
  ...times(2, ['submit', 'recall']),
  ...times(4, ['submit', 'finish', 'abolish']),
  ...times(2, 'red'),
  ...times(4, 'overdue'),
];

interface Signed {
  readonly leader: Actor;
  readonly programId: string;
  readonly amount: string;
}

interface InvoiceContext {
  readonly parts: SeedParts;
  readonly finance: Actor;
  readonly now: Date;
}

/** Issues an invoice as the finance office, and files the electronic invoice. */
const issue = async (
  { parts, finance }: InvoiceContext,
  id: string,
  place: number,
): Promise<void> => {
  const { engine, clock } = parts;
  const { row } = await engine.as(finance).read(invoice, id);
  await engine.as(finance).perform(invoice, 'issue', id, {
    version: row.version,
    invoiceNumber: `264420000000${String(10_000_011 + place * 97)}`,
    invoiceDate: dayText(clock.now),
    attachments: await attachedFile(parts, finance, '25', '电子发票'),
  });
};

const takeBack = async (
  { parts, finance }: InvoiceContext,
  id: string,
  place: number,
): Promise<void> => {
  const { engine, clock } = parts;
  const { row } = await engine.as(finance).read(invoice, id);
  await engine.as(finance).perform(invoice, 'red', id, {
    version: row.version,
    redNumber: `264420000000${String(90_000_011 + place * 97)}`,
    redDate: dayText(clock.now),
    redAmount: row.billAmount,
    reason: '购方抬头有误，红冲后重开。',
  });
};

const writeInvoice = async (
  context: InvoiceContext,
  { leader, programId, amount }: Signed,
  fate: Fate,
  place: number,
): Promise<void> => {
  const { parts, now } = context;
  const { engine, clock } = parts;
  const isOverdue = fate === 'overdue';
  const course: RecordCourse = typeof fate === 'string' ? ['submit', 'finish'] : fate;
  const began = (isOverdue ? 70 + (place % 9) : 1 + ((place * 7) % 60)) * day;
  clock.now = new Date(now.getTime() - (isWaiting(course) ? waitingAge(place) : began));
  const expected = new Date(
    now.getTime() + (isOverdue ? -(2 + (place % 20)) : 12 + (place % 90)) * day,
  );
  const { id } = await engine.as(leader).save(invoice, {
    programId,
    billMode: '2',
    ticketType: place % 4 === 3 ? '03' : '01',
    billAmount: percent(amount, place % 2 === 0 ? '20' : '15'),
    billContent: ['01', '02', '03'][place % 3],
    receiveEmail: `caiwu${place}@partner.example`,
    receivePhone: `1390716${String(1000 + place * 31).slice(0, 4)}`,
    expectArriveDate: dayText(expected),
    taxCardNum: `KY${String(2_026_000 + place)}`,
    attachments: await attachedFile(parts, leader, '03', '技术合同'),
  });
  const played = { resource: invoice, writer: leader, id };
  await runCourse(parts, played, course, now, chanceOf(91 + place));
  if (typeof fate !== 'string') return;
  await issue(context, id, place);
  if (fate === 'red') await takeBack(context, id, place);
  if (!isOverdue) return;
  clock.now = now;
  await engine.asSystem('演示数据', tenantId).perform(invoice, 'expire', id);
};

/** Writes eighty invoices of signed contracts, in every state. */
export const demoInvoices = async (
  parts: SeedParts,
  signed: readonly Signed[],
  now: Date,
): Promise<void> => {
  if (signed.length === 0) return;
  const context = { parts, now, finance: await actorByAccount(parts, 'finance') };
  for (const [place, fate] of fates.entries()) {
    const contract = signed[place % signed.length];
    if (!contract) continue;
    try {
      await writeInvoice(context, contract, fate, place);
    } catch (error) {
      // Skips contracts without remaining amount.
      if (!(error instanceof Fault)) throw error;
    }
  }
};
