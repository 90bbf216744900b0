import { Readable } from 'node:stream';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { answerClaimQuestion } from '../achievement/collection/claim.endpoints.server.ts';
import { claim } from '../achievement/collection/claim.ts';
import { thesis } from '../achievement/collection/thesis.ts';
import { actorByAccount, handleOpenTask } from './handle-task.server.ts';
import { inOfficeHours } from './office-hours.server.ts';
import { smallPdf } from './pdf.server.ts';
import { englishName } from './people.server.ts';
import { cachedActor } from './person-of.server.ts';
import { emptyResources } from './progress.server.ts';
import { type Chance, chanceOf } from './random.server.ts';
import type { SeedParts } from './story-player.server.ts';
import { university } from './university.server.ts';
import { demoJournals, topicAt } from './words.server.ts';

/** Keys of the resources that this part fills, so that they need no specimens. */
export const claimDemoKinds = [thesis, claim].map(({ key }) => key);

const { tenantId } = university;
const hour = 3_600_000;
const day = 24 * hour;

/** Event in the life of a collected record. */
type Happening =
  | 'release'
  | 'withdraw'
  | 'close'
  | 'ignore'
  | 'draft'
  | 'claim'
  | 'rival'
  | 'secretary'
  | 'office'
  | 'return'
  | 'refuse'
  | 'recall'
  | 'abolish';

type Course = readonly Happening[];

/** Events by collected record, in order. */
const courses: readonly Course[] = [
  ['release', 'claim', 'secretary', 'office'],
  ['release', 'claim', 'secretary', 'office', 'close'],
  ['release', 'claim', 'secretary', 'office'],
  ['release', 'claim', 'secretary', 'office'],
  ['release', 'claim', 'secretary', 'office'],
  ['release', 'claim', 'secretary'],
  ['release', 'claim'],
  ['release', 'claim', 'return'],
  ['release', 'claim', 'rival'],
  ['release', 'claim', 'secretary'],
  ['release', 'claim'],
  ['release', 'claim', 'return'],
  ['release', 'claim', 'secretary', 'refuse'],
  ['release', 'claim', 'recall'],
  ['release', 'claim', 'secretary', 'office', 'abolish'],
  ['release', 'draft'],
  ['release', 'draft'],
  ['release', 'claim', 'recall', 'draft'],
  ['release', 'ignore'],
  ['release', 'withdraw'],
  ['release'],
  ['release'],
  ['release'],
  ['release'],
  [],
  [],
];

interface Scholar {
  readonly actor: Actor;
  readonly name: string;
  readonly email: string | null;
}

/** Reads teachers of the computing college, the account of the guided tour first. */
const scholarsOf = async ({ engine }: SeedParts): Promise<readonly Scholar[]> => {
  const rows = await engine.database.read(tenantId, (session) =>
    session.query<{ id: string; name: string; email: string | null }>(
      `select u.id::text, u.real_name as name, u.email from users u
         join dept d on d.tenant_id = u.tenant_id and d.id = u.dept_id
         join user_role ur on ur.tenant_id = u.tenant_id and ur.user_id = u.id
         join role r on r.tenant_id = u.tenant_id and r.id = ur.role_id
        where u.tenant_id = $1 and u.is_deleted = 0 and d.dept_code = '310'
          and r.role_alias = 'teacher'
        order by u.account = 'teacher' desc, u.id limit 6`,
      [tenantId],
    ),
  );
  const found: Scholar[] = [];
  for (const { id, ...person } of rows) {
    const actor = await cachedActor(engine, id);
    if (actor) found.push({ actor, ...person });
  }
  return found;
};

/** Journals of the college with low scores, so that claims change no ranking much. */
const ordinary = demoJournals.filter(
  ({ colleges, level }) => colleges.includes('310') && /^[B-D]/.test(level),
);

/** Returns the values of a collected record as a Chinese or an international database prints them. */
const recordOf = (index: number, [first, second]: readonly Scholar[]) => {
  const isEnglish = index % 3 === 2;
  const topic = topicAt('310', 5200 + index);
  const journal = ordinary[index % ordinary.length];
  const sign = (name: string): string => {
    const [given = '', family = ''] = englishName(name).split(' ');
    return isEnglish ? `${family}, ${given}` : name;
  };
  const ours = [first, second].flatMap((one) => (one ? [sign(one.name)] : []));
  const outsider = isEnglish ? 'Okafor, Daniel' : '欧阳澈';
  const place = isEnglish
    ? `${university.name[1]}, Jiangling, Peoples R China`
    : `${university.name[0]}，湖北 江陵`;
  return {
    title: isEnglish ? topic.en : topic.zh,
    authorsText: [...ours, outsider].join('; '),
    addresses: `[${ours.join('; ')}] ${place}`,
    reprintAuthor: `${ours[0]}, ${place}${first?.email ? `. E-mail: ${first.email}` : ''}`,
    source: isEnglish ? journal?.english : journal?.name,
    publishYear: 2025,
    volume: String(38 + (index % 5)),
    issue: String(1 + (index % 6)),
    pages: `${100 + index * 7}-${109 + index * 7}`,
    indexType: isEnglish ? '05' : '16',
    accessionNum: `WOS:0010203${String(index).padStart(4, '0')}`,
    doi: `10.5555/jlu.2025.${1100 + index}`,
    docType: isEnglish ? 'Article' : '期刊论文',
    citedNum: index % 9,
    batchNo: '2026年秋季批次',
  };
};

/**
 * Returns values of a collected record equal to an approved paper, so that the quality desk finds both to be the same
 * work.
 */
const registeredBy = async ({ engine }: SeedParts, { actor }: Scholar): Promise<object> => {
  const [paper] = await engine.database.read(tenantId, (session) =>
    session.query<{ title: string; publishYear: number }>(
      `select p.art_name as title, extract(year from p.publish_date)::int as "publishYear"
         from paper p join paper_authors a on a.tenant_id = p.tenant_id and a.parent_id = p.id
        where p.tenant_id = $1 and p.is_deleted = 0 and p.audit_status = '2'
          and a.user_id = $2 and a.sort = 1 order by p.id limit 1`,
      [tenantId, actor.id],
    ),
  );
  return paper ?? {};
};

/** Creates a draft claim of the record by a person. */
const claimed = async (
  { files }: SeedParts,
  by: Scholar,
  thesisId: string,
  more: object = {},
): Promise<object> => {
  const stream = Readable.from([smallPdf('论文全文', [by.name])]);
  const file = await files.put(by.actor, { fileName: '论文全文.pdf', stream, catalog: '13' });
  return {
    thesisId,
    authorSort: 1,
    authorType: '01',
    schoolSign: '1',
    publishDate: '2025-09-01',
    discipline: '52020',
    attachments: [{ id: file.id, catalog: '13' }],
    ...more,
  };
};

/** Writes one collected record with its events. */
const play = async (
  parts: SeedParts,
  office: Actor,
  people: readonly Scholar[],
  index: number,
  random: Chance,
): Promise<void> => {
  const { engine, clock } = parts;
  // The account of the guided tour gets records to answer and claims under way.
  const author = people[index % 2 === 0 ? 0 : 1 + (index % (people.length - 1))] as Scholar;
  const rival = people[(people.indexOf(author) + 1 + (index % 3)) % people.length] as Scholar;
  const isLast = index === courses.length - 1;
  const known = isLast ? await registeredBy(parts, author) : {};
  const { id } = await engine
    .as(office)
    .save(thesis, { ...recordOf(index, [author, rival]), ...known });
  let own = '';
  const agree = (is: 'agree' | 'refuse') =>
    handleOpenTask(parts, own, (task) => ({
      is,
      task,
      comment: is === 'agree' ? '情况属实，同意' : '署名单位不是本校，不予认领。',
    }));
  const happen: Readonly<Record<Happening, () => Promise<unknown>>> = {
    release: () => engine.as(office).perform(thesis, 'release', id),
    withdraw: () => engine.as(office).perform(thesis, 'withdraw', id),
    close: () => engine.as(office).perform(thesis, 'close', id),
    ignore: () => answerClaimQuestion(engine, author.actor, { id, mine: false }),
    draft: async () =>
      engine.as(author.actor).save(claim, { ...(await claimed(parts, author, id)) }),
    claim: async () => {
      const saved = await engine
        .as(author.actor)
        .submit(claim, { ...(await claimed(parts, author, id)) });
      own = saved.id;
    },
    rival: async () => {
      const more = { reason: '本人为第一作者，投稿与录用邮件可证。' };
      return engine.as(rival.actor).submit(claim, { ...(await claimed(parts, rival, id, more)) });
    },
    secretary: () => agree('agree'),
    office: () => agree('agree'),
    refuse: () => agree('refuse'),
    return: () =>
      handleOpenTask(parts, own, (task) => ({
        is: 'back',
        task,
        to: 'applicant',
        comment: '请上传收录证明。',
      })),
    recall: () => engine.as(author.actor).recall(claim, own),
    abolish: () => engine.as(office).abolish(claim, own, '经核实为同名作者，作废。'),
  };
  for (const happening of courses[index] ?? []) {
    clock.now = new Date(inOfficeHours(clock.now.getTime() + 5 * hour, random));
    await happen[happening]();
  }
};

/**
 * Writes collected papers released for claiming, and claims in every status, with the commands that people would send.
 * Does nothing if the collection has records.
 */
export const demoClaims = async (parts: SeedParts, now: Date): Promise<void> => {
  const { engine, clock } = parts;
  if (!(await emptyResources(engine)).includes(thesis.key)) return;
  const office = await actorByAccount(parts, 'rd_achieve');
  const people = await scholarsOf(parts);
  const random = chanceOf(507);
  for (const index of courses.keys()) {
    const age = (2 + 0.5 * (courses.length - index)) * day;
    clock.now = new Date(inOfficeHours(now.getTime() - age, random));
    await play(parts, office, people, index, random);
  }
  clock.now = now;
};
