import { Readable } from 'node:stream';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { statuses } from '@keyan/kernel/access/status.ts';
import { type Resource, untypedResource } from '@keyan/kernel/definition/resource.ts';
import { dayText } from '@keyan/kernel/values/time.ts';
import { prizeDeclaration } from '../achievement/award/prize-declaration.ts';
import { patent } from '../achievement/property/patent.ts';
import { patentDeclaration } from '../achievement/property/patent-declaration.ts';
import { applicationCheck } from '../achievement/property/patent-numbers.ts';
import { activityHeld } from '../activity/held.ts';
import { continueRecord } from './chapters.server.ts';
import { actorByAccount } from './handle-task.server.ts';
import { inOfficeHours } from './office-hours.server.ts';
import { smallPdf } from './pdf.server.ts';
import { cachedActor } from './person-of.server.ts';
import { type Chance, chanceOf } from './random.server.ts';
import { type RecordCourse, runCourse } from './record-course.server.ts';
import type { SeedParts } from './story-player.server.ts';
import { university } from './university.server.ts';

const { tenantId } = university;
const day = 86_400_000;

interface Outcome {
  readonly parts: SeedParts;
  readonly now: Date;
  readonly random: Chance;
}

interface Found {
  readonly id: string;
  readonly title: string;
  readonly writer: Actor;
  /** Time at which the approval ended. */
  readonly ended: Date;
}

/** Reads the approved records of a resource with their writers, oldest first. */
const approvedOf = async (
  { parts: { engine } }: Outcome,
  { table, title }: Pick<Resource, 'table' | 'title'>,
): Promise<readonly Found[]> => {
  const column = title.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const rows = await engine.database.read(tenantId, (session) =>
    session.query<{ id: string; title: string; writer: string; ended: string }>(
      `select id::text, ${column} as title, create_user::text as writer, update_time as ended
         from ${table}
        where tenant_id = $1 and audit_status = $2 and is_deleted = 0 order by id`,
      [tenantId, statuses.approved],
    ),
  );
  const found: Found[] = [];
  for (const { id, title: name, ended, writer: user } of rows) {
    const writer = await cachedActor(engine, user);
    if (writer) found.push({ id, title: name, writer, ended: new Date(ended) });
  }
  return found;
};

/** Sets the clock to some days after a record's approval, within office hours and not in the future. */
const later = ({ parts, now, random }: Outcome, since: Date, days: number): Date => {
  const time = Math.min(
    since.getTime() + days * day,
    now.getTime() - random.int(1, 20) * 3_600_000,
  );
  parts.clock.now = new Date(Math.min(inOfficeHours(time, random), now.getTime()));
  return parts.clock.now;
};

const fileOf = async (
  { parts: { files } }: Outcome,
  owner: Actor,
  catalog: string,
  [fileName, title]: readonly [string, string],
) => {
  const stream = Readable.from([smallPdf(title, [fileName])]);
  const { id } = await files.put(owner, { fileName: `${fileName}.pdf`, stream, catalog });
  return { id, catalog };
};

const summaries = [
  '活动按议程举行，各分会场交流充分，与会代表就合作研究达成意向，会议论文拟结集出版。',
  '报告内容丰富，师生参与踊跃，会后形成纪要一份，并与两家单位商定联合申报课题。',
  '培训完成全部课程，学员评价良好；下一届拟增加上机实践的学时。',
];

/** Writes the summaries of ended activities, except for one. */
const sumUp = async (outcome: Outcome): Promise<void> => {
  const { parts, now, random } = outcome;
  const over: (Found & { readonly version: number })[] = [];
  for (const one of await approvedOf(outcome, activityHeld)) {
    const { row } = await parts.engine.as(one.writer).read(activityHeld, one.id);
    if (row.endDate && row.endDate < dayText(now))
      over.push({ ...one, version: row.version, ended: new Date(row.endDate) });
  }
  for (const { id, title, writer, ended, version } of over.slice(1)) {
    later(outcome, ended, random.int(2, 20));
    await continueRecord(parts, id, async () =>
      parts.engine.as(writer).perform(activityHeld, 'summarise', id, {
        version,
        realNum: random.int(3, 18) * 10,
        paperNum: random.int(4, 40),
        specialReportNum: random.int(2, 8),
        summary: `<p>${random.pick(summaries)}</p>`,
        attachments: [await fileOf(outcome, writer, '24', ['活动总结', title])],
      }),
    );
  }
};

/** Decides recommended prizes: some won, one lost, the newest open. */
const decidePrizes = async (outcome: Outcome): Promise<void> => {
  const { parts, random } = outcome;
  const office = await actorByAccount(parts, 'rd_achieve');
  const recommended = await approvedOf(outcome, prizeDeclaration);
  for (const [index, { id, ended }] of recommended.entries()) {
    if (index > 2) return;
    const then = later(outcome, ended, random.int(20, 60));
    const { row } = await parts.engine.as(office).read(prizeDeclaration, id);
    if (row.result !== '1') continue;
    const { version, applyGrade: awardGrade } = row;
    const awardDate = dayText(new Date(then.getTime() - 3 * day));
    await continueRecord(parts, id, () =>
      index === 1
        ? parts.engine.as(office).perform(prizeDeclaration, 'lose', id, { version })
        : parts.engine
            .as(office)
            .perform(prizeDeclaration, 'win', id, { version, awardGrade, awardDate }),
    );
  }
};

/** Returns a Chinese patent application number with check digit. */
const numbered = (year: number, type: string, serial: number): string => {
  const digits = `${year}${Number(type)}${String(serial).padStart(7, '0')}`;
  return `${digits}.${applicationCheck(digits)}`;
};

/** Registers the patent that resulted from a request, up to its approval. */
const registerPatent = async (
  outcome: Outcome,
  { id, title, writer }: Found,
  applyDate: string,
): Promise<void> => {
  const { parts, now, random } = outcome;
  const { row } = await parts.engine.as(writer).read(patentDeclaration, id);
  const saved = await parts.engine.as(writer).save(patent, {
    declareId: id,
    patentName: title,
    patentType: row.patentType,
    patentStatus: '02',
    applyNum: row.applyNum,
    applyDate,
    applicants: university.name[0],
    country: '156',
    fkDeptId: row.fkDeptId,
    discipline: row.discipline,
    schoolSign: row.schoolSign,
    authors: row.authors,
    attachments: [await fileOf(outcome, writer, '17', ['受理通知书', title])],
  });
  const course: RecordCourse = random.int(0, 2) === 0 ? ['submit'] : ['submit', 'finish'];
  const played = { resource: untypedResource(patent), writer, id: saved.id };
  await runCourse(parts, played, course, now, random);
};

/** Accepts most patent requests, and registers patents for half of those. */
const acceptRequests = async (outcome: Outcome): Promise<void> => {
  const { parts, random } = outcome;
  const requests = await approvedOf(outcome, patentDeclaration);
  for (const [index, request] of requests.slice(0, -1).entries()) {
    const { row } = await parts.engine.as(request.writer).read(patentDeclaration, request.id);
    const type = row.patentType ?? '';
    // Other types have numbers of other offices.
    if (!['01', '02', '03'].includes(type) || row.applyNum) continue;
    const then = later(outcome, request.ended, random.int(12, 40));
    const acceptDate = dayText(new Date(then.getTime() - 2 * day));
    await continueRecord(parts, request.id, async () => {
      await parts.engine.as(request.writer).perform(patentDeclaration, 'accept', request.id, {
        version: row.version,
        applyNum: numbered(then.getFullYear(), type, random.int(1_000_000, 1_999_999)),
        acceptDate,
      });
      if (index % 2 === 0) await registerPatent(outcome, request, acceptDate);
    });
  }
};

/**
 * Writes outcomes after approvals, which specimens do not have: summaries of activities, won prizes, requests that
 * became patents.
 */
export const demoOutcomes = async (parts: SeedParts, now: Date): Promise<void> => {
  const outcome: Outcome = { parts, now, random: chanceOf(61) };
  await sumUp(outcome);
  await decidePrizes(outcome);
  await acceptRequests(outcome);
  parts.clock.now = now;
};
