import type { Engine } from '@keyan/engine/engine.ts';
import { writeCell } from '@keyan/engine/workbooks/cell.ts';
import { spellingsFor } from '@keyan/engine/workbooks/spelled-references.ts';
import { timelineOf } from '@keyan/engine/workflow/lists/timeline.ts';
import { openProcess } from '@keyan/engine/workflow/runtime/access.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { hasProcess } from '@keyan/kernel/definition/field/base-fields.ts';
import type { FieldSpec } from '@keyan/kernel/definition/field/field.ts';
import { specIn } from '@keyan/kernel/definition/field/field-types.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Missing } from '@keyan/kernel/errors.ts';
import { fill, type Label, type Language, say } from '@keyan/kernel/label.ts';
import { fieldApplies, isEmpty } from '@keyan/kernel/records/validate.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import { type PaperBlock, pdfOf } from './pdf.server.ts';

interface Reading {
  readonly engine: Engine;
  readonly actor: Actor;
  readonly language: Language;
}

const approvalHeading: Label = ['审批记录', 'Approval records'];
const approvalHeads: readonly Label[] = [
  ['环节', 'Step'],
  ['办理人', 'By'],
  ['结果', 'Result'],
  ['意见', 'Comment'],
  ['时间', 'Time'],
];

/** Codes of process operations that are not printed, since nobody decides anything in them. */
const silent: ReadonlySet<string> = new Set(['route', 'rejudge', 'cc', 'urge', 'claim', 'unclaim']);

/** Decisions on a record and its current assignees; empty for a draft. */
const approvalOf = async (
  { engine, actor, language }: Reading,
  resource: Resource,
  row: RowLike,
): Promise<readonly PaperBlock[]> => {
  if (!hasProcess(resource)) return [];
  const opened = await openProcess(engine, actor, { record: String(row.id) }).catch(
    (error: unknown) => {
      if (error instanceof Missing) return null;
      throw error;
    },
  );
  if (!opened) return [];
  const { snapshot, graph } = opened;
  const lines = await engine.database.read(actor.tenantId, (session) =>
    timelineOf(engine, session, [snapshot.instance.id], graph, language),
  );
  return [
    { is: 'heading', text: say(approvalHeading, language) },
    {
      is: 'table',
      heads: approvalHeads.map((head) => say(head, language)),
      lines: lines
        .filter(({ operation }) => !silent.has(operation))
        .map((line) => [
          line.nodeName,
          line.userName,
          line.actionName,
          line.opinion,
          line.finished ? timeText(line.finished).slice(0, 16) : '',
        ]),
    },
  ];
};

/** Plain text of formatted text. */
const unmarked = (text: string): string =>
  text
    .replace(/<(?:br|\/p|\/li|\/div|\/tr|\/h\d)[^>]*>/gi, '\n')
    .replace(/<[^>]+>/g, '')
    .replace(/&nbsp;/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
    .trim();

/** Field types printed with a unit. */
const numbers: ReadonlySet<string> = new Set(['integer', 'decimal', 'money', 'percent']);

/**
 * Form sections with the values that the reader may see: facts two per line, notes in full,
 * sub-tables as tables.
 */
const sectionsOf = async (
  { engine, actor, language }: Reading,
  resource: Resource,
  row: RowLike,
): Promise<readonly PaperBlock[]> => {
  const dictionaries = await engine.dictionaries.of(actor.tenantId);
  const names = await spellingsFor(engine, actor, resource, [row]);
  const maySee = ({ secret }: FieldSpec): boolean => !secret || actor.permissions.has(secret);
  const written = (holder: RowLike, name: string, own: FieldSpec): string => {
    const spec = specIn(own, dictionaries);
    const named = spec.target ? [holder[`${name}Name`] ?? []].flat().filter(Boolean) : [];
    const text =
      named.length > 0 ? named.join('、') : writeCell(holder[name], spec, language, names);
    return spec.type === 'rich' ? unmarked(text) : text;
  };
  return resource.form.flatMap((section): readonly PaperBlock[] => {
    const facts: (readonly [string, string])[] = [];
    const tables: PaperBlock[] = [];
    for (const name of [...section.fields, ...(section.shown ?? [])]) {
      const field = resource.fields[name];
      if (!field || !maySee(field.spec) || !fieldApplies(field, row) || isEmpty(row[name]))
        continue;
      const { spec } = field;
      if (spec.type !== 'rows') {
        facts.push([say(spec.label, language), written(row, name, spec)]);
        continue;
      }
      const lines = row[name] as readonly RowLike[];
      const columns = Object.entries(spec.fields ?? {}).filter(
        ([column, { spec: own }]) => maySee(own) && lines.some((line) => !isEmpty(line[column])),
      );
      // A section with a single table of the same name needs no second heading.
      const isNamed = say(spec.label, language) !== say(section.title, language);
      tables.push(...(isNamed ? [{ is: 'text' as const, text: say(spec.label, language) }] : []), {
        is: 'table',
        heads: columns.map(([, { spec: own }]) => say(own.label, language)),
        lines: lines.map((line) =>
          columns.map(([column, { spec: own }]) => written(line, column, own)),
        ),
        right: new Set(
          columns.flatMap(([, { spec: own }], index) => (numbers.has(own.type) ? [index] : [])),
        ),
      });
    }
    if (facts.length === 0 && tables.length === 0) return [];
    return [
      { is: 'heading', text: say(section.title, language) },
      ...(facts.length > 0 ? [{ is: 'facts' as const, facts }] : []),
      ...tables,
    ];
  });
};

/** Form of a record at submission as PDF, with all values entered by its writer. */
export const formPdf = async (
  reading: Reading,
  resource: Resource,
  row: RowLike,
  title: string,
): Promise<Buffer> =>
  pdfOf({
    title,
    blocks: await sectionsOf(reading, resource, row),
    foot: say(
      fill(['{name} 提交于 {time}', 'Handed in by {name} on {time}'], {
        name: reading.actor.name,
        time: timeText(reading.engine.clock()).slice(0, 16),
      }),
      reading.language,
    ),
  });

const footerText: Label = [
  '{name} 导出于 {time}，以系统内记录为准',
  'Exported by {name} on {time}; the record in the system prevails',
];

/**
 * Record as PDF with the values that the reader may see and the decisions on it.
 * @param by name of the person printing, for the footer
 * @throws Missing if the reader may not read the record
 */
export const recordPdf = async (
  reading: Reading,
  resource: Resource,
  row: RowLike,
  by: string,
): Promise<Buffer> => {
  const { engine, language } = reading;
  return pdfOf({
    title: say(resource.label, language),
    blocks: [
      ...(await sectionsOf(reading, resource, row)),
      ...(await approvalOf(reading, resource, row)),
    ],
    foot: say(
      fill(footerText, { name: by, time: timeText(engine.clock()).slice(0, 16) }),
      language,
    ),
  });
};
