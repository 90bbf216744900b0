import { filesField } from '@keyan/engine/files/categories.ts';
import { Denied } from '@keyan/kernel/errors.ts';
import { fill, type Label, say } from '@keyan/kernel/label.ts';
import { isEmpty } from '@keyan/kernel/records/validate.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import { type Colleges, collegesOf } from '../figures/shaping.server.ts';
import { missingChecks } from './checks.server.ts';
import { fillOneByOne, fillWhatIsMissing, inApprovalLabel, isPlainField } from './fill.server.ts';
import type { FoundGap, FoundGaps, MissingReader } from './looking.server.ts';
import {
  type CollegeGaps,
  type FillingOutcome,
  type GapFilling,
  type GapRow,
  type MissingOverview,
  type MissingRows,
  type MissingTopic,
  missingCode,
  missingFillCode,
  missingTopics,
  missingWords,
} from './missing.ts';
import { lookOnce, pageOfLook } from './remembered.server.ts';

/** Scope of a question: the reader’s own records, or all in the reader’s data scope. */
export type Whose = 'own' | 'all';

/** Filter by resource, and by college or department. */
export interface MissingFilter {
  readonly kind?: string | undefined;
  readonly dept?: string | undefined;
}

const assertMayAsk = ({ actor }: MissingReader, whose: Whose): void => {
  if (whose === 'all' && !actor.permissions.has(missingCode)) throw new Denied();
};

/**
 * Incomplete records of a topic in the scope.
 * @throws Denied without the right to the page
 */
export const foundGaps = async (
  reader: MissingReader,
  topic: MissingTopic,
  whose: Whose,
): Promise<FoundGaps> => {
  const { actor } = reader;
  assertMayAsk(reader, whose);
  const found = await missingChecks[topic](reader);
  return whose === 'all'
    ? found
    : { ...found, gaps: found.gaps.filter(({ person }) => person === actor.id) };
};

const collegeOf = ({ above }: Colleges, { dept }: FoundGap): string =>
  dept === null ? '' : (above.get(dept) ?? dept);

/** Records of a resource within a college or department. */
export const narrowedGaps = (
  gaps: readonly FoundGap[],
  { kind, dept }: MissingFilter,
  colleges: Colleges,
): readonly FoundGap[] =>
  gaps.filter(
    (gap) =>
      (!kind || gap.kind.key === kind) &&
      (!dept || gap.dept === dept || collegeOf(colleges, gap) === dept),
  );

const noGaps = Object.freeze(
  Object.fromEntries(missingTopics.map((topic) => [topic, 0])) as Record<MissingTopic, number>,
);

/** Cache key of a reader’s check. */
const lookOf = (topic: MissingTopic, whose: Whose): string => `${topic} ${whose}`;

/** Number of incomplete records by topic, and by topic and college. */
export const missingOverview = async (
  reader: MissingReader,
  whose: Whose,
): Promise<MissingOverview> => {
  const [colleges, ...found] = await Promise.all([
    collegesOf(reader),
    ...missingTopics.map((topic) =>
      lookOnce(reader, lookOf(topic, whose), () => foundGaps(reader, topic, whose)),
    ),
  ]);
  const counts: Record<MissingTopic, number> = { ...noGaps };
  const byCollege = new Map<string, Record<MissingTopic, number>>();
  for (const [index, topic] of missingTopics.entries()) {
    for (const gap of found[index]?.gaps ?? []) {
      counts[topic] += 1;
      const college = collegeOf(colleges, gap);
      const own = byCollege.get(college) ?? { ...noGaps };
      own[topic] += 1;
      byCollege.set(college, own);
    }
  }
  const sum = ({ counts: own }: CollegeGaps) =>
    missingTopics.reduce((total, topic) => total + own[topic], 0);
  const compared = [...byCollege].map(([id, own]) => ({
    id,
    name: colleges.names.get(id) ?? '',
    counts: own,
  }));
  const kindsIn = (gaps: readonly FoundGap[]) =>
    [...new Set(gaps.map(({ kind }) => kind))].map(({ key, label }) => ({
      key,
      label: say(label, reader.language),
    }));
  return {
    counts,
    cut: missingTopics.filter((_topic, index) => found[index]?.isCut),
    colleges: compared.toSorted((one, other) => sum(other) - sum(one)),
    kinds: Object.fromEntries(
      missingTopics.map((topic, index) => [topic, kindsIn(found[index]?.gaps ?? [])]),
    ) as unknown as MissingOverview['kinds'],
  };
};

const askResponsibleText: Label = [
  '请提醒负责人补填',
  'Please remind the person in charge to fill it in',
];

/** Reason why the reader cannot complete a record; null if possible. */
const hindranceFor = (
  { actor }: MissingReader,
  { isInApproval, person }: FoundGap,
): Label | null => {
  if (isInApproval) return inApprovalLabel;
  return person === actor.id || actor.permissions.has(missingFillCode) ? null : askResponsibleText;
};

interface NamedAccount {
  readonly id: string;
  readonly name: string;
  readonly isInUse: boolean;
}

/** Names of accounts, and whether the accounts are in use, by id. */
export const accountsOf = async (
  { engine, actor }: MissingReader,
  ids: readonly string[],
): Promise<ReadonlyMap<string, NamedAccount>> => {
  const rows = await engine.database.short<NamedAccount>(actor.tenantId, {
    sql: `select u.id::text, u.real_name as name, u.status = '1' as "isInUse" from users u
           where u.tenant_id = $1 and u.id = any($2::bigint[]) and u.is_deleted = 0`,
    parameters: [actor.tenantId, [...new Set(ids)]],
  });
  return new Map(rows.map((one) => [one.id, one]));
};

/** Time of the last reminder about a topic, by id of the record. */
export const remindersOf = async (
  { engine, actor }: MissingReader,
  topic: MissingTopic,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Date>> => {
  const rows = await engine.database.short<{ id: string; at: Date }>(actor.tenantId, {
    sql: `select record_id::text as id, max(time) as at from missing_reminder
           where tenant_id = $1 and topic = $2 and record_id = any($3::bigint[]) group by record_id`,
    parameters: [actor.tenantId, topic, ids],
  });
  return new Map(rows.map(({ id, at }) => [id, at]));
};

/** Page of incomplete records of a topic, grouped by department. */
export const missingRows = async (
  reader: MissingReader,
  topic: MissingTopic,
  whose: Whose,
  { current, size, ...filter }: MissingFilter & { readonly current: number; readonly size: number },
): Promise<MissingRows> => {
  const { language } = reader;
  assertMayAsk(reader, whose);
  const colleges = await collegesOf(reader);
  const { gaps, page } = await pageOfLook(
    reader,
    lookOf(topic, whose),
    current === 1,
    () => foundGaps(reader, topic, whose),
    (found) => {
      const narrowed = narrowedGaps(found.gaps, filter, colleges);
      const inOrder = narrowed.toSorted(
        (one, other) =>
          (one.dept ?? '').localeCompare(other.dept ?? '') ||
          Number(BigInt(other.id) - BigInt(one.id)),
      );
      return { gaps: narrowed, page: inOrder.slice((current - 1) * size, current * size) };
    },
  );
  const [people, reminded] = await Promise.all([
    accountsOf(
      reader,
      page.flatMap(({ person }) => person ?? []),
    ),
    remindersOf(
      reader,
      topic,
      page.map(({ id }) => id),
    ),
  ]);
  const isMixed = new Set(gaps.map(({ kind }) => kind)).size > 1;
  return {
    records: page.map((gap): GapRow => {
      const { kind, id, version, title, dept, person, files, fields, oneOf, others } = gap;
      const account = people.get(person ?? '');
      const why = hindranceFor(reader, gap);
      const at = reminded.get(id);
      const plain = fields.filter((field) => isPlainField(kind, field));
      return {
        resource: kind.key,
        kind: isMixed ? say(kind.label, language) : '',
        id,
        version,
        title,
        dept: colleges.names.get(dept ?? '') ?? '',
        person: account?.isInUse ? account.id : '',
        personName: account?.name ?? '',
        fields: plain,
        ...(oneOf.length > 0 ? { oneOf } : {}),
        files,
        ...(files.length > 0 ? { filesField: filesField(kind) ?? '' } : {}),
        others: [
          ...fields
            .filter((field) => !plain.includes(field))
            .map((field) => say(kind.fields[field]?.spec.label ?? [field, field], language)),
          ...others.map((label) => say(label, language)),
        ],
        why: why && fields.length + files.length > 0 ? say(why, language) : '',
        reminded: at ? timeText(at).slice(0, 10) : '',
      };
    }),
    total: gaps.length,
  };
};

/** Completes several records; values for fields that are not missing are ignored. */
export const fillMissing = async (
  reader: MissingReader,
  topic: MissingTopic,
  whose: Whose,
  fillings: readonly GapFilling[],
): Promise<readonly FillingOutcome[]> => {
  const { gaps } = await foundGaps(reader, topic, whose);
  const known = new Map(gaps.map((gap) => [`${gap.kind.key}/${gap.id}`, gap]));
  const note = fill(['补填缺项：{topic}', 'Missing item completed: {topic}'], {
    topic: missingWords[topic].label,
  });
  return fillOneByOne(reader, fillings, async (transaction, filling) => {
    const gap = known.get(`${filling.resource}/${filling.id}`);
    const why = gap ? hindranceFor(reader, gap) : null;
    if (!gap || why) throw new Denied();
    await fillWhatIsMissing(transaction, reader.actor, gap.kind, filling, async (row) => ({
      fields: gap.fields.filter((name) => isEmpty(row[name])),
      catalogs: gap.files.map(({ code }) => code),
      note,
    }));
  });
};
