import { Glyph } from '@keyan/console/components/Glyph.tsx';
import { valueText } from '@keyan/console/fields/values.tsx';
import { useLabel, useLanguage } from '@keyan/console/i18n/language.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { Button, Select } from 'antd';
import { useMemo, useState } from 'react';
import type { FormValues } from '../bibliography/filler.ts';
import type { AuthorMatch, StaffMember } from '../bibliography/staff.ts';
import { personReferenceOf } from '../common/authors.ts';
import './paste.web.css';

interface PastePreviewProps {
  /** Resource whose form is filled. */
  readonly kind: Resource;
  readonly given: FormValues;
  readonly present: RowLike;
  readonly onClose: () => void;
  readonly onFill: (values: RowLike) => void;
}

/** Returns the line of an author with the chosen person. */
const chosenLine = (line: RowLike, person: StaffMember | undefined): RowLike =>
  person
    ? {
        ...line,
        personType: person.personType ?? '01',
        ...personReferenceOf(person),
        userIdName: person.name,
        name: person.name,
        jobNum: person.jobNum ?? '',
        unit: person.departmentName ?? line.unit ?? null,
      }
    : { ...line, personType: '03', userId: null, personnelId: null };

/** Returns the author lines with the names of matched people. */
export const authorLinesOf = ({ fill, matches }: FormValues): readonly RowLike[] =>
  ((fill.authors ?? []) as readonly RowLike[]).map((line, index) => ({
    ...line,
    userIdName: matches[index]?.member?.name ?? '',
  }));

/** Renders the values to fill, field by field, and the matched people among the authors. */
export const PastePreview = ({ kind, given, present, onClose, onFill }: PastePreviewProps) => {
  const label = useLabel();
  const language = useLanguage();
  const { fill: values, matches, notes } = given;
  const [choices, setChoices] = useState<ReadonlyMap<number, string>>(new Map());

  const authors = useMemo(
    () =>
      authorLinesOf(given).map((known, index): RowLike => {
        const match = matches[index];
        const chosen = choices.get(index);
        if (!match || match.candidates.length === 0 || chosen === undefined) return known;
        return chosenLine(
          known,
          match.candidates.find((person) => person.id === chosen),
        );
      }),
    [given, matches, choices],
  );
  const filled: RowLike = { ...values, ...(authors.length > 0 ? { authors } : {}) };
  const facts = Object.entries(kind.fields).flatMap(([name, { spec }]) => {
    if (spec.type === 'rows' || !(name in values)) return [];
    const next = valueText(name, spec, filled, language);
    const before = valueText(name, spec, present, language);
    return [{ name, title: label(spec.label), next, before: before === next ? '' : before }];
  });
  return (
    <>
      {notes.map((note) => (
        <p key={note[0]} className="ky-paste-note">
          <Glyph name="warning" size={12} tone="warning" /> {label(note)}
        </p>
      ))}
      <dl className="ky-paste-facts">
        {facts.map(({ name, title, next, before }) => (
          <div key={name}>
            <dt>{title}</dt>
            <dd>
              {before && (
                <>
                  <del>{before}</del> →{' '}
                </>
              )}
              <span className={next.length > 120 ? 'ky-paste-long' : undefined}>{next}</span>
            </dd>
          </div>
        ))}
      </dl>
      {matches.length > 0 && (
        <AuthorChoices
          title={kind.fields.authors?.spec.label ?? kind.label}
          matches={matches}
          choices={choices}
          onChoose={(index, id) => setChoices(new Map(choices).set(index, id))}
        />
      )}
      <div className="ky-paste-actions">
        <Button onClick={onClose}>{label(['取消', 'Cancel'])}</Button>
        <Button type="primary" onClick={() => onFill(filled)}>
          {label(['填入表单', 'Fill the form'])}
        </Button>
      </div>
    </>
  );
};

interface AuthorChoicesProps {
  readonly title: Label;
  readonly matches: readonly AuthorMatch[];
  readonly choices: ReadonlyMap<number, string>;
  readonly onChoose: (index: number, id: string) => void;
}

/** Renders the choice of a person for authors with several candidates. */
const AuthorChoices = ({ title, matches, choices, onChoose }: AuthorChoicesProps) => {
  const label = useLabel();
  const outside = label(['校外人员', 'Outside the university']);
  return (
    <>
      <p className="ky-paste-head">{label(title)}</p>
      <ol className="ky-paste-authors" aria-label={label(title)}>
        {matches.map(({ author, member, candidates }, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: authors never move within one record
            key={index}
          >
            <b>{author.name}</b>
            {candidates.length > 0 ? (
              <Select
                size="small"
                className="ky-paste-choice"
                aria-label={author.name}
                status={choices.has(index) ? undefined : 'warning'}
                placeholder={label(['请选择是哪一位', 'Choose who it is'])}
                value={choices.get(index)}
                onChange={(id) => onChoose(index, id)}
                options={[
                  ...candidates.map((person) => ({
                    value: person.id,
                    label: [person.name, person.departmentName, person.jobNum]
                      .filter(Boolean)
                      .join(' · '),
                  })),
                  { value: '', label: outside },
                ]}
              />
            ) : (
              <span className="ky-note">
                {member
                  ? [member.name, member.departmentName, member.jobNum].filter(Boolean).join(' · ')
                  : outside}
              </span>
            )}
          </li>
        ))}
      </ol>
    </>
  );
};
