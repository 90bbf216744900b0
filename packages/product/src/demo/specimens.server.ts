import { Readable } from 'node:stream';
import { asOfNow } from '@keyan/engine/identity/rights.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { hasProcess } from '@keyan/kernel/definition/base-fields.ts';
import type { FieldKind, FieldSpec } from '@keyan/kernel/definition/field.ts';
import { grants, type Resource } from '@keyan/kernel/definition/resource.ts';
import { validate } from '@keyan/kernel/records/validate.ts';
import { creationOrder } from '@keyan/kernel/specimen/order.ts';
import { seeded, type Targets } from '@keyan/kernel/specimen/source.ts';
import { completeSpecimen } from '@keyan/kernel/specimen/specimen.ts';
import type { Input } from '@keyan/kernel/specimen/values.ts';
import { dayText, timeText } from '@keyan/kernel/values/time.ts';
import { handleOpenTask } from './handle-task.server.ts';
import { smallPdf } from './pdf.server.ts';
import { emptyResources } from './progress.server.ts';
import { type Chance, chance } from './random.server.ts';
import type { SeedParts } from './story-player.server.ts';
import { university } from './university.server.ts';
import { fieldWords, type Topic, topicAt } from './words.server.ts';

const { tenantId } = university;
const day = 86_400_000;

/** What becomes of the records of a kind with approval: each is one record. */
const fates = ['draft', 'submitted', 'returned', 'advanced', 'approved', 'approved', 'approved'];
/** Records of a resource without approval. */
const plainRecords = 5;
/** No process of ours has more steps. */
const mostSteps = 10;

interface Writer {
  readonly actor: Actor;
  /** What they may choose where a reference is limited. */
  readonly choices: ReadonlyMap<FieldSpec, readonly string[]>;
  /** Code of the college, a key of `fieldWords`. */
  readonly college: string;
}

/** Values that read well, by kind of field; the drawn value stays where a rule refuses them. */
type Readings = Partial<Record<FieldKind, (spec: FieldSpec, about: About) => unknown>>;

interface About {
  readonly topic: Topic;
  readonly writer: Writer;
  readonly random: Chance;
  readonly now: Date;
}

const earlier = ({ now, random }: About): Date =>
  new Date(now.getTime() - random.int(20, 700) * day);

const readings: Readings = {
  text: ({ format, unique }, { writer, random }) =>
    format || unique ? undefined : random.pick(fieldWords[writer.college]?.objects ?? [])[0],
  note: (_, { topic }) => `与“${topic.zh}”有关的工作说明。`,
  rich: (_, { topic }) => `<p>与“${topic.zh}”有关的工作说明。</p>`,
  year: (_, about) => earlier(about).getUTCFullYear(),
  date: (_, about) => dayText(earlier(about)),
  time: (_, about) => timeText(earlier(about)),
  ref: ({ target }, { writer }) =>
    target?.key === 'dept' ? writer.actor.departments[0] : undefined,
};

/** The specimen with readable values in place of drawn ones, as far as it stays valid. */
const readable = (resource: Resource, drawn: Input, about: About): Input => {
  const today = dayText(about.now);
  let row = drawn;
  for (const [name, { spec }] of Object.entries(resource.fields)) {
    if (spec.readonly || spec.specimen) continue;
    const value = name === resource.title ? about.topic.zh : readings[spec.kind]?.(spec, about);
    if (value === undefined) continue;
    const next = { ...row, [name]: value };
    if (validate(resource, {}, next, 'complete', { today }).faults.length === 0) row = next;
  }
  return row;
};

/** People of the colleges who may write records of this resource; of each college one. */
const writersOf = async (parts: SeedParts, resource: Resource): Promise<readonly Writer[]> => {
  const { engine } = parts;
  const people = await engine.database.read(tenantId, (session) =>
    session.query<{ id: string; college: string }>(
      `select users.id::text, dept.dept_code as college from users
         join dept on dept.id = users.dept_id and dept.tenant_id = users.tenant_id
        where users.tenant_id = $1 and dept.dept_code = any($2) order by users.id limit 40`,
      [tenantId, Object.keys(fieldWords)],
    ),
  );
  const found = new Map<string, Writer>();
  for (const { id, college } of people) {
    if (found.has(college)) continue;
    const actor = await asOfNow(engine, { id, tenantId, roles: [] });
    const may =
      actor && grants(resource, actor.permissions, hasProcess(resource) ? 'submit' : 'add');
    const choices = may && (await choicesOf(parts, resource, actor));
    if (choices) found.set(college, { actor, college, choices });
  }
  return [...found.values()];
};

/** References that are required and limited to some records of their target. */
const limitedReferences = (resource: Resource) =>
  Object.entries(resource.fields).filter(
    ([, { spec }]) => spec.kind === 'ref' && spec.required && spec.among,
  );

/** What the writer may choose, by reference; null where there is nothing for one of them. */
const choicesOf = async (
  { engine }: SeedParts,
  resource: Resource,
  actor: Actor,
): Promise<ReadonlyMap<FieldSpec, readonly string[]> | null> => {
  const found = new Map<FieldSpec, readonly string[]>();
  for (const [name, { spec }] of limitedReferences(resource)) {
    const offered = await engine.as(actor).choices(resource, name, { size: 30 });
    if (offered.length === 0) return null;
    found.set(
      spec,
      offered.map(({ id }) => id),
    );
  }
  return found;
};

/** Ids that references may name: some records of every resource. */
const targetsOf = async ({ engine }: SeedParts): Promise<Targets> => {
  const ids = new Map<string, readonly string[]>();
  for (const { key, table } of engine.resources.values()) {
    const rows = await engine.database.read(tenantId, (session) =>
      session.query<{ id: string }>(
        `select id::text from ${table} where tenant_id = $1 and is_deleted = 0 order by id limit 30`,
        [tenantId],
      ),
    );
    ids.set(
      key,
      rows.map(({ id }) => id),
    );
  }
  return (key) => ids.get(key) ?? [];
};

/** A small file for each category of attachments that asks for one. */
const filesFor = async (
  { files }: SeedParts,
  owner: Actor | { readonly system: string; readonly tenantId: string },
  resource: Resource,
  topic: Topic,
): Promise<Input> => {
  const given: Record<string, unknown> = {};
  for (const [name, { spec }] of Object.entries(resource.fields)) {
    const attached: unknown[] = [];
    for (const { code, label, required } of spec.categories ?? []) {
      if (!required) continue;
      const stream = Readable.from([smallPdf(topic.zh, [label[0]])]);
      const { id } = await files.put(owner, { fileName: `${label[0]}.pdf`, stream, catalog: code });
      attached.push({ id, catalog: code });
    }
    if (attached.length > 0) given[name] = attached;
  }
  return given;
};

/** Takes a saved record as far as its fate says. */
const live = async (
  parts: SeedParts,
  resource: Resource,
  { actor }: Writer,
  saved: { readonly id: string; readonly version: number },
  fate: string | undefined,
): Promise<void> => {
  const { engine, clock } = parts;
  if (fate === 'draft') return;
  const { id, version } = saved;
  await engine.as(actor).submit(resource, { id, version });
  const later = (): void => {
    clock.now = new Date(clock.now.getTime() + day);
  };
  if (fate === 'returned') {
    later();
    await handleOpenTask(parts, id, (task) => ({
      is: 'back',
      task,
      to: 'applicant',
      comment: '请核对信息并补充附件后重新提交。',
    }));
  }
  const steps = fate === 'approved' ? mostSteps : fate === 'advanced' ? 1 : 0;
  for (let step = 0; step < steps; step += 1) {
    later();
    const open = await handleOpenTask(parts, id, (task) => ({
      is: 'agree',
      task,
      comment: '同意',
    }));
    if (!open) break;
  }
};

/**
 * Fills every resource that the story leaves empty, so that a new kind has records in the demo without
 * a line of code: specimens of its definition with readable words and recent dates, at every stage of
 * their approval. Resources that have rows already are left alone.
 */
export const demoSpecimens = async (parts: SeedParts, now: Date): Promise<void> => {
  const { engine, clock } = parts;
  const empty = new Set(await emptyResources(engine));
  const order = creationOrder([...engine.resources.values()]);
  for (const [place, resource] of order.entries()) {
    if (!empty.has(resource.key)) continue;
    const writers = await writersOf(parts, resource);
    // Who may not submit cannot have written it.
    if (hasProcess(resource) && writers.length === 0) continue;
    const targets = await targetsOf(parts);
    const random = chance(1000 + place);
    const source = seeded(1000 + place);
    const count = hasProcess(resource) ? fates.length : plainRecords;
    for (let index = 0; index < count; index += 1) {
      const begun = new Date(now.getTime() - (120 - 14 * index) * day);
      clock.now = begun;
      const writer = writers[index % Math.max(1, writers.length)];
      const college = writer?.college ?? '310';
      const topic = topicAt(college, 3000 + 100 * place + index);
      const drawn = completeSpecimen(resource, {
        source,
        serial: index + 1,
        targets: (key, reference) => (reference && writer?.choices.get(reference)) ?? targets(key),
        today: dayText(begun),
      });
      const row = writer ? readable(resource, drawn, { topic, writer, random, now: begun }) : drawn;
      const owner = writer?.actor ?? { system: '演示数据', tenantId };
      const commands = writer ? engine.as(writer.actor) : engine.asSystem('演示数据', tenantId);
      const attached = await filesFor(parts, owner, resource, topic);
      const saved = await commands.save(resource, { ...row, ...attached });
      if (writer && hasProcess(resource)) await live(parts, resource, writer, saved, fates[index]);
    }
  }
  clock.now = now;
};
