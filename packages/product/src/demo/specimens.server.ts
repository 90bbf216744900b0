import { Readable } from 'node:stream';
import type { Engine } from '@keyan/engine/engine.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { hasProcess } from '@keyan/kernel/definition/field/base-fields.ts';
import { categoriesFor } from '@keyan/kernel/definition/field/categories.ts';
import { copiesByReference } from '@keyan/kernel/definition/field/copies.ts';
import type { FieldSpec } from '@keyan/kernel/definition/field/field.ts';
import { parameterValue } from '@keyan/kernel/definition/field/parameter.ts';
import { grantsAction } from '@keyan/kernel/definition/permissions.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { validate } from '@keyan/kernel/records/validate.ts';
import { creationOrder, targetsIn } from '@keyan/kernel/specimen/order.ts';
import { seededRandom, type Targets } from '@keyan/kernel/specimen/source.ts';
import { completeSpecimen } from '@keyan/kernel/specimen/specimen.ts';
import type { Input } from '@keyan/kernel/specimen/values.ts';
import { dayText } from '@keyan/kernel/values/time.ts';
import { achievements } from '../achievement/achievements.ts';
import { paper } from '../achievement/paper/paper.ts';
import { annualKinds } from './annual.server.ts';
import { hasChoices, limitedReferences, referenceChoices, sortByUse } from './choices.server.ts';
import { claimDemoKinds } from './claims.server.ts';
import {
  colleaguesAndPartner,
  type DemoColleague,
  type DemoRecordWriter,
  type DemoWriterPerson,
  membersOf,
} from './concerned.server.ts';
import { refundDemoKinds } from './ended-projects.server.ts';
import { collegesWithKind } from './field-words.server.ts';
import { actorByAccount } from './handle-task.server.ts';
import { drawUniqueRecord, maxDraws } from './new-to-all.server.ts';
import { inOfficeHours } from './office-hours.server.ts';
import { otherReviewKinds } from './other-reviews.server.ts';
import { collectingDemoKinds } from './outside/collecting.server.ts';
import { publishingDemoKinds } from './outside/publishing.server.ts';
import { integrityKinds } from './outside/retractions.server.ts';
import { reachOwnState } from './own-states.server.ts';
import { smallPdf } from './pdf.server.ts';
import { cachedActor } from './person-of.server.ts';
import { limitKinds } from './project-outcomes.server.ts';
import { proposalKinds } from './proposals.server.ts';
import { chanceOf } from './random.server.ts';
import { coursesOf, recordAges, runCourse } from './record-course.server.ts';
import { reviewDemoKinds } from './reviews.server.ts';
import { scoringKinds } from './scores/scoring.server.ts';
import { readableSpecimen } from './specimens/readable.server.ts';
import { recordCountOf, recordDaysOf } from './specimens/record-counts.server.ts';
import type { SeedParts } from './story-player.server.ts';
import { university } from './university.server.ts';
import { warningKinds } from './warnings.server.ts';
import { collegeWords, commonTopicAt, type TitleTopic } from './words.server.ts';

const { tenantId } = university;
const day = 86_400_000;

/** Writers of the records that the office publishes: nobody of a college may write them. */
const officeOf = async (
  parts: SeedParts,
  resource: Resource,
): Promise<readonly DemoWriterPerson[]> => {
  if (!resource.actions?.publish) return [];
  const actor = await actorByAccount(parts, 'rd_admin');
  if (!(await hasChoices(parts, resource, actor))) return [];
  return [{ actor, colleague: null, colleagues: [], partner: undefined, college: '310' }];
};

/** Writers of each college for a kind that only some colleges have. */
const perHome = 3;

/** Places of the kinds of works in their list. */
const works: ReadonlyMap<string, number> = new Map(achievements.map(({ key }, at) => [key, at]));

/** Colleges of the accounts by which people look around: these keep one record of each kind at least. */
const shownFirst: ReadonlySet<string> = new Set(['310', '320']);

/** People in the order in which they are asked to write: works of different kinds are of different people. */
const inTurn = <P extends { readonly college: string }>(
  people: readonly P[],
  { key }: Resource,
): readonly P[] => {
  const place = works.get(key);
  if (place === undefined) return people.slice(0, 40);
  return [...Map.groupBy(people, ({ college }) => college)].flatMap(([college, own]) => {
    const first = shownFirst.has(college) ? 0 : place % own.length;
    return [...own.slice(first), ...own.slice(0, first)];
  });
};

/**
 * People who may write records of this resource: of each college one, or some of those where it is at home;
 * where no college may, the office.
 */
const writersOf = async (
  parts: SeedParts,
  resource: Resource,
): Promise<readonly DemoWriterPerson[]> => {
  const { engine } = parts;
  const home = collegesWithKind(resource.key);
  const members = await engine.database.read(tenantId, (session) =>
    membersOf(session, Object.keys(collegeWords)),
  );
  const people = await engine.database.read(tenantId, (session) =>
    session.query<DemoColleague & { college: string }>(
      `select users.id::text, users.real_name as name, dept.dept_code as college from users
         join dept on dept.id = users.dept_id and dept.tenant_id = users.tenant_id
        where users.tenant_id = $1 and dept.dept_code = any($2)
        order by users.account = 'teacher' desc, users.id`,
      [tenantId, home ?? Object.keys(collegeWords)],
    ),
  );
  const found: DemoWriterPerson[] = [];
  for (const { id, college } of inTurn(people, resource)) {
    const here = found.filter((writer) => writer.college === college);
    if (here.length >= (home ? perHome : 1)) continue;
    const actor = await cachedActor(engine, id);
    const may =
      actor && grantsAction(resource, actor.permissions, hasProcess(resource) ? 'submit' : 'add');
    if (!may || !(await hasChoices(parts, resource, actor))) continue;
    const colleague = people.findLast((one) => one.college === college && one.id !== id) ?? null;
    found.push({ actor, colleague, college, ...colleaguesAndPartner(members, college, id) });
  }
  return found.length > 0 ? found : officeOf(parts, resource);
};

/** Ids that the references of a kind may name: some records of each resource. */
const targetsOf = async ({ engine }: SeedParts, { fields }: Resource): Promise<Targets> => {
  const tables = [...new Set(targetsIn(fields, 'all'))].flatMap((key) => {
    const table = engine.resources.get(key)?.table;
    return table ? [[key, table] as const] : [];
  });
  const found = await engine.database.read(tenantId, (session) =>
    Promise.all(
      tables.map(async ([key, table]) => {
        const rows = await session.query<{ id: string }>(
          `select id::text from ${table} where tenant_id = $1 and is_deleted = 0 order by id limit 30`,
          [tenantId],
        );
        return [key, rows.map(({ id }) => id)] as const;
      }),
    ),
  );
  const ids = new Map(found);
  return (key) => ids.get(key) ?? [];
};

/** Targets for a writer: what they may choose, those first that fewest chose so far. */
const targetsFor = (
  writer: DemoRecordWriter | undefined,
  targets: Targets,
  used: ReadonlyMap<string, number>,
): Targets =>
  Object.assign(
    (key: string, reference?: FieldSpec) => {
      const choices = reference && writer?.choices.get(reference);
      return choices ? sortByUse(choices, used) : targets(key);
    },
    { record: (key: string, id: string) => writer?.records.get(`${key} ${id}`) },
  );

/** A small file for each category of attachments that asks for one. */
const filesFor = async (
  { files }: SeedParts,
  owner: Actor | { readonly system: string; readonly tenantId: string },
  resource: Resource,
  row: Input,
  topic: TitleTopic,
): Promise<Input> => {
  const given: Record<string, unknown> = {};
  for (const [name, { spec }] of Object.entries(resource.fields)) {
    const attached: unknown[] = [];
    const categories = spec.categories ?? [];
    for (const { code, label, required } of categoriesFor(categories, categories, row)) {
      if (!required) continue;
      const stream = Readable.from([smallPdf(topic.zh, [label[0]])]);
      const { id } = await files.put(owner, { fileName: `${label[0]}.pdf`, stream, catalog: code });
      attached.push({ id, catalog: code });
    }
    if (attached.length > 0) given[name] = attached;
  }
  return given;
};

/** The row with its copies keeps the rules, as far as they can be known before it is saved. */
const fits = (
  resource: Resource,
  row: Input,
  { records }: DemoRecordWriter,
  today: string,
): boolean => {
  const copies = [...copiesByReference(resource)].flatMap(([reference, pairs]) => {
    const target = resource.fields[reference]?.spec.target?.key;
    const record = records.get(`${target} ${row[reference]}`);
    return pairs.map(([name, field]) => [name, record?.[field] ?? null] as const);
  });
  const facts = Object.entries(resource.facts ?? {}).flatMap(([name, { origin }]) =>
    origin.from === 'parameter' ? [[name, parameterValue(origin.parameter, null)] as const] : [],
  );
  const judged = { today, facts: Object.fromEntries(facts) };
  return (
    validate(resource, Object.fromEntries(copies), row, 'complete', judged).faults.length === 0
  );
};

/** Kinds for which more than specimens is created. */
const writtenElsewhere: readonly string[] = [
  paper.key,
  ...claimDemoKinds,
  ...reviewDemoKinds,
  ...scoringKinds,
  ...warningKinds,
  ...limitKinds,
  ...otherReviewKinds,
  ...proposalKinds,
  ...annualKinds,
  ...refundDemoKinds,
  ...collectingDemoKinds,
  ...publishingDemoKinds,
  ...integrityKinds,
];

/** A number of the resource's own, so that another kind changes nothing for this one. */
const seedOf = ({ key }: Resource): number =>
  [...key].reduce((seed, letter) => (seed * 31 + letter.charCodeAt(0)) % 1_000_003, 7);

/** Resources that get specimens where they are empty, those first that others refer to. */
export const specimenResources = ({ resources }: Engine): readonly Resource[] =>
  creationOrder([...resources.values()]).filter(
    ({ key, scarce }) => scarce?.records !== 'none' && !writtenElsewhere.includes(key),
  );

/**
 * Fills a resource that the story leaves empty, so that a new kind has records in the demo without
 * a line of code: specimens of its definition with readable words and recent dates, at every stage of
 * their approval, in every status.
 */
export const demoSpecimens = async (
  parts: SeedParts,
  resource: Resource,
  now: Date,
): Promise<void> => {
  const { engine, clock } = parts;
  const used = new Map<string, number>();
  const writers = await writersOf(parts, resource);
  // A person who may not submit cannot have written it.
  if (hasProcess(resource) && writers.length === 0) return;
  const targets = await targetsOf(parts, resource);
  const seed = seedOf(resource);
  const random = chanceOf(seed);
  const source = seededRandom(seed);
  const taken = new Set<string>();
  const count = recordCountOf(resource);
  const courses = hasProcess(resource) ? coursesOf(count) : Array(count).fill(undefined);
  const written = new Map<string, number>();
  for (const { index, age } of recordAges(courses, seed, recordDaysOf(resource))) {
    const begun = new Date(inOfficeHours(now.getTime() - age, random));
    clock.now = begun;
    const known = writers[index % Math.max(1, writers.length)];
    // Available choices change with every record that is played.
    const chosen = known && (await referenceChoices(parts, resource, known.actor, known.college));
    if (known && !chosen) continue;
    const writer = known && chosen ? { ...known, ...chosen } : undefined;
    const noteUse = (row: Input): void => {
      for (const [name] of limitedReferences(resource)) {
        used.set(String(row[name]), (used.get(String(row[name])) ?? 0) + 1);
      }
    };
    const college = writer?.college ?? '310';
    const place = written.get(college) ?? 0;
    written.set(college, place + 1);
    const topic = commonTopicAt(college, seed + index);
    const drawOne = () => {
      const drawn = completeSpecimen(resource, {
        source,
        serial: index + 1,
        targets: targetsFor(writer, targets, used),
        today: dayText(begun),
      });
      const happened = new Date(begun.getTime() - random.int(20, 300) * day);
      const moments = { now: begun, end: now, happened };
      const about = { topic, college, writer, random, index, place, ...moments };
      return readableSpecimen(resource, drawn, about);
    };
    const row = drawUniqueRecord(resource, taken, dayText(begun), () => {
      let drawn = drawOne();
      for (let tries = 1; tries < maxDraws && writer; tries += 1) {
        if (fits(resource, drawn, writer, dayText(begun))) break;
        noteUse(drawn);
        drawn = drawOne();
      }
      return drawn;
    });
    const owner = writer?.actor ?? { system: '演示数据', tenantId };
    const commands = writer ? engine.as(writer.actor) : engine.asSystem('演示数据', tenantId);
    const attached = await filesFor(parts, owner, resource, row, topic);
    const saved = await commands.save(resource, { ...row, ...attached });
    noteUse(row);
    if (writer && hasProcess(resource)) {
      const played = { resource, writer: writer.actor, id: saved.id };
      await runCourse(parts, played, courses[index] ?? [], now, random);
    }
    if (writer && !hasProcess(resource) && !resource.scarce) {
      await reachOwnState(parts, { resource, commands, id: saved.id }, { index, count }, now);
    }
  }
  clock.now = now;
};
