import type { FieldSpec, FieldType } from '@keyan/kernel/definition/field/field.ts';
import { fieldTypeTable, groupDigits } from '@keyan/kernel/definition/field/field-types.ts';
import type { Language } from '@keyan/kernel/label.ts';
import { isEmpty } from '@keyan/kernel/records/validate.ts';
import { credentialPlaceholder } from '@keyan/kernel/values/credential.ts';
import { isUrl } from '@keyan/kernel/values/pattern.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { type ComponentType, Fragment, lazy, Suspense } from 'react';
import { referenceIds } from '../data/values.ts';
import { largeAmount } from '../i18n/format.ts';
import { inLanguage, useLabel, useLanguage } from '../i18n/language.ts';
import type { ValueProps } from '../presentation/present.ts';
import { RecordLink } from './RecordLink.tsx';
import './values.css';

/** Text shown for an empty value. */
export const emptyValueText = '–';

/**
 * Returns a value as one line of text. Names sent with the row take precedence over codes that the
 * page does not know (a sealed entry, a classification that is not loaded).
 */
export const valueText = (
  name: string,
  spec: FieldSpec,
  row: RowLike,
  language: Language,
): string => {
  const value = row[name];
  if (isEmpty(value)) return '';
  if (spec.credential) return credentialPlaceholder;
  const known = fieldTypeTable[spec.type].text(value, spec, language);
  const given = row[`${name}Name`];
  const named = typeof given === 'string' && given !== '' ? given : undefined;
  if (spec.target) return named ?? '';
  return known === String(value) && named ? named : known;
};

const useText = ({ name, spec, row }: ValueProps): string =>
  valueText(name, spec, row, useLanguage());

const Line = (props: ValueProps) => {
  const text = useText(props);
  return text === '' ? emptyValueText : <span title={text}>{text}</span>;
};

const Figure = (props: ValueProps) => useText(props) || emptyValueText;

/** Renders `1,234,567.00 元`, with ≈ 万元 from ten thousand. */
const Money = ({ value, spec }: ValueProps) => {
  const language = useLanguage();
  if (isEmpty(value)) return emptyValueText;
  return (
    <>
      {groupDigits(String(value))} {inLanguage(spec.unit ?? ['元', 'yuan'], language)}
      <LargeAmount value={String(value)} />
    </>
  );
};

/** Renders the amount in 万元, in English in million yuan, if it is large enough. */
export const LargeAmount = ({ value }: { value: string }) => {
  const text = inLanguage(largeAmount(value), useLanguage());
  return text ? <span className="ky-note ky-aside">{text}</span> : null;
};

const Amount = ({ value }: ValueProps) =>
  isEmpty(value) ? emptyValueText : groupDigits(String(value));

const WithUnit = (props: ValueProps) => {
  const language = useLanguage();
  const text = useText(props);
  if (text === '') return emptyValueText;
  return props.spec.unit ? `${text} ${inLanguage(props.spec.unit, language)}` : text;
};

const Prose = ({ value }: ValueProps) =>
  isEmpty(value) ? emptyValueText : <span className="ky-prose">{String(value)}</span>;

const CodeNames = ({ value, spec }: ValueProps) => {
  if (isEmpty(value)) return emptyValueText;
  if (spec.credential) return credentialPlaceholder;
  const text = String(value);
  return isUrl(text) ? (
    <a className="ky-link" href={text} target="_blank" rel="noreferrer noopener">
      {text}
    </a>
  ) : (
    text
  );
};

const Reference = (props: ValueProps) => {
  const text = useText(props);
  const { spec, value } = props;
  if (text === '' || typeof value !== 'string') return text || emptyValueText;
  return (
    <RecordLink resource={spec.target?.key ?? ''} id={value}>
      {text}
    </RecordLink>
  );
};

/** Renders several records, each as a link; as plain text if only their joined names are known. */
const References = (props: ValueProps) => {
  const label = useLabel();
  const text = useText(props);
  const { name, spec, value, row } = props;
  const titles = row[`${name}NameList`];
  if (text === '' || !Array.isArray(titles)) return text || emptyValueText;
  return referenceIds(value).map((id, index) => (
    <Fragment key={id}>
      {index > 0 && label(['、', ', '])}
      <RecordLink resource={spec.target?.key ?? ''} id={id}>
        {String(titles[index] ?? '')}
      </RecordLink>
    </Fragment>
  ));
};

const Html = lazy(() => import('./Html.tsx'));
const Formatted = ({ value }: ValueProps) =>
  isEmpty(value) ? (
    emptyValueText
  ) : (
    <Suspense>
      <Html text={String(value)} />
    </Suspense>
  );

/** Renders the plain text of a formatted text, for one line of a table. */
const Plain = ({ value }: ValueProps) => {
  const text = new DOMParser().parseFromString(String(value ?? ''), 'text/html').body.textContent;
  return text ? <span title={text}>{text}</span> : emptyValueText;
};

/** Renderer of a value in a table, by field type: one line, cut with an ellipsis by the cell. */
export const cellByType: Readonly<Record<FieldType, ComponentType<ValueProps>>> = {
  text: Line,
  note: Line,
  rich: Plain,
  integer: Figure,
  decimal: Figure,
  money: Amount,
  percent: Figure,
  year: Figure,
  date: Figure,
  time: Figure,
  dict: Line,
  dicts: Line,
  ref: Line,
  refs: Line,
  rows: Figure,
  files: Line,
};

/** Renderer of a value on a read-only page, by field type: full length, with unit and links. */
export const readOnlyValueByType: Readonly<Record<FieldType, ComponentType<ValueProps>>> = {
  text: CodeNames,
  note: Prose,
  rich: Formatted,
  integer: WithUnit,
  decimal: WithUnit,
  money: Money,
  percent: Figure,
  year: WithUnit,
  date: Figure,
  time: Figure,
  dict: Figure,
  dicts: Figure,
  ref: Reference,
  refs: References,
  rows: Figure,
  files: Line,
};
