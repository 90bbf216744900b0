import type { VerifyRecord } from '@keyan/engine/records/behaviour.ts';
import { defineBehaviour, type RecordServices } from '@keyan/engine/records/behaviour.ts';
import type { Session } from '@keyan/engine/store/connection/database.ts';
import { Invalid, Refused } from '@keyan/kernel/errors.ts';
import { fill, joinLabels, type Label, type Language, say } from '@keyan/kernel/label.ts';
import { entryOf } from '@keyan/kernel/values/dictionary.ts';
import type { VerifiedExtra } from '@keyan/kernel/wire/prints.ts';
import { certificate } from './certificate.ts';
import { changedColumns, isStillTrue } from './facts.ts';
import {
  type CertificateKind,
  certificateForms,
  certificateKind,
  certificateStatusCodes,
  type FactName,
  factNames,
  type LineStanding,
  type LineTexts,
  lineStandingLabels,
} from './kinds.ts';
import { currentStatement, type RecordOfLine } from './sources.server.ts';

interface Holder {
  readonly name: string;
  readonly jobNum: string | null;
  readonly unit: string | null;
}

/** Names and identifiers of the certificate’s holder, in the language of the certificate. */
const holderOf = async (
  session: Session,
  person: string,
  language: Language,
): Promise<Holder | undefined> => {
  const [found] = await session.query<Holder>(
    `select case when $3 = 'en' then coalesce(nullif(p.english_name, ''), u.real_name)
                 else u.real_name end as name,
            p.job_num as "jobNum",
            case when $3 = 'en' then coalesce(nullif(d.dept_name_en, ''), d.dept_name)
                 else d.dept_name end as unit
       from users u
       left join dept d on d.tenant_id = u.tenant_id and d.id = u.dept_id
       left join lateral (select english_name, job_num from personnel p
         where p.tenant_id = u.tenant_id and p.user_id = u.id and p.is_deleted = 0
         order by p.id limit 1) p on true
      where u.tenant_id = $1 and u.id = $2`,
    [session.tenantId, person, language],
  );
  return found;
};

const recordMissingText: Label = [
  '所选记录不在可证明之列（未通过、已作废、涉密或不属于本人），请重新勾选',
  'A chosen record cannot be certified (not approved, voided, classified, or not yours): choose again',
];

const recordChangedText: Label = [
  '所选记录在保存后有变动，请编辑并重新保存后再开具',
  'A chosen record has changed since it was saved: edit and save the certificate again, then issue it',
];

const cut = (text: string | null | undefined, most: number): string | null =>
  (text ?? '').slice(0, most) || null;

/** Line of a certificate as stored. */
type CertifiedLine = LineTexts & {
  readonly bizType: string | null;
  readonly bizId: string | null;
  readonly basis: string | null;
};

/** Key of the record that a line refers to. */
const namedBy = ({ bizType, bizId }: Pick<CertifiedLine, 'bizType' | 'bizId'>): RecordOfLine => ({
  bizType: bizType ?? '',
  bizId: bizId ?? '',
});

/** Fields of a stored certificate that the comparison reads. */
interface Certified {
  readonly certKind: CertificateKind | null;
  readonly userId: string | null;
  readonly language: Language | null;
  readonly lines: readonly CertifiedLine[] | null;
}

/** Line as certified, with its current standing; the texts of a withheld line are left out. */
export interface LineWithStanding {
  readonly texts: readonly string[];
  readonly standing: LineStanding;
  readonly note: Label;
}

const noteOf = (
  kind: CertificateKind,
  standing: LineStanding,
  changed: readonly FactName[],
): Label =>
  fill(lineStandingLabels[standing], {
    columns: joinLabels(
      certificateForms[kind].columns
        .filter(({ name }) => changed.includes(name))
        .map(({ label }) => label),
    ),
  });

/** Lines of a certificate with their current standing. */
export const linesWithStanding = async (
  engine: Pick<RecordServices, 'store' | 'dictionaries'>,
  session: Session,
  row: Certified,
): Promise<readonly LineWithStanding[]> => {
  const { certKind: kind, userId: person, language, lines } = row;
  if (kind === null || person === null) return [];
  const dictionaries = await engine.dictionaries.of(session.tenantId);
  const telling = { person, language: language ?? 'zh', dictionaries };
  const standing = async (line: CertifiedLine): Promise<LineWithStanding> => {
    const now = await currentStatement(engine, session, kind, namedBy(line), telling);
    const changed = now ? changedColumns(kind, line.basis, now.basis) : [];
    const stands: LineStanding = !now
      ? 'withheld'
      : !now.holds
        ? 'void'
        : changed.length > 0
          ? 'changed'
          : 'same';
    return {
      texts: certificateForms[kind].columns.map(({ name }) => (now ? (line[name] ?? '') : '')),
      standing: stands,
      note: noteOf(kind, stands, changed),
    };
  };
  // Reads all records in the same tick, so that the queries are sent as one batch.
  return Promise.all((lines ?? []).map(standing));
};

/** Lines with their standing as texts of the reader’s language, under the column headings. */
export const certificateLineTexts = (
  kind: CertificateKind | null,
  lines: readonly LineWithStanding[],
  language: Language,
): Required<Pick<VerifiedExtra, 'heads' | 'lines'>> => ({
  heads: certificateForms[kind ?? '1'].columns.map(({ label }) => say(label, language)),
  lines: lines.map(({ texts, standing, note }) => ({
    texts,
    isSame: standing === 'same',
    note: say(note, language),
  })),
});

const aboutLabels = {
  holder: ['持证人', 'Holder'],
  unit: ['单位', 'Department'],
  purpose: ['用途', 'Purpose'],
  issued: ['开具时间', 'Issued'],
} as const satisfies Readonly<Record<string, Label>>;

/**
 * Result of a verification by code: name of the holder, every line, and whether each still holds
 * (decision 0555).
 */
const verified: VerifyRecord<typeof certificate.fields> = async (
  row,
  { engine, session, language },
) => {
  if (row.status === certificateStatusCodes.revoked) return { state: 'revoked' };
  const lines = await linesWithStanding(engine, session, row);
  const about = (name: keyof typeof aboutLabels, text: string | null) =>
    text ? [[say(aboutLabels[name], language), text] as const] : [];
  return {
    ...(isStillTrue(lines.map(({ standing }) => standing)) ? {} : { state: 'outdated' as const }),
    about: [
      ...about('holder', [row.personName, row.jobNum].filter(Boolean).join(' ')),
      ...about('unit', row.unitName),
      ...about('purpose', row.purpose),
      ...about('issued', row.issuedAt),
    ],
    ...certificateLineTexts(row.certKind, lines, language),
  };
};

/**
 * Writes the certified facts from the records with every draft, and compares them once more on
 * issue.
 */
export const certificateBehaviour = defineBehaviour(certificate, {
  complete: async (row, { engine, tx }) => {
    const { certKind: kind, userId: person } = row;
    if (kind === null || person === null) return {};
    const language = row.language ?? 'zh';
    const holder = await holderOf(tx, person, language);
    const dictionaries = await engine.dictionaries.of(tx.tenantId);
    const given = row.lines ?? [];
    const telling = { person, language, dictionaries };
    const stated = await Promise.all(
      given.map((line) => currentStatement(engine, tx, kind, namedBy(line), telling)),
    );
    const lines = given.map((line, at) => {
      const now = stated[at];
      if (!now?.isCertifiable) throw new Invalid([{ path: 'lines', message: recordMissingText }]);
      return {
        ...line,
        ...namedBy(line),
        ...(Object.fromEntries(factNames.map((name) => [name, now[name] ?? null])) as Record<
          FactName,
          string | null
        >),
        basis: now.basis,
      };
    });
    const what = entryOf(certificateKind, kind)?.label ?? certificate.label;
    return {
      title: cut(`${holder?.name ?? ''} ${say(what, language)}`.trim(), 120),
      personName: cut(holder?.name, 100),
      jobNum: cut(holder?.jobNum, 20),
      unitName: cut(holder?.unit, 120),
      lines,
    };
  },
  performed: {
    issue: async (row, { engine, tx }) => {
      const standings = await linesWithStanding(engine, tx, row);
      if (!isStillTrue(standings.map(({ standing }) => standing)))
        throw new Refused(recordChangedText);
    },
  },
  verified,
});
