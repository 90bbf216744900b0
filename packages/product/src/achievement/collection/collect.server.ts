import type { Engine } from '@keyan/engine/engine.ts';
import { currentValidationContext } from '@keyan/engine/records/facts.ts';
import type { Session, Tx } from '@keyan/engine/store/connection/database.ts';
import { type Endpoint, endpoint } from '@keyan/engine/wire/endpoint.ts';
import { otherKindFault, otherKinds } from '@keyan/engine/workbooks/other-kind.ts';
import { taskOwnerOf } from '@keyan/engine/workers/person.ts';
import { defineTask } from '@keyan/engine/workers/task.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { untypedResource } from '@keyan/kernel/definition/resource.ts';
import { Fault, Invalid } from '@keyan/kernel/errors.ts';
import { type Label, type Language, say } from '@keyan/kernel/label.ts';
import { validate } from '@keyan/kernel/records/validate.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import { Type } from 'typebox';
import { normaliseDoi } from '../../shared/formats/formats.ts';
import { allElsewhereMessage, commonDestination, otherPage } from '../bibliography/belonging.ts';
import type {
  CollectedLine,
  CollectOutcome,
  CollectState,
  Draft,
  ReadCollection,
} from './collect.ts';
import { matchesOfRecord } from './matching.server.ts';
import { matchedNamesOf } from './thesis.server.ts';
import { thesis as shape } from './thesis.ts';

// Imports a file into the collection: first a dry run, then storing the new records.

/** Collected-record definition without its field types, for functions of the engine. */
const thesis = untypedResource(shape);

/** Maximum length of a file in characters: about 500 full records of Web of Science. */
const maxFileLength = 3_500_000;
/** Maximum number of lines in a dry run that include matching people. */
const maxMatchedRecords = 300;

const readCollection = defineTask<typeof import('./collect-task.server.ts'), 'readCollection'>({
  what: ['题录文件', 'The record file'],
  module: new URL('./collect-task.server.ts', import.meta.url),
  run: 'readCollection',
  bounds: { inputBytes: 16e6, outputBytes: 16e6, milliseconds: 20_000, megabytes: 256 },
});

interface Asked {
  readonly text: string;
  /** Code of the database for records that name none. */
  readonly indexType?: string | undefined;
  readonly batchNo: string;
}

type Input = Draft & { readonly batchNo: string };

/** Record of the file before it is stored. */
interface CheckedRecord {
  readonly at: number;
  readonly input: Input;
  readonly state: CollectState;
  readonly message: Label;
}

const nothing: Label = ['', ''];
const inCollection: Label = ['已在收录论文库', 'Already among the collected papers'];
const inFile: Label = ['与文件中前面的题录重复', 'Same as an earlier record in the file'];

/** Returns the keys that identify a record: its numbers, or title and year if it has none. */
const keysOf = ({ doi, accessionNum, title, publishYear }: Draft): readonly string[] => {
  const keys = [
    ...(doi ? [`doi ${normaliseDoi(doi)}`] : []),
    ...(accessionNum ? [`no ${accessionNum.trim().toLowerCase()}`] : []),
  ];
  return keys.length > 0 ? keys : [`title ${publishYear ?? ''} ${(title ?? '').toLowerCase()}`];
};

/** Returns those keys that records of the collection already have. */
const existingKeysAmong = async (
  session: Session,
  keys: readonly string[],
): Promise<ReadonlySet<string>> => {
  const rows = await session.query<{ key: string }>(
    `select key from (
       select 'doi ' || doi_key as key from collection_thesis
        where tenant_id = $1 and is_deleted = 0 and doi_key is not null
       union all
       select 'no ' || accession_num_key from collection_thesis
        where tenant_id = $1 and is_deleted = 0 and accession_num_key is not null
       union all
       select 'title ' || publish_year || ' ' || lower(title) from collection_thesis
        where tenant_id = $1 and is_deleted = 0 and doi is null and accession_num is null) known
     where key = any($2)`,
    [session.tenantId, keys],
  );
  return new Set(rows.map(({ key }) => key));
};

/** Returns the first fault of a record as text, or null. */
const faultOf = async (
  engine: Engine,
  actor: Actor,
  tx: Tx,
  input: Input,
): Promise<Label | null> => {
  const judged = await currentValidationContext({ engine, actor }, tx, thesis, input, null);
  const [fault] = validate(thesis, {}, input, 'complete', judged).faults;
  return fault ? fault.message : null;
};

const judge = (
  engine: Engine,
  actor: Actor,
  records: readonly ReadCollection[],
  asked: Asked,
): Promise<readonly CheckedRecord[]> =>
  engine.database.transaction(actor.tenantId, async (tx) => {
    const inputs = records.map(
      ({ draft }): Input => ({
        ...draft,
        indexType: draft.indexType ?? asked.indexType,
        batchNo: asked.batchNo,
      }),
    );
    const there = await existingKeysAmong(tx, inputs.flatMap(keysOf));
    const seen = new Set<string>();
    const found: CheckedRecord[] = [];
    for (const [index, input] of inputs.entries()) {
      const keys = keysOf(input);
      const one = { at: index + 1, input };
      const belongs = records[index]?.belongs;
      if (belongs) {
        const state = otherPage(belongs) ? 'elsewhere' : 'faulty';
        found.push({ ...one, state, message: belongs.message });
        continue;
      }
      const fault = await faultOf(engine, actor, tx, input);
      if (fault) found.push({ ...one, state: 'faulty', message: fault });
      else if (keys.some((key) => there.has(key)))
        found.push({ ...one, state: 'duplicate', message: inCollection });
      else if (keys.some((key) => seen.has(key)))
        found.push({ ...one, state: 'duplicate', message: inFile });
      else found.push({ ...one, state: 'new', message: nothing });
      if (!fault) for (const key of keys) seen.add(key);
    }
    return found;
  });

/** Stores a new record, unless another import has stored the record since the dry run. */
const storeNewRecord = async (
  engine: Engine,
  actor: Actor,
  one: CheckedRecord,
): Promise<CheckedRecord> => {
  if (one.state !== 'new') return one;
  try {
    await engine.as(actor).save(thesis, { ...one.input }, { imported: true });
    return { ...one, state: 'saved' };
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault;
    const [first] = fault instanceof Invalid ? fault.faults : [];
    const known = first !== undefined && ['doi', 'accessionNum', 'title'].includes(first.path);
    return known
      ? { ...one, state: 'duplicate', message: inCollection }
      : { ...one, state: 'faulty', message: fault.label };
  }
};

const toLines = (
  engine: Engine,
  actor: Actor,
  judged: readonly CheckedRecord[],
  language: Language,
): Promise<readonly CollectedLine[]> =>
  engine.database.read(actor.tenantId, async (session) => {
    const lines: CollectedLine[] = [];
    for (const { at, input, state, message } of judged) {
      const { title = '', source = '', authorsText = null } = input;
      const { addresses = null, reprintAuthor = null } = input;
      const matched = state === 'new' && lines.length < maxMatchedRecords;
      const work = { authorsText, addresses, reprintAuthor };
      lines.push({
        at,
        title: title ?? '',
        source: source ?? '',
        state,
        message: say(message, language),
        matches: matched ? matchedNamesOf(await matchesOfRecord(engine, session, work)) : '',
      });
    }
    return lines;
  });

const tooLong: Label = [
  '文件过大（上限 350 万字符），请分批导入',
  'The file is too large (at most 3,500,000 characters); import it in parts',
];

/**
 * Call that reads a file of records (RIS, BibTeX, Web of Science, CNKI) and returns for each whether it is new, a
 * duplicate, of another kind or faulty; with `confirm` it stores the new ones. A file with only records of another kind
 * is refused.
 */
const collect = endpoint({
  method: 'POST',
  path: `${shape.path}/collect`,
  auth: 'user',
  permissions: ['thesis_import'],
  perMinute: 30,
  summary: ['题录文件导入收录论文库', 'Import a record file into the collected papers'],
  input: Type.Object({
    text: Type.String({ minLength: 1 }),
    indexType: Type.Optional(Type.String({ maxLength: 20 })),
    batchNo: Type.Optional(Type.String({ maxLength: 30 })),
    confirm: Type.Optional(Type.Boolean()),
  }),
  run: async (input, { engine, actor, language }): Promise<CollectOutcome> => {
    const { text, confirm = false } = input;
    if (text.length > maxFileLength) throw new Invalid([{ path: 'text', message: tooLong }]);
    const { records, total } = await engine.workers.run(readCollection, text, {
      person: taskOwnerOf(actor),
    });
    const belongings = records.map(({ belongs }) => belongs);
    const page = commonDestination(belongings);
    if (page)
      throw otherKindFault(page.resource, page.label, allElsewhereMessage(page, records.length));
    const batchNo = input.batchNo?.trim() || timeText(engine.clock()).replace(/\D/g, '');
    const asked = { text, indexType: input.indexType || undefined, batchNo };
    const judged = await judge(engine, actor, records, asked);
    const kept: CheckedRecord[] = [];
    for (const one of judged) kept.push(confirm ? await storeNewRecord(engine, actor, one) : one);
    const counts = { new: 0, saved: 0, duplicate: 0, elsewhere: 0, faulty: 0 };
    for (const { state } of kept) counts[state] += 1;
    const elsewhere = otherKinds(belongings.map(otherPage));
    const lines = await toLines(engine, actor, kept, language);
    return { total, batchNo, counts, elsewhere, lines };
  },
});

/** Calls of the collection, in addition to those derived from the definition. */
export const collectEndpoints: readonly Endpoint[] = [collect];
